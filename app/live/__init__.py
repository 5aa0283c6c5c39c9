"""Games being played in this process: sessions, their registry, views, handlers, timeouts, cluster sync."""
