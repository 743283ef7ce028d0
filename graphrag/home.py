"""The plugin's two folders where no Agent Zero gives them a place."""

from __future__ import annotations

from pathlib import Path

_NAME = "a0-graphrag"


def folders_at(home: Path | None) -> tuple[Path, Path]:
    """Return the folder of user data, and that of what can be downloaded again.

    Args:
        home: ``GRAPHRAG_HOME``, which then holds both; None for the platform's folders.
    """
    if home is not None:
        home = home.expanduser()
        return home / "data", home / "cache"
    # Imported here because it belongs to the extra `cli`.
    from platformdirs import user_cache_path, user_data_path

    return user_data_path(_NAME), user_cache_path(_NAME)
