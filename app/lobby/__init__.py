"""The lobby: lists of games, board previews, players online."""
