"""From a ranked retrieval to one block of text within a token budget.

``pack`` is the flow. ``budget`` has the rules, ``passages`` and ``facts`` choose what is shown,
``compose`` puts it in order, and ``block_text`` words it. ``untrusted`` cleans every text.
"""
