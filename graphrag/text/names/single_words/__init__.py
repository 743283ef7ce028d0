"""What a single word says by itself: whether it may be a name, in memories and in questions.

``capitals`` says what a capital means. It asks ``german_nouns``, ``foreign_words``, ``month_names``
and ``amounts``.
"""
