"""Searches over the games of this server, in the words of the game.

What people wait for runs in the pool of workers. Spare work, which may be late, runs in a process of its own:
best scores, the proofs of daily deals, missed wins and turning points.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import structlog

from app.domain.machines import analyst_for, analyst_of, has
from app.domain.puzzles import PuzzleSet
from app.errors import Refusal
from app.workers.pool import MOVE, Pool, SearchFailed
from app.workers.tasks import Answer, Look, Task
from engine import GAMES, Game, Match
from engine.analysis import Analyst, Difficulty, Evaluation, Hint, Judgement, Puzzle, Unreachable

MOVE_TIME = 30.0  # seconds, at most, for an opponent's move
ASKED_TIME = 60.0  # for what a person waits for: the longest takes 5 s of a core that does nothing else
LOOK_TIME = 20.0  # for a look for a missed win, which ends by itself
SPARE_WAITS = 30.0  # until a search of spare work begins that a person has asked for
SPARE_TIME = 600.0  # for a search of spare work: its process has the lowest priority

log = structlog.get_logger(__name__)


class Searches:
    """What the families' analysts offer. All methods but `choose` and `answer` raise Refusal `bad_message`:
    the game has no such search, or the position cannot arise; `busy`: too many searches wait, or this one has
    failed.

    `spare`: the pool of spare work; None: it is switched off. Then what is spare work raises Refusal
    `not_found`."""

    def __init__(self, pool: Pool, spare: Pool | None = None) -> None:
        self._pool, self._spare = pool, spare
        self._puzzles: dict[tuple[str, int], tuple[Puzzle, ...]] = {}

    def tables_changed(self) -> int:
        """When a file of tables was last built, changed or copied here, in milliseconds since the epoch; 0:
        there is none. Reads the folder."""
        return self._pool.tables_changed()

    async def choose(self, match: Match, level: int, seed: int) -> str:
        """A machine's move. LookupError: the game has no machine any more; SearchFailed; Refusal `busy`."""
        analyst = analyst_of(match.game)
        if analyst is None or not analyst.levels:
            raise LookupError(f"there is no machine for {match.game.title} {match.game.version}")
        level = min(level, analyst.levels)
        task = Task.at(match, "choose", analyst.searches, level=level, seed=seed)
        return cast(str, await self._pool.search(task, seconds=MOVE_TIME, priority=MOVE))

    async def answer(self, match: Match, level: int, seed: int, *, judging: bool) -> str | Judgement:
        """A machine's move, or with `judging` what is wrong with the move before. Where a fault keeps that
        from being judged, the move is chosen all the same. Raises what `choose` does."""
        analyst = analyst_of(match.game)
        if judging and analyst and analyst.judging and analyst.levels:
            options = {"judging": analyst.judging, "level": min(level, analyst.levels), "seed": seed}
            task = Task.at(match, "answer", analyst.searches, **options)
            try:
                return cast(str | Judgement, await self._pool.search(task, seconds=MOVE_TIME, priority=MOVE))
            except SearchFailed as error:
                log.warning("move_not_judged", rules=match.game.id, error=str(error))
        return await self.choose(match, level, seed)

    async def evaluate(self, match: Match, *, begins_within: float | None = None) -> Evaluation:
        """The value of where a match stands, which is not over. Refusal `busy`, also where it has not begun
        within `begins_within` seconds (`Pool.search`)."""
        analyst = analyst_for(match.game, "evaluate")
        task = Task.at(match, "evaluate", analyst.searches)
        return cast(Evaluation, await self._ask(task, begins_within=begins_within))

    async def best_score(self, match: Match) -> tuple[int, ...] | None:
        """Spare work: the best score that is found from where a match stands; None: none is found."""
        analyst = analyst_for(match.game, "evaluate")
        found = await self._ask_spare(Task.at(match, "evaluate", analyst.searches))
        return cast(Evaluation, found).value.score

    async def look_for_missed_win(self, match: Match, until: int) -> Look:
        """Spare work: look whether one of the first `until` moves of a match gave a win away, from the last
        one on, for a few tenths of a second at most. Refusal `busy`, also where it has not begun within
        SPARE_WAITS."""
        analyst = analyst_of(match.game)
        if analyst is None or not analyst.missed:
            raise Refusal("bad_message", field="rules", message=f"{match.game.title} has no missed wins")
        task = Task.at(match, "missed", analyst.searches, until=until)
        return cast(Look, await self._ask_spare(task, seconds=LOOK_TIME, begins_within=SPARE_WAITS))

    async def hint(
        self, match: Match, step: int, kept: tuple[str, tuple[str, ...]] | None, *, longer: bool = False
    ) -> Hint:
        """A step of a hint. `kept`: the line of an earlier one, with the position from which it leads.
        `longer`: by the longer search of the family. Refusal `bad_message`, too: it has none."""
        analyst = analyst_for(match.game, "hint")
        if longer and not analyst.longer:
            raise Refusal("bad_message", field="longer", message=f"{match.game.title} has no longer search")
        nodes = analyst.longer if longer else None
        task = Task.at(match, "hint", analyst.searches, step=step, kept=kept, nodes=nodes)
        return cast(Hint, await self._ask(task))

    async def solve(
        self, match: Match, kept: tuple[str, tuple[str, ...]] | None, nodes: int | None = None
    ) -> Evaluation:
        """Whether a solitaire can still be won. `kept`: of `hint`; on it nothing is searched. `nodes`: the
        limit, by default that of the search."""
        analyst = analyst_for(match.game, "winnable")
        task = Task.at(match, "solve", analyst.searches, kept=kept, nodes=nodes)
        return cast(Evaluation, await self._ask(task))

    async def par(self, match: Match) -> tuple[int, ...]:
        """The score that a player of the engine reaches from where a match stands."""
        analyst = analyst_of(match.game)
        if analyst is None or not analyst.par:
            raise Refusal("bad_message", field="rules", message=f"{match.game.title} has no par")
        return cast(tuple[int, ...], await self._ask(Task.at(match, "par", analyst.searches)))

    async def verdict(self, match: Match, nodes: int) -> str:
        """Spare work: whether a solitaire can be won, as far as so many nodes show it."""
        analyst = analyst_for(match.game, "winnable")
        found = await self._ask_spare(Task.at(match, "solve", analyst.searches, nodes=nodes))
        return str(cast(Evaluation, found).value.verdict)

    async def solve_earlier(
        self, match: Match, made: int, nodes: int, kept: tuple[str, tuple[str, ...]] | None
    ) -> Evaluation:
        """Spare work: as `solve`, of where a match stood after its first `made` moves in effect. Refusal
        `busy`, also where it has not begun within SPARE_WAITS."""
        analyst = analyst_for(match.game, "winnable")
        task = Task.at(match, "solve", analyst.searches, nodes=nodes, kept=kept)
        earlier = replace(task, moves=task.moves[:made])
        return cast(Evaluation, await self._ask_spare(earlier, begins_within=SPARE_WAITS))

    async def deal(
        self, game: Game[Any], seed: int, difficulty: Difficulty | None = None
    ) -> tuple[int, tuple[str, ...]]:
        """A deal that is proved to be winnable, of a difficulty, with the line."""
        task = _of_game(game, "deal", analyst_for(game, "winnable"), seed)
        found = await self._ask(replace(task, difficulty=difficulty))
        return cast(tuple[int, tuple[str, ...]], found)

    async def puzzles(self, game: Game[Any]) -> tuple[Puzzle, ...]:
        """All puzzles of a game, the easy ones first; asked once."""
        analyst, key = analyst_for(game, "puzzle"), (game.id, game.version)
        if key not in self._puzzles:
            found = await self._ask(_of_game(game, "puzzles", analyst))
            self._puzzles[key] = cast(tuple[Puzzle, ...], found)
        return self._puzzles[key]

    async def puzzle_sets(self) -> list[PuzzleSet]:
        """The puzzles of all games that have any, the game with the most puzzles first."""
        games = [game for game in GAMES.values() if has(game, "puzzle")]
        sets = [PuzzleSet(game, await self.puzzles(game)) for game in games]
        return sorted((one for one in sets if one.puzzles), key=lambda one: -len(one.puzzles))

    async def _ask(self, task: Task, begins_within: float | None = None) -> Answer:
        return await self._run(self._pool, task, ASKED_TIME, begins_within)

    async def _ask_spare(
        self, task: Task, *, seconds: float = SPARE_TIME, begins_within: float | None = None
    ) -> Answer:
        if self._spare is None:
            raise Refusal("not_found", message="spare work is switched off at this server")
        return await self._run(self._spare, task, seconds, begins_within)

    async def _run(self, pool: Pool, task: Task, seconds: float, begins_within: float | None) -> Answer:
        try:
            return await pool.search(task, seconds=seconds, begins_within=begins_within)
        except Unreachable as error:
            raise Refusal("bad_message", field="position", message=str(error)) from None
        except SearchFailed as error:
            raise Refusal("busy", message=f"no answer was found: {error}") from None


def _of_game(game: Game[Any], search: Any, analyst: Analyst, seed: int = 0) -> Task:
    return Task(search=search, module=analyst.searches, rules=game.id, version=game.version, seed=seed)
