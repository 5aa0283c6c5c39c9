"""Turning point of a lost solitaire by bisection: the last winnable position, and the first lost one.

Positions are numbered by the moves in effect at the end; 0 is the deal. Each is reachable from all earlier
ones, so every position before a winnable one is winnable, and every position after a lost one is lost, even
if moves can be reversed. That makes bisection exact; positions with verdict unknown leave a gap between the
two.

The searches are spare work and start at the first request. Each verdict is stored as soon as it is found; a
cancelled search continues with the next position at the next request.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from app.analysis.finding_store import HINT_LINES, FindingStore, HintLine, Kind
from app.analysis.search_client import SearchClient
from app.analysis.searches import Searches
from app.db.clock import now
from engine import Match
from engine.analysis import Verdict

MAX_SEARCHES = 8  # per game
MAX_NODES = 200_000  # per search: about 2 s of one core


@dataclass(frozen=True, slots=True)
class TurningSearch:
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

    def found(self, position: int, verdict: Verdict, line: tuple[str, ...] = ()) -> TurningSearch:
        """Return the state with one more verdict. `line`: winning line from that position."""
        verdicts = {**self.verdicts, position: verdict}
        is_last = verdict == "winnable" and (self.winnable is None or position > self.winnable)
        return replace(self, verdicts=verdicts, line=line if is_last else self.line)

    def _having(self, verdict: Verdict) -> list[int]:
        return [position for position, found in self.verdicts.items() if found == verdict]


TURNING_POINTS = Kind("turning", TurningSearch, replaced=True)


async def turning_point_of(
    findings: FindingStore, client: SearchClient, game: str, match: Match
) -> TurningSearch:
    """Return the turning point of an ended game, after searching the missing positions. Refusal `too_many`,
    `busy`: too many games are being searched, or other spare work takes too long; `not_found`: spare work is
    disabled."""
    known = await findings.get(TURNING_POINTS, game)
    if known and _next(known) is None:
        return known
    return await client.share(
        ("turning", game), lambda: _search(findings, client.searches, game, match), spare=True
    )


async def _search(findings: FindingStore, searches: Searches, game: str, match: Match) -> TurningSearch:
    states = states_of(match)
    found = await findings.get(TURNING_POINTS, game) or TurningSearch(len(states) - 1)
    known_line = await findings.get(HINT_LINES, game)
    while (position := _next(found)) is not None:
        if position == found.moves and match.game.outcome(match.state):
            found = found.found(position, "lost")  # the rules ended the game there
        else:
            if found.winnable is not None:
                known_line = HintLine(match.game.show(states[found.winnable]), found.line)
            value = await searches.solve_earlier(match, position, MAX_NODES, known_line)
            found = found.found(position, value.value.verdict or "unknown", value.line)
        await findings.put(TURNING_POINTS, game, found, now())
    return found


def states_of(match: Match) -> list[object]:
    """Return the states after each number of moves in effect, from 0."""
    return [*(step.before for step in [*match.steps()][::-1]), match.state]


def _next(found: TurningSearch) -> int | None:
    """Return the next position to search, None if there is none within MAX_SEARCHES."""
    return found.next() if len(found.verdicts) < MAX_SEARCHES else None
