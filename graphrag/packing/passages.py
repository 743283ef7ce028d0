"""Which passages a block shows, and how much of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache

from ..model import Passage
from . import block_text
from .budget import GAP_TOKENS, LEAST_TOKENS, MAX_MISFITS, Budget
from .excerpts import first_choice, is_all_of, join_sentences, texts_read, with_links, word_weights
from .sections import answering_sections
from .shown_sentences import shown_sentences
from .tokens import CountTokens


@dataclass(frozen=True, slots=True)
class ShownPassage:
    """A passage in the block.

    Attributes:
        passage: The passage.
        sentences: All its sentences.
        chosen: Indexes of the sentences that are shown, in order.
        text: The text that is shown, not yet cleaned.
    """

    passage: Passage
    sentences: tuple[str, ...]
    chosen: tuple[int, ...]
    text: str

    @classmethod
    def of(
        cls, passage: Passage, sentences: tuple[str, ...], chosen: Iterable[int]
    ) -> ShownPassage:
        """Show the chosen sentences of a passage."""
        chosen = tuple(sorted(chosen))
        return cls(passage, sentences, chosen, join_sentences(sentences, chosen))


class PassageSelection:
    """The passages chosen so far, and the room that is left.

    Args:
        budget: The rules.
        room: Tokens for passages.
        counter: Counts tokens.
        marks: What will be said of outdated passages and of those that replace one, by key.

    Attributes:
        shown: The chosen passages, best first.
    """

    def __init__(
        self, budget: Budget, room: int, counter: CountTokens, marks: Mapping[str, str]
    ) -> None:
        self._budget = budget
        self._room = room
        self._counter = counter
        self._marks = marks
        self._used = 0
        self._days: set[int | None] = set()
        self._years: set[int] = set()
        self.shown: list[ShownPassage] = []

    def add_by_rank(
        self,
        passages: Sequence[Passage],
        words: Iterable[str],
        max_passages: int | None,
        links: Mapping[str, Iterable[str]],
    ) -> None:
        """Add passages in their order, until the room or the patience ends.

        Args:
            passages: The candidates, best first.
            words: The question's content words, normalised.
            max_passages: Maximum number of passages; None for as many as fit.
            links: The normalised words of the names that led to passages, by key.
        """
        misfits = 0
        words = tuple(words)
        texts = texts_read(passage.text for passage in passages)
        texts = answering_sections(passages, texts, words)
        weights = cache(lambda: word_weights(words, texts))
        for passage, text in zip(passages, texts, strict=True):
            if max_passages is not None and len(self.shown) >= max_passages:
                return
            if misfits >= MAX_MISFITS or self._room - self._used < LEAST_TOKENS:
                return
            shown, tokens = self._whole_or_excerpt(
                passage, text, weights, links.get(passage.key, ())
            )
            if self._used + tokens > self._room:
                misfits += 1
                continue
            self._used += tokens
            self._days.add(passage.day)
            if passage.day is not None:
                self._years.add(date.fromordinal(passage.day).year)
            self.shown.append(shown)

    def add_room(self, tokens: int) -> None:
        """Add room that other parts of the block did not need."""
        self._room += tokens

    def lengthen(self) -> None:
        """Use the room that is left for further sentences of the passages shown, in their order."""
        self.shown = [self._lengthened(shown) for shown in self.shown]

    def _lengthened(self, shown: ShownPassage) -> ShownPassage:
        counted, chosen, room = shown, set(shown.chosen), self._room - self._used
        for index, sentence in enumerate(shown.sentences):
            if index in chosen:
                continue
            if room <= GAP_TOKENS and len(chosen) == len(counted.chosen):
                break
            cost = self._counter(" " + sentence) + GAP_TOKENS
            if cost > room and len(chosen) > len(counted.chosen):
                # Sentences take fewer tokens together than one by one.
                counted = self._counted_again(counted, chosen)
                room = self._room - self._used
            if cost <= room:
                chosen.add(index)
                room -= cost
        return self._counted_again(counted, chosen)

    def _counted_again(self, counted: ShownPassage, chosen: set[int]) -> ShownPassage:
        longer = ShownPassage.of(counted.passage, counted.sentences, chosen)
        self._used += self._line_tokens(longer) - self._line_tokens(counted)
        return longer

    def _whole_or_excerpt(
        self,
        passage: Passage,
        text: str,
        weights: Callable[[], Mapping[str, float]],
        links: Iterable[str],
    ) -> tuple[ShownPassage, int]:
        """Return what to show of a passage, and its tokens with the line of its day."""
        sentences = tuple(shown_sentences(text))
        whole = ShownPassage.of(passage, sentences, range(len(sentences)))
        header, length = self._header_tokens(passage.day), self._line_tokens(whole)
        if is_all_of(text, passage) and self._budget.shows_whole(self._used + header, length):
            return whole, header + length
        chosen = first_choice(sentences, with_links(weights(), links), self._counter)
        excerpt = ShownPassage.of(passage, sentences, chosen)
        return excerpt, header + self._line_tokens(excerpt)

    def _header_tokens(self, day: int | None) -> int:
        if day in self._days:
            return 0
        year = date.fromordinal(day).year if day is not None else None
        line = block_text.day_line(day, year if year in self._years else None)
        return self._counter(line + "\n")

    def _line_tokens(self, shown: ShownPassage) -> int:
        place = block_text.place_of(shown.passage)
        titled = f"{place}: {shown.text}" if place else shown.text
        if mark := self._marks.get(shown.passage.key):
            titled = f"{mark} {titled}"
        return self._counter(f"[{block_text.LABEL_TO_COME}] {titled}\n")
