"""Parts of messages that several features send: players, time controls, outcomes."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

DeclineWord = Literal["later", "clock", "rated", "no"]  # with which a challenge was declined


class Control(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A time control: `base` seconds for the whole game plus `increment` seconds per move, at least one of
    them greater than 0; or `days` per move."""

    base: Annotated[int, Meta(ge=0, le=10_800)] | UnsetType = UNSET
    increment: Annotated[int, Meta(ge=0, le=180)] | UnsetType = UNSET
    days: Annotated[int, Meta(ge=1, le=14)] | UnsetType = UNSET


class Person(Struct):
    """A player as shown to other players.

    - `name`: empty for a deleted account; clients show "a former player".
    - `online`: only within a game.
    - `away`: server time from which the opponent may claim the game, in milliseconds since the epoch; only
      while this player is disconnected.
    - `rating`: in this game or list, null without one; in an ended rated game the rating before the game, and
      `change` the difference it made.
    - `provisional`: the rating is still uncertain.
    - `bot`: level of a bot.
    """

    id: str
    name: str
    rating: int | None = None
    online: bool | UnsetType = UNSET
    provisional: bool | UnsetType = UNSET
    change: int | UnsetType = UNSET
    away: int | UnsetType = UNSET
    bot: int | UnsetType = UNSET


class Over(Struct):
    """Outcome of a game. `winner`: a seat, or null."""

    winner: int | None
    reason: str
