"""Measuring the time of a turn on a large graph: ``measure`` takes it, on one of ``generator``.

``queries`` says what is asked.
"""
