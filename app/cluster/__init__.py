"""State shared by several processes on one database: pub/sub, presence, rate limits."""
