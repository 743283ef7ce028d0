"""Names in texts and messages, found without a model.

- One document: ``name_evidence``. Of a memory, ``memory_names`` reads the runs of capitalised words
  (``capitalised_runs``, ``divided_runs``, ``trimmed_runs``), and ``capitals``, ``labels`` and
  ``amounts`` say which of them are names.
- A scope: ``name_dictionary`` counts the evidence of its documents, and finds the names that hold.
- A message: ``name_candidates``.
- A script without capitals: ``unspaced_names``.
- The user's own list of names: ``name_list``.
"""
