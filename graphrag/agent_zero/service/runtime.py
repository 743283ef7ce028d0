"""Everything of the plugin that lives longer than a turn. None of this runs on the host's loop."""

from __future__ import annotations

import atexit
import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...config import LoadedSettings, Settings, load_settings
from ...errors import DeadlineError, StartingError, StoreError
from ...model import Query, RecalledDocument, graph_key
from ...packing.untrusted import defuse_templates
from ...threads import run_in_thread
from .. import markers
from ..host.extras import MEMORIES, SOLUTIONS
from ..host.memory_index import HostMemory, IndexView
from ..host.question_embedder import QuestionEmbedder
from ..host.recall import recover_ids
from ..host.utility_model import UtilityModel
from ..install.folders import Homes, homes, install_id
from ..turn_data import Notice, Outcome, TurnJob
from .engine import Engine
from .stale import without_forgotten
from .sync import snapshot

if TYPE_CHECKING:
    import numpy as np

    from ...graph.extraction.llm import LlmExtractor
    from ...graph.sync import MemorySnapshot
    from ...model import Retrieval

SHARED = "shared"

_NEAREST = 50
_ENGINES = 2
_RETURN_S = 0.015
"""Kept back from the deadline, so that the reason still reaches the host's loop in time."""

_VARIABLES = (*map(str.upper, Settings.model_fields), "GRAPH_RAG_ENABLED")

_USER_MUST_ACT = frozenset({"not_set_up", "package", "auth", "database", "schema", "refused"})
_ADVICE = {
    "refused": "check NEO4J_URI, and that the server runs",
    "auth": "check NEO4J_USER and NEO4J_PASSWORD",
    "database": "check NEO4J_DATABASE",
    "schema": "run `a0-graphrag init`, or wait for the first sync",
}


class Runtime:
    """The plugin's engines, caches and background work in this process.

    Args:
        root: The host's root folder.
        make_engine: Makes an engine for settings; the default is the real one.
    """

    def __init__(
        self, root: Path, make_engine: Callable[[Settings, Homes], Engine] = Engine
    ) -> None:
        self.root = root
        self.memory = HostMemory()
        self.last_turn: dict[str, object] | None = None
        self._make_engine = make_engine
        self._engines: OrderedDict[tuple[object, ...], Engine] = OrderedDict()
        self._questions = QuestionEmbedder()
        self._settings: tuple[object, LoadedSettings] | None = None
        self._lock = threading.Lock()
        self._waking = threading.Lock()
        self._woken_now: set[str] = set()
        self._followed: dict[str, str] = {}
        self.utility_model = UtilityModel()
        self._closed = False
        atexit.register(self.close)

    def refuses(self, plugin_config: Mapping[str, Any]) -> Outcome | None:
        """Say at once if Neo4j is known to be away: microseconds, fit for the host's loop.

        Args:
            plugin_config: The plugin's configuration in the host.

        Returns:
            What to do without Neo4j; None if it has to be asked.
        """
        known = self._settings
        if known is None or known[0] != _sources(plugin_config):
            return None
        engine = self._engines.get(Engine.key(known[1].settings))
        if engine is None:
            return None
        try:
            engine.store.check()
        except StoreError as error:
            return _failed(error)
        return None

    def answer(self, job: TurnJob) -> Outcome:
        """Answer a turn before its deadline, or say why not; never raises.

        Args:
            job: The turn's question.
        """
        loaded: LoadedSettings | None = None
        engine: Engine | None = None
        try:
            loaded = self.settings(job.plugin_config)
            engine = self._engine(loaded.settings)
            outcome = self._try(job, loaded.settings, engine)
        except StoreError as error:
            outcome = _failed(error)
        except ImportError as error:
            outcome = Outcome.without_package(error)
        except Exception as error:
            remark = f"{type(error).__name__}: {error}"
            outcome = Outcome(markers.NEO4J_DOWN, "internal", remark=remark)
        if not job.only_check:
            took_ms = round((time.monotonic() - job.started) * 1000)
            self.last_turn = {"marker": outcome.marker, "reason": outcome.reason, "ms": took_ms}
        notices = [*outcome.notices]
        if loaded is not None:
            notices += map(_setting_notice, loaded.warnings)
        if engine is not None and engine.problem:
            notices.append(_following_notice(engine.problem))
        return replace(outcome, notices=tuple(notices))

    def wake(self, plugin_config: Mapping[str, Any], subdir: str) -> None:
        """Load in the background what a turn needs, and follow a memory folder.

        Args:
            plugin_config: The plugin's configuration in the host.
            subdir: The host's memory folder.

        Raises:
            StoreError: Neo4j cannot be used, yet.
        """
        with self._waking:
            if subdir in self._woken_now:
                return
            self._woken_now.add(subdir)
        try:
            self._wake(self.settings(plugin_config).settings, subdir)
        finally:
            with self._waking:
                self._woken_now.discard(subdir)

    def _wake(self, settings: Settings, subdir: str) -> None:
        engine = self._engine(settings)
        engine.wake(settings, self._scopes(settings, subdir))
        self._follow(engine, settings, subdir)

    def _follow(self, engine: Engine, settings: Settings, subdir: str) -> None:
        self._followed[subdir] = self._scopes(settings, subdir)[0]
        engine.follow(
            self._snapshots,
            self._has_changed,
            settings,
            llm=lambda: self._llm_extractor(settings),
        )

    def _llm_extractor(self, settings: Settings) -> LlmExtractor | None:
        """Give what asks the host's utility model about memories, where the user wants that."""
        if settings.graphrag_extraction != "llm":
            return None
        from ...graph.extraction.llm import LlmExtractor

        return LlmExtractor(
            self.utility_model.ask,
            self._homes(settings).data / "extraction.sqlite3",
            calls_per_day=settings.graphrag_llm_calls_per_day,
            available=self.utility_model.is_available,
        )

    def _snapshots(self) -> Iterator[MemorySnapshot]:
        """Give the memory folders that the host has open, each as it is now."""
        for subdir, scope in list(self._followed.items()):
            view = self.memory.view(subdir)
            if view is not None:
                yield snapshot(scope, view)

    def _has_changed(self) -> bool:
        """Tell whether a memory folder may differ from when this was last asked."""
        return any(self.memory.has_changed(subdir) for subdir in list(self._followed))

    @property
    def is_ready(self) -> bool:
        """Whether a turn finds everything warm."""
        engines = list(self._engines.values())
        return bool(engines) and engines[-1].is_warm

    def settings(self, plugin_config: Mapping[str, Any]) -> LoadedSettings:
        """Give the settings of this moment; they are read again when a source has changed."""
        sources = _sources(plugin_config)
        known = self._settings
        if known is None or known[0] != sources:
            self._settings = known = (sources, load_settings(plugin_config))
        return known[1]

    def _scopes(self, settings: Settings, subdir: str) -> tuple[str, str]:
        """Name the scopes that a turn reads: that of its memory folder, and the shared one."""
        install = install_id(self._homes(settings), settings.graphrag_install_id)
        return f"{install}/{subdir}", f"{install}/{SHARED}"

    def close(self) -> None:
        """Close everything; idempotent."""
        atexit.unregister(self.close)
        with self._lock:
            self._closed = True
            engines = list(self._engines.values())
            self._engines.clear()
        for engine in engines:
            engine.close()

    def _homes(self, settings: Settings) -> Homes:
        return homes(self.root, settings.graphrag_home)

    def _engine(self, settings: Settings) -> Engine:
        """Give the engine of a database; an address that is used no more is let go."""
        key = Engine.key(settings)
        with self._lock:
            if self._closed:
                raise DeadlineError("the plugin is being closed")
            engine = self._engines.get(key)
            if engine is None:
                engine = self._engines[key] = self._make_engine(settings, self._homes(settings))
            self._engines.move_to_end(key)
            old = [self._engines.popitem(last=False)[1]] if len(self._engines) > _ENGINES else []
        for unused in old:
            run_in_thread("graphrag-close", unused.close)
        return engine

    def _try(self, job: TurnJob, settings: Settings, engine: Engine) -> Outcome:
        ends = job.deadline - _RETURN_S
        try:
            engine.store.check()
            if job.only_check:
                engine.ping(_left(ends))
                return Outcome(markers.INJECTED)
            self._follow(engine, settings, job.subdir)
            view = self.memory.view(job.subdir)
            query = self._query(job, settings, view, ends)

            def keep(found: Retrieval) -> Retrieval:
                scope = query.scopes[0]
                return found if view is None else without_forgotten(found, scope, view.documents)

            retrieval, block = engine.answer(query, settings, job.preamble, _left(ends), keep=keep)
        except StoreError as error:
            if engine.start_local():
                hint = "wait a moment"
                raise StartingError("the local Neo4j is starting", hint) from error
            raise
        if not block.text:
            return Outcome(markers.EMPTY, retrieval.reason or "nothing_found")
        engine.used(fact for fact in retrieval.facts if fact.id in block.facts)
        text = f"{job.preamble}\n{defuse_templates(block.text)}"
        details = {
            "passages": len(block.passages),
            "facts": len(block.facts),
            "tokens": block.tokens,
            "ms": round((time.monotonic() - job.started) * 1000),
        }
        if retrieval.reason:
            details["expansion_skipped"] = retrieval.reason
        return Outcome(markers.INJECTED, text=text, details=details)

    def _query(
        self, job: TurnJob, settings: Settings, view: IndexView | None, ends: float
    ) -> Query:
        scopes = self._scopes(settings, job.subdir)
        scope, shared = scopes
        if view is None:
            return Query(job.message, scopes, date.today())
        embedding = self._questions.start(
            view.embedder, job.message, settings.graphrag_embed_question
        )
        recalled = _recalled_ids(job, view)
        vector = _wait_for(embedding, min(job.budget_ms / 2000, _left(ends)))
        if vector is None or view.dimension not in (None, len(vector)):
            vector = view.mean_of(recalled)
        return Query(
            job.message,
            scopes,
            date.today(),
            recalled=tuple(_recalled(view, scope, i, vector) for i in recalled),
            vector=vector,
            nearest=_nearest(view, scope, vector),
            vector_scopes=() if vector is None else (shared,),
        )


def _recalled_ids(job: TurnJob, view: IndexView) -> list[str]:
    found: dict[str, None] = {}
    for kind, text in ((MEMORIES, job.memories), (SOLUTIONS, job.solutions)):
        if text:
            wording = job.wordings.get(kind, ("", ""))
            found.update(dict.fromkeys(recover_ids(text, view.texts, kind, wording)))
    return list(found)


def _recalled(
    view: IndexView, scope: str, identifier: str, vector: np.ndarray | None
) -> RecalledDocument:
    own = view.vector(identifier)
    cosine = None if own is None or vector is None else float(own @ vector)
    text = view.documents[identifier].page_content
    return RecalledDocument(graph_key(scope, identifier), identifier, text, cosine)


def _nearest(view: IndexView, scope: str, vector: np.ndarray | None) -> tuple[str, ...]:
    if vector is None:
        return ()
    from ...ranking.similarity import centred_question

    found = view.nearest(centred_question(vector, view.mean), _NEAREST)
    return tuple(graph_key(scope, identifier) for identifier in found)


def _wait_for(future: Future[Any], timeout_s: float) -> Any:
    try:
        return future.result(max(0.0, timeout_s))
    except FutureTimeoutError:
        return None


def _left(ends: float) -> float:
    left = ends - time.monotonic()
    if left <= 0:
        raise DeadlineError("the turn's budget was spent before the graph was asked")
    return left


def _failed(error: StoreError) -> Outcome:
    cause = error.__cause__ if error.reason == "breaker" else error
    reason = cause.reason if isinstance(cause, StoreError) else error.reason
    notices: tuple[Notice, ...] = ()
    if reason in _USER_MUST_ACT:
        advice = error.hint or _ADVICE.get(reason, "")
        content = f"{error.message}; {advice}" if advice else error.message
        heading = "GraphRAG: the graph is not available"
        notices = (Notice(reason, "warning", heading, content),)
    return Outcome(markers.NEO4J_DOWN, error.reason, notices=notices)


def _setting_notice(warning: str) -> Notice:
    return Notice(warning, "warning", "GraphRAG: a setting cannot be used", warning)


def _following_notice(problem: str) -> Notice:
    return Notice(problem, "warning", "GraphRAG: the graph does not follow the memory", problem)


def _sources(plugin_config: Mapping[str, Any]) -> tuple[object, ...]:
    """Give everything that settings are read from, for seeing whether it has changed."""
    return *map(os.environ.get, _VARIABLES), *plugin_config.items()
