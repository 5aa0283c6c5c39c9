"""Play of the sample players: a whole game as log entries, from a seed.

Moves are those of the bots (`engine.analysis`), mixed with careless ones: a player's skill, 0 to 1, is the
share of considered moves. Every entry goes through `Match.then`, like those of people.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from types import ModuleType
from typing import Any

from app.domain.analysts import analyst_of, has
from engine import GAMES, OPENING, Act, Entry, Game, Match, Seat
from engine.analysis import Analyst, Limits
from engine.daily import Certified, certify, has_daily_deal

MAX_MOVES_FOR_TWO = 240  # then the players agree on a draw, or without draws one resigns
MAX_MOVES_ALONE = 160  # then the player gives up
HINT_NODES = 800  # of a search for a solitaire's next move
DAILY_NODES = 2_000  # of the search of a candidate for a daily deal
DEALS = 2**32
LAST_STEP = 9  # of a hint; a larger number than its steps gives the last one, which has the move


@dataclass
class Play:
    """A game in progress: match so far, time in milliseconds since the epoch, and chance. `pace`: shortest
    and longest time for a move, in milliseconds."""

    match: Match
    at: int
    chance: Random
    pace: tuple[int, int]
    matches: list[Match] = field(default_factory=list)  # after each entry

    def write(self, act: Act, text: str = "", seat: Seat | None = None) -> None:
        """Add an entry of the seat to move, or of another one, after some time."""
        match, took = self.match, self.chance.randint(*self.pace)
        self.at += took
        charged = act == "move" and match.clocks is not None and match.clocks.running is not None
        seat = match.turn if seat is None else seat
        entry = Entry(match.ply, seat, act, text, self.at, took if charged else None)
        self.match = match.then(entry)
        self.matches.append(self.match)


def play_for_two(play: Play, skills: tuple[float, float], plies: int | None = None) -> None:
    """Play to the end, or for so many plies. Sometimes a player resigns."""
    game, chance = play.match.game, play.chance
    searches = _searches(game)
    resigns_at = chance.randint(30, 120) if chance.random() < 0.2 else MAX_MOVES_FOR_TWO
    while play.match.outcome is None and (plies is None or play.match.ply < plies):
        if play.match.ply >= min(resigns_at, MAX_MOVES_FOR_TWO):
            _give_up(play)
            break
        play.write("move", _move_for_two(play.match, searches, skills, chance))


def _give_up(play: Play) -> None:
    turn = play.match.turn or 0
    if play.match.game.draws and play.match.ply >= MAX_MOVES_FOR_TWO:
        play.write("offer", "draw")
        play.write("accept", "draw", 1 - turn)
    else:
        play.write("resign")


def _move_for_two(
    match: Match, searches: ModuleType | None, skills: tuple[float, float], chance: Random
) -> str:
    skill = skills[match.turn or 0]
    if searches is None or chance.random() > 0.4 + 0.6 * skill:
        return chance.choice(_moves(match))
    level = 2 if chance.random() < skill else 1
    move: str = searches.choose(match.game, match.state, level, chance.randrange(DEALS), Limits())
    return move


def play_alone(play: Play, skill: float) -> None:
    """Play a solitaire: by hints until the player's attention ends, then greedily for points.

    A stuck player gives up. Some players take a move back or ask for a hint.
    """
    game, chance = play.match.game, play.chance
    searches, line = _searches(game), tuple[str, ...]()
    attention = MAX_MOVES_ALONE if chance.random() < skill / 2 else chance.randint(5, 40)
    assisted = chance.random() < 0.3
    seen = {game.key(play.match.state)}
    while play.match.outcome is None:
        match, move = play.match, None
        if searches is not None and play.match.ply < attention:
            hint = searches.hint(game, match.state, LAST_STEP, line, Limits(nodes=HINT_NODES))
            move, line = hint.move, hint.line
            if move is None or _loses(match, move):
                move, attention = None, 0
            elif assisted and chance.random() < 0.05:
                play.write("hint")
        if move is None:
            move = _greedy(match, seen, chance)
        if move is None or match.ply >= MAX_MOVES_ALONE:
            play.write("resign")
            break
        play.write("move", move)
        seen.add(game.key(play.match.state))
        if assisted and chance.random() < 0.05 and "undo" in play.match.allowed(0):
            play.write("undo")


def _greedy(match: Match, seen: set[Any], chance: Random) -> str | None:
    """Return a move to a new position that does not lose and gains the most points at once, None if there is
    none."""
    game, best, found = match.game, tuple[int, ...](), list[str]()
    for move in _moves(match):
        after = game.apply(match.state, move)
        if game.key(after) in seen or _loses(match, move):
            continue
        score = game.score(after)
        if not found or score > best:
            best, found = score, []
        if score == best:
            found.append(move)
    return chance.choice(found) if found else None


def _loses(match: Match, move: str) -> bool:
    """Return whether a move ends a solitaire without a win."""
    outcome = match.game.outcome(match.game.apply(match.state, move))
    return outcome is not None and outcome.winner is None


def _moves(match: Match) -> list[str]:
    return [move for move in match.legal if not move.endswith(OPENING)]


def certified_deals(secret: bytes, date: str) -> dict[str, Certified]:
    """Return what a short search proves of a day's deals, by game."""
    found = dict[str, Certified]()
    for game in GAMES.values():
        analyst = analyst_of(game) if has_daily_deal(game) and has(game, "winnable") else None
        chosen = _certify(game, secret, date, analyst) if analyst else None
        if chosen:
            found[game.id] = chosen
    return found


def _certify(game: Game[Any], secret: bytes, date: str, analyst: Analyst) -> Certified | None:
    searches, choosing = analyst.load(), certify(game, secret, date, analyst.version, DAILY_NODES)
    deal = next(choosing)
    while True:
        verdict = searches.solve(game, game.start(deal), Limits(nodes=DAILY_NODES)).value.verdict
        try:
            deal = choosing.send(verdict)
        except StopIteration as chosen:
            found: Certified | None = chosen.value
            return found


def _searches(game: Game[Any]) -> ModuleType | None:
    """Return the searches of a game, None if it has none. NeedsExtra: they need numpy."""
    analyst = analyst_of(game)
    return analyst.load() if analyst else None
