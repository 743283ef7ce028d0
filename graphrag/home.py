"""The plugin's folders where no Agent Zero gives them a place."""

from __future__ import annotations

from pathlib import Path

from .errors import SettingsError

_NAME = "a0-graphrag"


def folders_at(home: Path | None) -> tuple[Path, Path]:
    """Return the folder of user data, and that of what can be downloaded again.

    Args:
        home: ``GRAPHRAG_HOME``, which then holds both; None for the platform's folders.

    Raises:
        SettingsError: It is the home of a user that does not exist, or the platform knows no home.
    """
    if home is not None:
        try:
            home = home.expanduser()
        except RuntimeError:
            raise SettingsError(
                f"there is no user of that name: GRAPHRAG_HOME={home}", "use the path of a folder"
            ) from None
        return home / "data", home / "cache"
    # Imported here because it belongs to the extra `cli`.
    from platformdirs import user_cache_path, user_data_path

    try:
        data, cache = user_data_path(_NAME), user_cache_path(_NAME)
    except RuntimeError:
        data = cache = Path()
    if not (data.is_absolute() and cache.is_absolute()):  # it may also begin with a literal `~`
        raise SettingsError("this user has no home folder", "set GRAPHRAG_HOME to a folder")
    return data, cache


def user_cache() -> Path:
    """Return the user's folder of what can be made again, whatever ``GRAPHRAG_HOME`` says.

    A program that uses the library may have no extra ``cli``: then it is the folder of Linux.

    Raises:
        SettingsError: The platform knows no home.
    """
    try:
        return folders_at(None)[1]
    except SettingsError as error:
        raise SettingsError(error.message, "set HOME to a folder") from None
    except ImportError:
        return Path.home() / ".cache" / _NAME
