"""Days that a question names."""
