"""Request bodies, responses and socket frames of games; also their OpenAPI schemas.

What clients send over sockets is in `acts`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from app.core.wire import Body, Count, Text
from app.games.acts import Message, Offered
from app.model.messages import Control, Over, Person
from engine import GAMES

Difficulty = Literal["easy", "medium", "hard", "fiendish"]
RulesId = Annotated[Text, Meta(extra_json_schema={"enum": [*GAMES]})]
Number = Annotated[int, Meta(ge=0, le=2**32 - 1)]
Secret = Annotated[str, Meta(pattern=r"\A[0-9a-fA-F]{32}\Z")]
Dealt = Annotated[str, Meta(pattern=r"\A([0-9a-fA-F]{32}|daily|winnable)\Z")]


class Bot(Body):
    """A bot as the opponent. Level 1 is the weakest. `teach`: the bot warns of costly moves before it
    answers."""

    level: Annotated[int, Meta(ge=1, le=100)]
    teach: bool | None = None


class NewGame(Body):
    """A game to create.

    - `seat`: 0, 1, `random`, or `both` (the creator plays both seats).
    - `clock`: `none` for no clock. A pairing without `clock` takes any, one with `none` only no clock.
    - `deal`: a number; 32 hex digits; `daily`, the daily deal (a player's running first attempt is returned
      instead of a second game); or `winnable`, a deal that was proved winnable, of this `difficulty` if
      given: a quarter of the proved deals, by the solver's nodes. Without one it is easy in a player's first
      three games of the family, and any deal if no proof is ready within 2 s.
    - `date`: the UTC day of a daily deal; refused as `stale` once that day is over. With a deal by number:
      the past day whose deal it is, which is practised.
    - `pair`: join the best fitting open game of another player if there is one.
    - `to`: challenge the player of that name.
    - `bot`: play against a bot.
    """

    rules: RulesId
    seat: Literal["random", "both"] | Literal[0, 1] | None = None
    clock: Control | Literal["none"] | None = None
    rated: bool | None = None
    public: bool | None = None
    deal: Number | Dealt | None = None
    difficulty: Difficulty | None = None
    date: Text | None = None
    position: Text | None = None
    pair: bool | None = None
    to: Annotated[str, Meta(max_length=200, pattern=r"\A[^\x00]*\Z")] | None = None
    bot: Bot | None = None


class Join(Body):
    """Take a free seat; any free seat if `seat` is omitted."""

    seat: Literal[0, 1] | None = None


class Line(Body):
    """A variation to try without a game: moves in either notation from a position or a deal. `version`:
    version of the rules, by default the current one."""

    rules: RulesId
    version: Count | None = None
    position: Text | None = None
    deal: Number | Secret | None = None
    moves: Annotated[list[Text], Meta(max_length=200)] = msgspec.field(default_factory=list)


# From the server


class TallyJson(Struct):
    """Counters of a solitaire. `ms`: time played, as measured by the server."""

    made: int
    undone: int
    hints: int
    ms: int


class Clock(Struct):
    """Milliseconds left per seat as of `at`, the server's time when the frame was encoded. `running`: the
    seat whose clock runs; null until each seat has moved once, and after the end."""

    left: tuple[int, int]
    running: int | None
    at: int


class OfferMade(Struct):
    """A pending offer, made by `seat` with the log entry at `ply` (a rematch: at the end of the log).
    `casual`: the rematch of this rated game will be casual because the two have played 12 rated games within
    24 hours."""

    what: Offered
    seat: int
    ply: int
    casual: bool | UnsetType = UNSET


class MoveWarning(Struct):
    """A teaching bot's warning about the last move, while the bot waits. `line`: how it would answer, as
    pairs of move and notation; `left`: warnings left in this game after this one; `plies`: length of the
    forced win; `points`: cost of the move, 100 per pawn. Reasons:

    - `lost_win`: a forced win of the player within `plies` is gone, also one two plies longer.
    - `forced_loss`: the bot forces a win within `plies`; after another move no such win was found.
    - `chain`: the player must capture, and loses `points`, 500 or more, by the end of `line`.
    - `costly`: another move is estimated to be worth `points`, 500 or more, more.
    - `changes_hands`: in a solved game the win is now the bot's; `plies` only where known.
    """

    ply: int
    line: list[tuple[str, str]]
    left: int
    reason: Literal["lost_win", "forced_loss", "chain", "costly", "changes_hands"]
    plies: int | UnsetType = UNSET
    points: int | UnsetType = UNSET


class FirstMove(Struct):
    """Limit of the first move that is due: `seat` makes it before `ends`, in milliseconds since the epoch, or
    the game is aborted."""

    seat: int
    ends: int


class State(Struct, tag="state", tag_field="t"):
    """A game as the current player may see it. Always complete, so a newer state replaces an older one.

    - `game`: null for a variation; `version`: of the rules, kept by the game; `start`: text of the position
      that the game began from, null for the usual one.
    - `status`: open while a seat is free; `ply`: number of log entries; `seat`: the current player's, with
      both seats the one to move, null for a spectator; `turn`: null unless the game is live.
    - `legal`: moves of the seat to move with their notation; a text ending in ` ...` stands for moves too
      many to list. `acts`: what the current player may send besides `move`.
    - `view`: the position as the seat may see it, `view.position` its text; `told`: notation of the moves in
      effect; `last`: text of the last one. All omit what is hidden until the end.
    - `tally`: of a solitaire; `score`: the game's own, empty in a game for two.
    - `deal`: null while secret; `commit`: SHA-256 of a secret deal.
    - `next`: game of the rematch.
    - `watching`: names of spectators, at most 20.
    - `to`: the challenged player; `declined`: the word with which they declined.
    - `certified`: the deal was proved winnable before it was dealt; false only in the response to a request
      for such a deal of which no proof was ready; `difficulty`: the one by which it was chosen.
    - `remark`: against a bot that made the last move: the word for its reason, or null.
    - `warning`: against a teaching bot: its warning about the last move, or null.
    - `casual`: this open rated game will start as casual because its creator and the current (or challenged)
      player have played 12 rated games within 24 hours. Only in responses to `GET /api/games/{id}` and to the
      creator of a challenge.
    - `aborted_by`: seat of the player who aborted the game or, with `missed_first_move`, did not make the
      first move in time.
    - `daily`: UTC day of the daily deal, such as 2026-11-21.
    - `first_move`: the first move that is due, in a game with a limit for first moves; null once both have
      moved, and after the end.
    - `streak`: true once leaving this solitaire would end the player's streak: it is one of the streak, and
      its first move is made.
    """

    game: str | None
    rules: str
    version: int
    status: Literal["open", "live", "ended"]
    ply: int
    seat: int | None
    turn: int | None
    legal: list[tuple[str, str]]
    view: Any
    told: tuple[str, ...]
    last: str | None
    acts: list[str]
    tally: TallyJson | None
    score: tuple[int, ...]
    over: Over | None
    deal: int | str | None
    commit: str | None
    next: str | None
    start: str | None
    rated: bool
    public: bool
    control: Control | None
    clock: Clock | None
    offers: list[OfferMade]
    players: list[Person | None]
    watchers: int
    to: Person | None
    declined: str | None
    watching: list[str]
    certified: bool | UnsetType = UNSET
    difficulty: Difficulty | UnsetType = UNSET
    remark: str | UnsetType | None = UNSET
    warning: MoveWarning | UnsetType | None = UNSET
    casual: bool | UnsetType = UNSET
    aborted_by: int | UnsetType = UNSET
    missed_first_move: bool | UnsetType = UNSET
    daily: str | UnsetType = UNSET
    first_move: FirstMove | UnsetType | None = UNSET
    streak: bool | UnsetType = UNSET


class Step(Struct, tag="step", tag_field="t", kw_only=True):
    """The changes that one move made since the previous frame, for sockets opened with `?steps=1`.

    `told` is the one text to append. `acts`, `tally`, `score`, `clock`, `offers`, `first_move`, `streak` and
    `seat` are omitted where unchanged.
    """

    ply: int
    turn: int | None
    view: Any
    last: str | None
    told: str
    tally: TallyJson | UnsetType | None = UNSET
    score: tuple[int, ...] | UnsetType = UNSET
    clock: Clock | UnsetType | None = UNSET
    offers: list[OfferMade] | UnsetType = UNSET
    remark: str | UnsetType | None = UNSET
    warning: MoveWarning | UnsetType | None = UNSET
    first_move: FirstMove | UnsetType | None = UNSET
    streak: bool | UnsetType = UNSET
    legal: list[tuple[str, str]]
    acts: list[str] | UnsetType = UNSET
    seat: int | UnsetType | None = UNSET


class Frames(Struct):
    """States after the requested numbers of log entries, in order."""

    items: list[State]


class Refused(Struct, tag="refused", tag_field="t"):
    """Reason why a message was refused. `re`: its `t`; `ply`: that of the match."""

    re: str | None
    why: str
    ply: int | None
    detail: dict[str, Any]


class Presence(Struct, tag="presence", tag_field="t"):
    """Connected players by seat, and the number of spectators. `away`: by seat, server time from which the
    opponent of a disconnected player may claim the game, in milliseconds since the epoch; `names`: of
    spectators, at most 20."""

    players: list[bool]
    watchers: int
    away: list[int | None]
    names: list[str]


class ChatAuthor(Struct):
    """Author of a chat line. `seat`: null for a spectator."""

    id: str
    name: str
    seat: int | None


class ChatLine(Struct, tag="chat", tag_field="t", rename={"author": "from"}):
    """A chat line of a game. `at`: milliseconds since the epoch."""

    id: int
    room: Literal["players", "watchers"]
    author: ChatAuthor
    text: str
    at: int


class ChatLines(Struct):
    """Chat lines that the current player may read, oldest first. `hidden`: the player has hidden this
    chat."""

    items: list[ChatLine]
    hidden: bool


class Pong(Struct, tag="pong", tag_field="t"):
    """Response to a `ping`: its number, and the server's time."""

    n: int
    at: int


class Created(Struct):
    """A created game. `url`: path of its page."""

    id: str
    url: str
    state: State


class Joined(Struct):
    """Seat of the current player, and the state of the game."""

    seat: int
    state: State


class Log(Struct):
    """Complete record of a game, with exactly the keys that `python -m engine replay` reads. `spent`: per
    entry, the milliseconds charged to a running base/increment clock, or null; omitted if no entry has it."""

    id: str
    rules: str
    version: int
    deal: int | str | None
    position: str | None
    clock: Control | None
    free: bool
    entries: list[tuple[int, int | None, str, str, int]]
    outcome: Over | None
    spent: list[int | None] | UnsetType = UNSET


class Check(Struct):
    """Result of replaying the log on the server. `differs_at`: first ply that differs."""

    agrees: bool
    deal: int | str | None
    score: tuple[int, ...]
    moves: int
    outcome: Over | None
    differs_at: int | None


class Preset(Struct):
    """A common time control: seconds for the whole game, and seconds added per move."""

    base: int
    increment: int


class Analyst(Struct):
    """Bots and searches of a game. `levels`: number of bot levels, the first is the weakest; 0 without bots.
    `teaches`: a bot can warn of costly moves; `par`: deals have a par or a best known score; both omitted if
    false."""

    levels: int
    abilities: list[Literal["hint", "evaluate", "winnable", "puzzle"]]
    teaches: bool | UnsetType = UNSET
    par: bool | UnsetType = UNSET


class Rules(Struct):
    """A game that can be played, in its current version. `options`: what this id chooses among its family's
    options, such as {"setup": "shuffled"}; the games of a family have the same option names in the same
    order, or none. `daily`: has a daily deal. `presets`: common clocks of a game for two, fastest first.
    `machine`: its bots and searches; null without any."""

    id: str
    family: str
    options: dict[str, str]
    title: str
    seats: tuple[str, ...]
    version: int
    dealt: bool
    hides: bool
    uneven: bool
    draws: bool
    daily: bool
    presets: list[Preset]
    machine: Analyst | None


_messages: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)
decode_message = _messages.decode  # socket text -> message; raises one of wire.NOT_A_MESSAGE
