"""Results in the database: standings, streaks, ratings, leaderboards, statistics, deals of the day."""
