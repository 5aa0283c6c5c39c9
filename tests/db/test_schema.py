"""Every table of the schema says what becomes of its rows, which export, deletion, sweep and backup obey."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Column, MetaData

from app.db.schema import PlayerRows, metadata
from tests.app.test_privacy import SENTENCES

BOTH_ARE_THEIRS = {"games"}  # by the creator or the challenged player: both may have all of it


def is_exported(column: Column[Any]) -> bool:
    rows = column.info.get("player")
    return isinstance(rows, PlayerRows) and rows.exported


def unclassified(tables: MetaData) -> Iterator[str]:
    """Yield a sentence for each table and column of which the schema does not say enough."""
    for table in tables.sorted_tables:
        if "saved" not in table.info:
            yield f"{table.name}: add info=_about(...): what docs/privacy.md says of it, if backups save it"
        elif (words := table.info["privacy"]) is not None and words not in SENTENCES:
            yield f"{table.name}: write into docs/privacy.md what is stored and how long; it lacks {words!r}"
        told = [column for column in table.columns if is_exported(column)]
        if len(told) > 1 and table.name not in BOTH_ARE_THEIRS:
            yield f"{table.name}: a player's export would have what others wrote: make {told[1]} BY_OTHERS"
        for column in table.columns:
            if not column.references(tables.tables["players"].c.id):
                continue
            if not isinstance(column.info.get("player"), PlayerRows):
                yield f"{column}: make it with _player(...): what becomes of its rows when the player leaves"
            elif table.info.get("privacy", "") is None:
                yield f"{table.name}: its rows are about players: say where docs/privacy.md tells of them"
        for key in table.foreign_keys:
            if table.info.get("saved") and key.column.table.info.get("saved") is False:
                yield f"{table.name}: backups save it, but not {key.column.table.name}, to which it refers"


def test_every_table_and_every_reference_to_a_player_is_classified() -> None:
    assert list(unclassified(metadata)) == []
