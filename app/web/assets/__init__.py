"""Static assets: the client's files, bundled and compressed, under addresses with a build hash."""
