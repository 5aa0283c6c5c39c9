"""Stores of games: rows, lists, seats, pairing, clocks, chat, retention."""
