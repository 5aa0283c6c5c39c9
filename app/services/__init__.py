"""Use cases shared by the API, the sockets and the operator's commands."""
