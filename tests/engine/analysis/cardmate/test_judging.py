"""Judgements of moves: each reason at a position of a game, confirmed by the line of the judgement."""

from __future__ import annotations

import json
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import pytest

from engine import GAMES, Game, Outcome
from engine.analysis import Judgement, Limits
from engine.analysis.cardmate.evaluation import CARD_VALUES
from engine.analysis.cardmate.judging import MAX_WIN_DELAY_PLIES, MIN_COST, judge
from engine.analysis.cardmate.makers.judged_games import loss_of, moves
from engine.analysis.cardmate.searches import choose, evaluate
from engine.analysis.cardmate.tables import RANK
from engine.cardmate.board import State
from engine.cardmate.rules import reached
from tests.engine.analysis.cardmate.positions import few_cards, random_play
from tests.engine.analysis.cardmate.solver import wins_within
from tests.rows import each_row
from tests.soak import size


class Case(NamedTuple):
    """A move of a game, and its flaw."""

    game: str
    position: str
    move: str
    judgement: Judgement


DRAWN_OUT = Case(  # the Queen has to take a Three and a Six, and is taken
    "cardmate_one_king",
    "-XD.-8C.2.-KS.-KD.-QS.-9D.-8S.-XH/-7H.1.-6C.-5C.1.-5S.-6H.2.-7D/-4D.2.-1S.1.-QC.-4S.-JC.2/"
    "-2C.-3H.5.-2H.2/10/4.+JS.+5D.4/+6S.1.+2S.1.+JD.1.+1H.3/+1D.1.+3C.+4H.1.+9H.2.+2D.+8D/"
    "+7C.3.+5H.3.+6D.1/+XS.+8H.+QH.1.+KC.+KH.3.+XC R 6",
    "h7 j6",
    Judgement(flaw="chain", line=("c2 b3", "f7 b3", "a1 b2", "b3 b2", "a3 b2"), points=590),
)
WALKS_INTO_THE_LAST_CAPTURE = Case(
    "cardmate_dealt",
    "9.-2H/7.-3C.-6H.1/4.-KD.3.-7D.1/10/3.+4S.+8C.5/3.+9H.6/3.+1H.1.+4H.2.+6C.1/1.+7S.2.+KC.4.+2C/"
    "2.+2S.7/7.+KH.+1C.1 R",
    "e7 e6",
    Judgement(flaw="forced_loss", line=("d5 e6",), plies=1),
)
A_CHAIN_TO_THE_KINGS = Case(
    "cardmate",
    "-XD.-8C.-9S.-QC.-KS.-KD.-QS.-9D.-8S.-XH/-7H.1.-6C.2.-5S.1.-6H.1.-7D/"
    "-4D.-2C.-3H.-1S.-5C.-JC.1.-3D.-2H.-1C/2.-JH.4.-4S.2/10/10/6.+JS.+8D.2/"
    "+1D.+2S.+3C.+4H.2.+1H.+3S.+2D.+4C/+7C.1.+6S.+JD.+5H.+5D.1.+6D.1.+7S/"
    "+XS.+8H.+9C.+QH.+KC.+KH.+QD.+9H.1.+XC F 8",
    "g3 i4",
    Judgement(
        flaw="forced_loss",
        line=("c6 e5", "i4 h6", "g9 g3", "h6 f8", "g3 h2", "f8 d7", "h2 f0", "d7 c9", "f0 e0"),
        plies=9,
    ),
)
LOSES_BOTH_KINGS = Case(  # between quiet moves
    "cardmate_shuffled_any_two",
    "4.-KS.-KD.1.-XS.-7D.1/3.-8C.6/7.-6D.-2C.1/2.-2D.5.-4D.-1D/10/4.+3C.5/6.+4C.3/1.+7C.1.+4H.2.+JC.3/"
    "+8H.1.+6C.1.+5S.2.+6S.+2S.+7S/1.+XD.+QS.1.+KC.+KH.1.+QH.1.+XC R 7",
    "h7 g7",
    Judgement(flaw="forced_loss", line=("h0 f2", "h9 h1", "f2 f9", "h1 i1", "f9 e9"), plies=5),
)
GIVES_THE_QUEEN = Case(
    "cardmate_shuffled_one_king",
    "-XS.-8D.1.-QC.1.-KD.-QD.1.-8S.-XC/-7D.2.-6C.-KS.2.-6H.1.-7C/1.-2S.3.-9D.1.-3C.1.-1S/"
    "3.-3H.3.-4H.1.-2C/-JC.5.-5D.-JD.2/10/+1H.2.+3D.2.+1C.+3S.2/1.+2D.1.+5C.+5H.+JH.2.+2H.+4S/"
    "1.+7S.1.+9S.2.+8H.1.+6D.+7H/+XD.+8C.1.+6S.+KC.+KH.2.+QH.+XH F 6",
    "i0 c6",
    Judgement(flaw="costly", line=("a5 c6",), points=971),
)
HASTENS_THE_END = Case(  # the position is lost, but not at once
    "cardmate_one_king",
    "4.+QH.5/10/3.+KH.6/10/1.-KS.8/10/10/9.+KC/10/10 R",
    "b5 b6",
    Judgement(flaw="forced_loss", line=("e9 b6",), plies=1),
)
CASES = (
    DRAWN_OUT,
    WALKS_INTO_THE_LAST_CAPTURE,
    A_CHAIN_TO_THE_KINGS,
    LOSES_BOTH_KINGS,
    GIVES_THE_QUEEN,
    HASTENS_THE_END,
)
WINS = json.loads((Path(__file__).parent / "wins.json").read_text("utf-8"))


@each_row("case", CASES)
def test_a_move_is_judged_by_what_follows_from_it(case: Case) -> None:
    game = GAMES[case.game]
    state = game.position(case.position)
    assert judge(game, state, case.move, Limits()) == case.judgement
    check(game, state, case.move, case.judgement)


def test_a_move_that_lets_a_forced_win_slip_is_judged_so() -> None:
    """Of the positions with a win in three plies: any move but the winning ones."""
    found = 0
    for win in islice((win for win in WINS if win["plies"] == 3), size(30, 6)):
        game = GAMES[win["game"]]
        state = game.position(win["position"])
        for move in game.legal(state)[:3]:
            after = game.apply(state, move)
            judgement = judge(game, state, move, Limits())
            if judgement is None or game.outcome(after):
                continue
            assert (judgement.flaw, judgement.plies) == ("lost_win", 3) or judgement.flaw == "forced_loss"
            check(game, state, move, judgement)
            found += judgement.flaw == "lost_win"
    assert found > 5


def check(game: Game[State], state: State, move: str, judgement: Judgement) -> None:
    """Check that the line is legal, and ends as the judgement says."""
    mover, before = game.turn(state), cards(state, game.turn(state))
    start = state
    after = state = game.play(state, move)
    first = None
    for number, reply in enumerate(judgement.line):
        if judgement.flaw == "chain" and number % 2:
            assert reply in reached(state).must, "the mover has to"
            first = cards(state, mover) if first is None else first
        state = game.play(state, reply)
    match judgement.flaw:
        case "forced_loss":
            assert judgement.plies is not None
            assert len(judgement.line) <= judgement.plies
            ended = game.outcome(state)
            assert ended is not None
            assert ended.winner == 1 - mover
            if judgement.plies <= 3:
                assert wins_within(game, after, judgement.plies)
        case "lost_win":
            assert judgement.plies is not None
            assert wins_within(game, start, judgement.plies)
            assert not game.outcome(state)
            assert len(judgement.line) == 1
            if judgement.plies <= 3 and len(game.legal(state)) < 40:
                assert not wins_within(game, state, judgement.plies + MAX_WIN_DELAY_PLIES - 2)
        case "chain":
            assert first is not None
            assert judgement.points == before - cards(state, mover)
            assert min(before, first) - cards(state, mover) >= MIN_COST
        case "costly":
            assert judgement.points is not None
            assert judgement.points >= MIN_COST
        case other:
            raise AssertionError(other)


def cards(state: State, seat: int) -> int:
    worth = [0, 0]
    for piece in filter(None, state.board):
        worth[piece > 56] += CARD_VALUES[RANK[piece]]
    return worth[seat] - worth[1 - seat]


@pytest.mark.slow
def test_a_deeper_search_finds_no_warning_false() -> None:
    warned = Counter[str]()
    for game, state, move in moves(range(size(12, 1))):
        if judge(game, state, move, Limits()):
            warned[loss_of(game, state, move)] += 1
    assert warned["points"]
    assert not warned["nothing"]


@pytest.mark.slow
def test_what_is_judged_in_any_game_is_what_the_line_shows() -> None:
    """Players without foresight, from the setup, and boards with few cards at random."""
    flaws = list[str]()
    for seed in range(size(40, 2)):
        game = GAMES[("cardmate", "cardmate_one_king", "cardmate_any_two")[seed % 3]]
        state = game.start(0) if seed % 2 else few_cards(game, seed, 14)
        for number in range(60):
            if game.outcome(state):
                break
            move = choose(game, state, 1, seed * 1000 + number, Limits())
            if judgement := judge(game, state, move, Limits(nodes=4_000)):
                check(game, state, move, judgement)
                flaws.append(judgement.flaw)
            state = game.apply(state, move)
    assert flaws


def test_the_best_move_and_the_only_move_are_never_wrong() -> None:
    for case in CASES:
        game = GAMES[case.game]
        state = game.position(case.position)
        best = evaluate(game, state, Limits()).best[0]
        assert judge(game, state, best, Limits()) is None
        for later, move in random_play(game, state, 1, 12):
            if move and len(game.legal(later)) == 1:
                assert judge(game, later, move, Limits()) is None


def test_a_move_that_ends_the_game_is_not_judged() -> None:
    win = next(win for win in WINS if win["plies"] == 3)
    game = GAMES[win["game"]]
    state = game.position(win["position"])
    *others, last = evaluate(game, state, Limits()).line
    for move in others:
        state = game.apply(state, move)
    assert game.outcome(game.apply(state, last)) == Outcome(game.turn(state), win["reason"])
    assert judge(game, state, last, Limits()) is None
