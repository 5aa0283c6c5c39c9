"""The client's files as they are served: read once, joined, compressed, under an address that names the
build."""
