"""Which horsemen a multiset of tops defeats, and with how few of them: exact, cached for the rollouts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations
from typing import NamedTuple

from engine.four_horsemen.expressions import MAX_LISTED_NUMBERS, Value, partners, values
from engine.four_horsemen.position import MAX_STACKS

Tops = int  # a multiset of values 1 to 13: how often each occurs, three bits a value
Targets = int  # a set of horsemen, a bit each
BITS = 3
UNITS = (0, *(1 << BITS * (value - 1) for value in range(1, 14)))  # by value: the multiset of it alone
SAFE_STACKS = MAX_STACKS - 1  # with one more, a horseman must be defeated at once
NEVER = 99  # more tops than there are
DEFEAT = 10  # what defeating a horseman counts in a plan's worth; a top that it uses counts -1
FURTHER = 1000  # more than the worths with each of the 13 further tops come to
COST = 30  # of a top that a beat uses, where the worth of the others counts 13


def tops_of(values: Iterable[int]) -> Tops:
    """Return the multiset of these values."""
    return sum([UNITS[value] for value in values])


def units_of(tops: Tops) -> list[Tops]:
    """Return the multisets of one value that make up this one, ascending."""
    return [UNITS[value] for value in values_in(tops)]


def values_in(tops: Tops) -> tuple[int, ...]:
    """Return the values of a multiset, ascending."""
    return tuple(value for value in range(1, 14) for _ in range(tops >> BITS * (value - 1) & (1 << BITS) - 1))


def bits(targets: Targets) -> Iterator[Targets]:
    """Yield the sets of one horseman that make up this one."""
    while targets:
        yield (bit := targets & -targets)
        targets ^= bit


@cache
def results(tops: Tops) -> set[Value]:
    """Return all values that up to four tops make together. There are 2,379 such multisets."""
    return values(values_in(tops))


class Beat(NamedTuple):
    """A horseman and the tops that defeat him together; `size`: their number."""

    target: Targets
    used: Tops
    size: int


class Plans:
    """What tops are worth against horsemen with these values.

    The answers are kept by multiset, each a tuple over all sets of horsemen. There are 8,568 multisets of up
    to five tops, so that rollouts from one position soon find all they ask."""

    def __init__(self, targets: tuple[int, ...]) -> None:
        self.targets = {1 << place: target for place, target in enumerate(targets)}
        self.all: Targets = (1 << len(targets)) - 1
        self._sets = range(1, self.all + 1)
        self._sets_of_several = [targets for targets in self._sets if targets.bit_count() > 1]
        none = (0, *[NEVER] * self.all)
        self._fewest: dict[Tops, tuple[int, ...]] = dict.fromkeys(UNITS, none)
        self._worths: dict[Tops, tuple[int, ...]] = dict.fromkeys(UNITS, (0,) * len(none))
        self._ranks = dict[Tops, tuple[int, ...]]()
        self._beats = dict[tuple[Tops, Targets], Beat]()
        self._partners = dict[tuple[int, Tops], set[Value]]()
        self._made = dict[Tops, Targets]()

    def subset(self, values: Iterable[int]) -> Targets | None:
        """Return horsemen with these values, None if they are not among these."""
        found = 0
        for value in values:
            free = [target for target in bits(self.all ^ found) if self.targets[target] == value]
            if not free:
                return None
            found |= free[0]
        return found

    def fewest(self, tops: Tops) -> tuple[int, ...]:
        """Return by set of horsemen how few of the tops defeat all of them, or NEVER."""
        found = self._fewest.get(tops)
        if found is None:
            found = self._fewest[tops] = self._find_fewest(tops)
        return found

    def worths(self, tops: Tops) -> tuple[int, ...]:
        """Return by set of horsemen the worth of the best plan against them: first that it defeats as many as
        possible, then that it uses few tops. 0 if it defeats none."""
        found = self._worths.get(tops)
        if found is None:
            found = self._worths[tops] = self._find_worths(tops)
        return found

    def defeats(self, tops: Tops, targets: Targets) -> int:
        """Return how many of these horsemen the best plan defeats."""
        return -(-self.worths(tops)[targets] // DEFEAT)

    def ranks(self, tops: Tops) -> tuple[int, ...]:
        """Return by set of horsemen the quality of the tops: their worth, then the sum of their worths with
        each further top that leaves a stack free."""
        found = self._ranks.get(tops)
        if found is None:
            found = self._ranks[tops] = self._find_ranks(tops)
        return found

    def beats(self, tops: Tops, targets: Targets) -> list[Beat]:
        """Return the minimal ways to defeat one of these horsemen, smaller ones first, and of horsemen with
        the same value the last."""
        units, found = units_of(tops), list[Beat]()
        different = {self.targets[target]: target for target in bits(targets)}.values()
        for size in range(2, len(units) + 1):
            for used in dict.fromkeys(map(sum, combinations(units, size))):
                fewest = self.fewest(used)
                found += [Beat(target, used, size) for target in different if fewest[target] == size]
        return found

    def best_beat(self, tops: Tops, targets: Targets) -> Beat:
        """Return the beat that begins the best plan and leaves the best tops. ValueError: there is none."""
        found = self._beats.get((tops, targets))
        if found is None:
            found = self._beats[tops, targets] = max(
                self.beats(tops, targets), key=lambda beat: self.preference(beat, tops, targets)
            )
        return found

    def preference(self, beat: Beat, tops: Tops, targets: Targets) -> int:
        """Return how good it is to defeat this horseman with these tops: by their number, and by what the
        others are worth against the other horsemen, now and with a further top.

        A beat that begins a plan against all horsemen is preferred to any that does not: with further tops
        the others are worth at least as much as now."""
        worth, further = divmod(self.ranks(tops - beat.used)[targets ^ beat.target], FURTHER)
        return 13 * worth + further - COST * beat.size

    def _find_fewest(self, tops: Tops) -> tuple[int, ...]:
        units = units_of(tops)
        best = [min(some) for some in zip(*[self.fewest(tops - unit) for unit in set(units)], strict=True)]
        for target, value in self.targets.items():
            if best[target] == NEVER and self._makes(tops, units, value):
                best[target] = len(units)
        for size in range(2, len(units) // 2 + 1):
            for part in set(map(sum, combinations(units, size))):
                made, rest = self._made_by(part), self.fewest(tops - part)
                for targets in self._sets_of_several if made else ():
                    for target in bits(made & targets):
                        best[targets] = min(best[targets], size + rest[targets ^ target])
        return tuple(best)

    def _find_worths(self, tops: Tops) -> tuple[int, ...]:
        fewest, worths = self.fewest(tops), [0]
        for targets in self._sets:
            whole = DEFEAT * targets.bit_count() - fewest[targets]
            worths.append(max(whole, *[worths[targets ^ target] for target in bits(targets)]))
        return tuple(worths)

    def _find_ranks(self, tops: Tops) -> tuple[int, ...]:
        worths = self.worths(tops)
        if len(units_of(tops)) >= SAFE_STACKS:
            return tuple([FURTHER * worth for worth in worths])
        further = zip(*[self.worths(tops + unit) for unit in UNITS[1:]], strict=True)
        return tuple([FURTHER * worth + sum(more) for worth, more in zip(worths, further, strict=True)])

    def _made_by(self, tops: Tops) -> Targets:
        """Return the horsemen whose value two or three tops make together."""
        found = self._made.get(tops)
        if found is None:
            made = results(tops)
            found = sum([target for target, value in self.targets.items() if (value, 1) in made])
            self._made[tops] = found
        return found

    def _makes(self, tops: Tops, units: list[Tops], target: int) -> bool:
        """Return whether all the tops together make the target; with five or six, may miss targets that
        fewer of them make. Results of four tops are listed only where five or six need them."""
        if len(units) < MAX_LISTED_NUMBERS:
            return (target, 1) in results(tops)
        for size in range(len(units) // 2, 0, -1):  # most targets are made by halves of about one size
            for part in set(map(sum, combinations(units, size))):
                if self._joins(target, part, size, tops - part, len(units) - size):
                    return True
        return False

    def _joins(self, target: int, part: Tops, size: int, rest: Tops, others: int) -> bool:
        """Return whether a result of the part and one of the rest make the target."""
        wanted = self._partners.get((target, part))
        if wanted is None:
            wanted = partners({(target, 1)}, results(part))
            if size < 3:
                self._partners[target, part] = wanted
        if others <= MAX_LISTED_NUMBERS:
            return not wanted.isdisjoint(results(rest))
        return any(
            not partners(wanted, results(one)).isdisjoint(results(rest - one))
            for count in (2, 1)
            for one in set(map(sum, combinations(units_of(rest), count)))
        )
