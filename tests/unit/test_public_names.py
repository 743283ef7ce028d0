"""The library's public names: all importable, and none loaded before it is used."""

import subprocess
import sys

import pytest

import graphrag


@pytest.mark.parametrize("name", graphrag.__all__)
def test_every_public_name_can_be_imported(name: str) -> None:
    scope: dict[str, object] = {}
    exec(f"from graphrag import {name}", scope)
    assert scope[name] is not None


def test_the_names_that_a_program_needs_are_public() -> None:
    needed = "HybridRetriever GraphStore Query Retrieval pack Settings load_settings GraphragError"
    assert set(needed.split()) <= set(graphrag.__all__)


def test_importing_the_package_loads_its_version_and_nothing_else() -> None:
    code = """if True:
        import sys
        before = set(sys.modules)
        import graphrag
        assert set(graphrag.__all__) <= set(dir(graphrag))
        new = set(sys.modules) - before
        print(*(name for name in new if name.split(".")[0] not in sys.stdlib_module_names))
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert sorted(done.stdout.split()) == ["graphrag", "graphrag._version"]


def test_a_name_that_is_not_public_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        _ = graphrag.nonsense
    with pytest.raises(ImportError):
        exec("from graphrag import nonsense")


def test_a_public_name_does_not_hide_a_module() -> None:
    """``import graphrag.x`` would replace a public name ``x`` with the module."""
    folder = graphrag.__path__[0]
    code = f"import pkgutil; print(*(m.name for m in pkgutil.iter_modules([{folder!r}])))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not set(done.stdout.split()) & set(graphrag.__all__)
