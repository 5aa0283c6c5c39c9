"""Worker processes for searches: the pool in the server's process, and the program of a worker."""
