"""What a look at a memory folder sees as a change."""

from __future__ import annotations

import os
import subprocess
import sys

from graphrag.graph.sync import MemorySnapshot, MemoryText
from graphrag.graph.sync.memory_documents import MemoryReader


def test_a_list_that_the_host_changes_in_place_is_a_change():
    metadata = {"timestamp": "2025-03-01", "consolidated_from": ["a0"]}
    snapshot = MemorySnapshot("s", {"a1": MemoryText("Mara owns ledger-db.", metadata)})
    reader = MemoryReader()
    reader.read(snapshot)
    before = reader.digest("model", None)

    metadata["consolidated_from"].append("a2")
    reader.read(snapshot)

    assert reader.documents()[0].supersedes == ("a0", "a2")
    assert reader.digest("model", None) != before


DIGEST_OF_A_SET = """
from graphrag.graph.sync import MemorySnapshot, MemoryText
from graphrag.graph.sync.memory_documents import MemoryReader

metadata = {"consolidated_from": {"a1", "b2", "c3", "d4", "e5"}}
reader = MemoryReader()
reader.read(MemorySnapshot("s", {"f6": MemoryText("Mara owns ledger-db.", metadata)}))
print(reader.digest("model", None))
"""


def test_a_set_is_no_change_after_the_next_start():
    digests = {
        subprocess.run(
            [sys.executable, "-c", DIGEST_OF_A_SET],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in (1, 2, 3)
    }
    assert len(digests) == 1
