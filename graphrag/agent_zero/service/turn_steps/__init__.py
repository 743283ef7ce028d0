"""Steps of one turn: before the retrieval, within it, and after it.

``make_query`` is before it, ``stale`` within it, ``outcome``, ``explain`` and ``notices`` after it.
"""
