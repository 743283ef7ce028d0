"""Whatever happens in the plugin, the host's recall is injected and the user gets an answer."""

from __future__ import annotations

import json

import pytest

from .conftest import MakeHost, every_kind
from .contract import EXECUTED, REPOSITORY
from .contract_graph import MEMORY, MEMORY_FACT, MESSAGE, SOLUTION
from .host import Host, free_port

_LIST_FUNCTIONS = """
def probe(host):
    import inspect, sys
    names = []
    for module_name, module in sorted(sys.modules.items()):
        if ".agent_zero." not in f"{module_name}." or not hasattr(module, "__file__"):
            continue
        for name, value in sorted(vars(module).items()):
            if getattr(value, "__module__", None) != module_name:
                continue
            if inspect.isfunction(value):
                names.append([module_name, name])
            elif inspect.isclass(value) and not issubclass(value, BaseException):
                for method, function in sorted(vars(value).items()):
                    if inspect.isfunction(function):
                        names.append([module_name, f"{name}.{method}"])
    return names
"""

_BREAK = """
def probe(host):
    import functools, sys
    owner = sys.modules[{module!r}]
    *path, name = {name!r}.split(".")
    for part in path:
        owner = getattr(owner, part)
    whole = getattr(owner, name)
    def broken(*_, **__):
        raise {error}("broken by the test")
    broken.whole = whole
    for module in [m for m in sys.modules.values() if m is not None]:
        if not path and vars(module).get(name) is whole:
            setattr(module, name, broken)
    setattr(owner, name, broken)
"""
_MEND = """
def probe(host):
    import sys
    *path, name = {name!r}.split(".")
    owner = sys.modules[{module!r}]
    for part in path:
        owner = getattr(owner, part)
    broken = getattr(owner, name)
    for module in [m for m in sys.modules.values() if m is not None]:
        if not path and vars(module).get(name) is broken:
            setattr(module, name, broken.whole)
    setattr(owner, name, broken.whole)
"""


_SHORT_LIMIT = """
def probe(host):
    from plugins._memory.helpers import recall_search
    recall_search.SEARCH_TIMEOUT_S = 0.3
"""


def _host(make_host: MakeHost, *, enabled: bool) -> Host:
    host = make_host(
        environment={
            "GRAPHRAG_ENABLED": str(enabled).lower(),
            "NEO4J_URI": f"bolt://127.0.0.1:{free_port()}",
        }
    )
    host.install(REPOSITORY, "--no-requirements")
    host.add_memory(MEMORY)
    host.add_memory(SOLUTION, area="solutions")
    return host


@pytest.mark.parametrize("enabled", [True, False], ids=["on", "off"])
@pytest.mark.parametrize("error", ["KeyError", "RecursionError"])
def test_any_function_of_the_adapter_may_raise(
    error: str, enabled: bool, make_host: MakeHost
) -> None:
    host = _host(make_host, enabled=enabled)
    host.run_turn(MESSAGE)
    functions = host.evaluate(_LIST_FUNCTIONS)
    spoilt = []
    for module, name in functions:
        host.evaluate(_BREAK.format(module=module, name=name, error=error))
        trace = host.run_turn(MESSAGE)
        host.evaluate(_MEND.format(module=module, name=name))
        recalled = trace.prompts and MEMORY_FACT in trace.extras[0].get("memories", "")
        if trace.failure or not recalled or not trace.reply:
            spoilt.append(f"{module}.{name}: {(trace.failure or 'no memory').strip()[-300:]}")

    assert not spoilt, "\n".join(spoilt)
    assert len(functions) > (40 if enabled else 10)
    assert host.run_turn(MESSAGE).has_marker(EXECUTED)


@every_kind
def test_a_recall_that_fails_does_not_take_the_turn_with_it_and_is_told(
    make_host: MakeHost,
) -> None:
    host = _host(make_host, enabled=True)
    host.run_turn(MESSAGE)
    host.stub.embeddings_fail = True

    trace = host.run_turn(MESSAGE)

    assert trace.reply == "Done."
    told = json.dumps([list(trace.log), trace.output], default=str)
    assert "HTTP Error 500" in told


@pytest.mark.parametrize("enabled", [True, False], ids=["on", "off"])
@pytest.mark.parametrize(("layout", "recall"), [("1.x", "raises")])
def test_a_host_that_ends_a_turn_for_a_slow_recall_does_so(
    enabled: bool, make_host: MakeHost
) -> None:
    host = _host(make_host, enabled=enabled)
    host.run_turn(MESSAGE)
    host.evaluate(_SHORT_LIMIT)
    host.stub.embedding_delay_s = 2

    trace = host.run_turn(MESSAGE)

    assert "memory recall timed out" in str(trace.failure)
    assert "Memory recall timed out" in [entry["heading"] for entry in trace.log]
    assert not trace.prompts


@every_kind
def test_a_slow_recall_is_waited_for(make_host: MakeHost) -> None:
    host = _host(make_host, enabled=True)
    host.run_turn(MESSAGE)
    host.stub.embedding_delay_s = 0.8

    trace = host.run_turn(MESSAGE)

    assert MEMORY_FACT in trace.extras[0]["memories"]
    assert trace.elapsed_ms > 1600, "memories and solutions were each searched for"


def test_the_whole_package_may_be_missing(make_host: MakeHost) -> None:
    host = _host(make_host, enabled=True)
    package = host.plugin_root / "graphrag"
    package.rename(package.with_name("gone"))

    trace = host.run_turn(MESSAGE)

    assert trace.failure is None
    assert MEMORY_FACT in trace.extras[0]["memories"]
