"""One retrieval: seed, pin, expand, rank. Start reading in ``hybrid``."""
