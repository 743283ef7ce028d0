"""The queries that read the graph: a module for each, or for a few that belong together.

Each limits every step before the next: an entity with a million mentions costs no more than a look
at its ``df``. ``safe_cypher`` is their registry.
"""
