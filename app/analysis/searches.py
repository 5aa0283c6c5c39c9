"""Searches in games: bot moves, hints, evaluations, pars, puzzles.

Spare work, which may be late: best scores, proofs of daily deals, missed wins and turning points.
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from typing import Any, cast

import structlog

from app.analysis.workers.pool import SearchFailed, WorkerPool
from app.analysis.workers.tasks import Look, Task
from app.analysis.workers.turns import Priority
from app.core.errors import Refusal
from app.http.requester import Persons
from app.model.analysts import analyst_for, analyst_of
from app.model.game_info import Player
from engine import Game, Match
from engine.analysis import Difficulty, Evaluation, Hint, Judgement, Puzzle, Unreachable

MOVE_TIMEOUT = 30.0  # seconds for a bot's move
REQUEST_TIMEOUT = 60.0  # for requests of clients; the longest takes 5 s of an idle core
LOOK_TIMEOUT = 20.0  # for a step of the search for a missed win, which ends by itself
SPARE_START_TIMEOUT = 30.0  # until a client's request for spare work starts
SPARE_TIMEOUT = 600.0  # for spare work: its process has the lowest priority

log = structlog.get_logger(__name__)


class Searches:
    """Searches of the families' analysts.

    All methods except `choose` and `answer` raise Refusal `bad_message`: the game has no such search, or the
    position cannot arise; `busy`: too many searches are waiting, or this one failed. Spare work raises
    Refusal `not_found` if the pool has no place for it. `person`: to whom they are charged, "" for the server
    itself.
    """

    def __init__(self, pool: WorkerPool, persons: Persons | None = None) -> None:
        self._pool, self._persons = pool, persons or Persons()
        self.person = ""

    def of(self, person: str) -> Searches:
        searches = copy(self)
        searches.person = person
        return searches

    def of_player(self, player: Player) -> Searches:
        return self.of(self._persons.of(player))

    def tables_changed(self) -> int:
        """Return when a table file was last built, changed or copied here, in milliseconds since the epoch; 0
        if there is none. Reads the folder."""
        return self._pool.tables_changed()

    async def choose(self, match: Match, level: int, seed: int) -> str:
        """Return a bot's move. LookupError: the game has no bot any more; SearchFailed; Refusal `busy`."""
        analyst = analyst_of(match.game)
        if analyst is None or not analyst.levels:
            raise LookupError(f"there is no bot for {match.game.title} {match.game.version}")
        level = min(level, analyst.levels)
        task = Task.at(match, "choose", analyst.searches, level=level, seed=seed)
        return cast(str, await self._move(task))

    async def answer(self, match: Match, level: int, seed: int, *, judging: bool) -> str | Judgement:
        """Return a bot's move, or with `judging` a judgement of the move before. If judging fails the bot
        moves all the same. Raises as `choose`."""
        analyst = analyst_of(match.game)
        if judging and analyst and analyst.judging and analyst.levels:
            options = {"judging": analyst.judging, "level": min(level, analyst.levels), "seed": seed}
            task = Task.at(match, "answer", analyst.searches, **options)
            try:
                return cast(str | Judgement, await self._move(task))
            except SearchFailed as error:
                log.warning("move_judging_failed", rules=match.game.id, error=str(error))
        return await self.choose(match, level, seed)

    async def evaluate(self, match: Match, *, begins_within: float | None = None) -> Evaluation:
        """Return the value of a match's position, which is not over. Refusal `busy`, also if the search has
        not started within `begins_within` seconds (`Pool.search`)."""
        analyst = analyst_for(match.game, "evaluate")
        task = Task.at(match, "evaluate", analyst.searches)
        return cast(Evaluation, await self._ask(task, begins_within=begins_within))

    async def best_score(self, match: Match) -> tuple[int, ...] | None:
        """Return the best score found from a match's position, None if none is found. Spare work."""
        analyst = analyst_for(match.game, "evaluate")
        found = await self._ask_spare(Task.at(match, "evaluate", analyst.searches))
        return cast(Evaluation, found).value.score

    async def look_for_missed_win(self, match: Match, until: int) -> Look:
        """Look for a missed win among the first `until` moves of a match, from the last one back, for a few
        tenths of a second. Spare work. Refusal `busy`, also if it has not started within SPARE_START_TIMEOUT.
        """
        analyst = analyst_of(match.game)
        if analyst is None or not analyst.missed:
            raise Refusal("bad_message", field="rules", message=f"{match.game.title} has no missed wins.")
        task = Task.at(match, "missed", analyst.searches, until=until, solved=analyst.solved)
        return cast(
            Look, await self._ask_spare(task, seconds=LOOK_TIMEOUT, begins_within=SPARE_START_TIMEOUT)
        )

    async def hint(
        self, match: Match, step: int, known_line: tuple[str, tuple[str, ...]] | None, *, longer: bool = False
    ) -> Hint:
        """Return a step of a hint. `known_line`: line of an earlier hint, with its start position. `longer`:
        use the family's longer search. Refusal `bad_message` also if it has none."""
        analyst = analyst_for(match.game, "hint")
        if longer and not analyst.longer:
            raise Refusal("bad_message", field="longer", message=f"{match.game.title} has no longer search.")
        nodes = analyst.longer if longer else None
        task = Task.at(match, "hint", analyst.searches, step=step, known_line=known_line, nodes=nodes)
        return cast(Hint, await self._ask(task))

    async def solve(
        self, match: Match, known_line: tuple[str, tuple[str, ...]] | None, nodes: int | None = None
    ) -> Evaluation:
        """Return whether a solitaire can still be won. `known_line`: as in `hint`; on that line nothing is
        searched. `nodes`: limit, by default the search's own."""
        analyst = analyst_for(match.game, "winnable")
        task = Task.at(match, "solve", analyst.searches, known_line=known_line, nodes=nodes)
        return cast(Evaluation, await self._ask(task))

    async def par(self, match: Match) -> tuple[int, ...]:
        """Return the score of an engine player from a match's position."""
        analyst = analyst_of(match.game)
        if analyst is None or not analyst.par:
            raise Refusal("bad_message", field="rules", message=f"{match.game.title} has no par.")
        return cast(tuple[int, ...], await self._ask(Task.at(match, "par", analyst.searches)))

    async def verdict(self, match: Match, nodes: int) -> str:
        """Return whether a solitaire can be won, within a node limit. Spare work."""
        analyst = analyst_for(match.game, "winnable")
        found = await self._ask_spare(Task.at(match, "solve", analyst.searches, nodes=nodes))
        return str(cast(Evaluation, found).value.verdict)

    async def solve_earlier(
        self, match: Match, made: int, nodes: int, known_line: tuple[str, tuple[str, ...]] | None
    ) -> Evaluation:
        """Like `solve`, for the position after the first `made` moves in effect. Spare work. Refusal `busy`,
        also if it has not started within SPARE_START_TIMEOUT."""
        analyst = analyst_for(match.game, "winnable")
        task = Task.at(match, "solve", analyst.searches, nodes=nodes, known_line=known_line)
        earlier = replace(task, moves=task.moves[:made])
        return cast(Evaluation, await self._ask_spare(earlier, begins_within=SPARE_START_TIMEOUT))

    async def deal(
        self, game: Game[Any], seed: int, difficulty: Difficulty | None = None
    ) -> tuple[int, tuple[str, ...]]:
        """Return a deal that is proved winnable, of a difficulty if given, with the winning line."""
        options = {"seed": seed, "difficulty": difficulty}
        task = Task.at(Match.start(game, 0), "deal", analyst_for(game, "winnable").searches, **options)
        return cast(tuple[int, tuple[str, ...]], await self._ask(task))

    async def puzzles(self, game: Game[Any]) -> tuple[Puzzle, ...]:
        """Return all puzzles of a game, easy ones first."""
        task = Task.at(Match.start(game, 0), "puzzles", analyst_for(game, "puzzle").searches)
        return cast(tuple[Puzzle, ...], await self._ask(task))

    async def _move(self, task: Task) -> Any:
        return await self._pool.search(task, seconds=MOVE_TIMEOUT, person=self.person, priority=Priority.MOVE)

    async def _ask(self, task: Task, begins_within: float | None = None) -> Any:
        return await self._run(task, Priority.REQUEST, REQUEST_TIMEOUT, begins_within)

    async def _ask_spare(
        self, task: Task, *, seconds: float = SPARE_TIMEOUT, begins_within: float | None = None
    ) -> Any:
        if not self._pool.takes_spare_work:
            raise Refusal("not_found", message="This server has spare work disabled.")
        return await self._run(task, Priority.SPARE, seconds, begins_within)

    async def _run(self, task: Task, priority: Priority, seconds: float, begins_within: float | None) -> Any:
        try:
            return await self._pool.search(
                task,
                seconds=seconds,
                person=self.person,
                priority=priority,
                begins_within=begins_within,
            )
        except Unreachable as error:
            raise Refusal("bad_message", field="position", message=str(error)) from None
        except SearchFailed as error:
            raise Refusal("busy", message=f"The search failed: {error}. Try again.") from None
