"""Where this layout keeps the memory's settings; the double's own module, not the host's."""

from helpers import plugins


def get(agent):
    return plugins.get_plugin_config("_memory", agent)
