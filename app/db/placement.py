"""Placement of tables on a distributed PostgreSQL (Citus), and the steps to distribute a database.

`players` is a reference table, replicated to every node. TABLES_BY_GAME are distributed by game id and
colocated, so that the rows of a game are on one node; findings about deals lie where the hash of their key
leads. All other tables stay on the coordinator. Foreign keys to `games` remain in TABLES_BY_GAME for the
row's own game; `verify` checks the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column, Table, text
from sqlalchemy.ext.asyncio import AsyncConnection

from app.db.schema import (
    chat,
    chat_hidden,
    entries,
    findings,
    game_columns,
    games,
    players,
    rating_changes,
    rematches,
    results,
    seats,
    warnings,
)

TABLES_BY_GAME: tuple[Table, ...] = (
    games,
    seats,
    entries,
    results,
    rating_changes,
    rematches,
    chat,
    chat_hidden,
    warnings,
    findings,
)
# One connection per node for a statement over several shards, so that a transaction sees its own changes.
CITUS_SETTINGS = {"citus.multi_shard_modify_mode": "sequential", "citus.max_adaptive_executor_pool_size": "1"}


@dataclass(frozen=True, slots=True)
class DistributionStep:
    """One statement to distribute a database. `what`: a sentence for the operator."""

    what: str
    sql: str


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Catalogue of a database.

    - `tables`: distributed and reference tables.
    - `keys`: foreign keys to `games`, by table and column.
    - `chat_key`: columns of the primary key of `chat`."""

    name: str
    tables: frozenset[str]
    keys: dict[tuple[str, str], str]
    chat_key: tuple[str, ...]
    settings: dict[str, str]


def steps(found: Catalogue) -> Iterator[DistributionStep]:
    """Yield the missing steps; none if the database is distributed."""
    for setting, value in CITUS_SETTINGS.items():
        if found.settings.get(setting) != value:
            yield DistributionStep(
                f"Set {setting}.", f'alter database "{found.name}" set {setting} = {value}'
            )
    by_game = {table.name for table in TABLES_BY_GAME}
    waiting = [table for table in TABLES_BY_GAME if table.name not in found.tables]
    for (owner, column), key in sorted(found.keys.items()):
        own = owner in by_game and column == "game_id"
        if not own or owner not in found.tables:  # keys to the own game are added again below
            yield DistributionStep(f"Drop the key {key}.", f"alter table {owner} drop constraint {key}")
    if "game_id" not in found.chat_key:
        if found.chat_key:
            yield DistributionStep(
                "Drop the primary key of chat.", "alter table chat drop constraint pk_chat"
            )
        added = "add constraint pk_chat primary key (game_id, id)"
        yield DistributionStep("Add one that contains the game.", f"alter table chat {added}")
    if players.name not in found.tables:
        yield DistributionStep("Make players a reference table.", "select create_reference_table('players')")
    for table in waiting:
        beside = "" if table is games else ", colocate_with => 'games'"
        arguments = f"'{table.name}', '{_game_column(table)}'{beside}"
        yield DistributionStep(f"Distribute {table.name}.", f"select create_distributed_table({arguments})")
    for table in TABLES_BY_GAME:
        key = f"fk_{table.name}_game_id_games"
        if "game_id" in table.c and (table in waiting or (table.name, "game_id") not in found.keys):
            added = f"add constraint {key} foreign key (game_id) references games (id)"
            yield DistributionStep(f"Add the key {key} again.", f"alter table {table.name} {added}")


def _game_column(table: Table) -> str:
    return "id" if table is games else "key" if table is findings else "game_id"


def lost_keys() -> list[Column[Any]]:
    """Return the columns whose foreign keys to `games` a distributed database lacks."""
    return [column for column in game_columns() if not is_own_game(column)]


def is_own_game(column: Column[Any]) -> bool:
    """Return whether a column that refers to a game names that of its row, on the same node."""
    return column.table in TABLES_BY_GAME and column.name == "game_id"


async def has_extension(connection: AsyncConnection) -> bool:
    """Return whether the database is a PostgreSQL with the extension."""
    return connection.dialect.name == "postgresql" and bool(await connection.scalar(_EXTENSION))


async def count_workers(connection: AsyncConnection) -> int:
    """Return the number of nodes that may have shards."""
    return int(await connection.scalar(_WORKERS) or 0)


async def read_catalogue(connection: AsyncConnection) -> Catalogue:
    keys = await connection.execute(_KEYS)
    return Catalogue(
        name=str(await connection.scalar(text("select current_database()"))),
        tables=frozenset(await connection.scalars(_TABLES)),
        keys={(row.owner, row.attribute): row.key for row in keys},
        chat_key=tuple(await connection.scalars(_CHAT_KEY)),
        settings={row.name: row.setting for row in await connection.execute(_SETTINGS)},
    )


_EXTENSION = text("select exists (select from pg_extension where extname = 'citus')")
_WORKERS = text("select count(*) from pg_dist_node where isactive and shouldhaveshards")
_TABLES = text(
    "select logicalrelid::regclass::text from pg_dist_partition where partmethod = 'h' or repmodel = 't'"
)
_KEYS = text(
    """select owner.relname as owner, pg_attribute.attname as attribute, conname as key from pg_constraint
 join pg_class as owner on owner.oid = conrelid
 join pg_attribute on attrelid = conrelid and attnum = conkey[1]
 where contype = 'f' and confrelid = to_regclass('games')"""
)
_CHAT_KEY = text(
    """select attname from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
 where indrelid = to_regclass('chat') and indisprimary"""
)
_SETTINGS = text("select name, setting from pg_settings where name like 'citus.%'")
