"""Maker of the shipped puzzles, and games to measure judgements by; not installed with the package."""
