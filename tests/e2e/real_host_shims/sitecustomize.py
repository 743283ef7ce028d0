"""Stands in for the host's requirements that a headless turn imports but never uses.

They would bring PyTorch, browsers and speech models. Python imports this file at start, because
its folder is on PYTHONPATH; a package that is really installed wins over its stand-in.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import sys
import types
from collections.abc import Sequence

ABSENT = frozenset(
    {
        "boto3",
        "browser_use",
        "duckduckgo_search",
        "exchangelib",
        "flaredantic",
        "fitz",
        "kokoro",
        "langchain_unstructured",
        "newspaper",
        "pdf2image",
        "playwright",
        "pytesseract",
        "sentence_transformers",
        "soundfile",
        "unstructured",
        "unstructured_client",
        "whisper",
    }
)


class _StandIn(types.ModuleType):
    """A module with every name one asks for; each is a class that cannot be made."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.__path__: list[str] = []

    def __getattr__(self, name: str) -> type:
        if name.startswith("__"):
            raise AttributeError(name)
        whole = f"{self.__name__}.{name}"

        def refuse(*_: object, **__: object) -> None:
            raise RuntimeError(f"{whole} is only a stand-in: a headless turn must not use it")

        return type(name, (), {"__init__": refuse})


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(
        self, name: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name.partition(".")[0] not in ABSENT:
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType:
        return _StandIn(spec.name)

    def exec_module(self, module: types.ModuleType) -> None:
        pass


sys.meta_path.append(_Finder())
