"""Endpoints for puzzles: a daily puzzle per game, and puzzles one after the other. Each has a single winning
line."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from app.analysis.api import match_at
from app.analysis.feature import Analysis, AnalysisFeature, CurrentSearchClient
from app.analysis.puzzles import messages
from app.analysis.puzzles.puzzles import PuzzleSet, check_line, next_puzzle, puzzle_of
from app.analysis.search_client import SearchClient
from app.analysis.values import evaluate_try, is_won, outcome_value, play_try, value_message
from app.analysis.variation_api import position_state
from app.core.errors import Refusal
from app.db.clock import is_day, now, utc_day
from app.games.told import told_line
from app.http.requests import CurrentPlayer
from app.http.routes import route
from app.model.game_info import Player
from engine import Match, analysis
from engine.analysis import Evaluation, Value

router = APIRouter(prefix="/api/puzzles", tags=["analysis"])

ERRORS = ("not_found", "bad_message", "too_many", "busy")
MAX_REFUTATION = 5  # moves of a refutation that ends the game

Rules = Annotated[str | None, Query(max_length=40)]


@route(router, "GET", "", cost=2, errors=ERRORS)
async def puzzle_of_the_day(
    analysis: AnalysisFeature, player: CurrentPlayer, date: str | None = None, rules: Rules = None
) -> messages.Puzzle:
    """Return the daily puzzle of a UTC day (default: today) and a game (default: the one with the most
    puzzles). Future days are 404."""
    today = utc_day(now())
    wanted = today if date is None else date
    if not is_day(wanted) or wanted > today:
        raise Refusal("not_found", date=wanted[:10])
    sets = await analysis.puzzles.sets()
    chosen = _set_of(sets, rules)
    return await _message(analysis, player, sets, chosen, puzzle_of(chosen.puzzles, wanted))


@route(router, "GET", "/next", cost=2, errors=ERRORS)
async def following_puzzle(
    analysis: AnalysisFeature,
    player: CurrentPlayer,
    grade: Annotated[int | None, Query(ge=1, le=100)] = None,
    after: Annotated[str | None, Query(max_length=80)] = None,
    rules: Rules = None,
) -> messages.Puzzle:
    """Return the puzzle after `after`, of one grade or of any; without `after` the first one."""
    sets = await analysis.puzzles.sets()
    chosen = _set_of(sets, rules)
    found = next_puzzle(chosen.puzzles, grade, after)
    if found is None:
        raise Refusal("not_found", grade=grade)
    return await _message(analysis, player, sets, chosen, found)


@route(router, "GET", "/calendar", errors=("not_found",))
async def calendar(
    analysis: AnalysisFeature, player: CurrentPlayer, month: str | None = None
) -> messages.PuzzleCalendar:
    """Return the daily puzzles of a month (2026-11; default: this one) that the current player answered on
    their day."""
    today = utc_day(now())
    wanted = today[:7] if month is None else month
    if not is_day(f"{wanted}-01"):
        raise Refusal("not_found", month=wanted[:7])
    results = await analysis.puzzles.results.results_in(player.id, wanted) if player else {}
    return messages.PuzzleCalendar(wanted, today, results)


@route(
    router,
    "POST",
    "/{id}",
    cost=2,
    errors=("nobody", *ERRORS, "not_json", "too_large", "illegal_move", "foreign_origin"),
)
async def try_puzzle(
    id: str,
    analysis: AnalysisFeature,
    player: CurrentPlayer,
    client: CurrentSearchClient,
    body: messages.PuzzleBody,
) -> messages.PuzzleAnswer:
    """Return whether a move, in either notation, is the winning one after the moves of `line` (a wrong `line`
    is 422, `detail.field` `line`). A slower win, if a search proves it, solves the puzzle too (`slower`). A
    player's first result is stored: solved with the last move of the line, or failed with the first wrong
    move. On the puzzle's day it counts for the streak."""
    chosen, puzzle = _find(await analysis.puzzles.sets(), id)
    check_line(puzzle, body.line)
    match = match_at(chosen.game, puzzle.position)
    for move in body.line:
        match = play_try(match, move)
    wins, *rest = puzzle.line[len(body.line) :]
    after = play_try(match, body.move)
    right = after.step is not None and after.step.move == wins
    answer = messages.PuzzleAnswer(
        right=right,
        value=None,
        move=wins,
        told=match.game.tell(match.state, wins, match.turn),
        done=right and len(rest) < 2,
    )
    if right and rest:
        answer.reply = told_line(match.game, after.state, (rest[0],))[0]
    if after.outcome:
        answer.value = outcome_value(match.game, after.state, after.outcome)
    else:
        await _add_value(client, after, answer, match.turn)
    if not right and is_won(answer.value, match.turn):
        answer.right = answer.slower = answer.done = True
    if player and (answer.done or not answer.right):
        time = now()
        is_of_today = puzzle_of(chosen.puzzles, today := utc_day(time)).id == puzzle.id
        day = today if is_of_today else None
        await analysis.puzzles.results.keep(
            player.id, puzzle.id, chosen.game.id, day, time, solved=answer.right
        )
    return answer


async def _add_value(
    client: SearchClient, after: Match, answer: messages.PuzzleAnswer, solver: int | None
) -> None:
    """Add the value after a move, and the refutation of a wrong one. After a right move the win counts as
    proved even if the search does not see it."""
    found = await evaluate_try(client, after)
    if answer.right:
        proved = found is not None and found.value.exact
        value = found.value if found and proved else Value(exact=True, winner=solver)
        answer.value = value_message(value, solitaire=False)
    elif found:
        answer.value = value_message(found.value, solitaire=False)
        if not is_won(answer.value, solver):
            answer.refutation = told_line(after.game, after.state, _refutation(found, solver))


def _refutation(found: Evaluation, solver: int | None) -> tuple[str, ...]:
    """Return the moves that answer a wrong move: to the end if the opponent's win is near, otherwise one."""
    value, line = found.value, found.line or found.best
    near = (
        value.exact
        and value.winner not in (None, solver)
        and (value.plies or MAX_REFUTATION + 1) <= MAX_REFUTATION
    )
    return line[:MAX_REFUTATION] if near else line[:1]


def _set_of(sets: list[PuzzleSet], rules: str | None) -> PuzzleSet:
    """Return the puzzles of a game, or of the first game if `rules` is None. Refusal `not_found`."""
    found = next((one for one in sets if rules in (None, one.game.id)), None)
    if found is None:
        raise Refusal("not_found", message="There are no puzzles of this game.")
    return found


def _find(sets: list[PuzzleSet], id: str) -> tuple[PuzzleSet, analysis.Puzzle]:
    """Return a puzzle by its id. Refusal `not_found`."""
    for one in sets:
        for puzzle in one.puzzles:
            if puzzle.id == id:
                return one, puzzle
    raise Refusal("not_found", puzzle=id[:80])


async def _message(
    analysis: Analysis,
    player: Player | None,
    sets: list[PuzzleSet],
    chosen: PuzzleSet,
    puzzle: analysis.Puzzle,
) -> messages.Puzzle:
    game, today = chosen.game, utc_day(now())
    match = match_at(game, puzzle.position)
    end = match.state
    for move in puzzle.line:
        end = game.apply(end, move)
    message = messages.Puzzle(
        id=puzzle.id,
        rules=game.id,
        position=puzzle.position,
        grade=puzzle.grade,
        turn=match.turn or 0,
        state=position_state(game, puzzle.position),
        turns=(len(puzzle.line) + 1) // 2,
        ends=game.outcome(end) is not None,
        grades=sorted({one.grade for one in chosen.puzzles}),
        games=[one.game.id for one in sets],
    )
    if player:
        message.mine = await analysis.puzzles.results.record(player.id, game.id, today)
    return message
