"""Embedders of the command line's own: what makes vectors for ingest and for the benchmark.

A turn takes the host's embedder and nothing from here.
"""
