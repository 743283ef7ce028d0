"""The ranking strategies, a module for each; ``link_ranker`` is what those that follow links share.

``config.STRATEGIES`` lists them.
"""
