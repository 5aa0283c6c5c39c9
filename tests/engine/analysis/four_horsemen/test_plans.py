"""Plans of Four Horsemen: exact by the rules' search for expressions."""

from __future__ import annotations

from itertools import combinations
from random import Random

from engine.analysis.four_horsemen.plans import NEVER, Plans, bits, tops_of, values_in
from engine.analysis.four_horsemen.seen import plans_of
from engine.four_horsemen.expressions import find, reachable
from tests.soak import size

UNCOMMON = ((2, 2, 3, 4, 5), (1, 1, 1, 1, 1), (13, 13, 13, 13, 13, 13), (7, 7, 11, 11, 11, 13))


def fewest_by_expressions(values: tuple[int, ...], targets: tuple[int, ...]) -> int:
    """Return how few of the values make all targets, each used once."""
    if not targets:
        return 0
    best = NEVER
    for count in range(2, len(values) + 1):
        for places in combinations(range(len(values)), count):
            some = {f"n{place}": values[place] for place in places}
            if find(some, targets[0]) is not None:
                rest = tuple(value for place, value in enumerate(values) if place not in places)
                best = min(best, count + fewest_by_expressions(rest, targets[1:]))
    return best


def some_values(chance: Random, count: int) -> tuple[int, ...]:
    return tuple(sorted(chance.choices(range(1, 14), k=count)))


def test_the_fewest_tops_are_those_of_a_plain_search_for_expressions() -> None:
    chance, defeated = Random(5), set[int]()
    rows = [some_values(chance, count) for count in (2, 3, 4, 4, 5) for _ in range(size(60, 6))]
    for values in (*rows, *UNCOMMON[:2]):
        targets = tuple(chance.choices(range(14, 30), k=3))
        plans = Plans(targets)
        for some in range(1, plans.all + 1):
            wanted = tuple(plans.targets[target] for target in bits(some))
            fewest = plans.fewest(tops_of(values))[some]
            assert fewest == fewest_by_expressions(values, wanted), (values, wanted)
            if fewest < NEVER:
                defeated.add(len(wanted))
    assert defeated == {1, 2}


def test_six_tops_defeat_a_horseman_exactly_when_the_rules_say_so() -> None:
    chance, said = Random(6), set[bool]()
    rows = [(some_values(chance, 6), chance.randrange(14, 140)) for _ in range(size(2000, 60))]
    for values, target in (*rows, *[(values, 139) for values in UNCOMMON], ((1, 1, 1, 1, 1, 2), 97)):
        can = reachable(values, (target,))
        assert (Plans((target,)).fewest(tops_of(values))[1] < NEVER) == can, (values, target)
        said.add(can)
    assert said == {True, False}


def test_a_beat_uses_no_top_that_it_does_not_need() -> None:
    """27 is 9*3 and 9+3+8+7, 15 is 8+7, and two horsemen of one value are as good as one."""
    plans = Plans((27, 15, 27))
    beats = plans.beats(tops_of((3, 7, 8, 9)), plans.all)
    made = [(plans.targets[beat.target], values_in(beat.used), beat.size) for beat in beats]
    assert (27, (3, 9), 2) in made
    assert (15, (7, 8), 2) in made
    assert (27, (3, 7, 8, 9), 4) not in made
    assert len(set(made)) == len(made)


def test_who_follows_the_best_beats_defeats_as_many_as_the_plan() -> None:
    chance, defeated = Random(8), set[int]()
    for _ in range(size(4000, 150)):
        plans = Plans(tuple(chance.choices(range(14, 40), k=3)))
        tops, targets = tops_of(some_values(chance, chance.randrange(2, 7))), plans.all
        planned, beaten = plans.defeats(tops, targets), 0
        if plans.fewest(tops)[targets] < NEVER:
            assert planned == 3
        while plans.worths(tops)[targets]:
            beat = plans.best_beat(tops, targets)
            tops, targets, beaten = tops - beat.used, targets ^ beat.target, beaten + 1
        assert beaten == planned
        defeated.add(beaten)
    assert defeated >= {0, 1, 2}


def test_what_is_said_of_horsemen_does_not_depend_on_others() -> None:
    all_four, three = Plans((21, 34, 55, 89)), Plans((21, 55, 89))
    subset = all_four.subset((89, 21, 55))
    assert subset is not None
    chance = Random(7)
    for _ in range(20):
        tops = tops_of(some_values(chance, 5))
        assert all_four.worths(tops)[subset] == three.worths(tops)[three.all]
        assert all_four.ranks(tops)[subset] == three.ranks(tops)[three.all]
        if three.worths(tops)[three.all]:
            one, other = all_four.best_beat(tops, subset), three.best_beat(tops, three.all)
            assert (one.used, all_four.targets[one.target]) == (other.used, three.targets[other.target])


def test_plans_of_four_horsemen_serve_when_some_are_defeated() -> None:
    plans, targets = plans_of([90, 31, 31, 77])
    assert targets == plans.all
    again, some = plans_of([31, 90])
    assert again is plans
    assert sorted(plans.targets[target] for target in bits(some)) == [31, 90]
    assert plans.subset((31, 31, 31)) is None
    assert plans_of([31, 31, 31])[0] is not plans
