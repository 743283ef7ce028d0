"""What survives a reload of the plugin: the attributes of a module that belongs to no package.

A newer version of the plugin finds what an older one has put there.
"""

from __future__ import annotations

import sys
import threading
from types import ModuleType
from typing import Any

from ..host import layouts


def process_state() -> dict[str, Any]:
    """Return the state of this process by name; it is made if there is none."""
    state = sys.modules.get(layouts.PROCESS_STATE)
    if state is None:
        fresh = ModuleType(
            layouts.PROCESS_STATE, "The runtime of the GraphRAG plugin of Agent Zero."
        )
        fresh.__dict__.update(lock=threading.Lock(), runtime=None, fingerprint="")
        state = sys.modules.setdefault(layouts.PROCESS_STATE, fresh)
    return state.__dict__


def has_state() -> bool:
    """Whether there is one: whether the plugin was on since the host's start."""
    return layouts.PROCESS_STATE in sys.modules
