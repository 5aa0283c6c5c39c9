"""What processes tell each other: in memory, or over Redis."""
