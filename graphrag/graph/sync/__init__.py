"""Sync: the graph follows a host's memory.

``MemorySync`` is the thread. It calls a ``ScopeSync`` for each memory folder, which looks at a
``MemorySnapshot``.
"""

from .earlier_indexes import EarlierIndexes
from .gone_scopes import GoneScopes
from .memory_snapshot import MemorySnapshot, MemoryText
from .memory_sync import MemorySync, Outcome, SyncTimes
from .scope_sync import ScopeSync, SyncResult

__all__ = [
    "EarlierIndexes",
    "GoneScopes",
    "MemorySnapshot",
    "MemorySync",
    "MemoryText",
    "Outcome",
    "ScopeSync",
    "SyncResult",
    "SyncTimes",
]
