"""Values of positions and moves, opponents and puzzles, with the shipped files alone and with tables."""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.analysis import Limits, Puzzle, Unreachable
from engine.analysis.puzzle_file import difficulty
from engine.analysis.three_musketeers import remark
from engine.analysis.three_musketeers.layout import STANDARD, bits_of, in_line
from engine.analysis.three_musketeers.makers.puzzles import (
    GRADE_BITS,
    MAX_PER_GRADE,
    MIN_TURNS_WITH_CHOICE,
    PUZZLE_COUNT,
)
from engine.analysis.three_musketeers.searches import (
    MAX_EXACT_MEN,
    RANDOM_PERCENT,
    choose,
    evaluate,
    missed,
    position_of,
    puzzles,
)
from engine.three_musketeers.rules import CARDINAL, GAME, MUSKETEERS, START, State
from tests.engine.analysis.three_musketeers.slow_solver import solve, state_of
from tests.serving import ROOT
from tests.soak import size

SHIPPED = Limits()


def some_state(random: Random, men: int) -> State | None:
    """Return a random position that games can come to; None: this one is none."""
    state = state_of(random.sample(range(25), 3 + men), random.randrange(2))
    position = position_of(state)
    musketeers_in_line = in_line(tuple(bits_of(position.musketeers)))
    return (
        state if position.phase == STANDARD and not musketeers_in_line and not GAME.outcome(state) else None
    )


def states(count: int, fewest: int, most: int, seed: int = 1) -> list[State]:
    random, found = Random(seed), list[State]()
    while len(found) < count:
        state = some_state(random, random.randint(fewest, most))
        if state is not None:
            found.append(state)
    return found


def test_the_cardinal_wins_from_the_start_after_each_first_move() -> None:
    evaluation = evaluate(GAME, START, SHIPPED)
    assert evaluation.value.exact
    assert evaluation.value.winner == CARDINAL
    assert evaluation.value.plies is None
    assert set(evaluation.best) == set(evaluation.moves) == set(GAME.legal(START))
    assert {value.winner for value in evaluation.moves.values()} == {CARDINAL}


def test_positions_with_few_men_have_the_values_of_a_plain_solver_in_every_phase() -> None:
    random, phases = Random(3), Counter[int]()
    while phases.total() < size(2000, 60):
        state = state_of(random.sample(range(25), 3 + random.randint(1, 4)), random.randrange(2))
        if GAME.outcome(state):
            continue
        phases[position_of(state).phase] += 1
        evaluation = evaluate(GAME, state, SHIPPED)
        assert (evaluation.value.winner, evaluation.value.plies) == solve(state)
        for move, value in evaluation.moves.items():
            winner, plies = solve(GAME.apply(state, move))
            assert (value.winner, value.plies) == (winner, plies + 1)
    assert len(phases) == 4


def check_children(state: State, limits: Limits) -> None:
    """The value of each move is that of the position after it, and the best of them that of the position."""
    evaluation = evaluate(GAME, state, limits)
    assert list(evaluation.moves) == list(GAME.legal(state))
    assert evaluation.value == evaluation.moves[evaluation.best[0]]
    winners = [value.winner for value in evaluation.moves.values()]
    assert evaluation.value.winner == (state.turn if state.turn in winners else 1 - state.turn)
    for move, value in evaluation.moves.items():
        after = GAME.apply(state, move)
        end = GAME.outcome(after)
        if end is not None:
            assert value.winner == end.winner
            assert value.plies in (1, None)
            continue
        next_value = evaluate(GAME, after, limits).value
        assert value.winner == next_value.winner
        if value.plies is not None and next_value.plies is not None:
            assert value.plies == next_value.plies + 1


@given(st.integers(1, 21), st.integers(0, 2**32))
@settings(max_examples=size(400, 15))
def test_a_value_is_the_best_of_the_values_after_each_move(men: int, seed: int) -> None:
    random = Random(seed)
    state = next(found for _ in range(10_000) if (found := some_state(random, men)) is not None)
    check_children(state, SHIPPED)


def check_tables(limits: Limits, count: int, most: int) -> None:
    """With tables a value is the best of the values after each move, and the winner that of the shipped
    files."""
    by_exactness = Counter[bool]()
    for state in states(count, 5, most, seed=4):
        check_children(state, limits)
        with_tables, without = evaluate(GAME, state, limits), evaluate(GAME, state, SHIPPED)
        assert with_tables.value.winner == without.value.winner
        assert set(with_tables.best) <= {
            move for move, value in without.moves.items() if value.winner == without.value.winner
        }
        few = position_of(state).left <= MAX_EXACT_MEN
        assert without.value.plies == (with_tables.value.plies if few else None)
        by_exactness[with_tables.value.plies is not None] += 1
    assert by_exactness[True] > by_exactness[False]


def test_the_first_table_tells_the_plies_and_the_winner_of_the_shipped_files(built: Limits) -> None:
    check_tables(built, 20, 10)


@pytest.mark.soak(only=True)
def test_all_tables_tell_the_plies_and_the_winner_of_the_shipped_files(all_built: Limits) -> None:
    check_tables(all_built, 1500, 22)


def test_a_position_that_no_game_comes_to_is_refused_with_a_sentence_but_a_bot_moves_in_it() -> None:
    for position in (
        "ooooM/ooooo/ooooM/ooooo/Moooo c",
        "4M/ooooo/oMooo/5/M4 c",
        "M3M/ooooo/ooooo/ooooo/M4 m",
    ):
        state = GAME.position(position)
        assert position_of(state).phase != STANDARD
        with pytest.raises(Unreachable, match=r"^No game from the start position comes here with .+\.$"):
            evaluate(GAME, state, SHIPPED)
        for move in GAME.legal(state)[:1]:
            assert missed(GAME, state, move, SHIPPED) is None
    for position in ("oooo1/ooooM/2ooo/Mo2o/M1ooo m", "oooo1/ooooM/2ooo/Mo2o/M1ooo c"):
        state = GAME.position(position)
        assert choose(GAME, state, 7, 1, SHIPPED) in GAME.legal(state)


def lost_games(seeds: Iterable[int], limits: Limits) -> list[int]:
    """Return the seeds of the games that level 7 as musketeers loses to random play."""
    lost = []
    for seed in seeds:
        random, state = Random(seed), START
        while (end := GAME.outcome(state)) is None:
            if state.turn == MUSKETEERS:
                move = choose(GAME, state, 7, seed, limits)
            else:
                move = random.choice(GAME.legal(state))
            state = GAME.apply(state, move)
        if end.winner != MUSKETEERS:
            lost.append(seed)
    return lost


def test_the_seventh_level_never_loses_to_random_play_without_tables() -> None:
    """In games where it once lined its own musketeers up in at most 17 plies."""
    assert lost_games((33, 40, 48), SHIPPED) == []


@pytest.mark.soak(only=True)
def test_the_seventh_level_never_loses_to_random_play(all_built: Limits) -> None:
    assert lost_games(range(100), SHIPPED) == []
    assert lost_games(range(100), all_built) == []


def test_the_same_seed_gives_the_same_moves_and_others_give_others() -> None:
    played = [[choose(GAME, state, 2, seed, SHIPPED) for state in states(20, 5, 9)] for seed in (5, 5, 6)]
    assert played[0] == played[1] != played[2]


def test_levels_differ_by_the_share_of_their_moves_that_lose_a_won_position() -> None:
    """Each higher level gives fewer wins away, the seventh none."""
    won = [
        state
        for state in states(size(4000, 250), 8, 9, seed=9)
        if 0.1 < len((found := evaluate(GAME, state, SHIPPED)).best) / len(found.moves) < 0.7
        and found.value.winner == state.turn
    ][: size(400, 40)]
    best = [set(evaluate(GAME, state, SHIPPED).best) for state in won]
    errors = [
        sum(
            choose(GAME, state, level, 11, SHIPPED) not in good for state, good in zip(won, best, strict=True)
        )
        for level in range(1, len(RANDOM_PERCENT) + 1)
    ]
    assert errors[-1] == 0
    assert errors == sorted(errors, reverse=True)
    assert errors[0] > errors[2] > errors[4] > errors[6]


def test_who_is_lost_resists_longest(built: Limits) -> None:
    lost = [
        state
        for state in states(size(600, 80), 5, 8, seed=2)
        if (found := evaluate(GAME, state, built)).value.winner != state.turn
        and len(found.best) < len(found.moves)
    ]
    assert lost
    for state in lost:
        moves = evaluate(GAME, state, built).moves
        chosen = moves[choose(GAME, state, 7, 3, built)].plies
        assert chosen == max(value.plies or 0 for value in moves.values())


def test_who_is_lost_without_tables_leaves_the_winner_the_fewest_winning_replies() -> None:
    lost = [
        state for state in states(120, 8, 8, 12) if evaluate(GAME, state, SHIPPED).value.winner != state.turn
    ]
    chosen, others = list[float](), list[float]()
    for state in lost[:5]:
        shares = {move: share_of_winning_replies(GAME.apply(state, move)) for move in GAME.legal(state)}
        chosen.append(shares[choose(GAME, state, 7, 1, SHIPPED)])
        assert chosen[-1] == min(shares.values())
        others.append(max(shares.values()))
    assert chosen != others


def share_of_winning_replies(state: State) -> float:
    if GAME.outcome(state):
        return 2
    moves = evaluate(GAME, state, SHIPPED).moves
    return sum(value.winner == state.turn for value in moves.values()) / len(moves)


def test_there_are_puzzles_of_each_grade_and_side() -> None:
    found, counts = puzzles(GAME), Counter[tuple[int, int]]()
    assert len(found) == PUZZLE_COUNT
    assert len({puzzle.id for puzzle in found}) == len({puzzle.position for puzzle in found}) == len(found)
    assert [puzzle.grade for puzzle in found] == sorted(puzzle.grade for puzzle in found)
    counts.update((puzzle.grade, GAME.position(puzzle.position).turn) for puzzle in found)
    grades = [
        (grade, side) for side in (MUSKETEERS, CARDINAL) for grade in range(1, len(GRADE_BITS[side]) + 2)
    ]
    assert sorted(counts) == sorted(grades)
    assert max(counts.values()) <= MAX_PER_GRADE


def check_puzzle(puzzle: Puzzle, wins: Callable[[State, str], bool]) -> None:
    """Each move of the solver is the only one that wins, and the grade follows from the choices. `wins`: says
    whether a move wins for the side to move."""
    state = GAME.position(puzzle.position)
    assert GAME.show(state) == puzzle.position
    solver, choices = state.turn, list[int]()
    for number, move in enumerate(puzzle.line):
        assert GAME.outcome(state) is None, puzzle
        if number % 2 == 0:
            winning = [legal for legal in GAME.legal(state) if wins(state, legal)]
            assert winning == [move], (puzzle, number)
            choices.append(len(GAME.legal(state)))
        state = GAME.apply(state, move)
    assert sum(count > 1 for count in choices) >= MIN_TURNS_WITH_CHOICE, puzzle
    assert bisect_left(GRADE_BITS[solver], difficulty(choices)) + 1 == puzzle.grade, puzzle
    outcome = GAME.outcome(state)
    assert outcome.winner == solver if outcome else len(puzzle.line) % 2 == 1, puzzle


@pytest.mark.slow
def test_each_puzzle_has_a_line_of_single_winning_moves() -> None:
    values = cache(lambda state: evaluate(GAME, state, SHIPPED).moves)
    for puzzle in puzzles(GAME):
        check_puzzle(puzzle, lambda state, move: values(state)[move].winner == state.turn)


@pytest.mark.soak(only=True)
def test_replies_in_puzzles_hold_out_longest_or_leave_a_single_winning_move(all_built: Limits) -> None:
    for puzzle in puzzles(GAME):
        state = GAME.position(puzzle.position)
        for number, move in enumerate(puzzle.line):
            if number % 2:
                values = evaluate(GAME, state, all_built).moves
                plies = {one: value.plies or 0 for one, value in values.items()}
                longer = [one for one in plies if plies[one] > plies[move]]
                for one in longer:
                    after = GAME.apply(state, one)
                    found = evaluate(GAME, after, all_built).moves.values()
                    assert sum(value.winner == after.turn for value in found) > 1, (puzzle, number)
            state = GAME.apply(state, move)


def test_puzzles_with_few_men_are_what_they_are_to_the_plain_solver() -> None:
    few = [puzzle for puzzle in puzzles(GAME) if puzzle.position.count("o") <= size(5, 3)]
    assert few
    for puzzle in few:
        check_puzzle(puzzle, lambda state, move: solve(GAME.apply(state, move))[0] == state.turn)


def test_a_bot_says_why_it_moved() -> None:
    wrong = []
    for position, move, word in (
        ("5/M4/o4/M3M/5 c", "a3 b3", "no_step_left"),
        ("o2o1/5/5/1MM1o/4M c", "d5 e5", "all_in_line"),
        ("5/1M2o/5/4M/M4 c", "e4 e3", "one_capture"),
        ("5/oM3/2M1o/5/4M c", "e3 e2", "draws_near"),
        ("5/4M/M1M2/o4/5 c", "a2 a1", "keeps_away"),
        ("M4/M3o/5/5/4M c", "e4 e5", None),
        ("5/5/M2Mo/5/4M m", "d3 e3", "no_capture_left"),
        ("5/1Mo2/5/oM3/4M m", "b4 c4", "leaves_line"),
        ("M4/o4/o4/M3M/5 m", "a5 a4", "few_captures"),
        (GAME.show(START), "c3 c4", None),
    ):
        state = GAME.position(position)
        assert move in GAME.legal(state)
        if (said := remark(GAME, state, move)) != word:
            wrong.append((position, move, word, said))
    assert wrong == []


def test_each_remark_has_a_text_in_the_catalogue() -> None:
    words = re.findall(r"^ *- ([a-z_, ]+):", remark.__doc__ or "", re.MULTILINE)
    texts = json.loads((ROOT / "static" / "games" / GAME.family / "en.json").read_text("utf-8"))
    named = {word for line in words for word in line.split(", ")}
    assert len(named) == 8
    keys = {key.rpartition(".")[2] for key in texts if key.startswith(f"{GAME.family}.remark.")}
    assert keys == named


def test_a_win_was_missed_where_the_move_changed_who_wins_and_the_line_shows_it_by_the_rules() -> None:
    seen, random, played = Counter[str](), Random(0), [START]
    while GAME.outcome(played[-1]) is None:
        played.append(GAME.apply(played[-1], random.choice(GAME.legal(played[-1]))))
    for state in (*states(6, 3, MAX_EXACT_MEN), *played[24:-1]):
        found = evaluate(GAME, state, SHIPPED)
        for move in GAME.legal(state):
            given = found.value.winner == state.turn != found.moves[move].winner
            win = missed(GAME, state, move, SHIPPED)
            assert (win is not None) is given, (GAME.show(state), move)
            if win is None:
                continue
            seen["long" if win.value.plies else "first move"] += 1
            after = state
            for step in win.line:
                after = GAME.play(after, step)
            if win.value.plies:
                outcome = GAME.outcome(after)
                assert len(win.line) == win.value.plies
                assert outcome is not None
                assert outcome.winner == state.turn
            else:
                assert evaluate(GAME, after, SHIPPED).value.winner == state.turn
    assert set(seen) == {"long", "first move"}
