"""Stores of results: standings, streaks, ratings, leaderboards, statistics, daily deals."""
