"""Which documents the host's recall put into the prompt.

The prompt holds only the recalled texts, joined by blank lines inside a template. Their ids are
recovered by matching the texts against the documents of the host's index.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal

_JOIN = "\n\n"
_HEAD = 64

Kind = Literal["memories", "solutions"]


class TextIndex:
    """Finds which documents a text can begin with.

    Args:
        documents: Id, text and area of each document, in the order of the host's index.
    """

    def __init__(self, documents: Iterable[tuple[str, str, str]]) -> None:
        owners: dict[str, list[tuple[str, bool]]] = {}
        long: dict[str, list[str]] = {}
        self._short_lengths: set[int] = set()
        for identifier, text, area in documents:
            key = _unify(text)
            if not key:
                continue
            of_text = owners.setdefault(key, [])
            of_text.append((identifier, area == "solutions"))
            if len(of_text) > 1:
                continue
            if len(key) < _HEAD:
                self._short_lengths.add(len(key))
            else:
                long.setdefault(key[:_HEAD], []).append(key)
        # Tuples of strings: Python's garbage collector passes over them.
        self._ids = {key: tuple(of_text) for key, of_text in owners.items()}
        self._long = {head: tuple(keys) for head, keys in long.items()}

    def beginning_at(self, body: str, start: int) -> list[str]:
        """Return the documents' texts that stand in ``body`` from ``start`` on."""
        found = [
            key
            for key in self._long.get(body[start : start + _HEAD], ())
            if body.startswith(key, start)
        ]
        for length in self._short_lengths:
            key = body[start : start + length]
            if len(key) == length and key in self._ids:
                found.append(key)
        return found

    def owners(self, key: str, kind: Kind) -> list[str]:
        """Return the ids of the documents with this text, those of the right area first."""
        wanted = kind == "solutions"
        owners = self._ids[key]
        return [i for i, is_solution in owners if is_solution == wanted] + [
            i for i, is_solution in owners if is_solution != wanted
        ]


def recover_ids(
    prompt: str, index: TextIndex, kind: Kind, wording: tuple[str, str] = ("", "")
) -> list[str]:
    """Find the documents whose texts make up a recalled entry of the prompt.

    Texts may contain blank lines, and several may begin alike. So of all ways to read the entry as
    a row of documents, the one that explains most of it is taken.

    Args:
        prompt: The entry as it stands in the extras.
        index: The documents of the host's index.
        kind: Which entry it is.
        wording: What the host's template puts before and after the texts.

    Returns:
        The documents' ids in prompt order, without repetition. Texts that no document has are left
        out.
    """
    body = _unify(_without(prompt, wording))
    starts = [0, *_after_blank_lines(body)]
    best: dict[int, tuple[int, str | None, int]] = {}  # start -> (explained, text, next start)
    following = len(body) + len(_JOIN)
    best[following] = (0, None, following)
    for start in reversed(starts):
        choice: tuple[int, str | None, int] = (best[following][0], None, following)
        for text in index.beginning_at(body, start):
            end = start + len(text)
            if end != len(body) and not body.startswith(_JOIN, end):
                continue
            explained = len(text) + best[end + len(_JOIN)][0]
            if explained > choice[0]:
                choice = (explained, text, end + len(_JOIN))
        best[start] = choice
        following = start
    return _ids_of(_walk(best), lambda text: index.owners(text, kind))


def _walk(best: dict[int, tuple[int, str | None, int]]) -> Iterable[str]:
    start = 0
    while True:
        _, text, following = best[start]
        if text is not None:
            yield text
        if following == start:
            return
        start = following


def _ids_of(texts: Iterable[str], owners: Callable[[str], list[str]]) -> list[str]:
    """Return one id for each text; equal texts take their owners in turn."""
    taken: dict[str, None] = {}
    for text in texts:
        free = next((owner for owner in owners(text) if owner not in taken), None)
        if free is not None:
            taken[free] = None
    return list(taken)


def _after_blank_lines(body: str) -> list[int]:
    found: list[int] = []
    place = body.find(_JOIN)
    while place >= 0:
        found.append(place + len(_JOIN))
        place = body.find(_JOIN, place + 1)
    return found


def _without(prompt: str, wording: tuple[str, str]) -> str:
    before, after = wording
    if len(prompt) >= len(before) + len(after) and prompt.startswith(before):
        if after and prompt.endswith(after):
            return prompt[len(before) : len(prompt) - len(after)]
        if not after:
            return prompt[len(before) :]
    return prompt


def _unify(text: str) -> str:
    return text.replace("\r\n", "\n")
