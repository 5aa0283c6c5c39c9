"""Timeouts of two-player games: automatic ends by the server, and claims against absent players.

Solitaires, and games with one person in both seats, never time out. All times are milliseconds since the
epoch.
"""

from __future__ import annotations

from collections.abc import Sequence

from app.model.game_info import GameInfo
from app.model.presence import Gone
from engine import Daily, Entry, Match, Seat, Timed
from engine.checks import ABANDONED_AFTER_MS
from engine.clock import DAY_MS
from engine.entry import QUIET_ACTS

JOIN_TIMEOUT_MS = DAY_MS  # an open game is aborted
# A game in which not each seat has moved is aborted so long after the start or last entry. In correspondence
# games: the time limit per move.
FIRST_MOVES_TIMEOUT_MS = DAY_MS
CLAIM_WITHOUT_CLOCK_MS = DAY_MS  # of the absent player's turn, in a game without a clock
CLAIM_LEFT_MS = 10_000  # after a player left on purpose
CLAIM_DROPPED_MS = 120_000  # after a connection was lost, in a slow game
CLAIM_DROPPED_MS_BY_SPEED = ((180, 40_000), (600, 60_000))  # (maximum seconds of a game, milliseconds)
FIRST_MOVE_LIMIT_BELOW_SECONDS = 600  # faster games have a time limit for first moves
NOVICE_GAMES = 3  # of a family, with more time for the first move
NOVICE_FACTOR = 2  # on that limit
MIN_PAUSE_MS = 100  # shorter server pauses are not logged
ESTIMATED_MOVES = 40  # per player, to classify the speed of a game


def estimated_seconds(control: Timed) -> int:
    """Return the seconds that a player has for ESTIMATED_MOVES moves."""
    return control.base + ESTIMATED_MOVES * control.increment


def turn_began(info: GameInfo, log: Sequence[Entry]) -> int:
    """Return when the current turn began by the log, with server pauses added."""
    paused = 0
    for entry in reversed(log):
        if entry.act == "pause":
            paused += int(entry.text)
        elif entry.act not in QUIET_ACTS:
            return entry.at + paused
    return (info.started or info.created) + paused


def claim_time(info: GameInfo, match: Match, gone: Gone, turn_since: int) -> int | None:
    """Return when the opponent of an absent player may claim the game; None: not in this state.

    Only on the absent player's turn, which began at `turn_since`, after each seat has moved; never in
    correspondence games, where the clock decides."""
    if not info.of_two or not info.full or match.outcome or match.abortable:
        return None
    if isinstance(info.control, Daily) or match.turn not in info.seats_by_player.get(gone.player, ()):
        return None
    if info.control is None:
        return max(gone.at, turn_since + CLAIM_WITHOUT_CLOCK_MS)
    wait = CLAIM_LEFT_MS
    if not gone.on_purpose:
        seconds = estimated_seconds(info.control)
        wait = next((short for most, short in CLAIM_DROPPED_MS_BY_SPEED if seconds < most), CLAIM_DROPPED_MS)
    return max(gone.at, turn_since) + wait


def has_first_move_limit(info: GameInfo) -> bool:
    """Return whether first moves have a time limit: in fast games that are rated or paired."""
    fast = (
        isinstance(info.control, Timed) and estimated_seconds(info.control) < FIRST_MOVE_LIMIT_BELOW_SECONDS
    )
    return fast and info.between_people and info.full and (info.rated or info.pair)


def first_move_deadline(info: GameInfo, match: Match, turn_since: int, limit: int) -> int | None:
    """Return the deadline of the first move of the seat to move; None: no limit. `limit`: milliseconds; 0:
    none."""
    if not limit or not has_first_move_limit(info):
        return None
    if match.outcome or match.turn is None or match.turn in match.moved:
        return None
    return turn_since + limit * (NOVICE_FACTOR if match.turn in info.novices else 1)


def missed_first_move(info: GameInfo, match: Match) -> Seat | None:
    """Return the seat whose first move was not made in time, so that the server aborted the game; None: it
    ended otherwise."""
    last = match.last
    listed = info.public or info.public_at_end  # a moderator who aborts a game unlists it
    if last is None or (last.act, last.seat) != ("abort", None) or not listed:
        return None
    turn = match.game.turn(match.state)
    return turn if has_first_move_limit(info) and turn not in match.moved else None


def timeout_entry(info: GameInfo, match: Match, now: int) -> Entry | None:
    """Return the server's entry that ends this game at `now` because nobody joined, started or continued it;
    None: it has not timed out."""
    if match.solitaire or info.free or match.outcome:
        return None
    if info.started is None:
        return Entry(match.ply, None, "abort", "", now) if now - info.created >= JOIN_TIMEOUT_MS else None
    idle = now - (match.last.at if match.last else info.started)
    if match.abortable:
        within = info.control.full if isinstance(info.control, Daily) else FIRST_MOVES_TIMEOUT_MS
        return Entry(match.ply, None, "abort", "", now) if idle >= within else None
    return Entry(match.ply, None, "claim", "draw", now) if idle >= ABANDONED_AFTER_MS else None
