"""Clock arithmetic against a plain simulation that counts every millisecond."""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from engine import Clocks, Control, Daily, Timed
from engine.clock import DAY_MS

Happening = tuple[str, int]  # what happens, and how many milliseconds after what happened before


@dataclass
class Plain:
    """Two glasses of sand, of which that of the seat to move runs once each seat has moved."""

    control: Control
    left: list[int] = field(default_factory=list)
    turn: int = 0
    moves: int = 0
    over: bool = False

    def __post_init__(self) -> None:
        self.left = [self.full, self.full]

    @property
    def full(self) -> int:
        if isinstance(self.control, Daily):
            return self.control.days * DAY_MS
        return 1000 * (self.control.base or max(3, self.control.increment))

    @property
    def runs(self) -> bool:
        return self.moves >= 2 and not self.over

    def wait(self, milliseconds: int) -> None:
        for _ in range(milliseconds):
            if self.runs and self.left[self.turn]:
                self.left[self.turn] -= 1

    def move(self) -> None:
        was_running = self.runs
        self.moves += 1
        if isinstance(self.control, Daily):
            self.left = [self.full, self.full]
        elif was_running:
            self.left[self.turn] += self.control.increment * 1000
        self.turn = 1 - self.turn

    def pass_turn(self) -> None:
        """The turn goes to the other seat without a move."""
        self.turn = 1 - self.turn


controls = st.one_of(
    st.builds(Timed, st.integers(0, 3), st.integers(1, 2)),
    st.builds(Timed, st.integers(1, 3)),
    st.builds(Daily, st.integers(1, 14)),
)
happenings = st.lists(
    st.tuples(st.sampled_from(("move", "move", "move", "turn", "pause", "look")), st.integers(0, 2000)),
    max_size=12,
)


@given(controls, happenings)
def test_the_time_left_is_what_is_left_when_every_millisecond_is_counted(
    control: Control, happened: list[Happening]
) -> None:
    plain, clocks, at = Plain(control), Clocks.of(control), 1_790_000_000_000
    for what, milliseconds in happened:
        if what == "pause":  # no process is up; all the while nothing is counted
            at += milliseconds
            clocks = clocks.after_pause(milliseconds)
            continue
        at += milliseconds
        plain.wait(milliseconds)
        if what == "move":
            mover = plain.turn
            plain.move()
            clocks = clocks.after_move(mover, at, plain.turn if plain.runs else None)
        elif what == "turn" and plain.runs:
            plain.pass_turn()
            clocks = clocks.after_turn(at, plain.turn)
        assert clocks.as_of(at) == tuple(plain.left)
        assert clocks.running == (plain.turn if plain.runs else None)
        if plain.runs and plain.left[plain.turn]:
            assert clocks.deadline == at + plain.left[plain.turn]
        else:
            assert clocks.deadline is None or (plain.runs and clocks.deadline <= at)
