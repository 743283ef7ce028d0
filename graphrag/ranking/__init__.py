"""Ranking strategies: pure functions from what the graph told to an order of passages."""
