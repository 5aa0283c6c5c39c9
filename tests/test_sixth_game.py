"""A game is added by three folders and two lines and removed by deleting them; no other file names it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from engine import FAMILIES, GAMES
from tests.app.http_players import Person, guest
from tests.serving import PATIENCE, UNLIMITED, Server, command, environment, serving
from tests.sixth_game import ADDED, add_game, copy_tree, remove_game

pytestmark = pytest.mark.slow

REMOVED = FAMILIES[-1]  # a game of ours that is removed as well
OURS = next(game for game in GAMES.values() if game.family == REMOVED)
UNCHANGED = next(game for game in GAMES.values() if game.family == FAMILIES[0])
LOG_EVENT = "game_without_rules_skipped"


@dataclass
class Copy:
    """A copy of the tree, its database, and a folder for the output of its servers."""

    root: Path
    database_url: str
    output: Path

    def serve(self) -> Any:
        return serving(self.database_url, self.output, root=self.root, **UNLIMITED)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """A copy with the sixth game, and a migrated SQLite database. The last test removes the game."""
    folder = tmp_path_factory.mktemp("sixth")
    root = copy_tree(folder)
    add_game(root)
    database_url = f"sqlite:///{folder / 'games.db'}"
    migrated = command("migrate", root=root, database_url=database_url)
    assert migrated.returncode == 0, migrated.stderr
    return Copy(root, database_url, folder)


@asynccontextmanager
async def visiting(server: Server) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as http:
        yield http


async def play_six_cards(person: Person) -> str:
    """Play a whole game over a socket: draw a card, keep it and say its number; return the id of the game."""
    game: str = (await person.create_game(rules=ADDED))["id"]
    async with person.game_socket(game) as socket:
        state, card = await socket.state(), ""
        for verb in ("draw", "keep", "say"):
            await socket.send("move", ply=state["ply"], move=f"{verb} {card}".strip())
            state = await socket.state(state["ply"] + 1)
            card = card or state["view"]["hand"][0]
    assert state["over"]["reason"] == "right"
    return game


async def assert_not_found(person: Person, path: str) -> None:
    """The answer is 404 in the words of the API."""
    answer = await person.get(path)
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found"), (
        f"{path}: {answer.text}"
    )


def test_the_contract_and_the_import_rules_hold_for_a_game_that_was_added(copy: Copy) -> None:
    """The golden game is written by the command of CONTRIBUTING.md, and the tests of the copy find the game
    without being told of it."""
    golden = run(copy.root, "-m", "tests.engine.golden")
    assert f"{ADDED}.1.txt" in golden.stdout, golden.stderr
    tests = (
        "tests/test_structure.py",
        f"tests/engine/{ADDED}",
        "tests/engine/test_contract.py",
        "tests/engine/test_contract_texts.py",
        "tests/engine/test_contract_values.py",
        "tests/engine/test_golden.py",
    )
    chosen = ("-v", "-k", f"no_game_is_named or {ADDED}", "-p", "no:cacheprovider")
    passed = run(copy.root, "-m", "pytest", *tests, *chosen)
    assert passed.returncode == 0, passed.stdout
    assert f"[{ADDED}]" in passed.stdout
    lint = Path(sys.executable).with_name("lint-imports")
    kept = subprocess.run([lint, "--no-cache"], cwd=copy.root, capture_output=True, text=True, check=False)
    assert kept.returncode == 0, kept.stdout


def run(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words],
        cwd=root,
        env=environment() | {"PYTHONPATH": "."},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


async def test_a_game_is_added_and_removed_with_three_folders_and_two_lines(copy: Copy) -> None:
    with copy.serve() as server:
        async with visiting(server) as http:
            person = await guest(http)
            assert ADDED in [rules["id"] for rules in (await person.get("/api/rules")).json()]
            old = [await play_six_cards(person)]
            board = (await person.get(f"/api/leaderboards/{ADDED}")).json()
            assert [item["player"]["name"] for item in board["items"]] == [person.name]
            old += [(await person.create_game(rules=name))["id"] for name in (ADDED, OURS.id)]
            kept = (await person.create_game(rules=UNCHANGED.id))["id"]
            for file in ("board.js", "board.css", "en.json", "help.en.json", "tile.svg"):
                assert (await person.get(f"/static/games/{ADDED}/{file}")).status_code == 200

    remove_game(copy.root, ADDED)
    remove_game(copy.root, REMOVED)
    with copy.serve() as server:
        async with visiting(server) as http:
            person.http = http
            await assert_removed(person, old)
            listed = (await person.get("/api/games", params={"player": person.id})).json()["items"]
            assert [item["id"] for item in listed] == [kept]
            assert (await person.state(kept))["rules"] == UNCHANGED.id
            async with person.socket("/ws/lobby") as socket:
                assert [item["id"] for item in (await socket.expect("lobby"))["mine"]] == [kept]
        log = server.printed()
    assert log.count(f'"rules": "{ADDED}"') == 1
    assert log.count(LOG_EVENT) == 2  # one for each game, however often it is asked for


async def assert_removed(person: Person, old: list[str]) -> None:
    rules = {item["id"] for item in (await person.get("/api/rules")).json()}
    assert rules
    assert not rules & {ADDED, *(game.id for game in GAMES.values() if game.family == REMOVED)}
    for name in (ADDED, OURS.id):
        await assert_not_found(person, f"/api/leaderboards/{name}")
        await assert_not_found(person, f"/api/statistics/{name}")
        made = await person.post("/api/games", {"rules": name})
        assert (made.status_code, made.json()["error"]["code"]) == (422, "bad_message"), made.text
        assert name in made.json()["error"]["detail"]["message"]
    for game in old:
        for path in ("", "/log", "/check", "/frames/0"):
            await assert_not_found(person, f"/api/games/{game}{path}")
        joined = await person.post(f"/api/games/{game}/join")
        assert joined.status_code == 404, joined.text
        with pytest.raises(websockets.InvalidStatus) as refused:
            async with person.game_socket(game):
                pass
        assert refused.value.response.status_code == 404
    assert (await person.get("/api/daily")).status_code == 200
    assert (await person.get(f"/static/games/{ADDED}/board.js")).status_code == 404
