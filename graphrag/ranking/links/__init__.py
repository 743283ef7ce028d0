"""Links from one passage to another, and what each of them is worth.

``link_starts`` chooses the passages from which links are followed. ``entity_links`` (with
``strongest_link`` and ``pagerank``), ``memory_links``, ``memory_pairs`` and ``relations`` are the
kinds of link; ``idf`` and ``word_gain`` weigh them.
"""
