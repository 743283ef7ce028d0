"""The settings table of the README says what the code does, in both directions."""

import re
from pathlib import Path
from typing import Literal, get_args, get_origin

import pytest
import yaml
from annotated_types import Ge, Le
from pydantic import SecretStr
from pydantic.fields import FieldInfo

from graphrag.caps import HARD_CAPS
from graphrag.config import STRATEGIES, Settings

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"^\| `([A-Z0-9_]+)` \| (.*?) \| (.*?) \| (.*?) \|$", re.MULTILINE)


def choices(name: str, field: FieldInfo) -> tuple[str, ...]:
    if name == "graphrag_strategy":
        return tuple(STRATEGIES)
    return get_args(field.annotation) if get_origin(field.annotation) is Literal else ()


def type_in_words(name: str, field: FieldInfo) -> str:
    """`bool`, `int`, `float` or `str`, with what it may be: "`int`, 1 to 2"."""
    if given := choices(name, field):
        return "`str`: " + ", ".join(f"`{value}`" for value in given)
    kinds = [kind for kind in get_args(field.annotation) if kind is not type(None)]
    kind = kinds[0] if kinds else field.annotation
    low = next((limit.ge for limit in field.metadata if isinstance(limit, Ge)), None)
    high = next((limit.le for limit in field.metadata if isinstance(limit, Le)), None)
    high = HARD_CAPS.get(name, high)
    limits = ""
    if low is not None:
        limits = f", from {low}" if high is None else f", {low} to {high}"
    return f"`{kind.__name__ if kind in (bool, int, float) else 'str'}`{limits}"


def default_in_words(field: FieldInfo) -> str:
    default = field.default
    if default is None or (isinstance(default, SecretStr) and not default.get_secret_value()):
        return "(unset)"
    return f"`{str(default).lower() if isinstance(default, bool) else default}`"


EXPECTED = {
    name.upper(): (type_in_words(name, field), default_in_words(field), field.description)
    for name, field in Settings.model_fields.items()
}


@pytest.fixture(scope="module")
def readme() -> str:
    return (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", EXPECTED)
def test_each_setting_has_its_row(readme, name):
    kind, default, meaning = EXPECTED[name]
    assert f"| `{name}` | {kind} | {default} | {meaning} |" in readme


def test_each_row_is_a_setting(readme):
    assert [row[0] for row in ROW.findall(readme)] == list(EXPECTED)


def test_each_setting_of_the_example_files_exists():
    env_example = (ROOT / ".env.example").read_text(encoding="utf-8")
    assert set(re.findall(r"^#? ?([A-Z0-9_]+)=", env_example, re.MULTILINE)) <= set(EXPECTED)
    host_defaults = yaml.safe_load((ROOT / "default_config.yaml").read_text(encoding="utf-8"))
    assert {name.upper() for name in host_defaults} <= set(EXPECTED)
