"""The server: FastAPI, sockets and persistence around the pure rules in `engine`."""
