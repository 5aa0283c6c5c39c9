"""Faults of processes and databases in real time (docs/reliability.md)."""
