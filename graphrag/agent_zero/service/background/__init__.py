"""What an engine does beside the turns: it syncs the memory, and keeps the database ready.

``sync`` writes, from ``late_sync`` on, after the turns (``turns_first``), and removes the graph of
``deleted_projects``. ``local_starter`` starts Neo4j, ``planned_queries`` keeps the queries planned.
"""
