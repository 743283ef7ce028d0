"""Everything that writes the graph: schema, sync, ingest, extraction. Never in a turn's path."""
