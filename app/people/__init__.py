"""Accounts, sign-in, sessions, tokens, names, blocks, privacy."""
