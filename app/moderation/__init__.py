"""Moderation: reports, acts, audit, look-up."""
