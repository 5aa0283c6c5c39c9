"""Worker processes: the pool of searches, the program of a worker, and the builder of tables."""
