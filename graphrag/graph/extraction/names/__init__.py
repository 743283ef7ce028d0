"""Names in one document, a module for each kind of name.

``code_tokens``, ``plain_names``, ``rare_words`` and ``topic_names`` find names that are written
without a capital, and ``called_names`` those that a text says to be one. ``file_names`` and
``file_codes`` read files. ``aliases``, ``nicknames``, ``other_scripts`` and ``short_names`` find
other names of the same thing, ``link_tokens`` and ``phrases`` what links short memories.
"""
