"""The plugin's folders outside Agent Zero."""

from __future__ import annotations

from pathlib import Path

import platformdirs
import pytest

from graphrag.errors import SettingsError
from graphrag.home import folders_at, user_cache


def no_home(_name: str) -> Path:
    raise RuntimeError


@pytest.mark.parametrize("found", [no_home, lambda _name: Path("~/.cache")])
def test_a_user_without_a_home_is_told_so(found, monkeypatch):
    monkeypatch.setattr(platformdirs, "user_cache_path", found)
    with pytest.raises(SettingsError, match="no home folder"):
        folders_at(None)
    with pytest.raises(SettingsError, match="no home folder"):
        user_cache()
