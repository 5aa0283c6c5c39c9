"""Live games of this process: sessions, registry, views, handlers, timeouts, cluster sync."""
