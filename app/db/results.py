"""What the end of a game writes besides its row: results, standings and streaks, in the same transaction.

All of it follows from the logs. A person whom the host has hidden, or who does not wish to be listed, has
results and streaks, but no standings. Rows of one person are written under his row in `players`, in a fixed
order, so that hiding him and the end of his game cannot pass each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import delete, select, tuple_, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from app.db.schema import attempts, players, results, standings, streaks
from app.domain import standings as boards
from app.domain.game_info import GameInfo
from app.domain.results import Result, general
from app.domain.standings import Standing
from app.domain.streaks import Class, Run, Streak

ORDER = ("lead", "second", "moves", "ms", "at")
LINE = (*ORDER, "score", "undone", "hints", "sittings", "first", "game_id")
Person = tuple[str, str]  # a player's id, and rules


async def enter(connection: AsyncConnection, ended: Iterable[Result]) -> None:
    """Writes the results of games that have just ended; those that stand there already are left."""
    fresh = sorted(ended, key=lambda result: (result.player, result.game, result.seat))
    if not fresh:
        return
    listed = await _listed(connection, {result.player for result in fresh})
    await connection.execute(
        _insert(connection, results).on_conflict_do_nothing(), [_row(result) for result in fresh]
    )
    counted = [result for result in fresh if result.general]
    await _run_on(connection, counted)
    await _stand(connection, [result for result in fresh if result.player in listed])
    await _show_streaks(connection, [(r.player, r.rules) for r in counted if r.player in listed])


async def attempt(connection: AsyncConnection, info: GameInfo) -> bool:
    """Notes a person's first game at a solitaire's deal. False: there was one before."""
    row = _insert(connection, attempts).values(
        player_id=info.creator, rules=info.game.id, deal=info.deal_text, game_id=info.id
    )
    noted = row.on_conflict_do_nothing().returning(attempts.c.game_id)
    return (await connection.execute(noted)).first() is not None


async def deal(connection: AsyncConnection, info: GameInfo) -> None:
    """Notes that a solitaire was dealt: if the one before it has not ended, it counts as lost for the
    streak, now and for ever."""
    if not general(info):
        return
    whose = info.creator, info.game.id
    listed = await _listed(connection, {info.creator}, alone=True)
    known = await _streaks(connection, [whose])
    await _keep(connection, {whose: known.get(whose, Streak()).dealt(info.id)})
    if listed:
        await _show_streaks(connection, [whose])


async def change(connection: AsyncConnection, player: str, changes: dict[str, Any]) -> None:
    """Changes whether a person stands on boards, and puts his lines there or takes them away."""
    await connection.execute(update(players).where(players.c.id == player).values(changes))
    await connection.execute(delete(standings).where(standings.c.player_id == player))
    if await _listed(connection, {player}):
        rows = await connection.execute(select(results).where(results.c.player_id == player))
        await _stand(connection, [_result(row) for row in rows])
        mine = select(streaks.c.player_id, streaks.c.rules).where(streaks.c.player_id == player)
        await _show_streaks(connection, [(row[0], row[1]) for row in await connection.execute(mine)])


async def hold(connection: AsyncConnection, player: str) -> None:
    """No game of a person begins or ends until the transaction does."""
    await _listed(connection, {player}, alone=True)


async def found(connection: AsyncConnection, game: str) -> list[Result]:
    """The results of a game, by seat."""
    query = select(results).where(results.c.game_id == game).order_by(results.c.seat)
    return [_result(row) for row in await connection.execute(query)]


async def rewrite(
    connection: AsyncConnection, player: str, ended: Sequence[Result], runs: Mapping[str, Streak]
) -> None:
    """Puts what follows from a person's logs in the place of what stands there. `runs`: by rules."""
    listed = await _listed(connection, {player}, alone=True)
    for table in (results, streaks, standings):
        await connection.execute(delete(table).where(table.c.player_id == player))
    if ended:
        await connection.execute(_insert(connection, results), [_row(result) for result in ended])
    await _keep(connection, {(player, rules): streak for rules, streak in sorted(runs.items())})
    if listed:
        await _stand(connection, ended)
        await _show_streaks(connection, [(player, rules) for rules in sorted(runs)])


async def _listed(connection: AsyncConnection, ids: set[str], *, alone: bool = False) -> set[str]:
    """Those of them who stand on boards; their rows stay as they are until the transaction ends. `alone`:
    nobody else deals or ends a game of theirs meanwhile."""
    query = (
        select(players.c.id, players.c.listed, players.c.hidden)
        .where(players.c.id.in_(sorted(ids)))
        .order_by(players.c.id)
        .with_for_update(read=not alone, key_share=alone)
    )
    return {row.id for row in await connection.execute(query) if row.listed and row.hidden is None}


async def _stand(connection: AsyncConnection, ended: Sequence[Result]) -> None:
    """Puts lines on boards: a better one in the place of a worse, or one more of its kind on top."""
    line = _insert(connection, standings)
    taken = {column: line.excluded[column] for column in LINE}
    key = [standings.c.board, standings.c.player_id]
    if lines := boards.best(ended):
        better = tuple_(*(line.excluded[column] for column in ORDER)) < tuple_(
            *(standings.c[column] for column in ORDER)
        )
        query = line.on_conflict_do_update(index_elements=key, set_=taken, where=better)
        await connection.execute(query, [_columns(standing) for standing in lines])
    if lines := boards.wins(ended):
        summed = taken | {
            "lead": standings.c.lead + line.excluded.lead,
            "second": standings.c.second + line.excluded.second,
        }
        query = line.on_conflict_do_update(index_elements=key, set_=summed)
        await connection.execute(query, [_columns(standing) for standing in lines])


async def _run_on(connection: AsyncConnection, ended: Sequence[Result]) -> None:
    """Takes ends into the streaks."""
    known = await _streaks(connection, [(result.player, result.rules) for result in ended])
    for result in sorted(ended, key=lambda result: result.ended):
        whose = result.player, result.rules
        if whose in known:
            known[whose] = known[whose].ended(
                result.game, won=result.won, clean=result.clean, at=result.ended
            )
    await _keep(connection, known)


async def _streaks(connection: AsyncConnection, whose: Sequence[Person]) -> dict[Person, Streak]:
    """The streaks that these persons have, kept from others until the transaction ends."""
    if not whose:
        return {}
    query = (
        select(streaks)
        .where(tuple_(streaks.c.player_id, streaks.c.rules).in_(sorted(set(whose))))
        .order_by(streaks.c.player_id, streaks.c.rules)
        .with_for_update()
    )
    return {
        (row.player_id, row.rules): Streak(
            row.pending,
            Run(row.open, row.open_best, row.open_at, row.open_game),
            Run(row.clean, row.clean_best, row.clean_at, row.clean_game),
        )
        for row in await connection.execute(query)
    }


async def _keep(connection: AsyncConnection, known: Mapping[Person, Streak]) -> None:
    if not known:
        return
    rows = [
        {"player_id": player, "rules": rules, "pending": streak.pending}
        | _run("open", streak.open)
        | _run("clean", streak.clean)
        for (player, rules), streak in known.items()
    ]
    row = _insert(connection, streaks)
    taken = {column: row.excluded[column] for column in rows[0] if column not in ("player_id", "rules")}
    key = [streaks.c.player_id, streaks.c.rules]
    await connection.execute(row.on_conflict_do_update(index_elements=key, set_=taken), rows)


def _run(of: Class, run: Run) -> dict[str, Any]:
    return {of: run.current, f"{of}_best": run.best, f"{of}_at": run.at, f"{of}_game": run.game}


async def _show_streaks(connection: AsyncConnection, whose: Sequence[Person]) -> None:
    """Brings the boards of streaks up to what the streaks are."""
    known = await _streaks(connection, whose)
    lines = [line for person, streak in known.items() for line in boards.streak_lines(*person, streak)]
    if lines:
        line = _insert(connection, standings)
        query = line.on_conflict_do_update(
            index_elements=[standings.c.board, standings.c.player_id],
            set_={column: line.excluded[column] for column in LINE},
        )
        await connection.execute(query, [_columns(line) for line in lines])


def _insert(connection: AsyncConnection, table: Any) -> Any:
    return (postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert)(table)


def _row(result: Result) -> dict[str, Any]:
    row = asdict(result)
    row["game_id"], row["player_id"] = row.pop("game"), row.pop("player")
    row["score"] = " ".join(map(str, result.score))
    row["points"] = result.score[0] if result.score else None
    return row


def _result(row: Any) -> Result:
    """The inverse of `_row`."""
    given = {name: value for name, value in row._mapping.items() if name in Result.__dataclass_fields__}
    given |= {"game": row.game_id, "player": row.player_id}
    return Result(**given | {"score": tuple(int(part) for part in row.score.split())})


def _columns(standing: Standing) -> dict[str, Any]:
    row = asdict(standing)
    row["game_id"], row["player_id"] = row.pop("game"), row.pop("player")
    return row
