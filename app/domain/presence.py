"""Presence as the processes exchange it: the connections to a game."""

from __future__ import annotations

from dataclasses import dataclass

LOBBY = "lobby"  # in the place of a game's id: the connected owners of open games


@dataclass(frozen=True, slots=True)
class Connected:
    """The connections to one game: ids of players who have one, and the number of spectators. Under LOBBY
    stand the ids of `app.cluster.owners`, and the number of all people who are connected to the process."""

    players: frozenset[str] = frozenset()
    watchers: int = 0


NO_CONNECTIONS = Connected()
