"""Misspelled words of a message, and the words of the memories that they stand for."""
