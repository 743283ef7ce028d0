"""Measuring retrieval: embedders, question sets, and the figures reported about them."""
