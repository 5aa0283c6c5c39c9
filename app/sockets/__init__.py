"""WebSocket endpoints, their connections, and uvicorn protocol classes."""
