"""Presence exchanged between processes: connections to a game, and players who left."""

from __future__ import annotations

from dataclasses import dataclass

LOBBY = "lobby"  # in place of a game id: connected hosts of open games
MAX_LISTED_ACCOUNTS = 50  # ids that a process publishes, and names that are shown
MAX_WATCHER_NAMES = 20  # names of spectators that are shown


@dataclass(frozen=True, slots=True)
class Gone:
    """A player who closed their last connection to a process, `at` milliseconds since the epoch;
    `on_purpose`: by choosing "Leave"."""

    player: str
    at: int
    on_purpose: bool


@dataclass(frozen=True, slots=True)
class Connected:
    """Connections to one game in one process.

    - `players`: ids of connected players; `gone`: players who left.
    - `watchers`: number of spectators; `names`: names of some of them.

    Under LOBBY, `players` and `gone` hold the ids of `app.lobby.host_presence`, `watchers` the number of
    people connected to the process, `names` the ids of up to MAX_LISTED_ACCOUNTS players with an account
    among them."""

    players: frozenset[str] = frozenset()
    watchers: int = 0
    names: frozenset[str] = frozenset()
    gone: frozenset[Gone] = frozenset()


NO_CONNECTIONS = Connected()
