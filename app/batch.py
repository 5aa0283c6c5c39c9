"""A batch of lines as two statements: the insert that the primary key referees, and the caches of the fold.

The parameters go as columns (PostgreSQL) or as JSON (SQLite), so that one statement serves any size.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import text

from engine import Entry, Match, Outcome, Seat


@dataclass(frozen=True, slots=True)
class End:
    """What the end of a game writes into its row; `duration` in milliseconds played."""

    outcome: Outcome
    score: tuple[int, ...]
    moves: int
    duration: int


@dataclass(frozen=True, slots=True)
class Line:
    """A line to be written, with what the row of its game says after it."""

    game: str
    entry: Entry
    turn: Seat | None
    end: End | None

    @classmethod
    def of(cls, game: str, match: Match) -> Line:
        """The last line of a match, which has one."""
        if match.last is None:
            raise ValueError("a match before its first line has nothing to write")
        end = None
        if match.outcome:
            moves = match.step.number if match.step else 0
            end = End(match.outcome, match.game.score(match.state), moves, match.tally.ms)
        return cls(game, match.last, match.turn, end)


class Statements:
    """The statements of a batch, with their parameters as columns: one statement for any size."""

    def __init__(self, entries: str, folds: str) -> None:
        self.entries = text(entries)
        self.folds = text(folds)
        self.line = text("select seat, act, text, at from entries where game_id = :game and ply = :ply")

    def key(self, line: Line) -> dict[str, Any]:
        return {"game": line.game, "ply": line.entry.ply}

    def rest(self, line: Line) -> tuple[Any, ...]:
        """What stands in the log beside the key."""
        return _entry(line)[2:]

    def columns(self, lines: Sequence[Line]) -> dict[str, Any]:
        rows = [(*_entry(line),) for line in lines]
        names = ("game", "ply", "seat", "act", "text", "at")
        return dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))

    def fold_columns(self, lines: Sequence[Line]) -> dict[str, Any]:
        rows = [_fold(line) for line in lines]
        names = ("game", "ply", "turn", "ended", "winner", "reason", "score", "moves", "duration")
        return dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))


class _Json(Statements):
    """The same as rows of JSON, for a database without arrays."""

    def columns(self, lines: Sequence[Line]) -> dict[str, Any]:
        return {"rows": json.dumps([_entry(line) for line in lines])}

    def fold_columns(self, lines: Sequence[Line]) -> dict[str, Any]:
        return {"rows": json.dumps([_fold(line) for line in lines])}


def _entry(line: Line) -> tuple[Any, ...]:
    entry = line.entry
    return line.game, entry.ply, entry.seat, entry.act, entry.text, entry.at


def _fold(line: Line) -> tuple[Any, ...]:
    end, ply, at = line.end, line.entry.ply + 1, line.entry.at
    if end is None:
        return line.game, ply, line.turn, None, None, None, None, None, None
    score = " ".join(map(str, end.score))
    outcome = end.outcome
    return line.game, ply, None, at, outcome.winner, outcome.reason, score, end.moves, end.duration


_POSTGRES = Statements(
    """insert into entries (game_id, ply, seat, act, text, at)
 select * from unnest(cast(:game as text[]), cast(:ply as int[]), cast(:seat as smallint[]),
 cast(:act as text[]), cast(:text as text[]), cast(:at as bigint[]))
 on conflict do nothing returning game_id, ply""",
    """update games set ply = fold.ply, turn = fold.turn, ended = fold.ended, winner = fold.winner,
 reason = fold.reason, score = fold.score, moves = fold.moves, duration = fold.duration
 from unnest(cast(:game as text[]), cast(:ply as int[]), cast(:turn as smallint[]),
 cast(:ended as bigint[]), cast(:winner as smallint[]), cast(:reason as text[]), cast(:score as text[]),
 cast(:moves as int[]), cast(:duration as bigint[]))
 as fold(game, ply, turn, ended, winner, reason, score, moves, duration)
 where games.id = fold.game and games.ply < fold.ply""",
)

_SQLITE = _Json(
    """insert into entries (game_id, ply, seat, act, text, at)
 select value->>0, value->>1, value->>2, value->>3, value->>4, value->>5 from json_each(:rows)
 where true on conflict do nothing returning game_id, ply""",
    """update games set ply = fold.ply, turn = fold.turn, ended = fold.ended, winner = fold.winner,
 reason = fold.reason, score = fold.score, moves = fold.moves, duration = fold.duration
 from (select value->>0 as game, value->>1 as ply, value->>2 as turn, value->>3 as ended,
 value->>4 as winner, value->>5 as reason, value->>6 as score, value->>7 as moves, value->>8 as duration
 from json_each(:rows)) as fold where games.id = fold.game and games.ply < fold.ply""",
)


def statements(dialect: str) -> Statements:
    """The statements for one of our two databases, by SQLAlchemy's name of it."""
    return _SQLITE if dialect == "sqlite" else _POSTGRES
