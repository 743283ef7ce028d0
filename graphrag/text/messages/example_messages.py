"""Example messages, in four groups, for comparison by their vectors.

The messages that only an agent's memories can answer and those that none helps with have the same
topics and forms, so that neither decides. So do the questions that several memories answer and
those that one does. The first two groups have questions and tasks in all languages of the
glossaries, as they are typed, each with a tab and what it says in English word by word
(``english_message``): broken English is more like other broken English. Only this is embedded, and
it is written down, so that no glossary must be read for it; after a change of one,
`scripts/say_examples.py` writes it anew. The authors had seen none of the question sets of
`docs/BENCHMARKS.md`, but for two of the four sets of tasks, which that of the tasks had seen.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

FOLDER = Path(__file__).with_name("example_messages")

Group = Literal["about_memory", "about_anything_else", "for_several", "for_one"]


def example_messages(group: Group) -> tuple[str, ...]:
    """Return the messages of a group in English, each once.

    Args:
        group: The group's name, which is that of its file.
    """
    lines = (FOLDER / f"{group}.txt").read_text(encoding="utf-8").splitlines()
    return tuple(dict.fromkeys(line.rpartition("\t")[2] for line in lines))
