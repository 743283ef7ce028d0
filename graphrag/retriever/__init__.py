"""One retrieval: seed, pin, expand, rank. It begins in hybrid."""
