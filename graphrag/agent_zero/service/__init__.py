"""What outlives a turn: the process-wide home, the runtime, an engine per database, the sync."""
