"""What several processes on one database share: pub/sub, presence, rate limits."""
