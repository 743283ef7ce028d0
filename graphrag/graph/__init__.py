"""Everything that writes the graph, or counts what it holds. Never in a turn's path.

``sync`` and ``ingest`` bring documents. ``build`` makes of them the graph that there should be
(``extraction``, ``sessions``), and ``writing`` writes what differs, by the statements of
``cypher``. ``transfer`` brings a graph as it was exported. ``schema`` makes the indexes, and
``stats`` counts.
"""
