"""Agent Zero as a host: the only code that knows it.

A hook file is a few lines over ``turn.GraphRagTurn``. What is imported while the plugin is off
is small: ``turn``, ``markers``, ``order``, ``settings_source`` and ``layouts``; the rest is loaded
when a turn finds the switch on.
"""
