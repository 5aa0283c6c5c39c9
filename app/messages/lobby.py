"""The lobby's messages, and lists of games over HTTP, as types."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from app.messages.acts import Message, SocketMessage
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


class ChangedItem(Struct, kw_only=True):
    """An item in which what would be null is left out, also the `rating` of a person."""

    id: str
    rules: str
    players: list[Person | None]
    control: Control | UnsetType = UNSET
    rated: bool
    created: int
    ply: int | UnsetType = UNSET
    turn: int | UnsetType = UNSET
    moved: int | UnsetType = UNSET
    position: str | UnsetType = UNSET
    daily: str | UnsetType = UNSET
    deal: int | str | UnsetType = UNSET
    to: Person | UnsetType = UNSET
    clock: Clock | UnsetType = UNSET
    to_online: bool | UnsetType = UNSET
    moves: int | UnsetType = UNSET


class ListChange(Struct):
    """What makes a list of the one before. The games in `gone` and in `items` are removed; then the `items`
    are inserted one after the other, each at its place, counted from 0."""

    gone: list[str]
    items: list[tuple[int, ChangedItem]]


class LobbyDiff(Struct, tag="lobby_diff", tag_field="t"):
    """What has changed since the last frame, on a socket that is opened with `diff=1`; what is left out is as
    before. `rematches` is empty where none is left."""

    open: ListChange | UnsetType = UNSET
    live: ListChange | UnsetType = UNSET
    mine: ListChange | UnsetType = UNSET
    online: int | UnsetType = UNSET
    rematches: list[WantedRematch] | UnsetType = UNSET


class Visible(SocketMessage, tag="visible"):
    """Tells the lobby whether the page can be seen, on a socket that is opened with `diff=1`."""

    yes: bool


LobbyMessage = Message | Visible
decode_lobby_message = msgspec.json.Decoder[LobbyMessage](LobbyMessage).decode


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
