"""A sample memory with its graph: six months at an online bookshop."""
