"""Rules of Richelieu's games as pure functions, without I/O.

`GAMES` maps ids to current versions, `PAST` maps (id, version) to older ones: a log is replayed with the
rules it was written under. `Game`: rules over frozen states. `Match`: a game being played. `Record`: a game
as JSON or text. `engine.analysis`: bots, evaluations, hints and solvers.
"""

from __future__ import annotations

from engine.clock import Clocks, Control, Daily, Timed, control
from engine.entry import Act, Entry, GameOver, MatchReason, MatchRule, NotYourTurn, Offer, Stale, Tally
from engine.game import OPENING, AmbiguousMove, Game, IllegalMove, MalformedMove, Outcome, Seat, View
from engine.match import Match
from engine.perft import perft
from engine.record import Record, load, load_text, write_text
from engine.registry import FAMILIES, GAMES, PAST, find
from engine.rng import DEALS, Rng

__version__ = "0.1.0"  # of the distribution richelieu-engine

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
    "write_text",
]
