"""Labels, numbered parts of a text, and greetings, which are capitalised and name nobody."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...word_lists.common_words import is_common, is_compound
from ...word_lists.no_names import PHONES
from ...word_lists.word_sets import split_words
from ...words import Word
from ..single_words.german_nouns import is_german_noun

_PARTS = split_words(
    "appendix article chapter example exercise figure footnote item line option page paragraph"
    " part point question section slide step table task version volume"
    " abbildung abschnitt absatz anhang anlage artikel aufgabe beispiel fall folie frage kapitel"
    " punkt schritt seite tabelle teil variante zeile ziffer"
    " annexe chapitre étape tableau capítulo figura página paso tabla capitolo pagina tabella"
    " bijlage bladzijde hoofdstuk stap tabel"
)
_LABELS = split_words("ansprechpartner ansprechpartnerin beispiel ergebnis fazit vorschlag")
_NUMBERS = split_words("aktenzeichen durchwahl kennzeichen")
_GREETINGS = frozenset(
    {
        *((kind, "regards") for kind in ("best", "kind", "warm")),
        *(("good", time) for time in ("afternoon", "evening", "morning", "night")),
        *((kind, "grüsse") for kind in ("beste", "herzliche", "liebe", "schöne", "viele")),
        *(("guten", time) for time in ("abend", "morgen", "tag")),
        ("best", "wishes"),
        ("happy", "birthday"),
        ("merry", "christmas"),
        ("thank", "you"),
    }
)
_PHONE_NUMBER = re.compile(r"[.:]{0,2} {0,2}[+(]{0,2}\d(?:[ /()-]{0,2}\d){2}")
"""Three digits at least: "Mobil 1" is an oil."""

_COLON = re.compile(r"[*_]{0,3}[:：](?=[\s*_]|\Z)")


def is_numbered_part(norms: Sequence[str]) -> bool:
    """Whether words are a part of a text or one of several: "Step 2", "Kapitel 5", "Option B"."""
    if len(norms) < 2 or norms[0] not in _PARTS:
        return False
    return all(norm.isdigit() or len(norm) == 1 for norm in norms[1:])


def is_number_label(norm: str) -> bool:
    """Whether a German word says what the number after it is, as "Durchwahl 14" does."""
    return norm in _NUMBERS or norm.endswith("nummer")


def is_phone_label(text: str, word: Word) -> bool:
    """Whether a word says that a phone number follows: "Tel. 0911 4433", "Mobil 0171 3344".

    Args:
        text: The text.
        word: A word of it.
    """
    return word.norm in PHONES and _PHONE_NUMBER.match(text, word.end) is not None


def is_label(text: str, norms: Sequence[str], end: int) -> bool:
    """Whether common words before a colon are a label: "Phone Number: 1234", "Beispiel: ...".

    Args:
        text: The text.
        norms: The words at the start of a sentence, normalised.
        end: Character offset after the last one.
    """
    if not _COLON.match(text, end):
        return False
    if len(norms) == 1:
        # Some towns look like German compounds.
        return norms[0] in _LABELS or (is_german_noun(norms[0]) and not is_compound(norms[0]))
    return all(is_common(norm) or is_german_noun(norm) for norm in norms)


def is_greeting(norms: Sequence[str]) -> bool:
    """Whether two words are a greeting: "Happy Birthday", "Viele Grüße"."""
    return tuple(norms) in _GREETINGS
