"""Store for bots and searches: bot players, games waiting for a bot, hint lines, evaluations, best scores of
daily deals; and position keys of running games between people."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import case, select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.engine import dialect_insert, read_connection, retry_until_known, write_transaction
from app.db.games.rows import KNOWN_ID
from app.db.schema import best_scores, entries, evaluations, games, hint_lines, players, seats, warnings
from app.domain.game_info import Player
from app.domain.names import name_key, new_id
from app.domain.results import parse_score, score_text
from engine.entry import QUIET_ACTS

NAME_FORMAT = "Computer {level}"  # reserved for bots

Line = tuple[str, tuple[str, ...]]  # start position and moves


class StoredValue(NamedTuple):
    """The evaluation of a position as JSON. `at`: time of the search."""

    text: str
    at: int


class MachineStore:
    """Store for bots and searches. Times are milliseconds since the epoch."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def player(self, level: int, now: int) -> Player:
        """Return the bot player of a level; create it if missing."""
        query = select(players.c.id, players.c.name).where(players.c.bot == level)

        async def write(_: bool) -> None:
            async with write_transaction(self._engine) as connection:
                name = NAME_FORMAT.format(level=level)
                taken = select(players.c.id).where(players.c.name == name)
                if await connection.scalar(taken):  # before the name was reserved
                    name = f"{name} {new_id(4)}"
                row = {"id": new_id(10), "name": name, "created": now, "bot": level, "listed": False}
                row["folded"] = name_key(name)
                await connection.execute(
                    dialect_insert(connection, players).values(row).on_conflict_do_nothing()
                )

        while True:
            async with read_connection(self._engine) as connection:
                row = (await connection.execute(query)).one_or_none()
            if row:
                return Player(row.id, row.name, bot=level)
            await retry_until_known(write)

    async def waiting(self, before: int, most: int) -> list[str]:
        """Return games in which a bot is to move without a pending warning, and that are idle since
        `before`."""
        last = select(entries.c.at).where(entries.c.game_id == games.c.id, entries.c.ply == games.c.ply - 1)
        later = select(entries.c.ply).where(
            entries.c.game_id == warnings.c.game_id,
            entries.c.ply >= warnings.c.ply,
            entries.c.act.not_in(QUIET_ACTS),
        )
        warned = select(warnings.c.ply).where(
            warnings.c.game_id == games.c.id, warnings.c.proceeded.is_(None), ~later.exists()
        )
        query = select(games.c.id).where(
            KNOWN_ID,
            ~warned.exists(),
            games.c.machine.is_not(None),
            games.c.ended.is_(None),
            games.c.turn == games.c.machine,
            case((games.c.ply == 0, games.c.created), else_=last.scalar_subquery()) < before,
        )
        async with read_connection(self._engine) as connection:
            return list(await connection.scalars(query.order_by(games.c.id).limit(most)))

    async def hint_line(self, game: str) -> Line | None:
        """Return the line that the hints of a game follow; None: none is stored."""
        query = select(hint_lines.c.position, hint_lines.c.line).where(hint_lines.c.game_id == game)
        async with read_connection(self._engine) as connection:
            row = (await connection.execute(query)).one_or_none()
            return None if row is None else (row.position, tuple(json.loads(row.line)))

    async def keep_line(self, game: str, line: Line) -> None:
        """Store the hint line of a game, replacing an earlier one."""
        values = {"position": line[0], "line": json.dumps(line[1])}

        async def write(_: bool) -> None:
            async with write_transaction(self._engine) as connection:
                row = dialect_insert(connection, hint_lines).values(game_id=game, **values)
                await connection.execute(row.on_conflict_do_update(index_elements=["game_id"], set_=values))

        await retry_until_known(write)

    async def evaluations(self, game: str, first: int, last: int) -> dict[int, StoredValue]:
        """Return the stored evaluations of the positions after `first` to `last` entries of a game."""
        query = select(evaluations.c.n, evaluations.c.value, evaluations.c.at).where(
            evaluations.c.game_id == game, evaluations.c.n.between(first, last)
        )
        async with read_connection(self._engine) as connection:
            return {row.n: StoredValue(row.value, row.at) for row in await connection.execute(query)}

    async def store_evaluations(self, game: str, values: Mapping[int, str], at: int, since: int = 0) -> None:
        """Store evaluations of an ended game, searched at `at`. Existing ones are kept unless searched before
        `since`."""
        rows = [{"game_id": game, "n": n, "value": value, "at": at} for n, value in sorted(values.items())]

        async def write(_: bool) -> None:
            async with write_transaction(self._engine) as connection:
                known = select(games.c.id).where(games.c.id == game).with_for_update(read=True)
                if await connection.scalar(known):  # it was not swept meanwhile
                    insert = dialect_insert(connection, evaluations)
                    replaced = insert.on_conflict_do_update(
                        index_elements=["game_id", "n"],
                        set_={"value": insert.excluded.value, "at": insert.excluded.at},
                        where=evaluations.c.at < since,
                    )
                    await connection.execute(replaced, rows)

        if rows:
            await retry_until_known(write)

    async def best_scores(self, date: str) -> dict[str, tuple[int, ...]]:
        """Return the best scores found at the deals of a past day, by game."""
        query = select(best_scores.c.rules, best_scores.c.score).where(best_scores.c.date == date)
        async with read_connection(self._engine) as connection:
            rows = await connection.execute(query.order_by(best_scores.c.rules))
            return {row.rules: parse_score(row.score) for row in rows}

    async def store_best_score(self, date: str, rules: str, score: tuple[int, ...]) -> None:
        """Store the best score at a daily deal, replacing an earlier one."""
        text = {"score": score_text(score)}

        async def write(_: bool) -> None:
            async with write_transaction(self._engine) as connection:
                row = dialect_insert(connection, best_scores).values(date=date, rules=rules, **text)
                key = ["date", "rules"]
                await connection.execute(row.on_conflict_do_update(index_elements=key, set_=text))

        await retry_until_known(write)

    async def running_games(self, player: str, rules: Sequence[str]) -> list[str]:
        """Return a player's running games between people, by these rules."""
        query = (
            select(games.c.id)
            .join(seats, seats.c.game_id == games.c.id)
            .where(seats.c.player_id == player, ~seats.c.ended, games.c.ended.is_(None))
            .where(games.c.rules.in_(rules), games.c.position_key.is_not(None))
            .order_by(games.c.id)
        )
        async with read_connection(self._engine) as connection:
            return list(await connection.scalars(query))

    async def standing_at(self, rules: Sequence[str], keys: Collection[int]) -> dict[str, set[str]]:
        """Return running games between people, by these rules, at one of these positions, each with the ids
        of its players."""
        query = (
            select(games.c.id, seats.c.player_id)
            .join(seats, seats.c.game_id == games.c.id)
            .where(games.c.rules.in_(rules), games.c.ended.is_(None), games.c.position_key.in_(keys))
        )
        found: dict[str, set[str]] = {}
        async with read_connection(self._engine) as connection:
            for row in await connection.execute(query):
                found.setdefault(row.id, set()).add(row.player_id)
        return found
