"""Queries of one game to other processes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from app.model.presence import NO_CONNECTIONS, Connected


async def _no_connections(_: str) -> Connected:
    return NO_CONNECTIONS


async def _never() -> bool:
    return False


async def _nowhere(_: str, __: str) -> int | None:
    return None


class Others(NamedTuple):
    """Queries to other processes. All raise TryAgain.

    - `connections`: theirs to a game.
    - `are_late`: whether one of them has not been heard of for seconds and is not known to be dead.
    - `silence`: of those that hold a player's connection to a game the milliseconds since the last one was
      heard, also after its death; None: none holds one."""

    connections: Callable[[str], Awaitable[Connected]] = _no_connections
    are_late: Callable[[], Awaitable[bool]] = _never
    silence: Callable[[str, str], Awaitable[int | None]] = _nowhere


ALONE = Others()
