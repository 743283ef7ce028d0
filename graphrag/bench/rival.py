"""The rival of the block: the same number of tokens of further vector results."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

from ..graph.timestamps import parse_timestamp
from ..model import Block, Passage
from ..packing import block_text
from ..packing.block_text import DEFAULT_PREAMBLE
from ..packing.budget import MAX_MISFITS
from .beir import CorpusPassage

if TYPE_CHECKING:
    from ..packing.tokens import TokenCounter


def further_vectors(
    passages: Sequence[CorpusPassage], counter: TokenCounter, max_tokens: int
) -> Block:
    """Fill a block's budget with vector results, each whole, written as a block writes them.

    Args:
        passages: The vector results after the recalled ones, best first.
        counter: Counts tokens.
        max_tokens: The budget, with the preamble and the lines of days counted as in a block.

    Returns:
        The rival block; ``passages`` and ``shown`` name the passages by id.
    """
    lines: list[str] = []
    shown: dict[str, str] = {}
    days: set[int | None] = set()
    year: int | None = None
    misfits = 0
    used = counter(DEFAULT_PREAMBLE + "\n")
    for number, passage in enumerate(passages, start=1):
        moment = parse_timestamp(passage.timestamp)
        day = moment.day if moment else None
        header = [] if day is None or day in days else [block_text.day_line(day, year)]
        as_shown = Passage(passage.id, passage.id, "", title=passage.title)
        line = block_text.passage_line(str(number), as_shown, passage.text)
        tokens = counter("\n".join([*header, line]) + "\n")
        if used + tokens > max_tokens:
            misfits += 1
            if misfits == MAX_MISFITS:
                break
            continue
        used += tokens
        days.add(day)
        if header and day is not None:
            year = date.fromordinal(day).year
        lines += [*header, line]
        shown[passage.id] = line
    if not shown:
        return Block()
    return Block(text="\n".join(lines), tokens=used, passages=tuple(shown), shown=shown)
