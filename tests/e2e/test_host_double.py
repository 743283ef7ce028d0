"""The double behaves as the real host does, as far as an extension can see."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from .conftest import MakeHost
from .host import Host, Layout
from .host_double import HostDouble
from .host_observation import RECORDED, observe
from .llm_stub import LlmStub


@pytest.fixture
def make_host_with_stub(layout: Layout, tmp_path_factory: Any) -> Iterator[MakeHost]:
    with ExitStack() as stack:

        def make(**options: Any) -> Host:
            root: Path = tmp_path_factory.mktemp("host")
            return HostDouble(layout, root, stack.enter_context(LlmStub()), **options)

        yield make


def test_an_extension_sees_in_the_double_what_it_sees_in_the_real_host(
    layout: Layout, make_host_with_stub: MakeHost
) -> None:
    recorded = json.loads((RECORDED / f"layout-{layout}.json").read_text())

    seen = json.loads(json.dumps(observe(make_host_with_stub)))

    for situation, expected in recorded.items():
        assert seen[situation] == expected, situation
