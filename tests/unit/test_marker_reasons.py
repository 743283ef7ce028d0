"""The reasons in the markers: one list, which the code keeps to and the documentation explains."""

import re
from pathlib import Path

from graphrag.errors import StoreError
from graphrag.reasons import Reason

ROOT = Path(__file__).parents[2]


def test_the_operators_table_explains_each_reason_and_no_other() -> None:
    text = (ROOT / "docs/OPERATIONS.md").read_text(encoding="utf-8")
    table = text.partition("| reason |")[2].partition("\n\n")[0]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == list(Reason)


def test_each_error_of_the_store_has_a_reason_of_its_own() -> None:
    reasons = [error.reason for error in StoreError.__subclasses__()]
    assert set(reasons) < set(Reason)
    assert len(set(reasons)) == len(reasons)


def test_a_hook_that_cannot_import_the_package_names_a_reason_too() -> None:
    hooks = [*ROOT.glob("extensions/**/*.py"), *ROOT.glob("python/**/*.py")]
    named = re.findall(r"reason=(\w+)", "".join(hook.read_text("utf-8") for hook in hooks))
    assert named
    assert set(named) <= set(Reason)


def test_a_reason_stands_in_a_line_as_its_word() -> None:
    assert f"{Reason.TIMEOUT}" == "timeout"
