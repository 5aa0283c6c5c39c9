"""Errors, logging, metrics, rate limits: nothing of the product."""
