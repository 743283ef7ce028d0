"""Measuring retrieval: question sets, and the figures reported about them."""
