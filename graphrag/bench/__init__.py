"""Measuring retrieval: question sets are read (``beir``), and asked as a turn would (``runner``).

``check`` reads a whole set beforehand, ``question_set`` holds one in memory, ``fact_tables`` reads
the table that it may have, and ``set_graph`` ingests both. ``variants`` says what is compared,
``ablation`` and ``rules`` switch a part off. ``rival`` and ``host_recall`` are what the block is
compared with.
"""
