"""The demonstration: a database of its own, filled with the machines' games between sample players."""
