"""Timeouts of games for two: when the server ends one by itself, and from when on one may be claimed.

A game whose seats one person has, and a solitaire, wait for ever. All times are milliseconds since the epoch.
"""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.game_info import GameInfo
from app.domain.presence import Gone
from engine import Daily, Entry, Match, Timed
from engine.checks import ABANDONED_AFTER
from engine.entry import QUIET

__all__ = ["ABANDONED_AFTER", "BEGIN_WITHIN", "JOIN_WITHIN", "claim_time", "entry_that_ends", "first_move_by"]

DAY = 24 * 3600 * 1000
JOIN_WITHIN = DAY  # of its creation; then an open game is aborted
BEGIN_WITHIN = DAY  # of the start or the last entry; then a game is aborted unless each seat has moved. In
# correspondence games: the time limit per move
CLAIM_WITHOUT_CLOCK = DAY  # of their turn after which the game of an absent player may be claimed
CLAIM_LEFT = 10_000  # milliseconds after which the game of a player who left on purpose may be claimed
CLAIM_DROPPED = 120_000  # the same of a player whose connection was lost, in a slow game
CLAIM_SPEEDS = ((180, 40_000), (600, 60_000))  # in games of less than so many seconds: so many milliseconds
FIRST_MOVE_BELOW = 600  # seconds of a game below which the first moves have a time limit
FIRST_GAMES = 3  # of a family, which leave a player more time for the first move
FIRST_GAMES_FACTOR = 2  # times that limit in a player's first games of a family
MIN_PAUSE = 100  # milliseconds; a shorter pause of the server is not written
MOVES = 40  # of a player, in the length of a game by which its speed is judged


def length(control: Timed) -> int:
    """Return the seconds that a player has for a game of MOVES moves."""
    return control.base + MOVES * control.increment


def turn_began(info: GameInfo, log: Sequence[Entry]) -> int:
    """Return when the turn of the seat to move began by the log, pauses of the server added."""
    paused = 0
    for entry in reversed(log):
        if entry.act == "pause":
            paused += int(entry.text)
        elif entry.act not in QUIET:
            return entry.at + paused
    return (info.started or info.created) + paused


def claim_time(info: GameInfo, match: Match, gone: Gone, turn_since: int) -> int | None:
    """Return from when on the opponent of an absent player may claim the game; None: never, as things are.

    Only while it is the absent player's turn, which began at `turn_since`; never in correspondence games,
    where the clock decides, nor before each seat has moved."""
    if not info.of_two or not info.full or match.outcome or match.abortable:
        return None
    if isinstance(info.control, Daily) or match.turn not in info.seats_by_player.get(gone.player, ()):
        return None
    if info.control is None:
        return max(gone.at, turn_since + CLAIM_WITHOUT_CLOCK)
    wait = CLAIM_LEFT
    if not gone.on_purpose:
        seconds = length(info.control)
        wait = next((short for most, short in CLAIM_SPEEDS if seconds < most), CLAIM_DROPPED)
    return max(gone.at, turn_since) + wait


def has_first_move_limit(info: GameInfo) -> bool:
    """Return whether first moves have a time limit: in fast games that are rated or were made by pairing."""
    fast = isinstance(info.control, Timed) and length(info.control) < FIRST_MOVE_BELOW
    return fast and info.between_people and info.full and (info.rated or info.pair)


def first_move_by(info: GameInfo, match: Match, turn_since: int, limit: int) -> int | None:
    """Return until when the seat to move has to make its first move; None: there is no limit.

    `limit`: milliseconds, 0: none."""
    if not limit or not has_first_move_limit(info):
        return None
    if match.outcome or match.turn is None or match.turn in match.moved:
        return None
    return turn_since + limit * (FIRST_GAMES_FACTOR if match.turn in info.novices else 1)


def entry_that_ends(info: GameInfo, match: Match, now: int) -> Entry | None:
    """Return the entry of no seat that ends this game at `now`, since nobody joined it, began it or went on
    with it; None while it may go on."""
    if match.solitaire or info.free or match.outcome:
        return None
    if info.started is None:
        return Entry(match.ply, None, "abort", "", now) if now - info.created >= JOIN_WITHIN else None
    idle = now - (match.last.at if match.last else info.started)
    if match.abortable:
        within = info.control.full if isinstance(info.control, Daily) else BEGIN_WITHIN
        return Entry(match.ply, None, "abort", "", now) if idle >= within else None
    return Entry(match.ply, None, "claim", "draw", now) if idle >= ABANDONED_AFTER else None
