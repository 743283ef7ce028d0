"""A sample memory: what an agent kept in half a year at an online bookshop."""
