"""Commands of the engine's command line: its only modules with I/O."""
