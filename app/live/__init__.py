"""Games being played in this process: sessions, their registry, broadcast state, lobby, cluster sync."""
