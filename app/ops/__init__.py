"""Operator commands: backup, restore, verify, recount, maintenance, moderation, demonstration."""
