"""Lists of words: common ones, words that name nobody, months and days, words for people.

``word_sets`` and ``plain_spellings`` are what the lists are made and looked up with.
"""
