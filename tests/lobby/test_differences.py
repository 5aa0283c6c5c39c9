"""Differences of the lobby add up to the whole frames."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

from app.core.wire import encode
from app.games.lists import GameSummary
from app.lobby.lists import MAX_BOARDS, NO_LISTS, Lists
from app.lobby.messages import ChangedItem, Item, Listed, LobbyDiff, WantedRematch
from app.lobby.own_games import NO_EXTRAS
from app.lobby.previews import Preview
from app.lobby.visitor import Visitor
from app.model.game_info import Player
from app.model.messages import Person
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
            self._change(self.rng.choice(("open", "open", "begin", "begin", "end", "rename")))
        for place, game in enumerate(self.games):
            if game.status == "live" and self.rng.random() < 0.2:
                self.games[place] = replace(game, ply=game.ply + 1)

    def _change(self, what: str) -> None:
        rng, games = self.rng, self.games
        place = rng.randrange(len(games)) if games else 0
        if games and what == "end":
            del games[place]
        elif games and what == "begin" and games[place].status == "open":
            self._seat(place, games[place].info.players[0], rng.choice(PEOPLE))
            games[place] = replace(games[place], status="live")
        elif games and what == "rename" and (host := games[place].info.players[0]):
            self._seat(place, replace(host, name=f"{host.name}!"), games[place].info.players[1])
        else:
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


class Client:
    """A client that follows docs/wire.md. `others`, `mine`: games by id."""

    def __init__(self) -> None:
        self.others, self.mine = dict[str, Json](), dict[str, Json]()
        self.online, self.rematches = 0, list[Json]()
        self.got = Counter[str]()

    def receive(self, frame: Json) -> None:
        self.got[frame["t"]] += 1
        if frame["t"] == "boards":
            for game, ply, turn, position, moves in frame["items"]:
                now = {"ply": ply, "turn": turn, "position": position, "moves": moves}
                for games in (self.others, self.mine):
                    if game in games and games[game]["ply"] is not None:
                        games[game] |= now
            return
        if frame["t"] == "lobby":
            self.others = {item["id"]: item for item in (*frame["open"], *frame["live"])}
            self.mine = {item["id"]: item for item in frame["mine"]}
            self.rematches = frame.get("rematches", [])
        else:
            _change(self.others, frame)
            _change(self.mine, frame.get("mine", {}))
            self.rematches = frame.get("rematches", self.rematches)
        self.online = frame.get("online", self.online)
        for item in self.live[MAX_BOARDS:]:
            item.update(BOARD)
            item.pop("moves", None)

    @property
    def live(self) -> list[Json]:
        games = [item for item in self.others.values() if None not in item["players"]]
        return sorted(games, key=lambda item: (item["created"], item["id"]), reverse=True)

    @property
    def open(self) -> list[Json]:
        games = [item for item in self.others.values() if None in item["players"]]
        return sorted(games, key=lambda item: (item["created"], item["id"]), reverse=True)

    def shown(self) -> Json:
        return {"open": self.open, "live": self.live, "mine": self.mine, "rematches": self.rematches}


def _change(games: dict[str, Json], change: Json) -> None:
    for game in change.get("gone", ()):
        del games[game]
    for game, item in change.get("set", {}).items():
        assert "id" not in item
        assert None not in item.values()
        games[game] = dict.fromkeys((*BOARD, "control", "daily", "to")) | {"id": game} | item


async def unsent(_: bytes) -> None:
    raise AssertionError


def frames_of(visitor: Visitor, lists: Lists, rematches: list[WantedRematch], online: int) -> list[Json]:
    return [json.loads(encode(frame)) for frame in visitor.next_frames(lists, rematches, online)]


def without_times(shown: Any) -> Any:
    """Without the times of the last moves, which `boards` frames omit."""
    if isinstance(shown, dict):
        return {key: without_times(value) for key, value in shown.items() if key != "moved"}
    return [without_times(one) for one in shown] if isinstance(shown, list) else shown


def test_differences_make_the_lobby_that_a_whole_frame_tells() -> None:
    """Of a client that is told each change, and of one that is slow or hidden at times."""
    offers, got = [WantedRematch("ended", "rules", Person("player1", "Player 1"))], Counter[str]()
    for seed in range(8):
        rng, slow = Random(seed), seed % 2 == 1
        world, lists, client = World(rng), NO_LISTS, Client()
        visitor = Visitor(PEOPLE[0], unsent, differences=True)
        for step in range(40):
            world.step()
            live, own = world.listed("live"), world.own()
            lists = lists.following(world.listed("open"), live, previews(live[:MAX_BOARDS]))
            visitor.set_own(own, dict.fromkeys(previews(own), NO_EXTRAS), previews(own))
            if rng.random() < 0.5:
                lists = lists.moved(previews(live))
                visitor.move_own(previews(own))
            if slow and rng.random() < 0.5:
                visitor.show(visible=rng.random() < 0.5)
                continue
            rematches, online = rng.choice(([], offers)), rng.randrange(3)
            for frame in frames_of(visitor, lists, rematches, online):
                client.receive(frame)
            if not visitor.visible:
                continue
            fresh = Visitor(PEOPLE[0], unsent)
            fresh.own = visitor.own
            (frame,) = frames_of(fresh, lists, rematches, online)
            whole = Client()
            whole.receive(frame)
            assert without_times(client.shown()) == without_times(whole.shown()), (seed, step)
            assert [item["id"] for item in client.open] == [item["id"] for item in frame["open"]]
            assert [item["id"] for item in client.live] == [item["id"] for item in frame["live"]]
        assert slow == (client.got["lobby"] > 1), client.got
        got += client.got
    assert min(got["lobby_diff"], got["boards"]) > 10, got


def test_what_all_visitors_are_told_is_encoded_once() -> None:
    world = World(Random(1))
    for _ in range(9):
        world.step()
    waiting = world.listed("open")
    first = NO_LISTS.following(waiting[1:], [], {})
    second = first.following(waiting, [], {})
    visitors = [Visitor(None, unsent, differences=True) for _ in range(3)]
    for lists in (first, second):
        frames = [visitor.next_frames(lists, [], 0) for visitor in visitors]
    sets = {id(frame.set) for (frame,) in frames if isinstance(frame, LobbyDiff)}
    assert len(sets) == 1


def test_a_lobby_without_news_sends_nothing() -> None:
    """Also not the number of people online alone."""
    world = World(Random(2))
    for _ in range(9):
        world.step()
    live = world.listed("live")
    lists = NO_LISTS.following(world.listed("open"), live, previews(live[:MAX_BOARDS]))
    visitor = Visitor(None, unsent, differences=True)
    assert len(frames_of(visitor, lists, [], 1)) == 1
    assert frames_of(visitor, lists.following(world.listed("open"), live, previews(live[:8])), [], 2) == []


def test_moves_that_a_read_of_the_own_games_finds_wait_for_the_next_boards() -> None:
    """A move during a read is found by the next one, and no notice of it comes any more."""
    rng = Random(3)
    world = World(rng)
    for _ in range(9):
        world.step()
    visitor, own = Visitor(PEOPLE[0], unsent, differences=True), world.games[:3]
    extras = dict.fromkeys(previews(own), NO_EXTRAS)
    assert visitor.set_own(own, extras, previews(own)) == []
    assert len(frames_of(visitor, NO_LISTS, [], 1)) == 1
    later = [replace(own[0], ply=own[0].ply + 1), *own[1:]]
    assert visitor.set_own(later, extras, previews(later)) == later[:1]
    assert frames_of(visitor, NO_LISTS, [], 1) == []
    assert visitor.move_own(previews(later[:1]))
    (frame,) = frames_of(visitor, NO_LISTS, [], 1)
    assert [move[:2] for move in frame["items"]] == [[own[0].info.id, own[0].ply + 1]]


def test_the_items_of_lists_tell_the_same_of_a_game() -> None:
    known = set(Item.__struct_fields__)
    assert set(ChangedItem.__struct_fields__) == known - {"id"}
    assert set(Listed.__struct_fields__) - {"status", "over", "score"} == known - {"clock", "to_online"}
