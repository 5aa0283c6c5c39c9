"""Writes of results, standings and streaks, in the transaction that starts or ends a game.

Everything can be rebuilt from the logs. A player who is hidden by the operator or unlisted by choice has
results and streaks, but no standings. A player's rows are written under a lock of the player, in
a fixed order, so that hiding a player and the end of their game cannot overlap.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import fields
from functools import cache
from typing import Any

from sqlalchemy import Row, Select, case, delete, func, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from app.db.engine import dialect_insert
from app.db.schema import attempts, entries, games, players, results, seats, standings, streaks
from app.model.game_info import GameInfo
from app.people.locks import lock_players
from app.results.results import Result, general, parse_score, results_of_match, score_text
from app.results.standings import ORDER_COLUMNS, Standing, best, streak_standings, wins
from app.results.streaks import Deal, Run, Streak, streaks_of_player
from engine import Match, find

SORT_KEY = (*ORDER_COLUMNS, "game_id")  # the last one: whatever order games end in
STANDING_KEY = [standings.c.board, standings.c.player_id]
UPDATED_COLUMNS = (*SORT_KEY, "score", "undone", "hints", "sittings", "first")
RESULT_FIELDS = [field.name for field in fields(Result)]
STANDING_FIELDS = [field.name for field in fields(Standing)]
StreakKey = tuple[str, str]  # player id, rules
LoadPlayed = Callable[[AsyncConnection, Sequence[Row[Any]]], AsyncIterator[tuple[GameInfo, Match]]]


async def record_results(connection: AsyncConnection, ended: Iterable[Result]) -> None:
    """Write the results of games that have just ended; keep existing ones."""
    new = sorted(ended, key=lambda result: (result.player, result.game, result.seat))
    if not new:
        return
    listed = await _lock_listed(connection, {result.player for result in new})
    insert = dialect_insert(connection, results).on_conflict_do_nothing()
    await connection.execute(insert, [result_row(result) for result in new])
    counted = [result for result in new if result.general]
    await _extend_streaks(connection, counted)
    await _upsert_standings(connection, [result for result in new if result.player in listed])
    await _upsert_streak_standings(connection, [(r.player, r.rules) for r in counted if r.player in listed])


async def record_attempt(connection: AsyncConnection, info: GameInfo) -> bool:
    """Record a player's first game at a solitaire deal. Return False if there is an earlier one."""
    row = dialect_insert(connection, attempts).values(
        player_id=info.creator, rules=info.game.id, deal=info.deal_text, game_id=info.id
    )
    inserted = row.on_conflict_do_nothing().returning(attempts.c.game_id)
    return (await connection.execute(inserted)).first() is not None


async def record_deal(connection: AsyncConnection, info: GameInfo) -> None:
    """Record a solitaire deal in the streak: an unfinished previous deal with a move counts as lost from now
    on."""
    if not general(info):
        return
    key = info.creator, info.game.id
    listed = await _lock_listed(connection, {info.creator}, exclusive=True)
    streak = (await _lock_streaks(connection, [key])).get(key, Streak())
    moved = streak.pending is not None and bool(await _first_moves(connection, [streak.pending]))
    await _save_streaks(connection, {key: streak.after_deal(info.id, pending_moved=moved)})
    if listed:
        await _upsert_streak_standings(connection, [key])


async def change_listing(connection: AsyncConnection, player: str, changes: dict[str, Any]) -> None:
    """Change whether a player is listed on leaderboards (columns `listed`, `hidden`), and add or remove their
    standings."""
    await lock_players(connection, {player})
    await connection.execute(update(players).where(players.c.id == player).values(changes))
    await _rebuild_standings(connection, player)


async def _rebuild_standings(connection: AsyncConnection, player: str) -> None:
    """Replace the standings of a locked player by those of their results, or none if they are not listed."""
    await connection.execute(delete(standings).where(standings.c.player_id == player))
    if await _lock_listed(connection, {player}):
        rows = await connection.execute(select(results).where(results.c.player_id == player))
        await _upsert_standings(connection, [result_of(row) for row in rows])
        await _upsert_streak_standings(connection, await _streak_keys(connection, player))


async def results_of(connection: AsyncConnection, game: str) -> list[Result]:
    """Return the results of a game, ordered by seat."""
    query = select(results).where(results.c.game_id == game).order_by(results.c.seat)
    return [result_of(row) for row in await connection.execute(query)]


async def rebuild_results(connection: AsyncConnection, player: str, load_played: LoadPlayed) -> int:
    """Replace the results, streaks and standings of a player by those derived from the logs of their games;
    return the number of results. The player is locked: no game of theirs starts or ends meanwhile.
    `load_played`: yields the games of these rows with their matches, without unreadable ones."""
    listed = await _lock_listed(connection, {player}, exclusive=True)
    own = select(seats.c.game_id).where(seats.c.player_id == player)
    rows = (await connection.execute(select(games).where(games.c.id.in_(own)))).all()
    moved = await _first_moves(connection, own)
    deals, ended = await swept_deals(connection, player), list[Result]()
    async for info, match in load_played(connection, rows):
        if info.creator == player and general(info):
            deals.append(Deal(info.id, info.game.id, info.created, moved.get(info.id)))
        ended += [result for result in results_of_match(info, match) if result.player == player]
    runs = streaks_of_player(deals, ended)
    for table in (results, streaks, standings):
        await connection.execute(delete(table).where(table.c.player_id == player))
    if ended:
        await connection.execute(
            dialect_insert(connection, results), [result_row(result) for result in ended]
        )
    await _save_streaks(connection, {(player, rules): streak for rules, streak in sorted(runs.items())})
    if listed:
        await _upsert_standings(connection, ended)
        await _upsert_streak_standings(connection, [(player, rules) for rules in sorted(runs)])
    return len(ended)


async def _lock_listed(connection: AsyncConnection, ids: set[str], *, exclusive: bool = False) -> set[str]:
    """Lock players until commit, and return those listed on leaderboards. `exclusive`: no other transaction
    starts or ends a game of theirs."""
    rows = await lock_players(connection, ids, "no key update" if exclusive else "share")
    return {row.id for row in rows if row.listed and row.hidden is None}


async def _upsert_standings(connection: AsyncConnection, ended: Sequence[Result]) -> None:
    """Upsert standings: replace a solitaire's if the new one is better, add to a two-player game's. The order
    in which processes write the ends of games makes no difference."""
    insert = dialect_insert(connection, standings)
    if rows := best(ended):
        await connection.execute(_if_better(insert), [standing_row(standing) for standing in rows])
    if rows := wins(ended):
        await connection.execute(_added(insert), [standing_row(standing) for standing in rows])


# The statements are built once for each dialect: to build them costs more than a move.


@cache
def _replaced(insert: Any) -> Any:
    """Return the upsert that replaces a standing."""
    set_ = {column: insert.excluded[column] for column in UPDATED_COLUMNS}
    return insert.on_conflict_do_update(index_elements=STANDING_KEY, set_=set_)


@cache
def _if_better(insert: Any) -> Any:
    """Return the upsert that replaces a standing by a better one."""
    better = tuple_(*(insert.excluded[column] for column in SORT_KEY)) < tuple_(
        *(standings.c[column] for column in SORT_KEY)
    )
    set_ = {column: insert.excluded[column] for column in UPDATED_COLUMNS}
    return insert.on_conflict_do_update(index_elements=STANDING_KEY, set_=set_, where=better)


@cache
def _added(insert: Any) -> Any:
    """Return the upsert that adds to a standing; the latest game is named in it."""
    new = insert.excluded
    later = tuple_(new.at, new.game_id) > tuple_(standings.c.at, standings.c.game_id)
    set_ = {
        "lead": standings.c.lead + new.lead,
        "second": standings.c.second + new.second,
        **{name: case((later, new[name]), else_=standings.c[name]) for name in ("at", "game_id")},
    }
    return insert.on_conflict_do_update(index_elements=STANDING_KEY, set_=set_)


async def _extend_streaks(connection: AsyncConnection, ended: Sequence[Result]) -> None:
    """Apply the ends of games to streaks, in chronological order."""
    known = await _lock_streaks(connection, [(result.player, result.rules) for result in ended])
    for result in sorted(ended, key=lambda result: result.ended):
        key = result.player, result.rules
        if key in known:
            known[key] = known[key].after_end(
                result.game, won=result.won, classes=result.classes, at=result.ended
            )
    await _save_streaks(connection, known)


async def _lock_streaks(connection: AsyncConnection, keys: Sequence[StreakKey]) -> dict[StreakKey, Streak]:
    """Return existing streaks by key; lock their rows until commit."""
    if not keys:
        return {}
    query = (
        select(streaks)
        .where(tuple_(streaks.c.player_id, streaks.c.rules).in_(sorted(set(keys))))
        .order_by(streaks.c.player_id, streaks.c.rules)
        .with_for_update()
    )
    return {(row.player_id, row.rules): _streak(row) for row in await connection.execute(query)}


async def read_streaks(connection: AsyncConnection, player: str) -> dict[str, Streak]:
    query = select(streaks).where(streaks.c.player_id == player)
    return {row.rules: _streak(row) for row in await connection.execute(query)}


def _streak(row: Row[Any]) -> Streak:
    return Streak(
        row.pending,
        Run(row.open, row.open_best, row.open_at, row.open_game),
        Run(row.unaided, row.unaided_best, row.unaided_at, row.unaided_game),
        Run(row.clean, row.clean_best, row.clean_at, row.clean_game),
    )


async def _save_streaks(connection: AsyncConnection, changed: Mapping[StreakKey, Streak]) -> None:
    if not changed:
        return
    rows = list[dict[str, Any]]()
    for (player, rules), streak in changed.items():
        rows.append({"player_id": player, "rules": rules, "pending": streak.pending})
        for of, run in streak.runs.items():
            rows[-1] |= {of: run.current, f"{of}_best": run.best, f"{of}_at": run.at, f"{of}_game": run.game}
    insert = dialect_insert(connection, streaks)
    replaced = {column: insert.excluded[column] for column in rows[0] if column not in ("player_id", "rules")}
    key = [streaks.c.player_id, streaks.c.rules]
    await connection.execute(insert.on_conflict_do_update(index_elements=key, set_=replaced), rows)


async def _upsert_streak_standings(connection: AsyncConnection, keys: Sequence[StreakKey]) -> None:
    known = await _lock_streaks(connection, keys)
    rows = [standing for key, streak in known.items() for standing in streak_standings(*key, streak)]
    if rows:
        upsert = _replaced(dialect_insert(connection, standings))
        await connection.execute(upsert, [standing_row(standing) for standing in rows])


def result_row(result: Result) -> dict[str, Any]:
    row = {name: getattr(result, name) for name in RESULT_FIELDS}
    row["game_id"], row["player_id"] = row.pop("game"), row.pop("player")
    row["score"] = score_text(result.score)
    row["points"] = result.score[0] if result.score else None
    return row


def result_of(row: Any) -> Result:
    """Return the result of a row, the inverse of `result_row`."""
    given = {name: value for name, value in row._mapping.items() if name in Result.__dataclass_fields__}
    given |= {"game": row.game_id, "player": row.player_id}
    return Result(**given | {"score": parse_score(row.score)})


def standing_row(standing: Standing) -> dict[str, Any]:
    row = {name: getattr(standing, name) for name in STANDING_FIELDS}
    row["game_id"], row["player_id"] = row.pop("game"), row.pop("player")
    return row


async def take_over_results(
    connection: AsyncConnection, guest: str, account: str, moved: Sequence[str]
) -> None:
    """Move a guest's results of games, whose seats are the account's already, to the account, and update its
    standings and streaks as if it had played them."""
    await lock_players(connection, {guest, account})
    mine = results.c.game_id.in_(moved), results.c.player_id == guest
    rows = await connection.execute(update(results).where(*mine).values(player_id=account).returning(results))
    taken = [result_of(row) for row in rows]
    known = {rules for _, rules in await _streak_keys(connection, guest)}
    await connection.execute(delete(streaks).where(streaks.c.player_id == guest))
    derived = await derive_streaks(connection, account, known)
    await _save_streaks(connection, {(account, rules): streak for rules, streak in derived.items()})
    await _rebuild_standings(connection, guest)
    if await _lock_listed(connection, {account}):
        await _upsert_standings(connection, taken)
        await _upsert_streak_standings(connection, [(account, rules) for rules in sorted(derived)])


async def _streak_keys(connection: AsyncConnection, player: str) -> list[StreakKey]:
    query = select(streaks.c.player_id, streaks.c.rules).where(streaks.c.player_id == player)
    return [(row[0], row[1]) for row in await connection.execute(query)]


async def derive_streaks(
    connection: AsyncConnection, player: str, rules: Collection[str] | None = None
) -> dict[str, Streak]:
    """Return a player's streaks by rules (None: all), derived from the rows of games and results."""
    dealt = select(games.c.id, games.c.rules, games.c.created, games.c.version).where(
        games.c.creator == player,
        games.c.public,
        games.c.first,
        games.c.deal.is_not(None),
        games.c.chosen.is_(False),
    )  # as `general`
    ended = select(results).where(results.c.player_id == player)
    if rules is not None:
        dealt, ended = dealt.where(games.c.rules.in_(rules)), ended.where(results.c.rules.in_(rules))
    rows = (await connection.execute(dealt)).all()
    moved = await _first_moves(connection, dealt.with_only_columns(games.c.id))
    deals = [Deal(row.id, row.rules, row.created, moved.get(row.id)) for row in rows if _is_solitaire(row)]
    deals += [deal for deal in await swept_deals(connection, player) if rules is None or deal.rules in rules]
    return streaks_of_player(deals, [result_of(row) for row in await connection.execute(ended)])


async def _first_moves(
    connection: AsyncConnection, ids: Sequence[str] | Select[tuple[str]]
) -> dict[str, int]:
    """Return when the first move was made in these games, in milliseconds since the epoch; games without one
    are left out."""
    moves = entries.c.game_id.in_(ids), entries.c.act == "move"
    query = select(entries.c.game_id, func.min(entries.c.at)).where(*moves).group_by(entries.c.game_id)
    return {row[0]: row[1] for row in await connection.execute(query)}


def _is_solitaire(row: Any) -> bool:
    """Return whether a row of `games` has the rules of a solitaire; False if the engine lacks its version."""
    try:
        return len(find(row.rules, row.version).seats) == 1
    except LookupError:
        return False


async def swept_deals(connection: AsyncConnection, player: str) -> list[Deal]:
    """Return the deals of a player's deleted games that count in streaks."""
    query = select(attempts.c.game_id, attempts.c.rules, attempts.c.dealt).where(
        attempts.c.player_id == player, attempts.c.dealt.is_not(None)
    )
    return [Deal(*row) for row in await connection.execute(query)]
