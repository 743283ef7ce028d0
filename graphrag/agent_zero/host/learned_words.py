"""The words of each memory folder, put together in the background."""

from __future__ import annotations

import contextlib
import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...text.spelling.vocabulary import Vocabulary
from ...threads import run_in_thread

if TYPE_CHECKING:
    from concurrent.futures import Future

    from .index import IndexView

MOST_MEMORIES = 20_000
"""The words of a larger folder are not put together: 20,000 memories take two seconds."""

_KEPT = 8


@dataclass(frozen=True, slots=True)
class _Words:
    state: object
    vocabulary: Vocabulary


class LearnedWords:
    """Keeps the words of the memory folders that were asked about last.

    Example:
        ::

            learned = LearnedWords()
            learned.learn_soon("default", view)
            learned.of("default")    # a moment later: the words of its memories
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: OrderedDict[str, _Words] = OrderedDict()
        self._learning: dict[str, Future[None]] = {}

    def of(self, subdir: str) -> Vocabulary | None:
        """Return the words of a memory folder, perhaps from before its last change.

        Args:
            subdir: The host's memory folder.

        Returns:
            None if they are not known yet.
        """
        with self._lock:
            known = self._known.get(subdir)
            if known is None:
                return None
            self._known.move_to_end(subdir)
            return known.vocabulary

    def learn_soon(self, subdir: str, view: IndexView) -> None:
        """Put the words of a folder together in the background, unless they are known.

        Args:
            subdir: The host's memory folder.
            view: Its memory index.
        """
        with self._lock:
            known, learning = self._known.get(subdir), self._learning.get(subdir)
            is_known = known is not None and known.state is view.state
            if is_known or (learning is not None and not learning.done()):
                return
            if len(view.documents) > MOST_MEMORIES:
                self._known.pop(subdir, None)
                return
            with contextlib.suppress(RuntimeError):  # no thread can start; the turn has its block
                self._learning[subdir] = run_in_thread("graphrag-words", self._learn, subdir, view)

    def _learn(self, subdir: str, view: IndexView) -> None:
        vocabulary = Vocabulary.of(document.page_content for document in view.documents.values())
        with self._lock:
            self._known.pop(subdir, None)
            self._known[subdir] = _Words(view.state, vocabulary)
            if len(self._known) > _KEPT:
                forgotten, _ = self._known.popitem(last=False)
                self._learning.pop(forgotten, None)
