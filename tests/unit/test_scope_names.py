"""Which scopes a turn reads."""

from __future__ import annotations

from graphrag.scopes import scopes_of_folder


def test_a_memory_folder_named_shared_is_read_by_no_other_memory() -> None:
    own, shared = scopes_of_folder("me", "shared")
    assert own.startswith("me/")
    assert own not in scopes_of_folder("me", "projects/garden")
    assert shared == scopes_of_folder("me", "default")[1]
