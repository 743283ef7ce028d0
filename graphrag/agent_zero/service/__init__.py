"""What outlives a turn: the runtime of the process, an engine for each database, the sync."""
