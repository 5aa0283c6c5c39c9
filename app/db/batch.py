"""A batch of lines as statements: the insert that the primary key referees, and the caches of the fold.

The parameters go as columns (PostgreSQL) or as JSON (SQLite), so that one statement serves any size. Lines
that end nothing have a shorter way (`app.pens`), with `line_columns` of their own.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import text

from app.domain.check import Fold
from app.domain.game_info import GameInfo
from app.domain.results import Result, results, score_text
from engine import Entry, Match, Seat

Key = tuple[str, int]  # game, ply


@dataclass(frozen=True, slots=True)
class End:
    """What the end of a game writes: the fold in its row, and its results."""

    fold: Fold
    results: tuple[Result, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A line to be written, with what the row of its game says after it."""

    game: str
    entry: Entry
    turn: Seat | None
    end: End | None

    @property
    def key(self) -> Key:
        return self.game, self.entry.ply

    @classmethod
    def of(cls, info: GameInfo, match: Match) -> Line:
        """The last line of a match, which has one."""
        if match.last is None:
            raise ValueError("a match before its first line has nothing to write")
        fold = Fold.of(info, match)
        end = End(fold, results(info, match)) if fold.outcome else None
        return cls(info.id, match.last, fold.turn, end)


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

    def line_columns(self, lines: Sequence[Line]) -> tuple[list[Any], ...]:
        """What LINES is given of lines that end nothing."""
        entries = [line.entry for line in lines]
        games = [line.game for line in lines]
        last = {line.game: number for number, line in enumerate(lines)}
        return (
            games,
            [entry.ply for entry in entries],
            [entry.seat for entry in entries],
            [entry.act for entry in entries],
            [entry.text for entry in entries],
            [entry.at for entry in entries],
            [line.turn for line in lines],
            [last[game] == number for number, game in enumerate(games)],
        )


class _Json(Statements):
    """The same as rows of JSON, for a database without arrays."""

    def columns(self, lines: Sequence[Line]) -> dict[str, Any]:
        return {"rows": json.dumps([_entry(line) for line in lines])}

    def fold_columns(self, lines: Sequence[Line]) -> dict[str, Any]:
        return {"rows": json.dumps([_fold(line) for line in lines])}

    def line_columns(self, lines: Sequence[Line]) -> tuple[list[Any], ...]:
        """Rows of entries, and of caches."""
        last = {line.game: line for line in lines}.values()
        folds = [(ply := line.entry.ply + 1, line.turn, line.game, ply) for line in last]
        return [_entry(line) for line in lines], folds


def _entry(line: Line) -> tuple[Any, ...]:
    entry = line.entry
    return line.game, entry.ply, entry.seat, entry.act, entry.text, entry.at


def _fold(line: Line) -> tuple[Any, ...]:
    fold, ply, at = line.end.fold if line.end else None, line.entry.ply + 1, line.entry.at
    if fold is None or fold.outcome is None:
        return line.game, ply, line.turn, None, None, None, None, None, None
    score, outcome = score_text(fold.score or ()), fold.outcome
    return line.game, ply, None, at, outcome.winner, outcome.reason, score, fold.moves, fold.duration


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

# Lines that end nothing: entries, caches and notices in one statement, which is its own transaction. It
# answers the numbers, from 1, of those whose ply was taken. A notice has at most 400 games, of 17 bytes each.
LINES = """with lines as materialized (
 select * from unnest($1::text[], $2::int[], $3::smallint[], $4::text[], $5::text[], $6::bigint[],
 $7::smallint[], $8::bool[]) with ordinality as line(game, ply, seat, act, text, at, turn, last, number)),
 written as (insert into entries (game_id, ply, seat, act, text, at)
 select game, ply, seat, act, text, at from lines order by game, ply
 on conflict do nothing returning game_id, ply),
 folded as (update games set ply = lines.ply + 1, turn = lines.turn
 from lines join written on written.game_id = lines.game and written.ply = lines.ply
 where lines.last and games.id = lines.game and games.ply <= lines.ply),
 parts as (select game_id, row_number() over () / 400 as part
 from (select distinct game_id from written) as games where $10::text is not null),
 told as (select pg_notify($9, $10 || string_agg(' ' || game_id, '')) from parts group by part)
 select array(select number from lines where not exists
 (select from written where written.game_id = lines.game and written.ply = lines.ply))
 from (select count(*) from told) as notices"""

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
