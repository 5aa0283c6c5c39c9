"""Pages, link heads, client files."""
