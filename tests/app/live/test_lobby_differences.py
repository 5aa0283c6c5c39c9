"""Deltas of the lobby add up to the whole frames."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

from app.db.games.lists import GameSummary
from app.domain.game_info import Player
from app.lobby.items import MAX_BOARDS, encode_entries
from app.lobby.lists import NO_LISTS
from app.lobby.previews import Preview
from app.lobby.visitor import LastSent, Visitor
from tests.app.http_players import Json
from tests.app.stored_games import HOUR, info

BOARD = dict.fromkeys(("ply", "turn", "moved", "position", "deal"))
PEOPLE = [Player(f"player{number}", f"Player {number}") for number in range(6)]


class World:
    """Games that open, begin, move and end by chance."""

    def __init__(self, rng: Random) -> None:
        self.rng, self.games, self.made = rng, list[GameSummary](), 0

    def step(self) -> None:
        for _ in range(self.rng.choice((0, 1, 1, 2, 30))):
            self._change(self.rng.choice(("open", "open", "begin", "begin", "move", "end", "rename")))

    def _change(self, what: str) -> None:
        rng, games = self.rng, self.games
        place = rng.randrange(len(games)) if games else 0
        if games and what == "end":
            del games[place]
        elif games and what == "move" and games[place].status == "live":
            games[place] = replace(games[place], ply=games[place].ply + 1)
        elif games and what == "begin" and games[place].status == "open":
            self._seat(place, games[place].info.players[0], rng.choice(PEOPLE))
            games[place] = replace(games[place], status="live")
        else:  # what else changes in an item is told when a list gains or loses a game
            if games and what == "rename" and (host := games[place].info.players[0]):
                self._seat(place, replace(host, name=f"{host.name}!"), games[place].info.players[1])
            self.made += 1
            made = info(rng.choice(PEOPLE), None, created=HOUR + self.made)
            games.insert(0, GameSummary(made, 0, "open", None, None))

    def _seat(self, place: int, *players: Player | None) -> None:
        known = self.games[place]
        self.games[place] = replace(known, info=replace(known.info, players=players))

    def listed(self, status: str) -> list[GameSummary]:
        return [game for game in self.games if game.status == status][:50]

    def own(self) -> list[GameSummary]:
        """Return the games of one player in random order."""
        own = [game for game in self.games if PEOPLE[0].id in game.info.seats_by_player][:9]
        return self.rng.sample(own, len(own)) if self.rng.random() < 0.3 else own


def previews(games: list[GameSummary]) -> dict[str, Preview]:
    return {
        game.info.id: Preview(game.ply, game.ply % 2, HOUR + game.ply, f"at {game.ply}", None, game.ply)
        for game in games
    }


def change(items: list[Json], change: Json | None) -> list[Json]:
    """Return a list after a change, as docs/wire.md says."""
    if change is None:
        return items
    removed = {*change["gone"], *(item["id"] for _, item in change["items"])}
    items = [item for item in items if item["id"] not in removed]
    for place, item in change["items"]:
        items.insert(place, whole_item(item))
    return items


def whole_item(item: Json) -> Json:
    """Return an item with null in its omitted fields."""
    for person in [*item["players"], item.get("to")]:
        if person:
            person.setdefault("rating", None)
    return BOARD | dict.fromkeys(("control", "daily", "to")) | item


def without_board(item: Json) -> Json:
    return {key: value for key, value in (item | BOARD).items() if key != "moves"}


def apply(known: Json, frame: Json) -> Json:
    """Return the lobby that a client has after a frame."""
    if frame["t"] == "lobby":
        return frame
    lists = {name: change(known[name], frame.get(name)) for name in ("open", "live", "mine")}
    lists["live"][MAX_BOARDS:] = map(without_board, lists["live"][MAX_BOARDS:])
    plain = {name: frame[name] for name in ("online", "rematches") if name in frame}
    return known | lists | plain


def apply_boards(known: Json, boards: dict[str, Preview]) -> Json:
    def moved(item: Json) -> Json:
        board = boards.get(item["id"])
        if board is None or item["ply"] is None:
            return item
        now = {"ply": board.ply, "turn": board.turn, "position": board.position, "moves": board.moves}
        return item | now

    return known | {name: [moved(item) for item in known[name]] for name in ("live", "mine")}


def told_by(frame: Json) -> Json:
    """Return a lobby without the times of the last moves, which `boards` frames omit."""
    lists = {
        name: [{key: value for key, value in item.items() if key != "moved"} for item in frame[name]]
        for name in ("open", "live", "mine")
    }
    return {**lists, "online": frame["online"], "rematches": frame.get("rematches") or []}


async def unsent(_: bytes) -> None:
    raise AssertionError


async def silent(_: float) -> bool:
    return False


def test_differences_make_the_lobby_that_a_whole_frame_tells() -> None:
    """Of a client that is told each change, and of one that misses some; whole frames are told where the
    difference is long, and after a missed version."""
    kinds = dict[tuple[bool, str], int]()
    for seed in range(8):
        rng = Random(seed)
        world, lists, slow = World(rng), NO_LISTS, seed % 2 == 1
        visitor, plain = (Visitor(None, unsent, silent, differences=one) for one in (True, False))
        known: Json = {}
        told: LastSent | None = None
        for step in range(40):
            world.step()
            live, own = world.listed("live"), world.own()
            boards = previews(live[:MAX_BOARDS])
            lists = lists.following(world.listed("open"), live, boards)
            if slow and rng.random() < 0.5:
                continue
            own_boards = previews(own)
            rematches = rng.choice((b"", b"", b'["some"]'))
            newest = LastSent(
                lists.version, step, encode_entries(own, own_boards), rematches, rng.randrange(3)
            )
            whole: Any = json.loads(plain.frame(None, newest, lists))
            if text := visitor.frame(told, newest, lists):
                frame = json.loads(text)
                kinds[slow, frame["t"]] = kinds.get((slow, frame["t"]), 0) + 1
                known = apply(known, frame)
            known, told = apply_boards(known, boards | own_boards), newest
            assert told_by(known) == told_by(whole), (seed, step)
    assert all(kinds[slow, kind] > 3 for slow in (True, False) for kind in ("lobby", "lobby_diff")), kinds
