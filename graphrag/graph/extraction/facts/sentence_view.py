"""Looking around in a sentence: what is a name, a verb, the end of a phrase."""

from __future__ import annotations

from collections.abc import Sequence

from ....text.word_lists.calendar_words import CALENDAR_WORDS
from ....text.word_lists.people_words import PEOPLE
from .doubts import REPORTED, is_denial
from .stating_sentences import Sentence
from .tokens import MARK, NAME, NUMBER, OWNER, WORD, Token
from .word_classes import (
    ADVERBS,
    AND,
    BEFORE_NOUNS,
    BREAKS,
    CHOICE,
    CIRCUMSTANCES,
    COPULAS,
    DETERMINERS,
    MODALS,
    PREPOSITIONS,
    PRONOUNS,
    SELF_AS_OBJECT,
    TAILS,
    THING_PRONOUNS,
    is_auxiliary,
    is_german_verb,
    is_participle,
    is_plural,
    is_verb,
)

MAX_OWNED = 4
"""Maximum number of words of a thing or person that somebody owns or has."""

MAX_ASIDE = 15
"""Maximum number of tokens between a subject and its verb: brackets, "which ...", "the ...,"."""


_AFTER_PHRASES = frozenset().union(
    *(PREPOSITIONS, AND, BREAKS, ADVERBS, PRONOUNS, DETERMINERS, CALENDAR_WORDS, TAILS, MODALS)
)
_NOT_OWNED = PREPOSITIONS | BREAKS | AND | PRONOUNS | TAILS | ADVERBS
_AFTER_VERBS = PREPOSITIONS | BEFORE_NOUNS | ADVERBS
_AFTER_TO = BEFORE_NOUNS | SELF_AS_OBJECT


class SentenceView:
    """A sentence to look around in.

    Places are indexes of tokens.

    Args:
        sentence: The sentence.
        earlier: The only one whom "she" or "its" at its start can mean; empty if none is certain.
        earlier_thing: The same for "it".
        user: The user's entity id, or empty.

    Attributes:
        tokens: Its tokens, and an empty mark after the last one.
        last: The place of that mark.
        is_first: Whether it is the first of its text.

    Example:
        ::

            view = SentenceView(sentence, earlier="", user="")
            view.is_name(0), view.is_verb(1, plural=False)
    """

    def __init__(
        self, sentence: Sentence, earlier: str, user: str, *, earlier_thing: str = ""
    ) -> None:
        self.tokens = (*sentence.tokens, Token(MARK, "", sentence.end, sentence.end))
        self.last = len(sentence.tokens)
        self.earlier = earlier
        self.earlier_thing = earlier_thing
        self.user = user
        self.is_first = sentence.is_first

    def is_name(self, place: int) -> bool:
        """Whether a name stands at a place."""
        return place < self.last and self.tokens[place].kind == NAME

    def is_adverb(self, place: int) -> bool:
        """Whether an adverb stands at a place: "often", "weekly"."""
        text = self.tokens[place].text
        return self.tokens[place].kind == WORD and (text in ADVERBS or text.endswith("ly"))

    def is_verb(self, place: int, plural: bool) -> bool:
        """Whether a verb can stand at a place; of a plural it has no ending."""
        token = self.tokens[place]
        if token.kind != WORD:
            return False
        if token.text == "am":  # in German it is "at the"
            return self.tokens[place - 1].text == "i"
        following = self.tokens[min(place + 1, self.last)]
        return (
            is_verb(token.text, plural=plural)
            or is_german_verb(token.text, following.text)
            or self.is_done(place)
        )

    def is_done(self, place: int) -> bool:
        """Whether a past participle with a preposition stands at a place: "made in", "run by"."""
        following = self.tokens[min(place + 1, self.last)].text
        return following in PREPOSITIONS and is_participle(self.tokens[place].text, following)

    def is_verb_after(self, words: Sequence[str], place: int) -> bool:
        """Whether a word after a noun is its verb: "tablets come", not "asthma reviews are"."""
        token, following = self.tokens[place], self.tokens[place + 1]
        if is_auxiliary(token.text):
            return True
        if following.kind == WORD and is_auxiliary(following.text):
            return False
        if not self.is_verb(place, is_plural(words[-1])):
            return False
        return following.kind != WORD or following.text in _AFTER_VERBS

    def is_doubtful_before(self, place: int) -> bool:
        """Whether a word before a place denies what follows, or says who reported it."""
        return any(
            token.kind == WORD and (token.text in REPORTED or is_denial(token.text))
            for token in self.tokens[:place]
        )

    def ends_phrase(self, place: int, *, subject: bool = False) -> bool:
        """Whether the words before a place are a whole: no noun follows that they describe.

        After a subject a word with the ending of a verb is one; elsewhere "Tern units" are units.
        """
        token = self.tokens[place]
        if token.text in CHOICE:
            return False
        if token.kind == NUMBER:
            return token.start > self.tokens[place - 1].end
        if token.kind != WORD:
            return token.kind != NAME
        if token.text == "to":
            # "reminds Caroline to call": that she does is not said.
            following = self.tokens[place + 1]
            return following.kind != WORD or following.text in _AFTER_TO
        return (
            token.text in _AFTER_PHRASES
            or token.text.endswith("ly")
            or self.tokens[place + 1].text in ("than", "als")  # "longer than"
            or (self.is_verb(place, plural=False) and (subject or not is_plural(token.text)))
        )

    def name_after(self, place: int, prepositions: Sequence[str] | frozenset[str]) -> int | None:
        """Return the place of the name in "in the Hall", or None."""
        if self.tokens[place].text not in prepositions:
            return None
        place += 1
        if self.tokens[place].text in DETERMINERS:
            place += 1
        return place if self.is_name(place) else None

    def named_as(self, place: int) -> int | None:
        """Return the place of the name after "is": "is called Tomas", "is a Herr Falk"."""
        while self.tokens[place].text in ("called", "named", "a", "an", "ein", "eine", "now"):
            place += 1
        if self.is_name(place) and self.ends_phrase(place + 1):
            return place if self.tokens[place + 1].kind != OWNER else None
        return None

    def is_circumstance(self, start: int, name: int) -> bool:
        """Whether a thing only says where or when: "In our kitchen Anna painted the wall".

        Args:
            start: Place of the first word after "our" or "Otto's".
            name: Place of the name that follows the thing.
        """
        before = start - 2 - (self.tokens[start - 1].kind == OWNER)
        return (
            before >= 0
            and self.tokens[before].text in CIRCUMSTANCES
            and self.tokens[name - 1].text not in PEOPLE
            and self.is_verb(name + 1, plural=False)
        )

    def copula_within(self, place: int) -> int | None:
        """Return the place of "is" within the next four words, or None."""
        for verb in range(place + 1, min(place + 5, self.last)):
            if self.tokens[verb].kind != WORD:
                return None
            if self.tokens[verb].text in COPULAS:
                return verb
        return None

    def words_from(self, place: int) -> list[str]:
        """Return the words of a role or thing from a place on: "form tutor"."""
        words: list[str] = []
        for token in self.tokens[place : place + MAX_OWNED]:
            if token.kind not in (WORD, NUMBER) or token.text in _NOT_OWNED:
                break
            if words and (token.text.endswith("ing") or token.text in DETERMINERS):
                break
            words.append(token.text)
        return words

    def next_comma(self, place: int) -> int:
        """Return the place of the comma that closes an aside, or the end of the sentence."""
        for comma in range(place, min(place + MAX_ASIDE, self.last)):
            if self.tokens[comma].text == ",":
                return comma
        return self.last

    def after_date(self, place: int) -> int:
        """Return where "on 25 March" ends, or the place."""
        if self.tokens[place].text not in PREPOSITIONS:
            return place
        end = place + 1
        while self.is_of_date(end) and self.tokens[end].text != ",":
            end += 1
        named = any(token.text in CALENDAR_WORDS for token in self.tokens[place + 1 : end])
        return end if named else place

    def is_of_date(self, place: int) -> bool:
        """Whether a part of a date can stand at a place: "18", "October", a comma."""
        token = self.tokens[place]
        return token.kind == NUMBER or token.text == "," or token.text in CALENDAR_WORDS

    def after_brackets(self, place: int) -> int:
        """Return where brackets that open at a place end, or the place."""
        if self.tokens[place].text != "(":
            return place
        for end in range(place + 1, min(place + MAX_ASIDE, self.last)):
            if self.tokens[end].text == ")":
                return end + 1
        return place

    def before_pronoun(self, pronoun: str) -> str:
        """Return whom or what a pronoun at its start means; an empty string if it is uncertain."""
        return self.earlier_thing if pronoun in THING_PRONOUNS else self.earlier
