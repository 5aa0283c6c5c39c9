"""Stores of people: players, accounts, sign-ins, blocks, moderation, deletion and export."""
