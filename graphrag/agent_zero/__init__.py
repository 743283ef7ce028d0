"""Agent Zero as a host: the only code that knows it.

A hook file is a few lines over ``turn.GraphRagTurn``. While the plugin is off, little is imported:
``turn``, ``markers``, ``host.extras``, ``host.layouts`` and ``host.settings_source``. The rest is
loaded when a turn finds the switch on.
"""

PROCESS_STATE = "_graphrag_home"
"""Name in ``sys.modules`` of what outlives the host's purges; see ``service.process``.

Every version of the plugin uses this name: by it a new version finds what an older one has left.
"""
