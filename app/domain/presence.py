"""Presence as the processes exchange it: the connections to a game, and the players who have gone."""

from __future__ import annotations

from dataclasses import dataclass

LOBBY = "lobby"  # in the place of a game's id: the connected hosts of open games
PEOPLE = 50  # with an account, whose ids a process tells, and whose names are told, at most
NAMES = 20  # of watching people that are told, at most


@dataclass(frozen=True, slots=True)
class Gone:
    """A player who has closed the last connection that a process had of theirs, `at` milliseconds since the
    epoch; `on_purpose`: to go to another page of the site."""

    player: str
    at: int
    on_purpose: bool


@dataclass(frozen=True, slots=True)
class Connected:
    """The connections to one game: ids of players who have one, the number of spectators, and the names of
    some of them; `gone`: players who had one until they left. Under LOBBY stand in `players` and `gone` the
    ids of `app.cluster.host_presence`, in `watchers` the number of all people who are connected to the
    process, and in `names` the ids of PEOPLE with an account among them."""

    players: frozenset[str] = frozenset()
    watchers: int = 0
    names: frozenset[str] = frozenset()
    gone: frozenset[Gone] = frozenset()


NO_CONNECTIONS = Connected()
