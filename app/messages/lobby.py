"""The lobby's messages, and lists of games over HTTP, as types."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from app.messages.games import Clock, Control, Over, Person


class Item(Struct):
    """A game in the lobby's lists. `ply`, `turn`, `moved` (when the last entry was written; without one, when
    the game began), `position` (as a spectator may see it, null where it is hidden) and `deal` (null where it
    is secret) are given for the player's own games and the first 8 live ones, null elsewhere. `daily`: the
    day whose deal it is. `to`: whom the game challenges; it stands in `mine` of both, with `to_online` where
    that person is listed. A running game of two people with a clock of seconds has in `mine` its `clock`, as
    of when the list was read, and a player of it `away`, as in a state. `moves`: those in effect, given where
    `ply` is, which counts all entries of the log."""

    id: str
    rules: str
    players: list[Person | None]
    control: Control | None
    rated: bool
    created: int
    ply: int | None
    turn: int | None
    moved: int | None
    position: str | None
    daily: str | None
    deal: int | str | None
    to: Person | None
    clock: Clock | UnsetType = UNSET
    to_online: bool | UnsetType = UNSET
    moves: int | UnsetType = UNSET


class WantedRematch(Struct):
    """A rematch that `opponent` offers to the current player, after the ended `game`."""

    game: str
    rules: str
    opponent: Person


class Lobby(Struct, tag="lobby", tag_field="t"):
    """The whole lobby: open games, live games, those that the current player has not finished (what waits for
    them first), and the number of people who are connected. `rematches` is there only where there are some:
    those that were offered to the current player within an hour."""

    open: list[Item]
    live: list[Item]
    mine: list[Item]
    online: int
    rematches: list[WantedRematch] | UnsetType = UNSET


class Boards(Struct, tag="boards", tag_field="t"):
    """What moved among the games whose positions the lobby tells: id, ply, turn, position and moves in effect
    of each."""

    items: list[tuple[str, int, int | None, str | None, int]]


class Listed(Struct):
    """A game in a list: an item of the lobby with its status and end. `moved`, `position` and
    `moves` are given for unfinished games in the list of one player; elsewhere the first two are null, and
    `moves` is left out."""

    id: str
    rules: str
    players: list[Person | None]
    control: Control | None
    rated: bool
    created: int
    ply: int
    turn: int | None
    moved: int | None
    position: str | None
    daily: str | None
    deal: int | str | None
    to: Person | None
    status: Literal["open", "live", "ended"]
    over: Over | None
    moves: int | UnsetType = UNSET


class Games(Struct):
    """A page of games, the newest first."""

    items: list[Listed]
    next: str | None
