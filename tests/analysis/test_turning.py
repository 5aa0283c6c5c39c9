"""The turning point of a lost solitaire: by bisection, by a scan of all positions, and over HTTP."""

from __future__ import annotations

import asyncio

import httpx
from hypothesis import given
from hypothesis import strategies as st

from app.analysis.turning import TurningSearch
from engine import GAMES
from engine.analysis import Verdict
from tests.app.http_players import Person, code, guest

CASTLE = GAMES["beleaguered_castle"]
DEAL = 3  # its first move `r8 r6` keeps it winnable, `r1 r7` loses it
MOVES = st.integers(0, 300)


def search(moves: int, won: int, unknown: range | set[int]) -> TurningSearch:
    """Search a game whose first `won` positions are winnable and the others lost, as far as is known."""
    found = TurningSearch(moves)
    while (position := found.next()) is not None:
        assert 0 <= position <= moves
        assert position not in found.verdicts
        verdict: Verdict = "winnable" if position < won else "lost"
        found = found.found(position, "unknown" if position in unknown else verdict, (str(position),))
    return found


def scan(moves: int, won: int, unknown: range | set[int]) -> tuple[int | None, int | None]:
    """Return the last position that is known to be winnable, and the first that is known to be lost."""
    known = [position for position in range(moves + 1) if position not in unknown]
    winnable = [position for position in known if position < won]
    lost = [position for position in known if position >= won]
    return max(winnable, default=None), min(lost, default=None)


@given(st.data())
def test_bisection_and_scan_agree_if_unknown_positions_surround_the_turning_point(
    data: st.DataObject,
) -> None:
    moves = data.draw(MOVES)
    won = data.draw(st.integers(0, moves + 1))
    first, last = data.draw(st.integers(0, won)), data.draw(st.integers(won, moves + 1))
    unknown = range(first, last)
    found = search(moves, won, unknown)
    assert (found.winnable, found.lost) == scan(moves, won, unknown)
    searches = (moves + 1).bit_length()
    assert len(found.verdicts) <= (2 * searches if unknown else searches)


@given(st.data())
def test_bisection_never_claims_more_than_a_scan(data: st.DataObject) -> None:
    moves = data.draw(MOVES)
    won = data.draw(st.integers(0, moves + 1))
    unknown = data.draw(st.sets(st.integers(0, moves)))
    found = search(moves, won, unknown)
    winnable, lost = scan(moves, won, unknown)
    assert found.winnable is None or (winnable is not None and found.winnable <= winnable)
    assert found.lost is None or (lost is not None and found.lost >= lost)


def test_the_line_leads_from_the_last_winnable_position() -> None:
    found = TurningSearch(9).found(4, "winnable", ("a", "b")).found(2, "winnable", ("c",)).found(6, "lost")
    assert (found.winnable, found.lost, found.start, found.line) == (4, 6, "winnable", ("a", "b"))
    assert found.found(5, "winnable", ("b",)).line == ("b",)
    assert TurningSearch(9).found(0, "lost").start == "lost"
    assert TurningSearch(9).found(3, "lost").start == "unknown"


async def act(person: Person, game: str, act: str, ply: int, **fields: object) -> None:
    answer = await person.post(f"/api/games/{game}/{act}", {"ply": ply, **fields})
    assert answer.status_code == 200, answer.text


async def test_the_turning_point_of_a_lost_castle_is_told_to_everybody_after_its_end(
    http: httpx.AsyncClient, visitor: Person
) -> None:
    person = await guest(http)
    game = (await person.create_game(rules=CASTLE.id, deal=DEAL))["id"]
    path = f"/api/games/{game}/turning"
    await act(person, game, "moves", 0, move="r8 r6")
    await act(person, game, "undo", 1)
    await act(person, game, "moves", 2, move="r1 r7")
    await act(person, game, "moves", 3, move="r3 r1")
    assert code(await person.get(path)) == "in_play"
    assert (await person.post(f"/api/games/{game}/resign")).status_code == 200
    answers = await asyncio.gather(*(one.get(path) for one in (person, visitor)))
    assert {answer.status_code for answer in answers} == {200}
    found = answers[0].json()
    assert found == answers[1].json() == (await visitor.get(path)).json()
    line = found.pop("line")
    searched = {one["n"]: one["verdict"] for one in found.pop("values")}
    assert searched == {0: "winnable", 1: "lost"}
    assert found == {
        "moves": 2,
        "winnable": 0,
        "lost": 1,
        "start": "winnable",
        "told": "6C>7H",
        "ply": 2,
        "lost_ply": 3,
    }
    state = CASTLE.start(DEAL)
    for move, told in line:
        assert told == CASTLE.tell(state, move, 0)
        state = CASTLE.apply(state, move)
    outcome = CASTLE.outcome(state)
    assert outcome
    assert outcome.winner == 0


async def test_a_game_without_such_a_search_has_no_turning_point(http: httpx.AsyncClient) -> None:
    person = await guest(http)
    for rules in ("four_horsemen", "cardinals_guards"):
        game = (await person.create_game(rules=rules))["id"]
        assert (await person.post(f"/api/games/{game}/resign")).status_code == 200
        assert code(await person.get(f"/api/games/{game}/turning")) == "bad_message", rules
