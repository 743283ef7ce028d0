"""What the lines of an export file name, and which line describes it."""

from __future__ import annotations

from collections.abc import Iterator

from .lines import (
    AnyLine,
    ContainerLine,
    DocumentLine,
    EntityLine,
    FactLine,
    PassageLine,
    RevisionLine,
)


class References:
    """Finds names of nodes that no line describes: their relations would be lost without a word.

    What supports a fact is left out, since a document that does may be gone from the graph.
    """

    def __init__(self) -> None:
        self._described: dict[str, set[str]] = {"entity": set(), "document": set()}
        self._open: dict[tuple[str, str], int] = {}
        """What was named before a line described it, with the first such line."""

    def add(self, number: int, line: AnyLine) -> None:
        """Take a line.

        Args:
            number: Its number.
            line: The line.

        Raises:
            ValueError: An earlier line describes the same node: it would be counted twice.
        """
        if isinstance(line, EntityLine):
            self._describe("entity", line.id)
        if isinstance(line, DocumentLine):
            self._describe("document", line.reference)
        for kind, name in _named(line):
            if name not in self._described[kind]:
                self._open.setdefault((kind, name), number)

    def _describe(self, kind: str, name: str) -> None:
        if name in self._described[kind]:
            raise ValueError(f"an earlier line describes the {kind} {name!r}")
        self._described[kind].add(name)

    def missing(self) -> tuple[str, str, int] | None:
        """Return what no line describes: its kind, its name, and the first line that names it."""
        for (kind, name), number in self._open.items():
            if name not in self._described[kind]:
                return kind, name, number
        return None


def _named(line: AnyLine) -> Iterator[tuple[str, str]]:
    if isinstance(line, PassageLine):
        yield from (("entity", entity) for entity, _, _ in line.mentions)
    elif isinstance(line, FactLine):
        yield from (("entity", name) for name in (line.subject, line.object))
    elif isinstance(line, ContainerLine):
        yield from (("document", member) for member, _ in line.members)
    elif isinstance(line, RevisionLine):
        named = (line.document, *line.supersedes, *line.amends, *line.outdates)
        yield from (("document", name) for name in named)
