"""The help: lessons with their progress, contents, and the way to a lesson from a table."""
