"""What an English word may be a form of: its singular, and its forms without an ending.

``stems`` has the endings of other languages. What looks a word up in a list without its ending
(``word_lists.common_words``, ``names.single_words.german_nouns``) has endings of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

S_OF_STEM = ("ss", "us", "is")
"""Ends of words whose "s" makes no plural and no form of a verb: "glass", "virus", "basis"."""

_NO_PLURAL = ("news", "series", "kubernetes")

_ENDINGS = (("ies", "y"), ("es", ""), ("s", ""), ("ing", ""), ("ing", "e"), ("ed", ""), ("ed", "e"))
_LEAST_LETTERS = 3
"""Number of letters that stay without an ending, at least."""


_IRREGULAR_VERBS = """
begin began begun; bind bound; break broke broken; breed bred; bring brought
build built; buy bought
catch caught; choose chose chosen; do did done; draw drew drawn; drive drove driven; eat ate eaten
feed fed; find found; fly flew flown; get got gotten; give gave given; go went gone; grow grew grown
hang hung; hear heard; hide hid hidden; hold held; keep kept; know knew known; lay laid; lead led
leave left; lend lent; lie lay lain; lose lost; make made; mean meant; meet met; pay paid
ride rode ridden; run ran; say said; see saw seen; sell sold; send sent; sing sang sung; sit sat
sleep slept; speak spoke spoken; spend spent; stand stood; steal stole stolen; swim swam swum
take took taken; teach taught; tell told; think thought; throw threw thrown; wear wore worn
understand understood; win won; write wrote written
"""
_IRREGULAR_FORMS = {
    base: tuple(forms)
    for base, *forms in map(str.split, _IRREGULAR_VERBS.strip().replace("\n", ";").split(";"))
}
_IRREGULAR_BASES = {form: base for base, forms in _IRREGULAR_FORMS.items() for form in forms}


def irregular_base(word: str) -> str:
    """Return what an irregular English form is a form of: "lead" of "led"; else the word itself."""
    return _IRREGULAR_BASES.get(word, word)


def irregular_forms(word: str) -> tuple[str, ...]:
    """Return the irregular forms of an English verb: "led" of "lead"."""
    return _IRREGULAR_FORMS.get(word, ())


def singular_of(norm: str) -> str:
    """Return the singular of a normalised English name, or an empty string."""
    last = norm.rsplit(" ", 1)[-1]
    if len(last) < 4 or not last.isascii() or not last.isalpha():
        return ""
    if last.endswith("ies") and len(last) > 4 and last not in _NO_PLURAL:
        return norm[:-3] + "y"
    if last.endswith(("ches", "shes", "xes", "sses")):
        return norm[:-2]
    if last.endswith("s") and not last.endswith(S_OF_STEM) and last not in _NO_PLURAL:
        return norm[:-1]
    return ""


def base_forms(word: str) -> Iterator[str]:
    """Yield a normalised English word, and what it may be an inflected form of: "run" of "runs"."""
    yield word
    for ending, instead in _ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= _LEAST_LETTERS:
            yield stem + instead
            if not instead and len(stem) > _LEAST_LETTERS and stem[-1] == stem[-2]:
                yield stem[:-1]  # stopped, running
