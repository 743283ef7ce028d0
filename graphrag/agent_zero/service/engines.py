"""The engines of a runtime: one for each database that its agents use."""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from ...errors import ClosedError
from ...threads import run_in_thread
from .engine import Engine

if TYPE_CHECKING:
    from ...config import Settings

MAX_ENGINES = 8
"""Engines kept at once, for databases of projects. Of more, the one used least recently is closed,
unless a turn or a preparation uses it."""


class Engines:
    """Makes an engine on first use, and keeps those used last.

    Iterating gives all of them, the one used last at the end.

    Args:
        make: Makes the engine for settings.
    """

    def __init__(self, make: Callable[[Settings], Engine]) -> None:
        self._make = make
        self._kept: OrderedDict[tuple[object, ...], Engine] = OrderedDict()
        self._lock = threading.Lock()
        self._is_closed = False
        self._uses: Counter[tuple[object, ...]] = Counter()

    def __iter__(self) -> Iterator[Engine]:
        with self._lock:
            return iter(list(self._kept.values()))

    def kept(self, settings: Settings) -> Engine | None:
        """Return the engine of a database if there is one; microseconds.

        Args:
            settings: Which database.
        """
        return self._kept.get(Engine.key(settings))

    @contextmanager
    def use(self, settings: Settings) -> Iterator[Engine]:
        """Return the engine of a database, and keep it open for as long as the context lasts.

        If there are too many, an idle one is closed.

        Args:
            settings: Which database, and how to use it if its engine is made now.

        Raises:
            ClosedError: They were closed.
        """
        key = Engine.key(settings)
        with self._lock:  # nobody may find it idle between the two steps
            engine, unused = self._get(settings, key)
            self._uses[key] += 1
        try:
            if unused is not None:
                run_in_thread("graphrag-close", unused.close)
            yield engine
        finally:
            with self._lock:
                self._uses[key] -= 1
                if not self._uses[key]:
                    del self._uses[key]

    def close(self) -> None:
        """Close all of them. After that, ``use`` raises ``ClosedError``. Idempotent."""
        with self._lock:
            self._is_closed = True
            engines = list(self._kept.values())
            self._kept.clear()
        with ExitStack() as closing:  # one that fails keeps no other one open
            for engine in engines:
                closing.callback(engine.close)

    def _get(self, settings: Settings, key: tuple[object, ...]) -> tuple[Engine, Engine | None]:
        """Return the engine of a database, and one that is to be closed to make room."""
        if self._is_closed:
            raise ClosedError("the plugin is being closed")
        engine = self._kept.get(key)
        if engine is None:
            engine = self._kept[key] = self._make(settings)
        self._kept.move_to_end(key)
        oldest = self._oldest_idle(key) if len(self._kept) > MAX_ENGINES else None
        if oldest is None:
            return engine, None
        return engine, self._kept.pop(oldest)

    def _oldest_idle(self, wanted: tuple[object, ...]) -> tuple[object, ...] | None:
        """Return the key of the engine used least recently that nobody uses, if there is one."""
        idle = (key for key in self._kept if key not in self._uses)
        return next((key for key in idle if key != wanted), None)
