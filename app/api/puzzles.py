"""HTTP for puzzles: positions with exactly one winning move, one a day and a stream."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query

from app.api.analysis import match_at
from app.api.daily import is_date
from app.api.routes import route
from app.api.searching import SearchAsker
from app.api.tries import play_try, value_of_try
from app.clock import now, utc_day
from app.domain.machines import has
from app.domain.puzzles import next_puzzle, puzzle_of
from app.errors import Refusal
from app.http.requests import AppServices
from app.live.variations import position_state
from app.messages import machines as messages
from engine import GAMES, Game, analysis

router = APIRouter(prefix="/api/puzzles", tags=["analysis"])

ERRORS = ("not_found", "bad_message", "too_many", "busy")


@route(router, "GET", "", cost=2, errors=ERRORS)
async def puzzle_of_the_day(services: AppServices, date: str | None = None) -> messages.Puzzle:
    """The puzzle of a day (none: of today, UTC); those of days to come are 404."""
    today = utc_day(now())
    wanted = today if date is None else date
    game = _game()
    if not is_date(wanted) or wanted > today:
        raise Refusal("not_found", date=wanted[:10])
    found = await services.searches.puzzles(game)
    if not found:
        raise Refusal("not_found", message="there are no puzzles")
    return _message(game, puzzle_of(found, wanted))


@route(router, "GET", "/next", cost=2, errors=ERRORS)
async def following_puzzle(
    services: AppServices,
    grade: Annotated[int | None, Query(ge=1, le=100)] = None,
    after: Annotated[str | None, Query(max_length=80)] = None,
) -> messages.Puzzle:
    """The puzzle after the puzzle `after`, of one grade or of any; without `after` the first one."""
    game = _game()
    found = next_puzzle(await services.searches.puzzles(game), grade, after)
    if found is None:
        raise Refusal("not_found", grade=grade)
    return _message(game, found)


@route(
    router,
    "POST",
    "/{id}",
    cost=2,
    errors=("nobody", *ERRORS, "not_json", "too_large", "illegal_move", "foreign_origin"),
)
async def try_puzzle(
    id: str, services: AppServices, asker: SearchAsker, body: messages.PuzzleBody
) -> messages.PuzzleAnswer:
    """Whether a move, by its text or its notation, solves a puzzle; writes nothing."""
    game = _game()
    puzzle = next((one for one in await services.searches.puzzles(game) if one.id == id), None)
    if puzzle is None:
        raise Refusal("not_found", puzzle=id[:80])
    match = match_at(game, puzzle.position)
    after = play_try(match, body.move)
    given = after.step.move if after.step else ""
    return messages.PuzzleAnswer(
        right=given == puzzle.move,
        value=await value_of_try(services, asker, after),
        move=puzzle.move,
        told=game.tell(match.state, puzzle.move, match.turn),
    )


def _game() -> Game[Any]:
    """The game that has puzzles: the first one. Refusal `not_found`: there is none."""
    for game in GAMES.values():
        if has(game, "puzzle"):
            return game
    raise Refusal("not_found", message="there are no puzzles")


def _message(game: Game[Any], puzzle: analysis.Puzzle) -> messages.Puzzle:
    match = match_at(game, puzzle.position)
    state = position_state(game, puzzle.position)
    return messages.Puzzle(puzzle.id, game.id, puzzle.position, puzzle.grade, match.turn or 0, state)
