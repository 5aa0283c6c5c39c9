"""The command line of the engine: the only modules of it that read files, print and ask."""
