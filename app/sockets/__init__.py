"""WebSocket endpoints, the connection behind them, and the protocol class for uvicorn."""
