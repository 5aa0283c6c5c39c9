"""Turning point of a lost solitaire by bisection: the last winnable position, and the first lost one.

Positions are numbered by the moves in effect at the end; 0 is the deal. Each is reachable from all earlier
ones, so every position before a winnable one is winnable, and every position after a lost one is lost, even
if moves can be reversed. That makes bisection exact; positions with verdict unknown leave a gap between the
two.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engine.analysis import Verdict


@dataclass(frozen=True, slots=True)
class Turning:
    """State of the bisection. `moves`: number of moves in effect at the end; `verdicts`: by searched
    position; `line`: winning line from the last winnable position, or ()."""

    moves: int
    verdicts: Mapping[int, Verdict] = field(default_factory=dict)
    line: tuple[str, ...] = ()

    @property
    def winnable(self) -> int | None:
        """Last position proved winnable."""
        return max(self._having("winnable"), default=None)

    @property
    def lost(self) -> int | None:
        """First position proved lost."""
        return min(self._having("lost"), default=None)

    @property
    def start(self) -> Verdict:
        """Verdict of the deal."""
        if self.winnable is not None:
            return "winnable"
        return "lost" if self.lost == 0 else "unknown"

    def next(self) -> int | None:
        """Return the position to search next: the middle of the wider gap beside the unknown positions. None:
        no search can narrow the gap."""
        low = -1 if self.winnable is None else self.winnable
        high = self.moves + 1 if self.lost is None else self.lost
        unknown = [position for position in self._having("unknown") if low < position < high]
        gaps = [(low, min(unknown)), (max(unknown), high)] if unknown else [(low, high)]
        low, high = max(gaps, key=lambda gap: gap[1] - gap[0])
        return (low + high) // 2 if high - low > 1 else None

    def found(self, position: int, verdict: Verdict, line: tuple[str, ...] = ()) -> Turning:
        """Return the state with one more verdict. `line`: winning line from that position."""
        verdicts = {**self.verdicts, position: verdict}
        is_last = verdict == "winnable" and (self.winnable is None or position > self.winnable)
        return replace(self, verdicts=verdicts, line=line if is_last else self.line)

    def _having(self, verdict: Verdict) -> list[int]:
        return [position for position, found in self.verdicts.items() if found == verdict]
