"""Turns and ends of Four Horsemen; a second, plain player checks every step of random games."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from engine import Entry, Game, IllegalMove, Match, Outcome, Rng
from engine.cards import CARDS
from engine.four_horsemen.notation import position, show
from engine.four_horsemen.position import State
from engine.four_horsemen.rules import tops_used
from tests.engine.four_horsemen.plain import COUNTS, Plain, joined
from tests.engine.four_horsemen.tables import BOTH, FIRST, OPEN, any_move, table
from tests.engine.four_horsemen.tables import unseen as unseen
from tests.engine.four_horsemen.tables import unseen_match as unseen_match
from tests.rows import each_row


def symmetric(state: State, rng: Rng) -> State:
    """Return horsemen, stacks and open cards in another order."""
    stacks = [(top, *rng.shuffled(under)[0]) for top, *under in state.stacks]
    return state._replace(
        horsemen=rng.shuffled(state.horsemen)[0],
        stacks=rng.shuffled(stacks)[0],
        hand=rng.shuffled(state.hand)[0],
        discard=rng.shuffled(state.discard)[0],
    )


SOLUTIONS = json.loads((Path(__file__).parent / "solutions.json").read_text())


each_version = pytest.mark.parametrize("game", [FIRST, OPEN], ids=lambda game: f"version {game.version}")


def compare(game: Game[State], state: State, plain: Plain) -> str | None:
    """Check that the engine agrees with the plain player, and return the reason of the end, if any."""
    assert show(state) == plain.text()
    assert position(show(state)) == state
    legal, end = game.legal(state), plain.end()
    assert len(legal) == len(set(legal))
    assert set(legal) == (plain.moves() if not end else set(legal))
    won = end == "defeated"
    assert game.outcome(state) == (Outcome(0 if won else None, end) if end else None)
    defeated = sum(not pair for pair in plain.horsemen)
    assert game.score(state) == (defeated, len(plain.deck) if won else 0)
    return end


TABLES = [
    table("2D7D,-,-,-", hand="9C8D5CKH3D", deck="AS", reserve="2H"),  # which cards may lie on top
    table("2D7D,-,AC4D,-", "9C<4C,3H<4H,KH<5H", "-", "2HKS", "6SQD", "r1"),  # in the middle of a turn
    table("2D7D,-,-,-", "9C<4C,3H<4H", hand="KS", deck="6SQDJH"),  # a card drawn too many
    table("2D7D,-,-,KS9S", "9C<4C,3H<4H", "5H", "6S", "7C"),  # the last card makes no pair
    table("2D7D,-,-,KS9S", "9C<4C,2H<4H", "5H", "6S", "7C"),  # and nothing that stands defeats
    table("2D7D,-,-,-", "9C<4C,3H<4H", "5H", "6S7C"),
    table("2D7D,-,-,KS9S", "9C<4C", "5H", "6S3H"),  # the reserve makes a pair
    table("2D7D,-,-,KS9S", "9C<4C", "-", "3H5H", "6S", "r1"),  # the last card becomes the reserve
    table("2D7D,-,-,KS9S", "9C<4C", "5H"),  # a reserve alone
    table("2D7D,-,-,KS9S", "9C<4C,3H<4H", "5H", "6S5S"),  # a pair in the hand and no deck
]


@each_row("game, state", [(game, state) for game in (FIRST, OPEN) for state in TABLES])
def test_what_is_easily_missed_goes_as_the_plain_player_has_it(game: Game[State], state: State) -> None:
    """And every position one move on."""
    text = show(state)
    if compare(game, state, Plain.of(text, game.version)):
        return
    moves = [move for move in game.legal(state) if not move.endswith("...")]
    for move in (*moves, *game.completions(state)):
        plain = Plain.of(text, game.version)
        plain.do(move)
        compare(game, game.apply(state, move), plain)


@each_version
def test_random_games_go_as_the_plain_player_has_them(game: Game[State]) -> None:
    ends: Counter[str] = Counter()
    rng = random.Random(game.id)
    for number in range(40):
        deal: int | bytes = rng.randbytes(16) if number % 2 else rng.randrange(2**32)
        keen = rng.choice((0.1, 0.6, 1.0))
        state, plain = game.start(deal), Plain(deal, game.version)
        while True:
            end = compare(game, state, plain)
            if end:
                ends[end] += 1
                break
            move = any_move(game, state, rng, keen)
            assert game.permits(state, move)
            assert game.read(state, move.lower()) == move
            state = game.apply(state, move)
            plain.do(move)
    assert set(ends) == {"defeated", "out_of_cards"} | ({"overrun"} if ends["overrun"] else set())
    assert min(ends["defeated"], ends["out_of_cards"]) > 1, ends


@BOTH
@pytest.mark.parametrize("deal", SOLUTIONS["four_horsemen"])
def test_a_known_solution_wins_its_deal(game: Game[State], deal: str) -> None:
    match = Match.start(game, int(deal))
    for move in SOLUTIONS[game.id][deal]:
        match = match.then(Entry(match.ply, 0, "move", move, match.ply))
    assert match.outcome == Outcome(0, "defeated")
    defeated, left = game.score(match.state)
    assert defeated == 4
    assert left == len(match.state.deck) > 0


def test_in_version_1_horsemen_are_defeated_only_between_turns() -> None:
    two = table("2D7D,-,AC4D,-", "9C<4C,3H<4H", deck="KS6S")
    drawn = FIRST.apply(two, "draw")
    assert FIRST.legal(two) == ("draw", "beat h1 ...", "beat h3 ...")
    assert FIRST.legal(drawn) == ("draw",)
    assert list(FIRST.completions(two)) == ["beat h1 9C*3H"]
    assert not list(FIRST.completions(drawn))
    for text, rule in [
        ("beat h1 9C*3H", "hand_not_empty"),
        ("beat h1 9C", "hand_not_empty"),
        ("beat h2 9C*3H", "already_defeated"),
        ("beat h7 9C*3H", "not_a_move"),
        ("reserve", "no_reserve"),
    ]:
        assert FIRST.why(drawn, text) == rule, text
        assert not FIRST.permits(drawn, text)
    assert FIRST.read(two, "9*3") == "beat h1 9C*3H"
    for typed in ("9*3", "h1 9+3"):
        with pytest.raises(IllegalMove, match="with an empty hand") as refused:
            FIRST.read(drawn, typed)
        assert refused.value.rule == "hand_not_empty"


@each_row(
    "horsemen, stacks, end",
    [
        ("KS9S,-,-,-", "2S<4S,AC<3C,AD<3D,AH<3H,AS<3S,2C<4C", Outcome(None, "overrun")),
        ("KS9S,-,2H8H,-", "KC<9C,AC<3C,7D<3D,AH<3H,AS<3S,2C<4C", None),
        *[  # 11 11 12 13 13 13 make 57, 82 and 102, but not 58
            (f"{horseman},-,-,-", "JC<2C,JD<3C,QC<4C,KC<5C,KD<6C,KH<7C", end)
            for horseman, end in (
                ("5S7H", None),
                ("5S8H", Outcome(None, "overrun")),
                ("8S2H", None),
                ("XS2H", None),
            )
        ],
    ],
)
def test_six_stacks_overrun_unless_they_defeat_a_horseman_which_must_be_done_at_once(
    horsemen: str, stacks: str, end: Outcome | None
) -> None:
    for game, hand, deck in ((OPEN, "-", "9D8D"), (OPEN, "-", "-"), (FIRST, "8D9D", "XD")):
        state = table(horsemen, stacks, "8C", hand, deck)
        assert game.outcome(state) == end
        if end:
            assert game.score(state) == (3, 0)
        else:
            assert all(move.startswith("beat ") for move in game.legal(state))
            after = game.apply(state, next(game.completions(state)))
            assert ("draw" in game.legal(after)) == (deck != "-")


def test_nothing_is_taken_back_past_a_card_that_was_shown() -> None:
    at = "2D7D,-,-,KS9S 9C<4C,3H<4H 5H - KDKC"
    rest = "".join(card for card in CARDS if card not in at)
    match = Match.start(OPEN, 0, position=f"{at} {rest} r0")

    def then(act: str, text: str = "") -> Match:
        return match.then(Entry(match.ply, 0, act, text, match.ply))  # type: ignore[arg-type]

    match = then("move", "beat h1 9C*3H")
    match = then("undo")
    assert show(match.state) == f"{at} {rest} r0"
    match = then("redo")
    match = then("move", "reserve")
    match = then("undo")
    match = then("move", "draw")
    assert not match.undoable
    with pytest.raises(IllegalMove) as refused:
        then("undo")
    assert refused.value.rule == "revealed"


def test_a_new_reserve_is_a_revelation_and_a_play_without_one_is_not() -> None:
    hand = table("2D7D,-,-,-", hand="9C5C", reserve="5H", deck="AS")
    assert not OPEN.reveals(hand, "play 9C")
    assert OPEN.reveals(hand, "draw")
    assert not OPEN.reveals(hand, "reserve")
    assert OPEN.reveals(OPEN.apply(hand, "reserve"), "play 9C")


def test_completions_are_one_sum_for_each_horseman_and_set_of_stacks() -> None:
    state = table("2D7D,AC4D,-,3C6D", "9C<4C,3H<4H,5S<2S,8D<7H,4S<6S", hand="KD", deck="KS")
    found = list(OPEN.completions(state))
    assert all(OPEN.permits(state, move) for move in found)
    sets = [(move.split(" ")[1], tops_used(move)) for move in found]
    assert [len(used) for _, used in sets] == sorted(len(used) for _, used in sets)
    counts = {stack[0]: COUNTS[stack[0]] for stack in state.stacks}
    assert sorted((name, sorted(used)) for name, used in sets) == sorted(
        (name, sorted(used))
        for name, value in (("h1", 27), ("h2", 14), ("h4", 36))
        for size in range(2, 6)
        for used in combinations(counts, size)
        if joined([(top, counts[top], 1) for top in used], {value})
    )


def test_positions_that_play_alike_have_one_key() -> None:
    state = table("2D7D,-,-,-", "9C<4C8D,3H<4H", "5H", "6S5S", "KSQS")
    alike = [
        state._replace(hand=("5S", "6S")),
        state._replace(stacks=(("9C", "8D", "4C"), ("3H", "4H"))),
        state._replace(stacks=state.stacks[::-1]),
        state._replace(discard=state.discard[::-1]),
    ]
    assert {OPEN.key(other) for other in alike} == {OPEN.key(state)}
    others = [
        state._replace(deck=("QS", "KS")),
        state._replace(stacks=(("4C", "9C", "8D"), ("3H", "4H"))),
        state._replace(reserve="", taken=True),
        state._replace(horsemen=("", "2D7D", "", "")),
        state._replace(hand=("6S", "QS"), deck=("KS", "5S")),
    ]
    assert len({OPEN.key(other) for other in (state, *others)}) == 6
