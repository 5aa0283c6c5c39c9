"""Presence as the processes exchange it: the connections to a game; and when the game of a player who has
gone may be claimed."""

from __future__ import annotations

from dataclasses import dataclass

from app.domain.game_info import GameInfo
from engine import Daily, Match, Timed

LOBBY = "lobby"  # in the place of a game's id: the connected owners of open games
PEOPLE = 50  # with an account, whose ids a process tells, and whose names are told, at most
NAMES = 20  # of watching people that are told, at most
LEFT = 10_000  # milliseconds after which a player who has left on purpose may lose the game
DROPPED = 120_000  # and one whose connection was lost, in a slow game or without a clock
SPEEDS = ((180, 40_000), (600, 60_000))  # less than so many seconds a player: after so many milliseconds
MOVES = 40  # of a player, in the length of a game by which its speed is judged


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
    some of them; `gone`: players who had one until they left. Under LOBBY stand the ids of
    `app.cluster.host_presence`, the number of all people who are connected to the process, and in `names` the
    ids of PEOPLE with an account among them."""

    players: frozenset[str] = frozenset()
    watchers: int = 0
    names: frozenset[str] = frozenset()
    gone: frozenset[Gone] = frozenset()


NO_CONNECTIONS = Connected()


def claim_time(info: GameInfo, match: Match, gone: Gone, acted: int) -> int | None:
    """From when on the opponent of a player who has gone may claim the game, in milliseconds since the epoch;
    `acted`: when the player last acted. None: never, as things are."""
    if not info.of_two or not info.full or match.outcome or match.abortable:
        return None
    if isinstance(info.control, Daily):
        return None
    wait = DROPPED
    if gone.on_purpose:
        wait = LEFT
    elif isinstance(info.control, Timed):
        length = info.control.base + MOVES * info.control.increment
        wait = next((short for most, short in SPEEDS if length < most), DROPPED)
    return max(gone.at, acted) + wait
