"""The lobby: lists of games, previews of their boards, people online."""
