"""From a ranked retrieval to one block of text within a token budget.

``pack`` is the flow. ``abstaining`` decides whether there is a block, ``worth_showing`` what may be
in it. ``budget`` has the rules, ``passages`` and ``facts`` choose what fits, ``compose`` puts it in
order, and ``block_text`` words it. ``untrusted`` cleans every text.
"""
