"""msgspec types of every message, request body and response."""
