"""What outlives a turn. Each holds the next: ``process``, ``runtime``, ``engine``, ``sync``.

- ``process``: finds the one ``Runtime`` of the process, also after a reload of the plugin.
- ``runtime``: settings, the host's memory and model. It holds an ``Engine`` for each database.
- ``engine``: one database: store, retriever, token counter. It holds one ``GraphSync``.
- ``sync``: writes what the host's memory holds into that database, in the background.

``process_state`` and ``kept_turns`` hold what a reload of the plugin must not lose. ``make_query``,
``stale``, ``outcome``, ``explain`` and ``notices`` are steps of one turn: the first before the
retrieval, the second within it, the rest after it. The other modules are parts of the four above.
"""
