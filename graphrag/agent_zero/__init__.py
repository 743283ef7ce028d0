"""Agent Zero as a host: the only code that knows it.

A hook file is a few lines over ``turn.GraphRagTurn``. While the plugin is off, little is imported:
``turn``, ``markers``, ``host.extras``, ``host.layouts`` and ``host.settings_source``. The rest is
loaded when a turn finds the switch on.
"""
