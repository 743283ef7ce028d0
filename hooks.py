"""What Agent Zero 1.x and 2.x call when the plugin is installed, updated, removed or configured.

The host imports this file whenever it reads a setting, so it imports very little. The host
deletes a plugin whose install hook raises, so nothing here raises. It also keeps this file in
memory during an update, so it calls nothing but ``hook_calls``, whose names never change.
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
    from usr.plugins.graphrag.graphrag.agent_zero import hook_calls

    if not hook_calls.installed():
        _notify("GraphRAG is installed", _WELCOME)


def pre_update():
    """Close what must not outlast the files; the new version starts it again."""
    with _never_raising("pre_update"):
        from usr.plugins.graphrag.graphrag.agent_zero import hook_calls

        hook_calls.before_update()


def uninstall():
    """Stop everything and remove what the plugin made outside its own folder."""
    with _never_raising("uninstall"):
        from usr.plugins.graphrag.graphrag.agent_zero import hook_calls

        hook_calls.removed()


def save_plugin_config(
    settings=None, default=None, project_name=None, agent_profile=None, **_kwargs
):
    """Apply the switch at once; the settings are saved unchanged."""
    with _never_raising("save_plugin_config"):
        from usr.plugins.graphrag.graphrag.agent_zero import hook_calls

        hook_calls.settings_saved(
            settings or {}, project=project_name or "", profile=agent_profile or ""
        )
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
