"""The runtime: what the plugin keeps between turns, for all agents and memory folders of a process.

``process`` holds the one runtime. The runtime holds the settings, the host's memory and an
``Engine`` for each database. Only ``refuses``, ``memory_is_still`` and ``unfollow`` run on the
host's loop.

A newer version of the plugin may find the runtime of an older one. Until it has closed that one, it
calls these three and ``close``, so these names stay.
"""

from __future__ import annotations

import atexit
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...config import LoadedSettings, Settings
from ...errors import StartingError, StoreError
from ...reasons import Reason
from ...scopes import scopes_of_folder
from ...store import turn_id
from .. import markers
from ..host.index import HostMemory
from ..host.learned_examples import LearnedExamples
from ..host.learned_words import LearnedWords
from ..host.places import WHOLE_HOST, Place
from ..host.question_embedder import QuestionEmbedder
from ..install.folders import PluginFolders, install_id, plugin_folders
from ..turn_data import TurnOutcome, TurnRequest
from .engine import Engine
from .engines import Engines
from .following import Following
from .latest_settings import LatestSettings
from .memory_folders import MemoryFolder
from .turn_steps import notices
from .turn_steps.make_query import make_query
from .turn_steps.outcome import outcome_of
from .turn_steps.stale import without_stale

if TYPE_CHECKING:
    from ...model import Query, Retrieval
    from ..host.index import IndexView
    from ..host.utility_model import UtilityModel
    from .background.sync import GraphSync


class Runtime:
    """Answers turns: reads the settings, chooses the engine, and asks it.

    Args:
        root: The host's root folder.
        make_engine: Makes an engine for settings; the default is the real one.
        disabled: Called when the plugin was disabled in the host's list of plugins.

    Example:
        ::

            runtime = Runtime(Path("/a0"))
            runtime.prepare(plugin_config, "default")    # blocking: warm, in step with the memory
            outcome = runtime.answer(request)            # before request.deadline
            runtime.close()
    """

    def __init__(
        self,
        root: Path,
        make_engine: Callable[[Settings, PluginFolders], Engine] = Engine,
        disabled: Callable[[], None] = lambda: None,
    ) -> None:
        self._root = root
        self._settings = LatestSettings()
        self._memory = HostMemory()
        self._following = Following(self._memory, root, disabled)
        self._embedder = QuestionEmbedder()
        self._examples = LearnedExamples()
        self._words = LearnedWords()
        self._engines = Engines(
            lambda settings: make_engine(settings, self._plugin_folders(settings))
        )
        self._lock = threading.Lock()
        self._preparing: dict[str, tuple[object, ...]] = {}
        atexit.register(self.close)

    def refuses(self, plugin_config: Mapping[str, Any]) -> TurnOutcome | None:
        """Return the outcome of a turn if Neo4j is known to be away.

        It takes microseconds and asks nobody, so it may be called on the host's loop.

        Args:
            plugin_config: The plugin's configuration in the host.

        Returns:
            Why there is no block; None if Neo4j has to be asked.
        """
        engine = self._kept_engine(plugin_config)
        if engine is None:
            return None
        try:
            engine.check()
        except StoreError as error:
            return notices.failure(error)
        return None

    def memory_is_still(self, subdir: str, outcome: TurnOutcome) -> bool:
        """Whether a memory folder is as it was when a turn's outcome was made; microseconds.

        Args:
            subdir: The host's memory folder.
            outcome: What became of the earlier turn.
        """
        return self._memory.is_still(subdir, outcome.memory)

    def answer(self, request: TurnRequest) -> TurnOutcome:
        """Return the block for a turn before its deadline, or why there is none; never raises.

        Args:
            request: What the turn asks.
        """
        loaded: LoadedSettings | None = None
        engine: Engine | None = None
        turn_id.set(request.id)
        try:
            loaded = self._settings.read(request.plugin_config)
            with self._engines.use(loaded.settings) as engine, engine.turns.turn():
                outcome = self._ask_graph(request, loaded.settings, engine)
        except StoreError as error:
            outcome = notices.failure(error)
        except ImportError as error:
            outcome = notices.missing_package(error)
        except Exception as error:
            remark = f"{type(error).__name__}: {error}"
            outcome = TurnOutcome(markers.NEO4J_DOWN, Reason.INTERNAL, remark=remark)
        shown = [*outcome.notices]
        if loaded is not None:
            shown += map(notices.unusable_setting, loaded.warnings)
        if engine is not None and engine.problem:
            shown.append(notices.sync_problem(engine.problem))
        return replace(outcome, notices=tuple(shown))

    def read_ahead(self, request: TurnRequest, is_over: Callable[[], bool]) -> None:
        """Ask the graph what can be asked while the host still recalls; blocking, never raises.

        Nothing is asked unless the database is ready and the question may be embedded: otherwise
        too much depends on what is recalled.

        Args:
            request: What the turn will ask, without what was recalled.
            is_over: Whether the host has recalled; then nothing more is asked.
        """
        turn_id.set(request.id)
        try:
            settings = self._settings.unchanged(request.plugin_config)
            if settings is None or not self.is_ready(request.plugin_config):
                return
            with self._engines.use(settings) as engine, engine.turns.turn():
                engine.check()
                query = self._query(request, settings, self._memory.view(request.subdir))
                if query.vector is not None and not is_over():
                    engine.read_ahead(query, settings, is_over)
        except StoreError:
            pass  # the turn meets it too, and says so
        except Exception as error:
            markers.note(f"could not ask ahead: {type(error).__name__}: {error}")

    def prepare(
        self, plugin_config: Mapping[str, Any], subdir: str, place: Place = WHOLE_HOST
    ) -> None:
        """Load what a turn needs, and let the graph follow a memory folder; blocking.

        A database may take long to come up. If another one was chosen meanwhile, that one follows.

        Args:
            plugin_config: The plugin's configuration in the host.
            subdir: The host's memory folder.
            place: The place of the agent that has it.

        Raises:
            StoreError: Neo4j cannot be used yet.
        """
        settings = self._settings.read(plugin_config).settings
        database = Engine.key(settings)
        with self._lock:
            if self._preparing.get(subdir) == database:
                return
            self._preparing[subdir] = database
        try:
            with self._engines.use(settings) as engine:
                engine.warm_up(settings, self._scopes(settings, subdir))
                if self._preparing.get(subdir) == database:
                    self._follow(engine, settings, subdir, place)
        finally:
            with self._lock:
                if self._preparing.get(subdir) == database:
                    del self._preparing[subdir]

    @property
    def utility_model(self) -> UtilityModel:
        """The host's utility model, which a user may choose for extraction."""
        return self._following.utility_model

    def unfollow(self, subdir: str, place: Place | None = None) -> None:
        """Leave the graph of a memory folder as it is from now on; microseconds.

        Args:
            subdir: The host's memory folder.
            place: The agents that no longer count; the folder is followed while there are others.
                None for all of them.
        """
        self._following.unfollow(subdir, place)

    def syncs(self) -> list[GraphSync]:
        """Return the syncs that have begun, one for each database."""
        return [engine.sync for engine in self._engines if engine.sync is not None]

    def start_failure(self) -> str:
        """Return why the local Neo4j failed to start; empty if it did not fail."""
        return next(filter(None, (engine.local.failure for engine in self._engines)), "")

    def wait_synced(self, timeout_s: float) -> bool:
        """Wait until the graph holds what the memory held when a sync was last requested; blocking.

        Args:
            timeout_s: Longest wait, in seconds.

        Returns:
            Whether that happened in time.
        """
        engines = list(self._engines)
        return bool(engines) and engines[-1].wait_synced(timeout_s)

    def is_ready(self, plugin_config: Mapping[str, Any]) -> bool:
        """Whether a turn finds its database warm.

        Args:
            plugin_config: The plugin's configuration in the host.
        """
        engine = self._kept_engine(plugin_config)
        return engine is not None and engine.is_warm

    def close(self) -> None:
        """Close everything; idempotent."""
        atexit.unregister(self.close)
        self._engines.close()

    def _kept_engine(self, plugin_config: Mapping[str, Any]) -> Engine | None:
        """Return the engine of a configuration, if it has one already; microseconds."""
        settings = self._settings.unchanged(plugin_config)
        return None if settings is None else self._engines.kept(settings)

    def _ask_graph(self, request: TurnRequest, settings: Settings, engine: Engine) -> TurnOutcome:
        try:
            engine.check()
            if request.only_check:
                engine.ping(request.seconds_left())
                return TurnOutcome(markers.INJECTED)
            self._follow(engine, settings, request.subdir, request.place)
            asked_at = time.monotonic()
            view = self._memory.view(request.subdir)
            memory = None if view is None else view.state
            query = self._query(request, settings, view)
            query_ms = (time.monotonic() - asked_at) * 1000

            def keep(found: Retrieval) -> Retrieval:
                if view is None:
                    return found
                return without_stale(found, query.scopes[0], view.documents)

            retrieval, block = engine.retrieve_and_pack(
                query,
                settings,
                request.preamble,
                request.seconds_left(),
                keep=keep,
                search=request.search,
            )
        except StoreError as error:
            if engine.start_local(settings) and not isinstance(error, StartingError):
                hint = "wait a moment"
                raise StartingError("the local Neo4j is starting", hint) from error
            raise
        if not request.is_shadow:
            engine.count_uses(fact for fact in retrieval.facts if fact.id in block.facts)
        if view is not None:  # now that the turn has what it needs
            folder = self._plugin_folders(settings).cache
            self._examples.learn_soon(view.embedder, settings.graphrag_embed_question, folder)
            self._words.learn_soon(request.subdir, view)
        is_filling = settings.graphrag_sync and view is not None and bool(view.documents)
        return outcome_of(
            request,
            query,
            retrieval,
            block,
            query_ms=query_ms,
            memory=memory,
            is_filling=is_filling,
        )

    def _query(self, request: TurnRequest, settings: Settings, view: IndexView | None) -> Query:
        scopes = self._scopes(settings, request.subdir)
        folder = self._plugin_folders(settings).cache
        examples = None
        if view is not None:
            examples = self._examples.of(view.embedder, folder, view.dimension)
        policy = settings.graphrag_embed_question
        words = self._words.of(request.subdir)
        return make_query(request, scopes, view, self._embedder, policy, examples, words)

    def _follow(self, engine: Engine, settings: Settings, subdir: str, place: Place) -> None:
        scope = self._scopes(settings, subdir)[0]
        self._following.follow(engine, MemoryFolder(subdir, scope, settings, place))

    def _scopes(self, settings: Settings, subdir: str) -> tuple[str, str]:
        """Return the scopes that a turn reads: that of its memory folder, and the shared one."""
        install = install_id(self._plugin_folders(settings), settings.graphrag_install_id)
        return scopes_of_folder(install, subdir)

    def _plugin_folders(self, settings: Settings) -> PluginFolders:
        return plugin_folders(self._root, settings.graphrag_home)
