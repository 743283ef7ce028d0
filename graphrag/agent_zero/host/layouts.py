"""One interface to the layouts of the host: that of 1.x and 2.x, and that of 0.9.

Modules of the host are looked up among those that it has loaded. They are never imported:
importing its memory module, for example, loads libraries and models.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

PACKAGE = Path(__file__).absolute().parents[2]
"""The folder of the package ``graphrag``."""

PLUGIN_FOLDER = PACKAGE.parent
"""The plugin's own folder, ``usr/plugins/<name>``, in 1.x and 2.x; the host's root in 0.9."""

PROCESS_STATE = "_graphrag_home"
"""Name in ``sys.modules`` of what stays when the host reloads the plugin: ``service.process``.

Every version of the plugin uses this name, so that a new version finds the runtime of an older one.
It has nothing to do with the folder ``GRAPHRAG_HOME``.
"""

# Modules of the host, that of 1.x and 2.x first. One that stands alone is of one layout.
MEMORY = ("plugins._memory.helpers.memory", "python.helpers.memory")
FILES = ("helpers.files", "python.helpers.files")
PRINT_STYLE = ("helpers.print_style", "python.helpers.print_style")
PLUGINS = ("helpers.plugins",)
PROJECTS = ("helpers.projects",)
SETTINGS = ("python.helpers.settings",)
AGENT = ("agent",)
SECRETS = ("helpers.secrets", "python.helpers.secrets")

PLUGINS_PATH = ("usr", "plugins")
"""Where 1.x and 2.x keep plugins, from its root folder."""

DEFAULT_MEMORY = "default"
"""The memory folder of agents without a project."""

MEMORY_OF_PROJECTS = "projects/"
"""What the memory folder of a project begins with."""

_RECALL_TASK = "_recall_memories_task"
_RECALL_ITERATION = "_recall_memories_iter"
_RECALL_RESULT = "_recall_memories_result"


def loaded(*names: str) -> ModuleType | None:
    """Return the first of these modules that the host has loaded."""
    for name in names:
        module = sys.modules.get(name)
        if module is not None:
            return module
    return None


def memory_module() -> ModuleType | None:
    """Return the host's memory module, if the host has loaded it."""
    return loaded(*MEMORY)


def root() -> Path | None:
    """Return the running host's root folder (``/a0`` in its container); None outside the host."""
    files = loaded(*FILES)
    return None if files is None else Path(files.get_abs_path(""))


def root_around() -> Path:
    """Return the host's root folder, as the plugin's own folder implies it."""
    return PLUGIN_FOLDER.parents[2] if PLUGIN_FOLDER.parts[-3:-1] == PLUGINS_PATH else PLUGIN_FOLDER


def memory_subdir(agent: Any) -> str:
    """Return the agent's memory folder: ``default`` or ``projects/<name>``.

    This folder is what keeps projects apart.

    Args:
        agent: The host's agent.

    Raises:
        Exception: Whatever the host's own function raises. The scope is then unknown.
    """
    memory = memory_module()
    if memory is not None:
        return str(memory.get_agent_memory_subdir(agent))
    return memory_of_project(agent.context.get_data("project") or "")


def memory_of_project(project: str) -> str:
    """Return the memory folder of a project; the default one without a project."""
    return f"{MEMORY_OF_PROJECTS}{project}" if project else DEFAULT_MEMORY


def agent_of_chat(chat: str) -> Any:
    """Return the agent of a chat; None if there is no such chat.

    Args:
        chat: The id of its context.
    """
    module = loaded(*AGENT)
    context = module.AgentContext.get(chat) if module is not None and chat else None
    return None if context is None else context.agent0


def recall_is_delayed(agent: Any) -> bool:
    """Whether the host's recall is set to delayed mode, in which nobody waits for it."""
    plugins = loaded(*PLUGINS)
    if plugins is not None:
        config = plugins.get_plugin_config("_memory", agent) or {}
        return bool(config.get("memory_recall_delayed", False))
    settings = loaded(*SETTINGS)
    return settings is not None and bool(settings.get_settings().get("memory_recall_delayed"))


def recall_task(agent: Any) -> asyncio.Future[Any] | None:
    """Return the recall that the host has started last, in whichever iteration that was."""
    task = agent.get_data(_RECALL_TASK)
    return task if isinstance(task, asyncio.Future) else None


def recall_iteration(agent: Any) -> object:
    """Return the number of the iteration that started the recall."""
    return agent.get_data(_RECALL_ITERATION)


def unused_recall(agent: Any) -> object:
    """Return the result of a finished recall that the host has yet to put into the prompt."""
    return agent.get_data(_RECALL_RESULT)


def message_text(agent: Any, loop_data: Any) -> str:
    """Return the user's latest message, or intervention, without the host's wrapping."""
    message = getattr(agent, "last_user_message", None) or loop_data.user_message
    content = getattr(message, "content", message)
    if isinstance(content, Mapping):
        for key in ("user_message", "user_intervention", "message", "preview"):
            if content.get(key):
                return str(content[key])
        return ""
    return content if isinstance(content, str) else ""


def render_prompt(agent: Any, name: str, default: str) -> str:
    """Read one of the agent's prompt templates, without handing any text to it.

    Args:
        agent: The host's agent.
        name: The template's file name.
        default: Used if the template is missing or broken.
    """
    with contextlib.suppress(Exception):
        text = agent.read_prompt(name)
        if isinstance(text, str) and text.strip():
            return text.strip()
    return default


def template_wording(agent: Any, name: str, variable: str) -> tuple[str, str]:
    """Return what one of the host's templates puts before and after its variable.

    Args:
        agent: The host's agent.
        name: The template's file name.
        variable: The variable's name.

    Returns:
        The text before and after; two empty strings if it cannot be found out.
    """
    with contextlib.suppress(Exception):
        probe = "\x1agraphrag-probe\x1a"
        before, found, after = str(agent.parse_prompt(name, **{variable: probe})).partition(probe)
        if found:
            return before, after
    return "", ""


def secret_values(agent: Any) -> tuple[str, ...]:
    """Return the values of the user's secrets, which the host hides from its own log.

    Args:
        agent: The host's agent, whose project may have secrets of its own.
    """
    module = loaded(*SECRETS)
    with contextlib.suppress(Exception):
        if module is not None:
            secrets = module.get_secrets_manager(agent.context).load_secrets()
            return tuple(str(value) for value in secrets.values() if value)
    return ()
