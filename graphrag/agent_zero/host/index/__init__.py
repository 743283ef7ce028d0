"""The memory indexes that the host has opened: copies of them, and which documents were recalled.

``host_memory`` copies an index if it has changed, with ``copying`` and ``vectors``; ``view`` is the
copy. ``recalled_ids`` finds the documents whose texts stand in the prompt.
"""

from .host_memory import HostMemory, IndexWatch
from .recalled_ids import Kind, TextIndex, recover_ids
from .view import IndexView

__all__ = ["HostMemory", "IndexView", "IndexWatch", "Kind", "TextIndex", "recover_ids"]
