"""Names in a memory: which capitalised words that stand together are a name (``memory_names``).

``capitalised_runs`` finds the words. ``divided_runs`` divides them, ``trimmed_runs`` says where the
name in them begins and ends (``roles_before_names``), and ``labels`` which of them name nobody.
``affiliations``, ``receivers`` and ``turkish_subjects`` each know a place where two names meet, and
``bracketed_names`` finds names without capitals.
"""
