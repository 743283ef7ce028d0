"""Writing documents into the graph, only where it differs, and removing them.

``reconcile`` brings what one owner has (``stored``) to what it should have, and ``forget`` removes
documents, inputs and scopes. Both need ``shared_documents``. ``statements`` makes the statements,
with parameters from ``rows``. ``mean_vector`` keeps the mean of a scope's vectors.
"""
