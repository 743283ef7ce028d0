"""Agent Zero as a host: the only code that knows it.

A hook file is a few lines over ``turn.GraphRagTurn``. While the plugin is off, little is imported:
``turn``, ``markers``, and ``extras``, ``layouts``, ``places`` and ``settings_source`` of ``host``.
The rest is loaded when a turn finds the switch on.
"""
