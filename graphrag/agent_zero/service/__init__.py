"""What outlives a turn. Each holds the next: ``process``, ``runtime``, ``engine``, ``sync``.

- ``process``: the one place that survives a reload of the plugin. It holds one ``Runtime``.
- ``runtime``: settings, the host's memory and model. It holds an ``Engine`` for each database.
- ``engine``: one database: store, retriever, token counter. It holds one ``GraphSync``.
- ``sync``: writes what the host's memory holds into that database, in the background.

The other modules are steps of one turn: ``make_query`` before the retrieval, ``stale`` within it,
``outcome``, ``explain`` and ``notices`` after it.
"""
