"""Bots, hints, evaluations, findings, teaching."""
