"""Pairing: which open game of somebody else fits a person who wants to play at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from app.domain.game_info import GameInfo
from engine import Control, Seat

GRACE = 30_000  # milliseconds for which a host without any connection counts as present after opening a game


@dataclass(frozen=True, slots=True)
class Seek:
    """An open game in which a seat is free, as far as pairing goes by it: its owner, when it was opened
    (milliseconds since the epoch), its clock and the `free` seat."""

    id: str
    owner: str
    created: int
    control: Control | None
    free: Seat


def fits(seek: Seek, wish: GameInfo, seat: Seat | None) -> bool:
    """Whether a seek suits somebody who would open the game `wish` and asks for a seat (None: any). The
    rules, and whether it is rated, are equal already."""
    if seek.owner == wish.creator or seat not in (None, seek.free):
        return False
    return wish.control is None or seek.control == wish.control


def is_new(seek: Seek, now: int) -> bool:
    """Return whether a seek was opened within GRACE of `now`: its host may be a program without a socket, or
    the page is still loading."""
    return seek.created > now - GRACE


def candidates(seeks: Iterable[Seek], wish: GameInfo, seat: Seat | None) -> list[Seek]:
    """Return the seeks that fit, the best first: equal clocks, then who has waited longest."""
    found = [seek for seek in seeks if fits(seek, wish, seat)]
    return sorted(found, key=lambda seek: (seek.control != wish.control, seek.created, seek.id))
