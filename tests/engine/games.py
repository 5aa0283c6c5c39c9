"""Every game, random games of each, and functions that the tests of a family provide for its games.

Nothing is listed here: a new game is tested because it is in `engine.GAMES`, and everything that it shares
with others of its family in at least one of them (`varied`). Some functions depend on the family, and
`tests/engine/<family>/test_rules.py` defines them under these names, `unseen` ones if it hides something:

- `unseen(game, state, seat, rng) -> state`: another state that the seat sees alike.
- `symmetric(state, rng) -> state`, where the game has a `canonical`: a state that differs by a symmetry only.
- `unseen_match(game, match, seat, rng) -> match | None`: another match that the seat sees alike now, though
  it may have been told other moves on the way; None where it finds none. `relabelled` helps.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, TypeVar, get_args

import pytest

from engine import GAMES, OPENING, Entry, Game, IllegalMove, Match, Rng, Seat
from engine.entry import Act, Step
from tests.engine import tiny
from tests.rows import rest_slow
from tests.serving import ROOT

T = TypeVar("T")

EVERY: tuple[Game[Any], ...] = (*GAMES.values(), tiny.GAME)


def varied(games: Iterable[Game[Any]]) -> tuple[Game[Any], ...]:
    """Return the first game of each family and a few more, so that every value of every option occurs. Games
    that combine the same values in another way are made of the same functions."""
    chosen: list[Game[Any]] = []
    waiting, seen = list(games), set[tuple[str, str, str]]()
    while waiting:
        game = max(waiting, key=lambda game: len(_values(game) - seen))  # the first of the best
        chosen += [game] if _values(game) - seen else []
        seen |= _values(game)
        waiting.remove(game)
    return tuple(game for game in games if game in chosen)


def _values(game: Game[Any]) -> set[tuple[str, str, str]]:
    """Return the options of this game; a game without options is an option of its own."""
    own = game.options or {"id": game.id}
    return {(game.family, option, value) for option, value in own.items()}


VARIED = varied(GAMES.values())
every_game = pytest.mark.parametrize("game", EVERY, ids=lambda game: game.id)  # for cheap tests
FIRST = tuple({game.family: game for game in reversed(VARIED)}.values())[::-1]  # of each family
REST = tuple(game for game in VARIED if game not in FIRST)
# The first game of each family is in the first tier of tests, the others are in the second.
each_game = pytest.mark.parametrize(
    "game", rest_slow([*FIRST, tiny.GAME, *REST], len(FIRST) + 1), ids=lambda game: game.id
)


def _kind(game: Game[Any]) -> tuple[object, ...]:
    return game.family, game.dealt, game.hides, game.tell_open is not None


# For tests of what the engine makes of a game's functions, which a variant of the same kind cannot change.
KINDS = tuple({_kind(game): game for game in reversed(VARIED)}.values())[::-1]
each_kind = pytest.mark.parametrize(
    "game",
    rest_slow([*FIRST, tiny.GAME, *(game for game in KINDS if game not in FIRST)], len(FIRST) + 1),
    ids=lambda game: game.id,
)
each_listed_kind = pytest.mark.parametrize("game", KINDS, ids=lambda game: game.id)
RANDOM_GAMES, PLIES = 5, 50  # of each game, and moves of each at most
START = 1_790_000_000_000  # milliseconds since the epoch


def family_function(game: Game[Any], name: str) -> Callable[..., Any]:
    """Return the function `name` of the family's own tests. AssertionError says where it is missing."""
    module = import_module(f"tests.engine.{game.family}.test_rules")
    found: Callable[..., Any] | None = getattr(module, name, None)
    assert found is not None, (
        f"{module.__name__} must define {name}(...), as tests/engine/games.py describes it"
    )
    return found


def texts(family: str, file: str = "en.json") -> dict[str, Any]:
    """Return a catalogue of the family's texts."""
    found: dict[str, Any] = json.loads((ROOT / "static" / "games" / family / file).read_text("utf-8"))
    return found


def help_blocks(family: str) -> list[dict[str, Any]]:
    """Return the blocks of the family's help page."""
    blocks: list[dict[str, Any]] = texts(family, "help.en.json")[f"{family}.help"]
    return blocks


def lessons(family: str) -> list[dict[str, Any]]:
    """Return the lessons of the family's help page."""
    return [block["try"] for block in help_blocks(family) if "try" in block]


def family_package(game: Game[Any]) -> ModuleType:
    """Return the package of the game's family, `engine.<family>`."""
    return tiny if game is tiny.GAME else import_module(f"engine.{game.family}")


def closed_set(game: Game[Any], name: str) -> tuple[str, ...]:
    """Return the words of the family's Literal type `Reason` or `Rule`."""
    return get_args(getattr(family_package(game), name))


def moves(game: Game[Any], state: Any) -> tuple[str, ...]:
    """Return the legal moves, with one real move, if there is any, in the place of each opening."""
    texts = game.legal(state)
    found = [completed(game, state, text) if text.endswith(OPENING) else text for text in texts]
    return tuple(text for text in found if text is not None)


_COMPLETED: dict[tuple[str, Any, str], str | None] = {}  # the search may be slow, and all tests need it


def completed(game: Game[Any], state: Any, opening: str) -> str | None:
    """Return the first move that the game finds for an opening, or None."""
    key = (game.id, state, opening)
    if key not in _COMPLETED:
        start = opening.removesuffix("...")
        _COMPLETED[key] = next((move for move in game.completions(state) if move.startswith(start)), None)
    return _COMPLETED[key]


def random_game(game: Game[Any], deal: int | bytes, chance: Rng, plies: int) -> tuple[list[Any], list[str]]:
    """Return a random game: its states, one more than its moves, and the moves."""
    states: list[Any] = [game.start(deal)]
    played: list[str] = []
    while len(played) < plies and not game.outcome(states[-1]) and (texts := moves(game, states[-1])):
        pick, chance = chance.below(len(texts))
        played.append(texts[pick])
        states.append(game.apply(states[-1], texts[pick]))
    return states, played


@cache
def random_games(game_id: str) -> tuple[tuple[tuple[Any, ...], tuple[str, ...]], ...]:
    """Return the random games on which the contract is tested, always the same."""
    game = next(game for game in EVERY if game.id == game_id)
    played = [random_game(game, deal, Rng(f"line {deal}".encode()), PLIES) for deal in range(RANDOM_GAMES)]
    return tuple((tuple(states), tuple(texts)) for states, texts in played)


def states(game: Game[Any]) -> list[Any]:
    """Return every state of the random games, ended ones too."""
    return [state for states, _ in random_games(game.id) for state in states]


def sample(texts: Sequence[T], count: int = 5) -> Sequence[T]:
    """Return at most about `count` of many, spread over all."""
    return texts[:: max(1, len(texts) // count)]


def readers(game: Game[Any]) -> tuple[Seat | None, ...]:
    """Return every seat, and None for a spectator."""
    return (*range(len(game.seats)), None)


def acts(match: Match) -> list[tuple[Act, str]]:
    """Return every act but ends that the seat to move may do without the other."""
    if match.outcome:
        return []
    found: list[tuple[Act, str]] = [("move", text) for text in sample(moves(match.game, match.state))]
    if match.undoable:
        found += [("undo", "")] * 2
    if match.redoable:
        found += [("redo", "")] * 2
    if match.solitaire and not match.full:
        found.append(("hint", ""))
    return found


def entry(
    match: Match, act: Act, text: str = "", seat: Seat | None = None, *, ply: int | None = None, at: int = 0
) -> Entry:
    """Return the next entry: of the seat to move unless one is named; `at` in milliseconds after START."""
    seat = match.turn if seat is None and act != "pause" else seat
    return Entry(match.ply if ply is None else ply, seat, act, text, START + at)


def played(match: Match, *texts: str, at: int = 0) -> Match:
    """Return the match after these moves, all at the same time."""
    for text in texts:
        match = match.then(entry(match, "move", text, at=at))
    return match


def refusal(match: Match, one: Entry) -> str:
    """Return the rule by which an entry is refused. AssertionError: it is not."""
    try:
        match.then(one)
    except IllegalMove as refused:
        return refused.rule
    raise AssertionError(f"{one} is accepted")


def relabelled(match: Match, names: Mapping[str, str], name: re.Pattern[str]) -> Match | None:
    """Return the match with some names, all found by a pattern, exchanged in its first position and in every
    move; None where the rules then forbid a move."""

    def change(text: str) -> str:
        return name.sub(lambda found: names.get(found[0], found[0]), text)

    steps = [*match.steps()][::-1]
    first = steps[0].before if steps else match.state
    twin = Match.start(match.game, 0, position=change(match.game.show(first)))
    try:
        return played(twin, *[change(step.move) for step in steps])
    except IllegalMove:
        return None


def wander(match: Match, picks: Iterable[int], gap: int = 1000) -> tuple[Match, tuple[Entry, ...]]:
    """Return the match after a random log, and the log: each pick chooses among what is possible then."""
    log: list[Entry] = []
    for pick in picks:
        if not (possible := acts(match)):
            break
        act, text = possible[pick % len(possible)]
        match = match.then(entry(match, act, text, at=match.ply * gap))
        assert match.last is not None
        log.append(match.last)
    return match, tuple(log)


def redoes(match: Match) -> list[str]:
    """Return the moves to be redone, the next one first."""
    found, redo_stack = [], match.redo_stack
    while redo_stack:
        found.append(redo_stack.step.move)
        redo_stack = redo_stack.rest
    return found


SHOWN_OF_STEPS = {part.name for part in fields(Step)} - {"back", "before", "after", "texts"}


def picture(match: Match) -> tuple[Any, ...]:
    """Return everything visible of a match, to compare two matches."""
    seats = readers(match.game)
    return (
        *(match.state, match.outcome, match.turn, match.legal, match.clocks, match.deadline),
        *(match.ply, match.min_move_ply, match.last, match.moved, match.offers, match.offered, match.tally),
        *(match.undoable, match.redoable, match.abortable, redoes(match)),
        *([match.told(seat) for seat in seats], [match.game.view(match.state, seat) for seat in seats]),
        [[getattr(step, name) for name in SHOWN_OF_STEPS] for step in match.steps()],
    )
