"""Hints of Four Horsemen: exact, and computed from what the player sees only."""

from __future__ import annotations

from engine import Game, Rng
from engine.analysis import Hint, Limits
from engine.analysis.four_horsemen.searches import PLAY_NODES, advise, hint, par, quick_score
from engine.four_horsemen.position import State
from engine.four_horsemen.rules import can_defeat
from tests.engine.four_horsemen.tables import BOTH, OPEN, states, table, unseen
from tests.rows import each_row
from tests.soak import size

QUICK = Limits(nodes=12 * PLAY_NODES)


def steps(game: Game[State], state: State, limits: Limits = QUICK) -> list[Hint]:
    """Return all steps of the hint."""
    first = hint(game, state, 1, (), limits)
    return [first, *(hint(game, state, step, (), limits) for step in range(2, first.steps + 1))]


@BOTH
def test_hidden_cards_do_not_change_a_hint(game: Game[State]) -> None:
    changed = 0
    for number, state in enumerate(states(game, size(20, 3))):
        twin = unseen(game, state, None, Rng(number))
        changed += game.show(twin) != game.show(state)
        assert steps(game, state) == steps(game, twin)
    assert changed > 20


@BOTH
def test_a_hint_says_exactly_whether_a_horseman_can_be_defeated(game: Game[State]) -> None:
    said = set()
    all_can = table("2D7D,-,-,-", "9C<JC,3S<4S", "5H", deck="QC6C")
    six = table("2D7D,KD9D,-,-", "9C<JC,3S<4S,AC<2C,AH<2H,AS<2S,5D<6D", deck="QC6C")
    for state in (*states(game, size(20, 3)), all_can, six):
        given = steps(game, state)
        assert (given[0].text in {"can", "must", "wait"}) == can_defeat(state)
        assert (given[0].text == "must") == (len(state.stacks) == 6)
        assert [one.step for one in given] == list(range(1, given[0].steps + 1))
        assert [one.move for one in given[:-1]] == [None] * (len(given) - 1)
        move = given[-1].move
        assert move is not None
        assert game.permits(state, move)
        assert move == advise(game, state, QUICK)
        assert {one.line for one in given} == {(move,)}
        assert move.startswith("beat ") == (given[0].text in {"can", "must"})
        said |= {given[0].text, given[-1].text}
    assert said >= {"exactly", "draw", "top", "can", "must", "wait"}


def test_the_next_steps_follow_the_line_without_a_search() -> None:
    state = table("2D7D,-,-,-", "9C<JH", hand="4S3SXS", deck="6C7C")
    line = ("play XS",)
    assert [hint(OPEN, state, step, line, Limits()).line for step in (1, 2)] == [line, line]
    assert hint(OPEN, state, 2, line, QUICK).move == "play 3S"  # with `nodes` it searches in any case


def test_par_is_the_score_of_the_player_who_waits() -> None:
    for deal in range(3):
        found = par(OPEN, OPEN.start(deal), Limits())
        assert found == quick_score(OPEN, OPEN.start(deal)) == par(OPEN, OPEN.start(deal), Limits())


def test_par_of_a_game_begun_counts_the_horsemen_defeated_before() -> None:
    won = table("-,2D7D,-,-", "9C<JH,3D<4D", "5H", deck="QC")
    assert par(OPEN, won, Limits()) == (4, 1)
    lost = table("-,2D7D,4C2S,-", "AC<JH,AD<4D", "5H", deck="QC")
    assert par(OPEN, lost, Limits()) == (2, 0)


def test_two_horsemen_are_defeated_rather_than_one_with_the_stacks_of_both() -> None:
    """27 is 9*3 and 9+3+8+7, 15 is 8+7: who takes all four for one horseman defeats one only."""
    state = table("2D7D,AC5S,-,-", "9C<JH,3D<4D,8S<XH,7H<6H", "5H", deck="QC")
    beaten = set()
    while OPEN.outcome(state) is None and len(state.stacks) > 1:
        move = steps(OPEN, state)[-1].move
        assert move is not None
        beaten.add(move[5:7])
        state = OPEN.play(state, move)
    assert beaten == {"h1", "h2"}


@each_row(
    "state, texts, about, move",
    [
        (
            table("-,2D7D,-,-", "9C<JH,3D<4D,XS<XH", "5H", deck="QC"),
            ("can", "stacks", "exactly"),
            [("h2",), ("s1", "s2"), ("beat h2 9C*3D",)],
            "beat h2 9C*3D",
        ),
        (  # who can be defeated waits for the others
            table("4C2S,2D7D,-,-", "9C<JH,3D<4D,XS<XH", "5H", deck="QC"),
            ("wait", "draw"),
            [("h2",)],
            "draw",
        ),
        (  # the sixth stack would defeat nobody
            table("KD9D,-,-,-", "AC<2C,AD<2D,AH<2H,AS<2S,3C<3S", hand="4C5C", deck="6C7C"),
            ("cannot", "draw"),
            [],
            "draw",
        ),
        (table("KD9D,-,-,-", hand="4C5C", deck="6C7C"), ("few", "top"), [], "play 4C"),
        (table("KD9D,-,-,-", "9C<JH", hand="4C5C", deck="6C7C"), ("few", "top"), [], "play 4C"),
        (table("2D7D,-,-,-", "9C<JH", hand="4S3SXS", deck="6C7C"), ("few", "top"), [(), ("3S",)], "play 3S"),
        (table("2D7D,-,-,-", "9C<JH", "4H", "5H", "6C7C"), ("few", "reserve"), [], "reserve"),
    ],
)
def test_the_steps_of_a_hint_name_what_can_be_done_with_what_and_the_move(
    state: State, texts: tuple[str, ...], about: list[tuple[str, ...]], move: str
) -> None:
    given = steps(OPEN, state)
    assert tuple(one.text for one in given) == texts
    assert given[0].steps == len(texts)
    assert [one.about for one in given[: len(about)]] == about
    assert given[-1].move == move
