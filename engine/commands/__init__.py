"""Commands of the engine's command line: they read the files of its users, and print."""
