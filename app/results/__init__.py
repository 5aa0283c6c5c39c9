"""Results of ended games: leaderboards, streaks, ratings, statistics."""
