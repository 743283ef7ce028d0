"""The question's vector, from the host's own embedder, if that is free and quick enough."""

from __future__ import annotations

import ipaddress
import threading
import time
from collections import OrderedDict
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlsplit

from ...threads import run_in_thread
from .. import markers

if TYPE_CHECKING:
    import numpy as np

Policy = Literal["auto", "always", "never"]

_LOCAL_PROVIDERS = ("ollama", "lm_studio", "sentence_transformers", "sentence-transformers")
_LOCAL_NAMES = ("localhost", "host.docker.internal", "host.containers.internal")
_ADDRESS_KEYS = ("api_base", "base_url", "openai_api_base")

MAX_CHARACTERS = 8000
"""What lies beyond them in a text is not embedded."""

_KEPT = 32
MAX_RUNNING = 10
"""Maximum number of calls at once: those of a long message with three asks in another language
(``MessageVectors``)."""
_SHARED_S = 5.0  # a call that takes longer may hang: whoever asks again gets one of their own

_Key = tuple[int, str]


def costs_nothing(embedder: Any) -> bool:
    """Whether an embedder runs on this machine or in this network, so that no call is billed.

    Args:
        embedder: The host's embedder: a local model, or a client with a provider and an address.
    """
    if "SentenceTransformer" in type(embedder).__name__:
        return True
    if address := address_of(embedder):
        return _is_near(address)
    provider = str(getattr(embedder, "model_name", "")).partition("/")[0].lower()
    return provider in _LOCAL_PROVIDERS


def address_of(embedder: Any) -> str:
    """Return the address of an embedder's endpoint; empty for that of its provider, and for none.

    Args:
        embedder: The host's embedder.
    """
    options = getattr(embedder, "kwargs", None) or {}
    return str(next((options[key] for key in _ADDRESS_KEYS if options.get(key)), ""))


def may_embed(embedder: Any, policy: Policy) -> bool:
    """Whether an embedder may be asked.

    Args:
        embedder: The host's embedder, or None.
        policy: ``always``, ``never``, or ``auto``: only if it costs nothing.
    """
    if embedder is None or policy == "never":
        return False
    return policy == "always" or costs_nothing(embedder)


def _unit_vector(embedder: Any, text: str) -> np.ndarray:
    import numpy as np

    vector = np.asarray(embedder.embed_query(text), dtype=np.float32)
    length = float(np.linalg.norm(vector)) if vector.ndim == 1 else 0.0
    if not (np.isfinite(length) and length > 0):
        raise ValueError("not one vector with a length")
    unit: np.ndarray = vector / length
    return unit


def _is_near(address: str) -> bool:
    try:
        host = urlsplit(address if "//" in address else f"//{address}").hostname or ""
    except ValueError:  # such as a bracket that is not closed: nobody knows where it leads
        return False
    if host in _LOCAL_NAMES or host.endswith((".local", ".internal", ".localhost")):
        return True
    try:
        found = ipaddress.ip_address(host)
    except ValueError:
        return "." not in host and host != ""  # a container's or a machine's bare name
    return found.is_private or found.is_loopback or found.is_link_local


def _answered(vector: np.ndarray | None) -> Future[np.ndarray | None]:
    future: Future[np.ndarray | None] = Future()
    future.set_result(vector)
    return future


class QuestionEmbedder:
    """Embeds questions on threads of their own, within a time limit, and keeps those used last.

    A text that is being embedded is not embedded a second time. A call that hangs keeps its thread.
    While ten of them hang, no other is started. If the calls fail, the first failure of a kind is
    noted.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[_Key, tuple[Any, np.ndarray]] = OrderedDict()
        self._lock = threading.Lock()
        self._running = 0
        self._under_way: dict[_Key, tuple[float, Future[np.ndarray | None]]] = {}
        self._problem: str | None = None

    def start(self, embedder: Any, text: str, policy: Policy) -> Future[np.ndarray | None]:
        """Start to embed a question.

        Args:
            embedder: The host's embedder.
            text: The question.
            policy: ``always``, ``never``, or ``auto``: only if it costs nothing.

        Returns:
            A future of the vector (length 1), or of None: the policy forbids it, the embedder
            fails, earlier calls hang, or no thread can be started.
        """
        text = text[:MAX_CHARACTERS].strip()
        if not text or not may_embed(embedder, policy):
            return _answered(None)
        key = (id(embedder), text)
        with self._lock:
            if (kept := self._kept.get(key)) is not None:
                self._kept.move_to_end(key)
                return _answered(kept[1])
            began_s, under_way = self._under_way.get(key, (-_SHARED_S, None))
            if under_way is not None and time.monotonic() - began_s < _SHARED_S:
                return under_way
            if self._running >= MAX_RUNNING:
                return _answered(None)
            began_s = time.monotonic()
            # The call counts once its thread runs; it waits for this lock when it ends.
            try:
                started = run_in_thread("graphrag-embed", self._embed, key, embedder, text, began_s)
            except RuntimeError:  # no thread can start: the turn goes on without this vector
                return _answered(None)
            self._running += 1
            self._under_way[key] = began_s, started
            return started

    def _embed(self, key: _Key, embedder: Any, text: str, began_s: float) -> np.ndarray | None:
        vector = problem = None
        try:
            vector = _unit_vector(embedder, text)
        except BaseException as error:
            # Without a vector the search is worse, but the turn continues. An embedder in another
            # language panics, and one that ends its process must not end the host.
            problem = type(error).__name__
        finally:
            with self._lock:
                self._running -= 1
                if vector is not None:
                    self._kept[key] = (embedder, vector)  # keeps the id from being reused
                    self._kept.move_to_end(key)
                    while len(self._kept) > _KEPT:
                        self._kept.popitem(last=False)
                if self._under_way.get(key, (None,))[0] == began_s:
                    del self._under_way[key]
        with self._lock:
            is_new = problem not in (None, self._problem)
            self._problem = problem
        if is_new:
            markers.note(f"could not embed a text: {problem}")
        return vector
