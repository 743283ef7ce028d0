"""What a run is worth: ``judge`` reads the gold, and ``report`` says the figures.

``metrics`` has the formulas, ``kinds`` the figures of each kind of question, ``outdated`` finds
memories that a prompt shows as if they still held, and ``plot`` draws recall over k.
"""
