"""Looking around in a sentence: what is a name, a verb, the end of a phrase."""

from __future__ import annotations

from collections.abc import Sequence

from ...text.calendar_words import CALENDAR_WORDS
from .fact_tokens import MARK, NAME, NUMBER, OWNER, WORD, Sentence, Token
from .fact_words import (
    ADVERBS,
    AND,
    BREAKS,
    COPULAS,
    DETERMINERS,
    MODALS,
    OWN,
    POSSESSIVES,
    PREPOSITIONS,
    PRONOUNS,
    REPORTED,
    SELF_AS_OBJECT,
    TAILS,
    is_auxiliary,
    is_denial,
    is_german_verb,
    is_plural,
    is_verb,
)

MAX_OWNED = 4
"""Maximum number of words of a thing or person that somebody owns or has."""

MAX_ASIDE = 15
"""Maximum number of tokens between a subject and its verb: brackets, "which ...", "the ...,"."""


class SentenceView:
    """A sentence to look around in.

    Args:
        sentence: The sentence.
        earlier: The only one whom "she" or "its" at its start can mean; empty if none is certain.
        user: The user's entity id, or empty.
    """

    def __init__(self, sentence: Sentence, earlier: str, user: str) -> None:
        self._tokens = (*sentence.tokens, Token(MARK, "", sentence.end, sentence.end))
        self._last = len(sentence.tokens)
        self._earlier = earlier
        self._user = user
        self._is_first = sentence.is_first

    def _is_name(self, place: int) -> bool:
        return place < self._last and self._tokens[place].kind == NAME

    def _is_adverb(self, place: int) -> bool:
        text = self._tokens[place].text
        return self._tokens[place].kind == WORD and (text in ADVERBS or text.endswith("ly"))

    def _is_verb(self, place: int, plural: bool) -> bool:
        token = self._tokens[place]
        if token.kind != WORD:
            return False
        following = self._tokens[min(place + 1, self._last)]
        return is_verb(token.text, plural=plural) or is_german_verb(token.text, following.text)

    def _is_verb_after(self, words: Sequence[str], place: int) -> bool:
        """Whether a word after a noun is its verb: "tablets come", not "asthma reviews are"."""
        token, following = self._tokens[place], self._tokens[place + 1]
        if is_auxiliary(token.text):
            return True
        if following.kind == WORD and is_auxiliary(following.text):
            return False
        if not self._is_verb(place, is_plural(words[-1])):
            return False
        return following.kind != WORD or following.text in (
            PREPOSITIONS | DETERMINERS | POSSESSIVES | OWN | ADVERBS
        )

    def _is_doubtful_before(self, place: int) -> bool:
        return any(
            token.kind == WORD and (token.text in REPORTED or is_denial(token.text))
            for token in self._tokens[:place]
        )

    def _ends_phrase(self, place: int, *, subject: bool = False) -> bool:
        """Whether the words before a place are a whole: no noun follows that they describe.

        After a subject a word with the ending of a verb is one; elsewhere "Tern units" are units.
        """
        token = self._tokens[place]
        if token.kind == NUMBER:
            return token.start > self._tokens[place - 1].end
        if token.kind != WORD:
            return token.kind != NAME
        if token.text == "to":
            # "reminds Caroline to call": that she does is not said.
            following = self._tokens[place + 1]
            return following.kind != WORD or following.text in (
                DETERMINERS | POSSESSIVES | OWN | SELF_AS_OBJECT
            )
        return (
            token.text in PREPOSITIONS
            or token.text in AND
            or token.text in BREAKS
            or self._tokens[place + 1].text in ("than", "als")  # "longer than"
            or token.text in ADVERBS
            or token.text in PRONOUNS
            or token.text in DETERMINERS
            or token.text in CALENDAR_WORDS
            or token.text in TAILS
            or token.text in MODALS
            or token.text.endswith("ly")
            or (self._is_verb(place, plural=False) and (subject or not is_plural(token.text)))
        )

    def _name_after(self, place: int, prepositions: Sequence[str] | frozenset[str]) -> int | None:
        """Return the place of the name in "in the Hall", or None."""
        if self._tokens[place].text not in prepositions:
            return None
        place += 1
        if self._tokens[place].text in DETERMINERS:
            place += 1
        return place if self._is_name(place) else None

    def _named_as(self, place: int) -> int | None:
        """Return the place of the name after "is": "is called Tomas", "is a Herr Falk"."""
        while self._tokens[place].text in ("called", "named", "a", "an", "ein", "eine", "now"):
            place += 1
        if self._is_name(place) and self._ends_phrase(place + 1):
            return place if self._tokens[place + 1].kind != OWNER else None
        return None

    def _copula_within(self, place: int) -> int | None:
        for verb in range(place + 1, min(place + 5, self._last)):
            if self._tokens[verb].kind != WORD:
                return None
            if self._tokens[verb].text in COPULAS:
                return verb
        return None

    def _words_from(self, place: int) -> list[str]:
        words: list[str] = []
        while (
            self._tokens[place].kind in (WORD, NUMBER)
            and len(words) < MAX_OWNED
            and self._tokens[place].text not in PREPOSITIONS
            and self._tokens[place].text not in BREAKS
            and self._tokens[place].text not in AND
            and self._tokens[place].text not in PRONOUNS
            and self._tokens[place].text not in TAILS
            and self._tokens[place].text not in ADVERBS
            and not (
                words
                and (
                    self._tokens[place].text.endswith("ing")
                    or self._tokens[place].text in DETERMINERS
                )
            )
        ):
            words.append(self._tokens[place].text)
            place += 1
        return words

    def _next_comma(self, place: int) -> int:
        """Return the place of the comma that closes an aside, or the end of the sentence."""
        for comma in range(place, min(place + MAX_ASIDE, self._last)):
            if self._tokens[comma].text == ",":
                return comma
        return self._last

    def _after_date(self, place: int) -> int:
        """Return where "on 25 March" ends, or the place."""
        if self._tokens[place].text not in PREPOSITIONS:
            return place
        end = place + 1
        while self._is_of_date(end) and self._tokens[end].text != ",":
            end += 1
        named = any(token.text in CALENDAR_WORDS for token in self._tokens[place + 1 : end])
        return end if named else place

    def _is_of_date(self, place: int) -> bool:
        token = self._tokens[place]
        return token.kind == NUMBER or token.text == "," or token.text in CALENDAR_WORDS

    def _after_brackets(self, place: int) -> int:
        if self._tokens[place].text != "(":
            return place
        for end in range(place + 1, min(place + MAX_ASIDE, self._last)):
            if self._tokens[end].text == ")":
                return end + 1
        return place
