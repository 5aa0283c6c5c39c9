"""The turning point of a solitaire that was not won: the last winnable position, and the first lost one.

Positions are counted by the moves in effect at the end; 0 is the deal. Each is reached from all earlier ones
by the player's own moves. So every position before a winnable one is winnable, and every position after a
lost one is lost, also in games whose moves can take each other back. That makes bisection exact; positions of
which a search knows nothing leave a gap between the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from engine import Entry
from engine.analysis import Verdict


@dataclass(frozen=True, slots=True)
class Turning:
    """What the searches of a game have shown. `moves`: in effect at its end; `verdicts`: of the positions
    that were searched; `line`: wins from the last one that is winnable, () where there is none."""

    moves: int
    verdicts: Mapping[int, Verdict] = field(default_factory=dict)
    line: tuple[str, ...] = ()

    @property
    def winnable(self) -> int | None:
        """The last position that is proved winnable."""
        return max(self._having("winnable"), default=None)

    @property
    def lost(self) -> int | None:
        """The first position that is proved lost."""
        return min(self._having("lost"), default=None)

    @property
    def start(self) -> Verdict:
        """The verdict of the deal."""
        if self.winnable is not None:
            return "winnable"
        return "lost" if self.lost == 0 else "unknown"

    def next(self) -> int | None:
        """Return the position to search next: the middle of the wider gap beside the positions of which
        nothing is known. None: no search would narrow the gap."""
        low = -1 if self.winnable is None else self.winnable
        high = self.moves + 1 if self.lost is None else self.lost
        unknown = [position for position in self._having("unknown") if low < position < high]
        gaps = [(low, min(unknown)), (max(unknown), high)] if unknown else [(low, high)]
        low, high = max(gaps, key=lambda gap: gap[1] - gap[0])
        return (low + high) // 2 if high - low > 1 else None

    def found(self, position: int, verdict: Verdict, line: tuple[str, ...] = ()) -> Turning:
        """Return this with the verdict of one more position. `line`: wins from there."""
        verdicts = {**self.verdicts, position: verdict}
        is_last = verdict == "winnable" and (self.winnable is None or position > self.winnable)
        return replace(self, verdicts=verdicts, line=line if is_last else self.line)

    def _having(self, verdict: Verdict) -> list[int]:
        return [position for position, found in self.verdicts.items() if found == verdict]


def plies_before_moves(log: Iterable[Entry]) -> list[int]:
    """Return for each move in effect at the end of a solitaire's log how many entries stand before it; of a
    move that was redone, before it was first made. Nothing is replayed."""
    made: list[int] = []
    undone: list[int] = []
    for entry in log:
        match entry.act:
            case "move":
                made.append(entry.ply)
                undone.clear()
            case "undo":
                undone.append(made.pop())
            case "redo":
                made.append(undone.pop())
    return made
