"""Every Cypher statement that writes or administers the graph; the read side cannot reach it."""
