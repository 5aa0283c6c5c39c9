"""What processes tell and ask each other: in memory, or over Redis."""
