"""The headings of a file as its text is read: which of them are above a section."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .blocks import Block, Section


class Outline:
    """Turns headings and the blocks between them into sections.

    Args:
        title: The title of the file, if something other than a heading says it.
        level: Its level; a heading of that level takes its place.
    """

    def __init__(self, title: str = "", level: int = 0) -> None:
        self._headings = {level: title}
        self._level = 0
        self._is_bare = False

    def heading(self, level: int, name: str, before: Sequence[Block]) -> Iterator[Section]:
        """Take the next heading.

        Args:
            level: Its level, 1 at the top.
            name: Its text.
            before: The blocks between the heading before and this one.

        Yields:
            The section that ends here, if it has any text.
        """
        yield from self._section(before, level)
        self._headings = {known: above for known, above in self._headings.items() if known < level}
        self._headings[level] = name
        self._level, self._is_bare = level, bool(name)

    def end(self, blocks: Sequence[Block]) -> Iterator[Section]:
        """Yield the last section.

        Args:
            blocks: The blocks below the last heading.
        """
        yield from self._section(blocks, 0)

    def _section(self, blocks: Sequence[Block], next_level: int) -> Iterator[Section]:
        names: list[str] = []
        for name in filter(None, self._headings.values()):
            if names[-1:] != [name]:  # a file may repeat its title as its first heading
                names.append(name)
        if blocks:
            yield Section(tuple(names), tuple(blocks))
        elif self._is_bare and next_level <= self._level:
            # A heading with nothing below it is all that the file says there.
            yield Section(tuple(names[:-1]), (Block(names[-1]),))
