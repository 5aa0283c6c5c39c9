"""What there is to play: the answer of `/api/rules`."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType


class Preset(Struct):
    """A usual clock: seconds for the whole game, and seconds added for every move."""

    base: int
    increment: int


class Machine(Struct):
    """What machines do in a game. `levels`: of opponents, the first is the weakest; 0: there are none.
    `teaches`: a machine can warn of costly moves; `par`: deals have a par or a best known score; each is left
    out where it is not so."""

    levels: int
    abilities: list[Literal["hint", "evaluate", "winnable", "puzzle"]]
    teaches: bool | UnsetType = UNSET
    par: bool | UnsetType = UNSET


class Rules(Struct):
    """One game that can be played, by its current version. `options`: what this id chooses where its family
    offers a choice, by the name of the option: {"setup": "shuffled"}, empty where it offers none; the games
    of a family have the same names in the same order. `daily`: there is a deal of the day. `presets`: usual
    clocks of a game for two, the fastest first. `machine`: null where there is none."""

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
    machine: Machine | None
