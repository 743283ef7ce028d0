"""While the host recalls, the graph is asked; afterwards it is not asked again."""

from __future__ import annotations

from ..support.neo4j_server import Neo4jServer
from .conftest import MakeHost, every_kind
from .contract import CASES, INJECTED, REPOSITORY, environment
from .contract_graph import GRAPH_FACT, MEMORY, MEMORY_FACT, MESSAGE

pytestmark = every_kind

# The recall ends once the graph has been asked, or a minute later.
_WATCH = """
def probe(host):
    import asyncio, sys, time

    def module(name):
        return [m for full, m in list(sys.modules.items()) if full.endswith("." + name)][-1]

    assert module("agent_zero.service.process").current().wait_synced(120)
    module("retriever.read_ahead").FRESH_S = 600  # a busy machine changes nothing
    store, memory, asked = module("store.reader").GraphStore, host.memory_class, []
    read, search = store.read, memory.search_similarity_threshold

    async def watched_read(self, template, *given, **options):
        recall = host.agent.get_data("_recall_memories_task")
        asked.append([template, recall is not None and not recall.done()])
        return await read(self, template, *given, **options)

    async def late_search(self, *given, **options):
        ends = time.monotonic() + 60
        while not {"pin", "expand"} <= {name for name, _ in asked} and time.monotonic() < ends:
            await asyncio.sleep(0.01)
        return await search(self, *given, **options)

    store.read, memory.search_similarity_threshold = watched_read, late_search
    sys.modules["time"].asked = asked
"""

_ASKED = """
def probe(host):
    import time
    return time.asked
"""


def test_the_graph_is_asked_while_the_host_recalls(
    make_host: MakeHost, neo4j_server: Neo4jServer, install_id: str
) -> None:
    host = make_host(environment=environment(CASES[1], neo4j_server, install_id))
    host.install(REPOSITORY, "--no-requirements")
    host.add_memory(MEMORY)
    host.wait_until_ready(MESSAGE)
    host.evaluate(_WATCH)

    trace = host.run_turn(f"{MESSAGE} Tell me, please.")

    asked = host.evaluate(_ASKED)
    assert ["pin", True] in asked
    assert ["expand", True] in asked
    assert not {"pin", "expand"} & {template for template, early in asked if not early}
    assert trace.has_marker(INJECTED)
    assert MEMORY_FACT in trace.extras[0]["memories"]
    assert GRAPH_FACT in trace.extras[0]["graphrag"]
