"""Badges of players."""
