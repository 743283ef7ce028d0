"""Names in texts and messages, found without a model.

- One document: ``name_evidence``. Of a memory, ``runs`` reads the capitalised words that stand
  together. What a single word says by itself is in ``single_words``.
- A scope: ``name_dictionary`` counts the evidence of its documents, and finds the names that hold.
- A message: ``name_candidates``.
- A script without capitals: ``unspaced_names``.
- The user's own list of names: ``name_list``.
"""
