"""Background jobs: clocks, sweeps, daily deals, best-known scores, bots of games that nobody has loaded."""
