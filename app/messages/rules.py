"""Response of `/api/rules`: the games that can be played."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType


class Preset(Struct):
    """A common time control: seconds for the whole game, and seconds added per move."""

    base: int
    increment: int


class Analyst(Struct):
    """Bots and searches of a game. `levels`: number of bot levels, the first is the weakest; 0 without bots.
    `teaches`: a bot can warn of costly moves; `par`: deals have a par or a best known score; both omitted if
    false."""

    levels: int
    abilities: list[Literal["hint", "evaluate", "winnable", "puzzle"]]
    teaches: bool | UnsetType = UNSET
    par: bool | UnsetType = UNSET


class Rules(Struct):
    """A game that can be played, in its current version. `options`: what this id chooses among its family's
    options, such as {"setup": "shuffled"}; the games of a family have the same option names in the same
    order, or none. `daily`: has a daily deal. `presets`: common clocks of a game for two, fastest first.
    `machine`: its bots and searches; null without any."""

    id: str
    family: str
    options: dict[str, str]
    title: str
    seats: tuple[str, ...]
    version: int
    dealt: bool
    hides: bool
    uneven: bool
    draws: bool
    daily: bool
    presets: list[Preset]
    machine: Analyst | None
