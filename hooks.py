"""What Agent Zero 1.x and 2.x call when the plugin is installed, updated, removed or configured.

The host imports this file whenever it reads a setting, so it imports very little. The host
deletes a plugin whose install hook raises, so nothing here raises.
"""

import contextlib

_PACKAGE = "usr.plugins.graphrag"
_TRIES = 3
_WELCOME = (
    "The plugin is off until you turn it on: Settings > Agent > GraphRAG. "
    "The same page sets up Neo4j on this machine."
)


def install():
    """Fetch the missing Python packages in the background; runs after an update too."""
    with _never_raising("install"):
        for _ in range(_TRIES - 1):
            # The host forgets the modules on another thread when it sees that files changed. An
            # import then ends in several ways: a dataclass, for example, misses its own module.
            with contextlib.suppress(Exception):
                _install()
                return
        _install()


def _install():
    # After an update the modules in memory are older than the files.
    from helpers.modules import purge_namespace

    purge_namespace(_PACKAGE)
    from usr.plugins.graphrag.graphrag.agent_zero.host import settings_source
    from usr.plugins.graphrag.graphrag.agent_zero.install import folders, set_up
    from usr.plugins.graphrag.graphrag.agent_zero.page import settings_page

    set_up.install_in_background(folders.plugin_folders())
    if settings_source.is_on():
        settings_page.settings_saved(settings_source.plugin_config())
    elif not settings_source.is_on_somewhere():
        _notify("GraphRAG is installed", _WELCOME)


def pre_update():
    """Close everything before the files change; the new version starts it again."""
    with _never_raising("pre_update"):
        from usr.plugins.graphrag.graphrag.agent_zero.service import process

        process.retire(stop_local_server=True)


def uninstall():
    """Stop everything and remove what the plugin made outside its own folder."""
    with _never_raising("uninstall"):
        from usr.plugins.graphrag.graphrag.agent_zero.install import removal
        from usr.plugins.graphrag.graphrag.agent_zero.service import process

        process.retire(stop_local_server=True, for_good=True)
        removal.remove_everything()


def save_plugin_config(
    settings=None, default=None, project_name=None, agent_profile=None, **_kwargs
):
    """Apply the switch at once; the settings are saved unchanged."""
    with _never_raising("save_plugin_config"):
        from usr.plugins.graphrag.graphrag.agent_zero.host.places import Place
        from usr.plugins.graphrag.graphrag.agent_zero.page import settings_page

        place = Place(project_name or "", agent_profile or "")
        settings_page.settings_saved(settings or {}, place=place)
    return default


@contextlib.contextmanager
def _never_raising(hook):
    try:
        yield
    except Exception as error:
        print(f"GraphRAG: hook {hook} failed: {type(error).__name__}: {error}")


def _notify(title, message):
    from helpers.notification import (
        NotificationManager,
        NotificationPriority,
        NotificationType,
    )

    NotificationManager.send_notification(
        type=NotificationType.INFO,
        priority=NotificationPriority.NORMAL,
        title=title,
        message=message,
        display_time=15,
        group="graphrag",
    )
