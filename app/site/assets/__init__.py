"""The client's files: builds, documents, texts."""
