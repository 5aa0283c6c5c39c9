"""The demonstration: a separate database, filled with bots' games between sample players."""
