"""Request bodies, responses and socket frames of games; also their OpenAPI schemas.

Client messages are defined in `acts` and re-exported here. Validation is strict: unknown fields, wrong types,
numbers outside 0 to 2^53-1, U+0000 and lone surrogates are refused. A type's docstring is its description in
OpenAPI.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal, NoReturn, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import asdict

from app.messages.acts import Abort as Abort
from app.messages.acts import Act as Act
from app.messages.acts import Answer as Answer
from app.messages.acts import Body as Body
from app.messages.acts import Chat as Chat
from app.messages.acts import Claim as Claim
from app.messages.acts import Count as Count
from app.messages.acts import Hide as Hide
from app.messages.acts import Message as Message
from app.messages.acts import Move as Move
from app.messages.acts import NoBody as NoBody
from app.messages.acts import Offer as Offer
from app.messages.acts import Offered as Offered
from app.messages.acts import Ping as Ping
from app.messages.acts import Proceed as Proceed
from app.messages.acts import Redo as Redo
from app.messages.acts import Resign as Resign
from app.messages.acts import Show as Show
from app.messages.acts import SocketMessage as SocketMessage
from app.messages.acts import Text as Text
from app.messages.acts import Undo as Undo
from app.messages.acts import Withdraw as Withdraw
from app.messages.acts import body_of as body_of
from app.messages.rules import Analyst as Analyst
from app.messages.rules import Preset as Preset
from app.messages.rules import Rules as Rules

MAX_FRAME_BYTES = 4096  # of a client's socket message
MAX_BODY_BYTES = 16 * 1024  # of an HTTP request

Difficulty = Literal["easy", "medium", "hard", "fiendish"]
Number = Annotated[int, Meta(ge=0, le=2**32 - 1)]
Secret = Annotated[str, Meta(pattern=r"\A[0-9a-fA-F]{32}\Z")]
Dealt = Annotated[str, Meta(pattern=r"\A([0-9a-fA-F]{32}|daily|winnable)\Z")]


class Control(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A time control: `base` seconds for the whole game plus `increment` seconds per move, at least one of
    them greater than 0; or `days` per move."""

    base: Annotated[int, Meta(ge=0, le=10_800)] | UnsetType = UNSET
    increment: Annotated[int, Meta(ge=0, le=180)] | UnsetType = UNSET
    days: Annotated[int, Meta(ge=1, le=14)] | UnsetType = UNSET


class Bot(Body):
    """A bot as the opponent. Level 1 is the weakest. `teach`: the bot warns of costly moves before it
    answers."""

    level: Annotated[int, Meta(ge=1, le=100)]
    teach: bool | None = None


class NewGame(Body):
    """A game to create.

    - `seat`: 0, 1, `random`, or `both` (the creator plays both seats).
    - `deal`: a number; 32 hex digits; `daily`, the daily deal (a player's running first attempt is returned
      instead of a second game); or `winnable`, a deal that was proved winnable, of this `difficulty` if
      given: a quarter of the proved deals, by the solver's nodes.
    - `date`: the UTC day of a daily deal; refused as `stale` once that day is over.
    - `pair`: join the best fitting open game of another player if there is one.
    - `to`: challenge the player of that name.
    - `bot`: play against a bot.
    """

    rules: Text
    seat: Literal["random", "both"] | Literal[0, 1] | None = None
    clock: Control | None = None
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


class Fault(Body):
    """An error in a browser: message, place in the client's files, and build of the client. It is logged, not
    stored, and should contain no names."""

    message: Annotated[str, Meta(max_length=500)]
    place: Annotated[str, Meta(max_length=200)]
    build: Annotated[str, Meta(max_length=40)]


class Line(Body):
    """A variation to try without a game: moves in either notation from a position or a deal. `version`:
    version of the rules, by default the current one."""

    rules: Text
    version: Count | None = None
    position: Text | None = None
    deal: Number | Secret | None = None
    moves: Annotated[list[Text], Meta(max_length=200)] = msgspec.field(default_factory=list)


# From the server


class Person(Struct):
    """A player as shown to other players.

    - `name`: empty for a deleted account; clients show "a former player".
    - `online`: only within a game.
    - `away`: server time from which the opponent may claim the game, in milliseconds since the epoch; only
      while this player is disconnected.
    - `rating`: in this game or list, null without one; in an ended rated game the rating before the game, and
      `change` the difference it made.
    - `provisional`: the rating is still uncertain.
    - `bot`: level of a bot.
    """

    id: str
    name: str
    rating: int | None = None
    online: bool | UnsetType = UNSET
    provisional: bool | UnsetType = UNSET
    change: int | UnsetType = UNSET
    away: int | UnsetType = UNSET
    bot: int | UnsetType = UNSET


class Over(Struct):
    """Outcome of a game. `winner`: a seat, or null."""

    winner: int | None
    reason: str


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
    forced win; `points`: cost of the chain, 100 per pawn. Reasons:

    - `lost_win`: a forced win of the player within `plies` is gone, also one two plies longer.
    - `forced_loss`: the bot forces a win within `plies`; after another move no such win was found.
    - `chain`: the player must capture, and loses `points`, 500 or more, by the end of `line`.
    - `changes_hands`: in a solved game the win is now the bot's; `plies` only where known.
    """

    ply: int
    line: list[tuple[str, str]]
    left: int
    reason: Literal["lost_win", "forced_loss", "chain", "changes_hands"]
    plies: int | UnsetType = UNSET
    points: int | UnsetType = UNSET


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
    - `certified`: the deal was proved winnable before it was dealt; `difficulty`: the one that was requested.
    - `remark`: against a bot that made the last move: the word for its reason, or null.
    - `warning`: against a teaching bot: its warning about the last move, or null.
    - `casual`: this open rated game will start as casual because its creator and the current (or challenged)
      player have played 12 rated games within 24 hours. Only in responses to `GET /api/games/{id}` and to the
      creator of a challenge.
    - `aborted_by`: seat of the player who aborted the game.
    - `daily`: UTC day of the daily deal, such as 2026-11-21.
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
    daily: str | UnsetType = UNSET


class Step(Struct, tag="step", tag_field="t", kw_only=True):
    """The changes that one move made since the previous frame, for sockets opened with `?steps=1`.

    `told` is the one text to append. `acts`, `tally`, `score`, `clock`, `offers` and `seat` are omitted where
    unchanged. Fields that may differ between seats come last: the rest is encoded once for all sockets.
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
    """Complete record of a game, as read by `python -m engine replay`. `spent`: per entry, the milliseconds
    charged to a running base/increment clock, or null; omitted if no entry has it."""

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


class Guest(Struct):
    """A guest. `token` is sent as `Authorization: Bearer` and is shown only here. It is omitted for the
    cookie of an account, whose owner creates named tokens instead."""

    id: str
    name: str
    token: str | UnsetType = UNSET


class Health(Struct):
    """Health of the server."""

    ok: bool


class NotJson(ValueError):
    """The bytes are not JSON."""


class BadMessage(ValueError):
    """Valid JSON of the wrong form; the message says what is wrong and where."""


T = TypeVar("T")

_messages: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)
decode_message = _messages.decode  # socket text -> message; raises one of NOT_A_MESSAGE
NOT_A_MESSAGE = (msgspec.DecodeError, UnicodeError, RecursionError)
_decoders: dict[type, msgspec.json.Decoder[Any]] = {}
encode = msgspec.json.Encoder().encode


def read_body(raw: bytes, kind: type[T]) -> T:
    """Decode an HTTP body as a `kind`; the body of a socket message has no `t`.

    NotJson: not JSON (empty, or not UTF-8). BadMessage: JSON of another form.
    """
    if issubclass(kind, SocketMessage):
        return kind(**asdict(read_body(raw, body_of(kind))))
    if kind not in _decoders:
        _decoders[kind] = msgspec.json.Decoder(kind)
    try:
        body: T = _decoders[kind].decode(raw)
    except msgspec.ValidationError as error:
        _check_json(raw)
        raise BadMessage(str(error)) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        _check_json(raw)
        raise BadMessage(f"nested too deeply, or text that is not Unicode: {error}") from None
    return body


def _check_json(raw: bytes) -> None:
    """Raise NotJson unless `raw` is grammatically JSON (lone surrogates included)."""
    try:
        json.loads(raw.decode(), parse_constant=_no_constant)
    except ValueError as error:
        raise NotJson(str(error)) from None
    except RecursionError:
        raise NotJson("nested too deeply") from None


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")
