"""The quick player and the candidates of Four Horsemen, checked by the rules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.analysis import Cancelled, Limits
from engine.analysis.four_horsemen import __main__ as program
from engine.analysis.four_horsemen.plans import NEVER, SAFE_STACKS, UNITS, Beat, Plans, bits
from engine.analysis.four_horsemen.player import WIN, Move, after, play_on, playable
from engine.analysis.four_horsemen.rollouts import best_move, candidates
from engine.analysis.four_horsemen.searches import advise
from engine.analysis.four_horsemen.seen import Seen, card_of, look, spelled
from engine.four_horsemen.position import MAX_STACKS, State, tops
from tests.engine.four_horsemen.tables import OPEN, states, table
from tests.soak import size

ROOT = Path(__file__).parents[4]
TRUTH = (ROOT / "docs/truth.md").read_text()


def deck_of(state: State) -> list[tuple[int, int]]:
    return [card_of(card) for card in reversed(state.deck)]


def seen_at(state: State) -> Seen:
    return look(OPEN.view(state, 0))


def waiting_moves(state: State) -> list[str]:
    """Return the quick player's move, or several between which nothing decides."""
    plans, (targets, counts, stacks, hand, *_), *_ = seen_at(state)

    def rank(top: int) -> int:
        return plans.ranks(counts + UNITS[top])[targets]

    able = playable(hand) if stacks < MAX_STACKS else []
    worth = plans.worths(counts)[targets]
    moves: list[Move] = ["draw"] if state.deck else []
    if plans.fewest(counts)[targets] != NEVER or (worth and stacks >= SAFE_STACKS):
        moves = [plans.best_beat(counts, targets)]
    elif able:
        best = [top for top in able if rank(top) == max(map(rank, able))]
        if stacks < SAFE_STACKS or not state.deck or plans.worths(counts + UNITS[best[0]])[targets]:
            moves = [*best]
    elif state.reserve and not state.taken and tops((*state.hand, state.reserve)):
        moves = ["reserve"]
    return [spelled(state, plans, move) for move in moves or [plans.best_beat(counts, targets)]]


def possible_scores(state: State) -> set[int]:
    """Return what the quick player's games by the rules score."""
    if OPEN.outcome(state) is None:
        return set().union(*[possible_scores(OPEN.play(state, move)) for move in waiting_moves(state)])
    defeated, left = OPEN.score(state)
    return {WIN + left if defeated == 4 else defeated - 4}


def test_the_quick_player_scores_what_the_rules_count() -> None:
    ends = set[bool]()
    for state in states(OPEN, size(40, 4))[::10]:
        plans, position, *_ = seen_at(state)
        found = play_on(plans, position, deck_of(state))
        assert found in possible_scores(state), OPEN.show(state)
        ends.add(found >= WIN)
    assert ends == {True, False}


def test_every_candidate_is_a_move_of_the_rules_with_the_same_effect() -> None:
    tried = set[type]()
    for state in states(OPEN, size(40, 6)):
        plans, position, *_ = seen_at(state)
        moves = candidates(plans, position)
        assert moves, OPEN.show(state)
        for move in moves:
            text = spelled(state, plans, move)
            assert OPEN.permits(state, text), (OPEN.show(state), text)
            then = seen_at(OPEN.apply(state, text))
            expected = after(position, move, deck_of(state))
            assert then.position._replace(targets=0) == expected._replace(targets=0)
            assert then.position.targets.bit_count() == expected.targets.bit_count()
            tried.add(type(move))
    assert tried == {str, int, Beat}


def test_a_horseman_stands_until_all_can_be_defeated_or_a_hand_may_be_the_sixth_stack() -> None:
    def kinds(state: State) -> set[type]:
        plans, position, *_ = seen_at(state)
        return {type(move) for move in candidates(plans, position)}

    few = table("2D7D,KD9D,-,-", "9C<JC,3S<4S", "5H", deck="QC6C")
    assert kinds(few) == {str}
    one = table("2D7D,-,-,-", "9C<JC,3S<4S", "5H", deck="QC6C")
    assert kinds(one) == {Beat}
    five = "9C<JC,3S<4S,AC<2C,AH<2H,AS<2S"
    assert kinds(table("2D7D,KD9D,-,-", five, "5H", deck="QC6C")) == {str}
    assert Beat in kinds(table("2D7D,KD9D,-,-", five, "5H", hand="QC6C", deck="7C"))


def test_the_reserve_is_a_candidate_where_it_makes_a_pair() -> None:
    def offered(hand: str) -> bool:
        plans, position, *_ = seen_at(table("2D7D,-,-,-", "9C<JH", "4H", hand, "6C7C"))
        return "reserve" in candidates(plans, position)

    assert offered("5H")
    assert not offered("5S")
    assert not offered("-")


def test_the_candidate_that_wins_more_often_is_chosen() -> None:
    """27 is 9*3; the other top of the hand, an ace, makes no 27 with a nine."""
    state = table("2D7D,-,-,-", "9C<JH", hand="3SAS", deck="6C7C")
    assert advise(OPEN, state, Limits()) == "play 3S"


def test_one_seed_gives_one_choice_and_others_give_others() -> None:
    choices = set[tuple[Move, ...]]()
    seen = [seen for seen in map(seen_at, states(OPEN, 2)) if len(candidates(seen.plans, seen.position)) > 2]
    for seed in (b"one", b"two", b"three", b"one"):
        few = [one._replace(seed=seed) for one in seen[:12]]
        choices.add(tuple(best_move(one, 8, lambda: False) for one in few))
    assert len(choices) > 1
    assert len(choices) < 4


def test_what_a_worker_has_searched_before_changes_no_choice() -> None:
    """Plans against all four horsemen serve when some are defeated, and give the moves of new ones."""
    compared = 0
    for state in states(OPEN, size(20, 3))[::3]:
        seen = seen_at(state)
        if seen.position.targets == seen.plans.all:
            continue
        fresh = Plans(tuple(sorted(seen.plans.targets[target] for target in bits(seen.position.targets))))
        alone = seen._replace(plans=fresh, position=seen.position._replace(targets=fresh.all))
        texts = [spelled(state, one.plans, best_move(one, 12, lambda: False)) for one in (seen, alone)]
        assert texts[0] == texts[1]
        compared += 1
    assert compared > 3


def test_rollouts_stop_within_the_games_of_one_deck_when_they_are_cancelled() -> None:
    asked = 0

    def third_time() -> bool:
        nonlocal asked
        asked += 1
        return asked == 3

    seen = next(one for one in map(seen_at, states(OPEN, 1)) if len(candidates(one.plans, one.position)) > 1)
    with pytest.raises(Cancelled):
        best_move(seen, 1000, third_time)
    assert asked == 3


@pytest.mark.slow
@pytest.mark.soak
def test_the_program_prints_what_is_published_and_who_follows_the_hints_wins_most_often(
    capsys: pytest.CaptureFixture[str],
) -> None:
    deals = size(300, 2)
    program.main([str(deals)])
    printed = [line for line in capsys.readouterr().out.splitlines() if not line.startswith("seconds")]
    won = dict(re.findall(rf"^([a-z-]+): won (\d+) of {deals}, ", "\n".join(printed), re.MULTILINE))
    assert list(won) == ["hints", "waiting", "at-once"]
    assert int(won["hints"]) >= int(won["waiting"]) >= int(won["at-once"])
    assert deals < 300 or all(line in TRUTH for line in printed), printed


def test_the_help_says_what_is_published() -> None:
    said = (ROOT / "static/games/four_horsemen/help.en.json").read_text()
    won = dict(re.findall(r"^    ([a-z -]+): won (\d+) of 300", TRUTH, re.MULTILINE))
    assert f"as soon as possible won {won['at-once']};" in said
    assert f"five stacks stand, won {won['waiting']}." in said
    assert f"follows the hints won {won['hints']}." in said
