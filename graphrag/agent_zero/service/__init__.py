"""What outlives a turn. Each holds the next: ``process``, ``runtime``, ``engine``, its sync.

- ``process``: finds the one ``Runtime`` of the process, also after a reload of the plugin.
- ``runtime``: settings, the host's memory and model. It holds an ``Engine`` for each database.
- ``engine``: one database: store, retriever, token counter. It holds one ``GraphSync``.
- ``background.sync``: writes what the host's memory holds into that database.

``process_state`` and ``kept_turns`` hold what a reload of the plugin must not lose. The steps of
one turn are in ``turn_steps``. The other modules are parts of the four above.
"""
