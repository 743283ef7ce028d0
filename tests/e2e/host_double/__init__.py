"""A double of Agent Zero in both layouts, small and fast, with the host's behaviour at its seams.

The folders beside this file are the host's source; `HostDouble` builds a tree of one layout from
them, under the names and at the places that a real checkout has. `tests/e2e/test_host_double.py`
compares it with what was recorded in real checkouts.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
from pathlib import Path
from typing import Any, Literal

from ..host import Host, Layout
from ..llm_stub import LlmStub

_HERE = Path(__file__).parent
_HELPERS_IMPORT = re.compile(r"^(\s*(?:from|import)) helpers\b", re.MULTILINE)
_MEMORY_POINTS = ("monologue_start", "monologue_end")
_MEMORY_FILES = ("_50_recall_memories.py", "_91_recall_wait.py")
_MEMORY_PROMPTS = ("agent.system.memories.md", "agent.system.solutions.md")


Recall = Literal["writes", "raises", "returns"]
"""How the recall reaches the prompt: its task writes the extras itself; it does, but the host ends
the turn if it took too long; or it returns the texts, and the host puts them in later."""

KINDS: tuple[tuple[Layout, Recall], ...] = (
    ("0.9", "writes"),
    ("1.x", "writes"),
    ("1.x", "raises"),
    ("1.x", "returns"),
)
"""Every host that the double can be. The last two have the prompts and the filter of 2.x."""


class HostDouble(Host):
    """A host built from the double's own source.

    Args:
        layout: Which generation of Agent Zero it is to be.
        root: Folder to build it in; made here.
        stub: The model server that it is pointed at.
        recall: How its recall reaches the prompt.
        **options: As for `Host`.
    """

    def __init__(
        self,
        layout: Layout,
        root: Path,
        stub: LlmStub,
        *,
        recall: Recall = "writes",
        **options: Any,
    ) -> None:
        super().__init__(layout, root, stub, **options)
        if layout == "1.x":
            _build_1x(root, recall)
        else:
            _build_09(root)

    def install(self, repository: Path, *options: str) -> None:
        """Install the plugin as a user does, with the bytecode that the tests themselves have.

        To compile some 350 files again takes each host longer than most turns.
        """
        super().install(repository, *options)
        for source in (repository / "graphrag").rglob("*.py"):
            where = source.relative_to(repository)
            compiled = Path(importlib.util.cache_from_source(str(where)))
            if (repository / compiled).exists():
                (self.plugin_root / compiled).parent.mkdir(exist_ok=True)
                shutil.copyfile(repository / compiled, self.plugin_root / compiled)
                # Bytecode counts only for a source of the same time.
                os.utime(self.plugin_root / where, (source.stat().st_atime, source.stat().st_mtime))


def _build_1x(root: Path, recall: Recall) -> None:
    memory = root / "plugins/_memory"
    sources = [_HERE / "common", _HERE / "layout_1x"]
    if recall != "writes":
        sources += [_HERE / "layout_2x", _HERE / f"recall_{recall}"]
    for source in sources:
        for path in _files(source):
            where = path.relative_to(source)
            if where.parts[0] == "memory":
                target = memory / "helpers" / where.name
            elif where.parts[0] == "api":
                target = memory / where
            elif where.parts[0] == "extensions":
                of_memory = where.parts[1] in _MEMORY_POINTS or where.name in _MEMORY_FILES
                target = (
                    (memory if of_memory else root) / "extensions/python" / Path(*where.parts[1:])
                )
            elif where.name in _MEMORY_PROMPTS or where.name.startswith("memory."):
                target = memory / where
            else:
                target = root / where
            _write(target, path.read_text())
    for plugin in ("_memory", "_model_config"):
        _write(root / "plugins" / plugin / "plugin.yaml", f"name: {plugin}\n")
    (root / "usr/plugins").mkdir(parents=True, exist_ok=True)


def _build_09(root: Path) -> None:
    for source in (_HERE / "common", _HERE / "layout_09"):
        for path in _files(source):
            where = path.relative_to(source)
            if where.parts[0] == "memory":
                target = root / "python/helpers" / where.name
            elif where.parts[0] in ("api", "extensions", "helpers"):
                target = root / "python" / where
            else:
                target = root / where
            if where.name == "modules.py":
                target = target.with_name("extract_tools.py")
            text = path.read_text().replace("plugins._memory.helpers", "helpers")
            _write(target, _HELPERS_IMPORT.sub(r"\1 python.helpers", text))
    _write(root / "python/__init__.py", "")
    (root / "usr").mkdir(exist_ok=True)


def _files(source: Path) -> list[Path]:
    return sorted(p for p in source.rglob("*") if p.is_file() and "__pycache__" not in p.parts)


def _write(target: Path, text: str) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text)
