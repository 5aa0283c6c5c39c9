"""Lobby messages, lists of games over HTTP, and answers to challenges."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from app.core.wire import Body, SocketMessage
from app.games.acts import Message
from app.games.messages import Clock
from app.model.messages import Control, DeclineWord, Over, Person


class Item(Struct):
    """A game in a lobby list.

    - `ply`, `turn`, `moved` (time of the last entry, or of the start), `position` (a spectator's, null if
      hidden) and `deal` (null if secret): only for the player's own games and the first 8 live games, else
      null.
    - `moves`: number of moves in effect, present where `ply` is; `ply` counts all log entries.
    - `daily`: UTC day of the daily deal.
    - `to`: the challenged player. A challenge is in `mine` of both players, with `to_online` if the
      challenged player is listed.
    - `clock`: in `mine`, for a running game of two people with a base/increment clock, as of when the list
      was read; its players then have `away` as in a state.
    """

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
    """A rematch that `opponent` offers to the current player after the ended `game`."""

    game: str
    rules: str
    opponent: Person


class Lobby(Struct, tag="lobby", tag_field="t"):
    """Full lobby: open games, live games, the current player's unfinished games (their turn first), and the
    number of people online. `rematches`: offered to the current player within the last hour; omitted if there
    are none."""

    open: list[Item]
    live: list[Item]
    mine: list[Item]
    online: int
    rematches: list[WantedRematch] | UnsetType = UNSET


class ChangedItem(Struct, kw_only=True):
    """A lobby item without its `id`, which is its key, and without null fields."""

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


class Changes(Struct):
    """Changes of games by id: `set` inserts or replaces, `gone` removes; absent if there are none."""

    set: dict[str, ChangedItem] | UnsetType = UNSET
    gone: list[str] | UnsetType = UNSET

    def __bool__(self) -> bool:
        return self.set is not UNSET or self.gone is not UNSET


class LobbyDiff(Changes, tag="lobby_diff", tag_field="t"):
    """Changes since the last frame, on a socket opened with `diff=1`: of the games of others (with a free
    seat `open`, else `live`, newest first), and of `mine`. Keys without news are absent. `rematches` is empty
    when none is left."""

    mine: Changes | UnsetType = UNSET
    online: int | UnsetType = UNSET
    rematches: list[WantedRematch] | UnsetType = UNSET


class Visible(SocketMessage, tag="visible"):
    """Tell the lobby whether the page is visible, on a socket opened with `diff=1`."""

    yes: bool


LobbyMessage = Message | Visible
decode_lobby_message = msgspec.json.Decoder[LobbyMessage](LobbyMessage).decode


BoardMove = tuple[str, int, int | None, str | None, int]


class Boards(Struct, tag="boards", tag_field="t"):
    """Moves in the games whose positions the lobby shows: id, ply, turn, position and number of moves in
    effect."""

    items: list[BoardMove]


class Listed(Struct):
    """A game in a list: a lobby item with its status and outcome. `moved`, `position` and `moves` are given
    for unfinished games in one player's list; elsewhere the first two are null and `moves` is omitted.
    `score`: of an ended solitaire."""

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
    score: tuple[int, ...] | UnsetType = UNSET


class Games(Struct):
    """A page of games, newest first."""

    items: list[Listed]
    next: str | None


class Decline(Body):
    """Reason to decline a challenge: not now, another clock, not rated (or rated), or no."""

    word: DeclineWord
