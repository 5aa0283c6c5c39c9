"""Log entries, counters derived from them, and the errors raised for illegal entries."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, get_args

from engine.game import Game, IllegalMove, Seat

PlayerAct = Literal[
    "move", "undo", "redo", "hint", "resign", "abort", "offer", "withdraw", "accept", "decline"
]
# Facts that only the server knows: time ran out, the opponent left, the server paused. A client message never
# becomes such an entry. In an imported log such an entry cannot be verified.
ServerAct = Literal["flag", "claim", "pause"]
Act = PlayerAct | ServerAct
SERVER_ACTS: frozenset[str] = frozenset(get_args(ServerAct))
# Acts that change neither position nor outcome, charge no clock, and do not make a move stale.
QUIET_ACTS = frozenset({"hint", "offer", "withdraw", "decline", "pause"})
OFFER_KINDS = ("draw", "takeback")
ENDING_ACTS = frozenset({"resign", "abort", "flag", "claim"})  # acts that always end the game
SEATLESS_ACTS = frozenset({"abort", "claim", "pause"})  # acts that the server may write with seat None
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
Reader = Seat | None | Literal["open"]  # of a move list: a seat, a spectator (None), or anyone after the end
REOFFER_AFTER_MOVES = 6  # three by each seat; then a declined offer may be repeated
MAX_SITTING_GAP_MS = 10 * 60 * 1000  # longer gaps between entries are not playing time


class Stale(IllegalMove):
    """The entry was meant for a different ply than the match is at."""


class GameOver(IllegalMove):
    """The game has ended."""


class NotYourTurn(IllegalMove):
    """The other seat is to move."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the log.

    - `ply`: number of entries before it, of any act.
    - `seat`: None if the server wrote it: a pause, an abort, or a draw of a full or abandoned match.
    - `text`: "" except for moves, some hints, offers and their answers, claims and pauses.
    - `at`: milliseconds since the epoch.
    - `spent`: milliseconds charged to the running seat of a base/increment clock since the last charging
      entry, pauses subtracted. None: no such clock runs, the act charges nothing, or `at` is used."""

    ply: int
    seat: Seat | None
    act: Act
    text: str
    at: int
    spent: int | None = None

    def continues_hint(self, before: Entry | None) -> bool:
        """Return whether this hint for a move is a further step of the one in the entry before."""
        return before is not None and before.act == self.act == "hint" and before.text == self.text == ""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle in a third of the default time: whole logs are sent to workers."""
        return Entry, (self.ply, self.seat, self.act, self.text, self.at, self.spent)


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer (`what`: draw or takeback) that `seat` made with the log entry at `ply`."""

    what: str
    seat: Seat
    ply: int


class Tally(NamedTuple):
    """Counters of a solitaire.

    - `made`: moves made, including those taken back; `undone`: moves taken back.
    - `ms`: playing time from the first move to the last entry, without gaps over MAX_SITTING_GAP_MS.
    - `sittings`: 0 before the first move, then one more than the number of such gaps.
    - `hints`: hints requested. Further steps of a hint, requested without another act between, are part of
      it."""

    made: int = 0
    undone: int = 0
    ms: int = 0
    sittings: int = 0
    hints: int = 0

    def after(self, entry: Entry, before: Entry | None) -> Tally:
        """Return the counters after one more entry. `before`: the previous one."""
        gap = entry.at - before.at if before is not None and self.made else 0
        paused = gap > MAX_SITTING_GAP_MS
        made = self.made + (entry.act == "move")
        return Tally(
            made,
            self.undone + (entry.act == "undo"),
            self.ms + (0 if paused else gap),
            self.sittings + paused if self.sittings else min(made, 1),
            self.hints + (entry.act == "hint" and not entry.continues_hint(before)),
        )


NOTHING_PLAYED = Tally()


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """A move in effect, linked to the previous one; `number` counts from 1."""

    back: Step | None = field(repr=False)
    number: int
    seat: Seat
    move: str
    before: Any = field(repr=False)
    after: Any = field(repr=False)
    texts: dict[Reader, str] = field(default_factory=dict, repr=False)  # notation cache by reader

    def notation(self, game: Game[Any], reader: Reader) -> str:
        """Return the move's notation as `reader` may see it."""
        text = self.texts.get(reader)
        if text is None:
            if reader == OPEN and game.tell_open is not None:
                text = game.tell_open(self.before, self.move)
            else:
                text = game.tell(self.before, self.move, None if reader == OPEN else reader)
            self.texts[reader] = text
        return text


@dataclass(frozen=True, slots=True, eq=False)
class RedoStack:
    """Undone moves as a linked stack: `step` is redone next, then `rest`."""

    step: Step
    rest: RedoStack | None = field(repr=False)
