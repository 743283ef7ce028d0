"""The JSON keys that ``docs/COMMANDS.md`` lists, compared with what a command prints."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

COMMANDS = Path(__file__).parents[2] / "docs" / "COMMANDS.md"


def documented_keys(command: str, part: int = 0) -> set[str]:
    """Read the keys of a command, such as ``block.text``.

    Args:
        command: The heading of its section.
        part: Which of the section's lists; a command with another mode has two.
    """
    section = COMMANDS.read_text(encoding="utf-8").split(f"\n## {command}\n")[1].split("\n## ")[0]
    lists = re.findall(r"(?:^- .*\n(?:  .*\n)*)+", section + "\n", re.MULTILINE)
    heads = re.findall(r"^- ([^:]*):", lists[part], re.MULTILINE)
    return {key for head in heads for key in re.findall(r"`([^`]+)`", head)}


def printed_keys(value: Any, documented: set[str], path: str = "") -> Iterator[str]:
    """Yield the keys of a JSON value, as deep as they are documented."""
    if path in documented:
        yield path
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from printed_keys(inner, documented, f"{path}.{key}" if path else key)
    elif isinstance(value, list) and any(key.startswith(f"{path}[]") for key in documented):
        for inner in value:
            yield from printed_keys(inner, documented, f"{path}[]")
    else:
        yield path
