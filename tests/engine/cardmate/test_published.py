"""Cardmate's evidence: the two games that were published with it (Ivan A Derzhanski, 2000), the author's
three variations of them, and perft.

The games stand in `static/games/cardmate/games.json`, where the client finds them too: the moves in the
author's notation, `notes` of ours by ply (1 is the first move), which tell the variations, `forced`, the
plies of the compulsory moves, and `moments`, the plies that took a King.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine import Entry, Match, Outcome, perft
from engine.cardmate.board import State
from tests.engine.cardmate.boards import GAME
from tests.rows import each_row

FILE = Path(__file__).parents[3] / "static" / "games" / "cardmate" / "games.json"
PUBLISHED: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
FIRST, SECOND = PUBLISHED


def positions(published: dict[str, Any]) -> Iterator[tuple[int, State, str, str]]:
    """Yield, by ply from 1: the state before the move, the move, and the move as printed."""
    state = GAME.start(0)
    for ply, printed in enumerate(published["moves"], 1):
        move = GAME.read(state, printed)
        yield ply, state, move, printed
        state = GAME.apply(state, move)


def choices(published: dict[str, Any]) -> dict[int, list[str]]:
    """Return, by ply, the legal moves in notation where the move was compulsory."""
    return {
        ply: [GAME.tell(state, legal, None) for legal in GAME.legal(state)]
        for ply, state, _, _ in positions(published)
        if GAME.view(state, None)["must"]
    }


def ply(number: int, side: str = "forehand") -> int:
    """Return the ply of a numbered move: 1. is the first, 1... the second."""
    return 2 * number - (side == "forehand")


@each_row(
    "published, plies, last, winner", [(FIRST, 40, "QS:e0×", "rearhand"), (SECOND, 59, "QH:e8×", "forehand")]
)
def test_a_match_ends_as_published(published: dict[str, Any], plies: int, last: str, winner: str) -> None:
    log = [Entry(ply - 1, (ply - 1) % 2, "move", move, 0) for ply, _, move, _ in positions(published)]
    match = Match.replay(GAME, 0, log)
    assert match.outcome == Outcome(GAME.seats.index(winner), "kings")
    assert published["winner"] == winner
    assert list(match.told(None)) == published["moves"]
    assert (match.ply, published["moves"][-1]) == (plies, last)


@each_row("published", PUBLISHED)
def test_compulsory_moves_captures_of_kings_and_notes_are_listed_as_they_are(
    published: dict[str, Any],
) -> None:
    """`Forced` begins the notes of single legal moves, `Not forced` of plies without compulsion."""
    forced = choices(published)
    assert published["forced"] == list(forced)
    kings = {
        ply: (GAME.view(state, None)["kings"], GAME.view(GAME.apply(state, move), None)["kings"])
        for ply, state, move, _ in positions(published)
    }
    assert published["moments"] == {
        str(ply): f"cardmate.moment.{'king' if all(after) else 'last_king'}"
        for ply, (before, after) in kings.items()
        if sum(after) < sum(before)
    }
    single = {ply for ply, legal in forced.items() if len(legal) == 1}
    notes = {int(ply): note for ply, note in published["notes"].items()}
    assert {ply for ply, note in notes.items() if note.startswith("Forced")} == single
    assert not {ply for ply, note in notes.items() if note.startswith("Not forced")} & set(forced)
    assert set(forced) <= set(notes) <= set(range(1, len(published["moves"]) + 1))


def test_compulsion_was_as_the_author_says_and_a_higher_suitmate_was_left() -> None:
    """The barred captures refute that every capture within a suit is compulsory."""
    first, second = choices(FIRST), choices(SECOND)
    assert [first[ply(19)], first[ply(20)]] == [["8D:h8"], ["8D:i6"]]
    late = [ply(number, "rearhand") for number in range(24, 30)]
    assert [len(second[number]) for number in late] == [1, 1, 2, 1, 1, 1]
    assert all(SECOND["moves"][number - 1] in second[number] for number in late)
    for published, numbers in ((FIRST, (14, 18)), (SECOND, (12, 13, 14))):
        barring = {ply(number, "rearhand") for number in numbers}
        for number, state, move, _ in positions(published):
            if number in barring:
                view, (start, end) = GAME.view(state, None), move.split(" ")[:2]
                assert view["barred"]
                assert not view["must"]
                assert end not in view["barred"].get(start, ())


def varied(published: dict[str, Any], number: int, *moves: str) -> Iterator[tuple[State, str]]:
    """Yield the states of a variation that begins at a numbered move of Forehand, each with its next move as
    printed; at last the state at the end with ""."""
    state = GAME.start(0)
    for printed in published["moves"][: ply(number) - 1]:
        state = GAME.apply(state, GAME.read(state, printed))
    for printed in moves:
        yield state, printed
        move = GAME.read(state, printed)
        assert GAME.tell(state, move, None) == printed
        state = GAME.play(state, move)
    yield state, ""


def told_moves(state: State) -> list[str]:
    return [GAME.tell(state, move, None) for move in GAME.legal(state)]


def test_the_authors_first_variation_is_legal_and_forced_as_he_says() -> None:
    variation = list(varied(FIRST, 18, "7Si1", "QS:i1", "XC:j7", "XH:j7", "6D:i1"))
    single = [printed for state, printed in variation if len(GAME.legal(state)) == 1]
    assert single == ["QS:i1", "XC:j7"]
    assert "18. 7Si1 QS:i1 19. XC:j7 XH:j7 20. 6D:i1" in FIRST["notes"][str(ply(18))]
    assert "20. XC:j9" in FIRST["notes"][str(ply(18))]


def test_in_the_authors_second_variation_any_move_of_the_queen_has_the_same_answer() -> None:
    *_, (state, _) = varied(FIRST, 18, "7Si1", "QS:i1", "XC:j7")
    moves = [printed for printed in told_moves(state) if printed.startswith("QS")]
    assert len(moves) == 14
    for printed in moves:
        after = GAME.play(state, GAME.read(state, printed))
        assert GAME.outcome(after) is None
        assert "XC:j9" in told_moves(after)


def test_the_authors_third_variation_wins_after_one_of_two_compulsory_captures() -> None:
    variation = list(varied(SECOND, 27, "QH:e8+", "9S:e3", "QH:f9×"))
    assert sorted(told_moves(variation[1][0])) == ["9S:e3", "JH:e1"]
    assert GAME.outcome(variation[-1][0]) == Outcome(0, "kings")
    assert "27. QH:e8+ 9S:e3 28. QH:f9×" in SECOND["notes"][str(ply(27))]


@each_row("depth, count", [(1, 38), (2, 1_444), (3, 57_158)])
def test_perft_from_the_setup(depth: int, count: int) -> None:
    assert perft(GAME, GAME.start(0), depth) == count
