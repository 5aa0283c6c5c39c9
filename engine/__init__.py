"""The rules of Richelieu's games, pure and without I/O.

`GAMES` holds the current versions by id, `PAST` the older ones by (id, version): a log is replayed by the
rules that it was written under. A new game is a package, and its line in `engine.registry`.
"""

from __future__ import annotations

from engine.clock import Clocks, Control, Daily, Timed, control
from engine.entry import Act, Entry, GameOver, MatchReason, MatchRule, NotYourTurn, Offer, Stale, Tally
from engine.game import OPENING, AmbiguousMove, Game, IllegalMove, MalformedMove, Outcome, Seat, View
from engine.match import Match
from engine.perft import perft
from engine.record import Record, load, load_text
from engine.registry import FAMILIES, GAMES, PAST, find
from engine.rng import DEALS, Rng

__all__ = [
    "DEALS",
    "FAMILIES",
    "GAMES",
    "OPENING",
    "PAST",
    "Act",
    "AmbiguousMove",
    "Clocks",
    "Control",
    "Daily",
    "Entry",
    "Game",
    "GameOver",
    "IllegalMove",
    "MalformedMove",
    "Match",
    "MatchReason",
    "MatchRule",
    "NotYourTurn",
    "Offer",
    "Outcome",
    "Record",
    "Rng",
    "Seat",
    "Stale",
    "Tally",
    "Timed",
    "View",
    "control",
    "find",
    "load",
    "load_text",
    "perft",
]
