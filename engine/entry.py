"""The entries of a game's log, the counts made from them, and the errors of entries not permitted."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, get_args

from engine.game import Game, IllegalMove, Seat

PlayerAct = Literal[
    "move", "undo", "redo", "hint", "resign", "abort", "offer", "withdraw", "accept", "decline"
]
# What only the server can know: time that ran out, an opponent who stays away, its own pauses. No message of
# a player becomes such an entry; a log from elsewhere that has one rests on the word of whoever wrote it.
ServerAct = Literal["flag", "claim", "pause"]
Act = PlayerAct | ServerAct
SERVER_ACTS: frozenset[str] = frozenset(get_args(ServerAct))
# Acts that change neither position nor end, charge no clock, and make no move stale.
QUIET = frozenset({"hint", "offer", "withdraw", "decline", "pause"})
OFFERED = ("draw", "takeback")  # what one player of two can offer the other
ENDING = frozenset({"resign", "abort", "flag", "claim"})  # acts that always end the game
WITHOUT_SEAT = frozenset({"abort", "claim", "pause"})  # acts that the server may write of nobody: seat None
MatchReason = Literal["resigned", "flag", "abandoned", "agreed", "aborted", "too_long"]
MatchRule = Literal[
    "not_a_move",
    "game_over",
    "stale",
    "not_your_turn",
    "not_in_time",
    "not_here",
    "too_late",
    "too_early",
    "too_long",
    "no_offer",
    "no_draws",
    "nothing_to_undo",
    "offered_before",
    "revealed",
]
OPEN: Literal["open"] = "open"
Reader = Seat | None | Literal["open"]  # who reads a move list: a seat, a spectator, or all once it is over
AGAIN = 6  # moves, three of each seat, after which what was declined may be offered again
SITTING = 10 * 60 * 1000  # a longer pause between two entries is not time played


class Stale(IllegalMove):
    """The act was meant for another ply of the log than the one the match is at."""


class GameOver(IllegalMove):
    """The game has ended; no entry may follow."""


class NotYourTurn(IllegalMove):
    """The other seat is to move."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the log. `ply`: the number of entries before it, of any act; `seat`: None where the server
    wrote it: a pause, an abort, or a draw that ends a match which is full or was left; `text`: "" but for
    moves, some hints, offers and their answers, claims, pauses; `at`: ms since the epoch; `spent`: the ms
    that the running seat of a base/increment clock is charged since the last charging entry, pauses
    subtracted. None: no such clock runs, the act charges nothing, or it is charged by `at`."""

    ply: int
    seat: Seat | None
    act: Act
    text: str
    at: int
    spent: int | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """A third of the time that pickling a frozen dataclass takes: whole logs are sent to workers."""
        return Entry, (self.ply, self.seat, self.act, self.text, self.at, self.spent)


@dataclass(frozen=True, slots=True)
class Offer:
    """`what`: draw or takeback; `seat` made it with the log entry at `ply`."""

    what: str
    seat: Seat
    ply: int


class Tally(NamedTuple):
    """A solitaire's counts: moves made (taken back or not), moves taken back, milliseconds played: from
    the first move to the last entry, without pauses of more than ten minutes; `sittings`: one more than there
    were such pauses, 0 before the first move; `hints` that were asked for."""

    made: int = 0
    undone: int = 0
    ms: int = 0
    sittings: int = 0
    hints: int = 0

    def after(self, entry: Entry, before: int | None) -> Tally:
        gap = entry.at - before if before is not None and self.made else 0
        paused = gap > SITTING
        made = self.made + (entry.act == "move")
        return Tally(
            made,
            self.undone + (entry.act == "undo"),
            self.ms + (0 if paused else gap),
            self.sittings + paused if self.sittings else min(made, 1),
            self.hints + (entry.act == "hint"),
        )


NOTHING_PLAYED = Tally()


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """A move in effect, linked to the one before it; `number` counts from 1."""

    back: Step | None = field(repr=False)
    number: int
    seat: Seat
    move: str
    before: Any = field(repr=False)
    after: Any = field(repr=False)
    texts: dict[Reader, str] = field(default_factory=dict, repr=False)  # notation by reader, made on demand

    def notation(self, game: Game[Any], reader: Reader) -> str:
        """The move as this reader may read it."""
        text = self.texts.get(reader)
        if text is None:
            if reader == OPEN and game.tell_open is not None:
                text = game.tell_open(self.before, self.move)
            else:
                text = game.tell(self.before, self.move, None if reader == OPEN else reader)
            self.texts[reader] = text
        return text


@dataclass(frozen=True, slots=True, eq=False)
class Ahead:
    """A move to be redone, linked to those to be redone after it."""

    step: Step
    rest: Ahead | None = field(repr=False)
