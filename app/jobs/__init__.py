"""Background jobs: clocks, sweeps, daily deals, best scores, spare work, bots of games not loaded."""
