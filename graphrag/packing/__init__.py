"""From a ranked retrieval to one block of text within a token budget. It begins in pack."""
