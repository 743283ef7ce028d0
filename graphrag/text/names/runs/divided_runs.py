"""Where a run of capitalised words is divided: at dates, amounts, and words between two names.

"Anna Berg of Heron Works" are two names, and "Ludwig van Beethoven" is one.
"""

from __future__ import annotations

import re

from ...languages.turkish import TURKISH
from ...word_lists.calendar_words import CALENDAR_WORDS, is_capitalised_calendar_word
from ...word_lists.first_names import FIRST_NAMES
from ...word_lists.holidays import NO_PARTS_OF_NAMES
from ...word_lists.people_words import PEOPLE
from ...word_lists.stop_words import ARTICLES, STOP_WORDS
from ...word_lists.word_sets import split_words
from ..single_words.amounts import is_amount, is_german_unit, is_unit
from ..single_words.capitals import Capitals
from .affiliations import is_before_company
from .capitalised_runs import NAME_CONNECTORS, is_connector
from .labels import is_phone_label
from .receivers import is_receiver
from .turkish_subjects import is_place_of_subject

_NUMBER_OF_PAPER = re.compile(
    r"(?<![\w/.@:-])(?:[A-Z]{2,10}-\d{1,6}+|[A-Z]-\d{2,6}+(?=-\d))(?:-[A-Z\d]{1,8}+)*+(?![\w@/-])"
)
"""The number of an invoice, a ticket or a policy: ``RE-2026-009``, ``OPS-1432``."""

_PAPERS = split_words(
    "bill booking case claim contract estimate invoice issue offer order policy quote quotation"
    " receipt reminder reservation ticket"
    " angebot auftrag beleg bestellung buchung fall gutschrift lieferschein mahnung quittung"
    " rechnung reklamation schadensfall vertrag vorgang"
    " bon commande contrat devis dossier facture réservation sinistre"
    " contrato factura pedido presupuesto recibo reserva contratto fattura ordine preventivo"
    " ricevuta bestelling factuur offerte encomenda fatura orçamento faktura zamówienie"
)
"""What has such a number."""

_UNTIL = split_words("to till until through bis à hasta a até tot do")
"""What stands in a span of days."""

_WHERE = split_words("at during for from in near on with")
_WHEN = split_words("after before since to")
_PREDICATES = split_words(
    "asked bought broke can could couldn did didn does doesn found gave gets got had has hasn left"
    " lost said says saw slept took wanted wants"
)
"""Beginnings of an English sentence that tells where, and verbs that follow its subject. "With Ada
Lovelace came ..." has it behind the verb."""

_DIVIDING = split_words("of the für der den")
"""Connectors that also stand between two names: "Anna Berg of Heron Works"."""


class RunDivider:
    """Divides the runs of capitalised words of one memory.

    Args:
        capitals: Its capitals.
    """

    def __init__(self, capitals: Capitals) -> None:
        self._text = capitals.text
        self._parts = capitals.parts
        self._capitals = capitals
        self._numbers = [match.span() for match in _NUMBER_OF_PAPER.finditer(self._text)]

    def without_dates(self, first: int, last: int) -> list[tuple[int, int]]:
        """Cut a run at dates, at amounts with their units, and at labels: "Kay St. Solution: ...".

        A label of a phone number is one, too: "Weber Tel 0911 5544". The number of a paper is
        whole, and the word for its kind is no part of it: "Invoice RE-2026-009".

        Args:
            first: The place of its first word.
            last: The place after its last one.

        Returns:
            The place of the first word of each piece, and the one after its last.
        """
        pieces: list[tuple[int, int]] = []
        start = first
        for place in range(first, last):
            number = self._number_at(place)
            if number is not None:
                begins = self._parts[place].start == number[0]
                if begins and _PAPERS.issuperset(w.norm for w in self._parts[start:place]):
                    pieces.append((start, place))
                    start = place
                continue
            is_of_amount = is_amount(self._text, self._parts[place]) or (
                start == place > 0 and self._is_unit_of_amount(place)
            )
            is_label = is_phone_label(self._text, self._parts[place]) or (
                place > first and self._is_label(place)
            )
            if place and is_german_unit(self._text, *self._parts[place - 1 : place + 1]):
                pieces.append((start, place - 1))
                start = place + 1
            elif is_of_amount or self._is_date(place) or is_label:
                pieces.append((start, place))
                start = place + 1
        pieces.append((start, last))
        return [piece for piece in pieces if piece[0] < piece[1]]

    def _number_at(self, place: int) -> tuple[int, int] | None:
        """Return where the number of a paper stands to which a word belongs; None if to none."""
        at = self._parts[place].start
        return next((span for span in self._numbers if span[0] <= at < span[1]), None)

    def _is_unit_of_amount(self, place: int) -> bool:
        """Whether a word is the unit of an amount before it: "80 Euro", "a 128 GB SSD"."""
        number = self._parts[place - 1]
        return is_amount(self._text, number) and is_unit(self._text, number, self._parts[place])

    def _is_label(self, place: int) -> bool:
        """Whether a word stands between a full stop and a colon."""
        before, word = self._parts[place - 1 : place + 1]
        return self._text[before.end : word.start] == ". " and self._text.startswith(":", word.end)

    def _is_date(self, place: int) -> bool:
        norm = self._parts[place].norm
        if self._capitals.is_somebody(place):
            return False
        near = [*self._parts[max(place - 1, 0) : place], *self._parts[place + 1 : place + 2]]
        if norm in CALENDAR_WORDS:
            return self._is_day(place) or any(
                word.norm[0].isdigit() or word.norm in CALENDAR_WORDS for word in near
            )
        if norm[0].isdigit():
            return any(word.norm in CALENDAR_WORDS for word in near)
        # "Mondays", "for Christmas Ingrid"
        return is_capitalised_calendar_word(norm) or norm in NO_PARTS_OF_NAMES

    def _is_day(self, place: int) -> bool:
        """Whether a weekday or month is no part of a name: "on Monday Anna"."""
        if not is_capitalised_calendar_word(self._parts[place].norm) or not place:
            return False
        if self._begins_span(place):
            return True
        before = self._parts[place - 1].norm
        return self._capitals.german or (before in STOP_WORDS and before not in ARTICLES)

    def _begins_span(self, place: int) -> bool:
        """Whether a weekday or month begins a span: "at Tanner Street Monday to Friday"."""
        following = [word.norm for word in self._parts[place + 1 : place + 3]]
        return (
            len(following) == 2
            and following[0] in _UNTIL
            and is_capitalised_calendar_word(following[1])
        )

    def at_connectors(self, start: int, end: int) -> list[tuple[int, int]]:
        """Divide "Anna Berg of Heron Works" and "Set the Clock" at the connector.

        Args:
            start: The place of the first word.
            end: The place after the last one.

        Returns:
            The place of the first word of each piece, and the one after its last.
        """
        pieces: list[tuple[int, int]] = []
        place = start + 1
        while place < end - 1:
            norm = self._parts[place].norm
            if norm in PEOPLE and place > start + 1 and self._parts[place - 1].norm.endswith("s"):
                # "Anna Bergs Bruder Otto Lenz"
                pieces.append((start, place))
                place = start = place + 1
            is_small = self._text[self._parts[place].start].islower()
            if is_small and is_connector(self._text, self._parts[place]):
                alone = place == start + 1 and self._capitals.says_nothing(start)
                if alone or self._divides(start, place, end):
                    if not alone or self._parts[start].norm in FIRST_NAMES:
                        pieces.append((start, self._before_connectors(start, place)))
                    place = start = self._after_connectors(place, end)
            place += 1
        return [*pieces, (start, end)]

    def at_subject(self, start: int, end: int) -> list[tuple[int, int]]:
        """Divide words of which one is where something happens, and the other who does it.

        "On Bornholm Mirjam couldn't sleep", "Mehmet Ankara'da çalışıyor": else the verb has no
        subject.

        Args:
            start: The place of the first word.
            end: The place after the last one.

        Returns:
            The place of the first word of each piece, and the one after its last.
        """
        if self._ends_with_place(start, end):
            return [(start, end - 1), (end - 1, end)]
        before, after = self._parts[max(start - 1, 0) : start], self._parts[end : end + 1]
        if end - start != 2 or not before or not after:
            return [(start, end)]
        is_divided = (
            before[0].norm in _WHERE
            and self._capitals.starts_sentence(start - 1)
            and self._text[self._parts[end - 1].end : after[0].start] == " "
            and after[0].norm in _PREDICATES
        )
        return [(start, start + 1), (start + 1, end)] if is_divided else [(start, end)]

    def _ends_with_place(self, start: int, end: int) -> bool:
        """Whether a Turkish sentence begins with who and where: "Mehmet Ankara'da çalışıyor"."""
        return (
            end - start > 1
            and any(map(self._capitals.starts_sentence, range(max(start - 1, 0), start + 1)))
            and TURKISH in self._capitals.languages
            and is_place_of_subject(self._text, self._parts[end - 1])
        )

    def _divides(self, start: int, place: int, end: int) -> bool:
        """Whether a connector stands between two names."""
        if is_before_company(self._text, self._parts, start, place, end):
            return True
        if self._parts[place].norm == "the" and self._is_where_before_subject(start, end):
            return True
        if place == start + 1:
            return is_receiver(self._parts, start, german=self._capitals.german)
        return self._parts[place].norm in _DIVIDING and not self._is_of_surname(place)

    def _is_where_before_subject(self, start: int, end: int) -> bool:
        """Whether a run names a place and a subject: "back from Assen the Honda burned oil"."""
        before, after = self._parts[max(start - 1, 0) : start], self._parts[end : end + 1]
        return (
            bool(before and after)
            and before[0].norm in _WHERE | _WHEN
            and self._text[self._parts[end - 1].end : after[0].start] == " "
            and (after[0].norm in _PREDICATES or after[0].norm.endswith("ed"))
        )

    def _is_of_surname(self, place: int) -> bool:
        """Whether "der" belongs to a name: "van der Linden", but not "von der Firma"."""
        if self._parts[place].norm not in ("der", "den"):
            return False
        before = self._parts[place - 1].norm
        is_thing = self._capitals.german and self._capitals.is_noun(place + 1)
        return before == "van" or (before == "von" and not is_thing)

    def _before_connectors(self, start: int, place: int) -> int:
        while place > start + 1 and self._parts[place - 1].norm in NAME_CONNECTORS:
            place -= 1
        return place

    def _after_connectors(self, place: int, end: int) -> int:
        while place < end - 1 and self._parts[place].norm in NAME_CONNECTORS:
            place += 1
        return place
