"""Worker processes: the pool for searches and replays, the worker program, and the table builder."""
