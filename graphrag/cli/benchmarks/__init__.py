"""The commands that measure, ``bench`` and ``perf``, and the tables of their figures."""
