"""What a run is worth: ``judge`` reads the gold, and ``report`` says the figures.

``metrics`` has the formulas, ``kinds`` the figures of each kind of question, ``told_facts`` those
of the facts of a table, ``outdated`` finds memories that a prompt shows as if they still held, and
``plot`` draws recall over k.
"""
