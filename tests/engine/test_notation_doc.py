"""Every example of docs/notation.md agrees with the engine."""

from __future__ import annotations

import json
import re
from pathlib import Path

from engine import FAMILIES, GAMES, load, load_text
from tests.rows import each_row

PAGE = (Path(__file__).parents[2] / "docs" / "notation.md").read_text("utf-8")
BLOCKS = [
    (kind.partition(" ")[0], kind.partition(" ")[2], content)
    for kind, content in re.findall(r"^```(\w.*)\n((?:.*\n)+?)```$", PAGE, re.MULTILINE)
]
MOVES = [(game, *content.splitlines()) for kind, game, content in BLOCKS if kind == "moves"]
GAME_TEXTS = [content for kind, _, content in BLOCKS if kind == "game"]
RECORDS = [content for kind, _, content in BLOCKS if kind == "json"]
EXAMPLES = [(game, position, line) for game, position, *lines in MOVES for line in lines]


def test_every_family_has_examples_and_no_block_is_left_out() -> None:
    assert {GAMES[game].family for game, *_ in MOVES} == set(FAMILIES)
    assert len(BLOCKS) == len(MOVES) + len(GAME_TEXTS) + len(RECORDS) == PAGE.count("```") // 2
    assert GAME_TEXTS
    assert RECORDS


@each_row("id, position", [(game, position) for game, position, *_ in MOVES])
def test_a_position_is_written_as_it_was_read(id: str, position: str) -> None:
    assert GAMES[id].show(GAMES[id].position(position)) == position


@each_row("id, position, line", [one for one in EXAMPLES if one[2][0] != "!"])
def test_a_move_is_told_and_read_as_the_page_says(id: str, position: str, line: str) -> None:
    game = GAMES[id]
    state = game.position(position)
    move, told, *typed = re.split(r" = ", line)
    assert game.permits(state, move)
    assert game.tell(state, move, game.turn(state)) == told
    for text in (move, told, *typed):
        assert game.read(state, text) == move


@each_row("id, position, line", [one for one in EXAMPLES if one[2][0] == "!"])
def test_a_text_is_refused_by_the_rule_that_the_page_names(id: str, position: str, line: str) -> None:
    text, _, rule = line.removeprefix("! ").rpartition(": ")
    assert GAMES[id].why(GAMES[id].position(position), text) == rule


@each_row("text", GAME_TEXTS)
def test_a_game_is_written_as_it_was_read(text: str) -> None:
    record = load_text(text)
    assert record.text() == text
    assert record.replay().outcome == record.outcome


@each_row("text", RECORDS)
def test_a_record_replays_and_is_written_as_it_was_read(text: str) -> None:
    record = load(json.loads(text))
    assert record.dump() == json.loads(text)
    assert record.replay().outcome == record.outcome
