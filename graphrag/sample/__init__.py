"""A small memory with a graph over it, to try things on: half a year at an online bookshop."""
