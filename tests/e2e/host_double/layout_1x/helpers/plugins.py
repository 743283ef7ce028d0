import asyncio
import json
import os
from pathlib import Path

import yaml
from helpers import cache, files, modules, projects

_ROOTS = ("usr/plugins", "plugins")


def find_plugin_dir(name):
    for root in _ROOTS:
        if name and files.exists(root, name, "plugin.yaml"):
            return files.get_abs_path(root, name)
    return None


def get_plugins_list():
    folders = [f for root in _ROOTS for f in Path(files.get_abs_path(root)).iterdir()]
    return sorted({f.name for f in folders if (f / "plugin.yaml").exists()})


def get_enabled_plugins(agent=None):
    cached = cache.get("enabled_plugins(plugins)", "")
    if cached is None:
        cached = [name for name in get_plugins_list() if _toggled_on(name)]
        cache.add("enabled_plugins(plugins)", "", cached)
    return cached


def get_enabled_plugin_paths(agent=None):
    return [find_plugin_dir(name) for name in get_enabled_plugins(agent)]


def get_plugin_config(plugin_name, agent=None, project_name=None, agent_profile=None):
    """A config.json replaces the defaults, nothing is merged; A0_SET_ acts on defaults only."""
    if project_name is None and agent is not None:
        project_name = projects.get_context_project_name(agent.context)
    place = ("plugins", plugin_name, "config.json")
    stored = projects.get_project_meta(project_name, *place) if project_name else ""
    if not stored or not files.exists(stored):
        stored = files.get_abs_path("usr", *place)
    folder = find_plugin_dir(plugin_name)
    if files.exists(stored):
        config = json.loads(files.read_file(stored))
    elif folder is None:
        return None
    else:
        defaults = os.path.join(folder, "default_config.yaml")
        config = yaml.safe_load(files.read_file(defaults)) if files.exists(defaults) else None
        for name, value in (config or {}).items():
            variable = f"{plugin_name}__{name}"
            in_capitals = os.environ.get(f"A0_SET_{variable.upper()}")
            given = os.environ.get(f"A0_SET_{variable}", in_capitals)
            if given is not None:
                kind = type(value)
                config[name] = (
                    given.lower() in ("true", "1", "yes", "on") if kind is bool else kind(given)
                )
    return call_plugin_hook(plugin_name, "get_plugin_config", default=config, agent=agent)


def call_plugin_hook(plugin_name, hook_name, default=None, **kwargs):
    import inspect

    folder = find_plugin_dir(plugin_name)
    script = os.path.join(folder, "hooks.py") if folder else ""
    if not script or not files.exists(script):
        return default
    loaded = cache.get("plugin_hooks(plugins)", plugin_name)
    if loaded is None:
        loaded = modules.import_module(script)
        cache.add("plugin_hooks(plugins)", plugin_name, loaded)
    hook = getattr(loaded, hook_name, None)
    if hook is None:
        return default
    values = {"default": default, **kwargs}
    parameters = inspect.signature(hook).parameters
    takes_all = any(p.kind is p.VAR_KEYWORD for p in parameters.values())
    result = hook(**{k: v for k, v in values.items() if takes_all or k in parameters})
    return asyncio.run(result) if asyncio.iscoroutine(result) else result


def after_plugin_change(plugin_names=None, python_change=False):
    """What the host does after an installation, an update or a change on disk."""
    for area in ("*(plugins)*", "*(extensions)*", "*(api)*"):
        cache.clear(area)
    if python_change:
        names = plugin_names or ["_", "usr"]
        if any(name.startswith("_") for name in names):
            modules.purge_namespace("plugins")
        if any(not name.startswith("_") for name in names):
            modules.purge_namespace("usr.plugins")


def uninstall_plugin(plugin_name):
    import shutil

    call_plugin_hook(plugin_name, "uninstall")
    shutil.rmtree(find_plugin_dir(plugin_name))
    after_plugin_change([plugin_name], python_change=True)


def _toggled_on(name):
    state = True
    for root in reversed(_ROOTS):
        switch = ".toggle-0" if state else ".toggle-1"
        state = state != files.exists(root, name, switch)
    return state
