"""Every Cypher statement that writes or administers the graph; the read side cannot reach it.

One module for each kind of node or relation that is written. The statements are static text, and
every value is a parameter. Each keeps the figures that retrieval relies on (``df``, ``mentions``,
the number of documents) true within its own transaction, and can be repeated without harm.

Every node of a scope carries ``scope``.
"""
