"""Who somebody is to the user, where the text does not say "my".

"Brother: Matthias Pacher", "His mother Doreen lives", "Next-door neighbour Winifred Trask keeps".
A memory that begins so speaks of the user's people: it names nobody else before.
"""

from __future__ import annotations

from ...text.calendar_words import split_words
from .fact_asides import AsideReader
from .fact_tokens import WORD
from .fact_words import ADJECTIVES, DETERMINERS, OWN, POSSESSIVES, PREPOSITIONS

MAX_ROLE = 3
"""Number of words: "older step brother"."""

_POSSESSIVES = POSSESSIVES | split_words("su sus suo sua sa leur zijn haar jego jej")

PEOPLE = split_words(
    "husband wife partner boyfriend girlfriend fiancé fiancée fiance fiancee brother sister mother"
    " father mum mom mam dad son daughter uncle aunt cousin nephew niece grandmother grandfather"
    " grandma grandpa granny grandson granddaughter stepmother stepfather stepson stepdaughter"
    " stepbrother stepsister mother-in-law father-in-law brother-in-law sister-in-law son-in-law"
    " daughter-in-law godmother godfather godson goddaughter neighbour neighbor landlord landlady"
    " boss dentist doctor gp vet accountant solicitor lawyer plumber electrician hairdresser"
    " cleaner gardener babysitter childminder flatmate roommate"
    " mann frau ehemann ehefrau freund freundin bruder schwester mutter vater mama papa sohn"
    " tochter onkel tante cousine neffe nichte oma opa großmutter großvater enkel enkelin schwager"
    " schwägerin schwiegermutter schwiegervater nachbar nachbarin chef chefin vermieter"
    " vermieterin hausarzt hausärztin zahnarzt zahnärztin tierarzt tierärztin steuerberater"
    " steuerberaterin mitbewohner mitbewohnerin"
    " mari femme compagnon compagne frère sœur soeur mère père fils fille oncle neveu nièce"
    " grand-mère grand-père voisin voisine patron patronne dentiste médecin propriétaire"
    " marido mujer esposo esposa novio novia hermano hermana madre padre hijo hija tío tía primo"
    " prima sobrino sobrina abuela abuelo suegro suegra cuñado cuñada vecino vecina jefe jefa"
    " dentista médico casero casera"
    " marito moglie fratello sorella mamma papà figlio figlia zio zia cugino cugina nipote nonna"
    " nonno suocera suocero vicino vicina capo medico"
    " man vrouw broer zus moeder vader zoon dochter oom neef nicht buurman buurvrouw baas tandarts"
    " huisarts"
    " mąż żona brat siostra matka ojciec tata syn córka wujek ciocia kuzyn kuzynka babcia dziadek"
    " sąsiad sąsiadka szef szefowa dentysta"
    " irmão irmã mãe pai filho filha tio avó avô vizinho vizinha chefe"
)
"""What somebody is to somebody: family, neighbours, and whom one person has one of."""


_NO_ROLE = OWN | POSSESSIVES | DETERMINERS | PREPOSITIONS
_BEING = split_words("is was are ist war heißt est es è")
_HAVING = split_words("has have hat haben")


class RelativeReader(AsideReader):
    """Reads who somebody is to the user, or to whom they are a relative."""

    def _read_relative(self, place: int) -> int | None:
        """Add whom a sentence begins with: "Brother: Matthias Pacher", "His mother is Ina Berg".

        Args:
            place: Where the sentence begins, after "On 19 July" and the like.

        Returns:
            The place of the name; None without one.
        """
        if not self._user or self._earlier:
            return None
        start = place + (self._tokens[place].text in _POSSESSIVES)
        end = self._after_role(start)
        if end is None:
            return None
        is_told = self._tokens[end].text == ":" or self._tokens[end].text in _BEING
        name = end + (is_told or self._tokens[end].text == ",")
        if not self._is_name(name) or self._tokens[name].entity_id == self._user:
            return None
        if not is_told and not self._ends_phrase(name + 1, subject=True):
            return None
        self._add_relative(name, start, end, self._user)
        return name

    def _read_relatives_aside(self) -> None:
        """Read "Idwal Penrhos, the neighbour, brings" and "Jorrit has one sister, Hilde"."""
        for place, token in enumerate(self._tokens[: self._last]):
            if token.text == "," and self._is_name(place - 1) and self._user:
                start = place + 1 + (self._tokens[place + 1].text in ("the", "our", "der", "die"))
                end = self._after_role(start)
                if end is not None and start > place + 1 and self._tokens[end].text == ",":
                    self._add_relative(place - 1, start, end, self._user)
            elif token.text in _HAVING and place and self._is_name(place - 1):
                end = self._after_role(place + 2)
                if end is not None and self._tokens[end].text == "," and self._is_name(end + 1):
                    owner = self._tokens[place - 1].entity_id
                    self._add_relative(end + 1, place + 2, end, owner)

    def _after_role(self, start: int) -> int | None:
        """Return where a role like "older brother" ends, or None if none starts at a place."""
        for end in range(start, min(start + MAX_ROLE, self._last)):
            if self._tokens[end].kind != WORD or self._tokens[end].text in _NO_ROLE:
                return None
            if self._tokens[end].text in PEOPLE:
                return end + 1
        return None

    def _add_relative(self, name: int, start: int, end: int, owner: str) -> None:
        role = [token.text for token in self._tokens[start:end]]
        while len(role) > 1 and role[0] in ADJECTIVES:
            del role[0]
        self._add_role(self._tokens[name].entity_id, role, owner)
