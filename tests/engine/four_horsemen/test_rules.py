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


# The second player


each_version = pytest.mark.parametrize("game", [FIRST, OPEN], ids=lambda game: f"version {game.version}")


@each_version
def test_random_games_go_as_the_plain_player_has_them(game: Game[State]) -> None:
    ends: Counter[str] = Counter()
    rng = random.Random(game.id)
    for number in range(40):
        deal: int | bytes = rng.randbytes(16) if number % 2 else rng.randrange(2**32)
        keen = rng.choice((0.1, 0.6, 1.0))
        state, plain = game.start(deal), Plain(deal, game.version)
        while True:
            assert show(state) == plain.text()
            assert position(show(state)) == state
            legal = game.legal(state)
            assert len(legal) == len(set(legal))
            assert set(legal) == plain.moves()
            end = plain.end()
            won = end == "defeated"
            assert game.outcome(state) == (Outcome(0 if won else None, end) if end else None)
            defeated = sum(not pair for pair in plain.horsemen)
            assert game.score(state) == (defeated, len(plain.deck) if won else 0)
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


# A turn


def test_the_top_is_any_card_whose_suit_occurs_twice_in_the_hand() -> None:
    state = table("2D7D,-,-,-", hand="9C8D5CKH3D", deck="AS", reserve="2H")
    assert OPEN.legal(state) == ("draw", "reserve", "play 9C", "play 8D", "play 5C", "play 3D")
    assert OPEN.view(state, 0)["tops"] == ["9C", "8D", "5C", "3D"]
    after = OPEN.apply(state, "play 8D")
    assert after.stacks == (("8D", "9C", "5C", "KH", "3D"),)
    assert (after.hand, after.reserve, after.deck) == ((), "2H", ("AS",))


def test_a_horseman_defeated_in_the_middle_of_a_turn_leaves_hand_reserve_and_deck_as_they_are() -> None:
    start = table("2D7D,-,AC4D,-", "9C<4C,3H<4H,KH<5H", "2H", deck="KS6SQD")
    drawn = OPEN.apply(OPEN.apply(start, "reserve"), "draw")
    after = OPEN.play(drawn, "beat h1 9C*3H")
    assert (after.hand, after.reserve, after.deck, after.taken) == (("2H", "KS"), "", ("6S", "QD"), True)
    assert OPEN.legal(after) == ("draw",)
    assert not OPEN.reveals(drawn, "beat h1 9C*3H")


def test_a_card_drawn_too_many_costs_one_card_of_the_score_and_not_a_whole_hand() -> None:
    drawn = OPEN.apply(table("2D7D,-,-,-", "9C<4C,3H<4H", deck="KS6SQDJH"), "draw")
    won = OPEN.play(drawn, "beat h1 9C*3H")
    assert OPEN.outcome(won) == Outcome(0, "defeated")
    assert OPEN.score(won) == (4, 3)


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


# Ends


ACES = "AC<3C,AD<3D,AH<3H,AS<3S,2C<4C"  # these and another two make 139 in no way


@each_row("deck", ["KD6S", "-"])
def test_six_stacks_that_defeat_no_horseman_overrun(deck: str) -> None:
    state = table("KS9S,-,-,-", ACES, "8C", "2S4S", deck)
    assert OPEN.outcome(state) is None
    lost = OPEN.apply(state, "play 2S")
    assert len(lost.stacks) == 6
    assert OPEN.outcome(lost) == Outcome(None, "overrun")
    assert OPEN.score(lost) == (3, 0)


@each_row(
    "horseman, end", [("5S7H", None), ("5S8H", Outcome(None, "overrun")), ("8S2H", None), ("XS2H", None)]
)
def test_six_stacks_are_searched_for_the_last_way_out(horseman: str, end: Outcome | None) -> None:
    """11 11 12 13 13 13 make 57, 82 and 102, but not 58."""
    six = "JC<2C,JD<3C,QC<4C,KC<5C,KD<6C,KH<7C"
    assert OPEN.outcome(table(f"{horseman},-,-,-", six, "9C", "-", "9D8D")) == end


def test_with_six_stacks_a_hand_is_out_of_play_in_version_1() -> None:
    six = "JC<2C,JD<3C,QC<4C,KC<5C,KD<6C,KH<7C"
    state = table("5S7H,-,-,-", six, "9C", "8D9D", "XD")
    assert FIRST.legal(state) == ("beat h1 ...",)


@each_row("deck", ["KD6S", "-"])
def test_with_six_stacks_a_horseman_must_be_defeated_at_once(deck: str) -> None:
    five = "AC<3C,7D<3D,AH<3H,AS<3S,2C<4C"
    state = OPEN.apply(table("KS9S,-,2H8H,-", five, "8C", "KC9C", deck), "play KC")
    assert OPEN.outcome(state) is None
    assert OPEN.legal(state) == ("beat h1 ...", "beat h3 ...")
    assert OPEN.why(state, "reserve") == "six_stacks"
    assert OPEN.why(state, "draw") == "six_stacks"
    assert OPEN.permits(state, "beat h3 KC*2C+AH+AS")
    after = OPEN.apply(state, "beat h3 KC*2C+AH+AS")
    assert ("draw" in OPEN.legal(after)) == (deck != "-")


def test_a_hand_without_a_pair_is_out_of_play_when_the_deck_is_empty() -> None:
    """The last card was drawn; the reserve makes no pair either; what stands may still defeat."""
    before = table("2D7D,-,-,KS9S", "9C<4C,3H<4H", "5H", "6S", "7C")
    after = OPEN.apply(before, "draw")
    assert OPEN.outcome(after) is None
    assert OPEN.legal(after) == ("beat h1 ...", "beat h4 ...")
    assert OPEN.why(after, "reserve") == "no_pair"
    lost = OPEN.apply(after, "beat h1 9C*3H")
    assert OPEN.outcome(lost) == Outcome(None, "out_of_cards")
    assert OPEN.score(lost) == (3, 0)


def test_drawing_the_last_card_may_lose_at_once() -> None:
    state = OPEN.apply(table("2D7D,-,-,KS9S", "9C<4C,2H<4H", "5H", "6S", "7C"), "draw")
    assert OPEN.outcome(state) == Outcome(None, "out_of_cards")


def test_a_game_is_won_with_a_hand_out_of_play() -> None:
    state = table("2D7D,-,-,-", "9C<4C,3H<4H", "5H", "6S7C")
    won = OPEN.apply(state, "beat h1 9C*3H")
    assert OPEN.outcome(won) == Outcome(0, "defeated")
    assert OPEN.score(won) == (4, 0)


def test_the_last_chance_takes_a_reserve_that_makes_a_pair() -> None:
    state = table("2D7D,-,-,KS9S", "9C<4C", "5H", "6S3H")
    assert OPEN.outcome(state) is None
    assert OPEN.legal(state) == ("reserve",)
    assert not OPEN.reveals(state, "reserve")
    taken = OPEN.apply(state, "reserve")
    assert OPEN.legal(taken) == ("play 3H", "play 5H")
    assert not OPEN.reveals(taken, "play 3H")
    played = OPEN.apply(taken, "play 3H")
    assert OPEN.outcome(played) is None
    assert OPEN.legal(played) == ("beat h1 ...", "beat h4 ...")
    assert OPEN.outcome(OPEN.apply(taken, "play 5H")) == Outcome(None, "out_of_cards")


def test_the_last_card_dealt_as_reserve_begins_the_last_chance() -> None:
    state = OPEN.apply(table("2D7D,-,-,KS9S", "9C<4C", "-", "3H5H", "6S", "r1"), "play 3H")
    assert (state.reserve, state.deck) == ("6S", ())
    assert OPEN.outcome(state) is None
    assert OPEN.legal(state) == ("beat h1 ...", "beat h4 ...")


def test_a_reserve_alone_makes_no_hand() -> None:
    state = table("2D7D,-,-,KS9S", "9C<4C", "5H")
    assert OPEN.legal(state) == ()
    assert OPEN.outcome(state) == Outcome(None, "out_of_cards")


# Taking back


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


# For programs


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
