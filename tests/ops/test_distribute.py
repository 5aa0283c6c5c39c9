"""The command `distribute`: its steps, and the databases that it refuses. The tests that execute it are in
tests/distributed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.db.placement import CITUS_SETTINGS, TABLES_BY_GAME, Catalogue, lost_keys, steps
from app.db.schema import findings, games, metadata
from tests.databases import Fresh, Kind
from tests.serving import command

KEYS = {
    (table.name, key.parent.name): f"fk_{table.name}_{key.parent.name}_games"
    for table in metadata.sorted_tables
    for key in table.foreign_keys
    if key.column.table is games
}
MIGRATED = Catalogue("games of ours", frozenset(), KEYS, ("id",), {})
DISTRIBUTED = Catalogue(
    "games of ours",
    frozenset({"players", *(table.name for table in TABLES_BY_GAME)}),
    {
        key: name
        for key, name in KEYS.items()
        if key[0] in {t.name for t in TABLES_BY_GAME} and key[1] == "game_id"
    },
    ("game_id", "id"),
    CITUS_SETTINGS,
)


def test_the_steps_drop_all_keys_to_games_and_add_those_within_a_game_again() -> None:
    taken = [step.sql for step in steps(MIGRATED)]
    for (table, _), key in KEYS.items():
        assert f"alter table {table} drop constraint {key}" in taken
    added = {sql.split()[5] for sql in taken if " add constraint fk_" in sql}
    assert added == set(DISTRIBUTED.keys.values())
    first = taken.index("select create_reference_table('players')")
    distributed = [at for at, sql in enumerate(taken) if "create_distributed_table" in sql]
    assert first < distributed[0]
    assert len(distributed) == len(TABLES_BY_GAME)
    assert "'games', 'id'" in taken[distributed[0]]
    assert "select create_distributed_table('findings', 'key', colocate_with => 'games')" in taken
    assert 'alter database "games of ours" set citus.multi_shard_modify_mode = sequential' in taken


def test_a_distributed_database_needs_no_step_and_an_interrupted_one_the_rest() -> None:
    assert list(steps(DISTRIBUTED)) == []
    without_chat = replace(DISTRIBUTED, tables=DISTRIBUTED.tables - {"chat"})
    assert [step.what for step in steps(without_chat)] == [
        "Drop the key fk_chat_game_id_games.",
        "Distribute chat.",
        "Add the key fk_chat_game_id_games again.",
    ]
    without_key = replace(
        DISTRIBUTED, keys={key: name for key, name in DISTRIBUTED.keys.items() if key[0] != "seats"}
    )
    assert [step.what for step in steps(without_key)] == ["Add the key fk_seats_game_id_games again."]


def test_every_table_of_a_game_is_placed_or_its_key_is_checked_by_verify() -> None:
    placed = {(table.name, "game_id") for table in TABLES_BY_GAME if table not in (games, findings)}
    checked = {(column.table.name, column.name) for column in lost_keys()}
    assert placed | checked == set(KEYS)
    assert checked == {("standings", "game_id"), ("early_ends", "game_id"), ("rematches", "next")}


@pytest.mark.slow
def test_a_database_without_the_extension_is_refused_with_a_sentence(kind: Kind, fresh: Fresh) -> None:
    with fresh() as url:
        done = command("distribute", database_url=url)
        assert done.returncode == 1
        why = "SQLite cannot be distributed" if kind == "sqlite" else "this database has no Citus"
        assert done.stderr.startswith(f"distribute: {why}"), done.stderr
        assert "Traceback" not in done.stderr
