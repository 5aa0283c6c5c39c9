"""Request bodies, answers and what sockets are sent, as types, which are their schemas in OpenAPI too. What
clients send to a game stands in `acts`, and is to be had here under the same names.

Strict throughout: unknown fields, wrong types, numbers outside 0 to 2^53-1, U+0000 and lone surrogates are
refused. A type's docstring is its description in OpenAPI.
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
from app.messages.rules import Machine as Machine
from app.messages.rules import Preset as Preset
from app.messages.rules import Rules as Rules

FRAME = 4096  # bytes of a socket's message, at most
BODY = 16 * 1024  # bytes of an HTTP body, at most

Difficulty = Literal["easy", "medium", "hard", "fiendish"]
Number = Annotated[int, Meta(ge=0, le=2**32 - 1)]
Secret = Annotated[str, Meta(pattern=r"\A[0-9a-fA-F]{32}\Z")]
Dealt = Annotated[str, Meta(pattern=r"\A([0-9a-fA-F]{32}|daily|winnable)\Z")]


class Control(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A time control: `base` seconds for the whole game with `increment` seconds for every move, at least one
    of them more than 0; or `days` for every single move."""

    base: Annotated[int, Meta(ge=0, le=10_800)] | UnsetType = UNSET
    increment: Annotated[int, Meta(ge=0, le=180)] | UnsetType = UNSET
    days: Annotated[int, Meta(ge=1, le=14)] | UnsetType = UNSET


class Bot(Body):
    """A machine as the opponent; level 1 is the weakest. `teach`: it warns of costly moves before it
    answers."""

    level: Annotated[int, Meta(ge=1, le=100)]
    teach: bool | None = None


class NewGame(Body):
    """A game to be created. `seat` is 0, 1, random, or both: the creator has both seats. `deal` is a number,
    32 hex digits, or daily: the deal of today; of one's first attempt at it, while it runs, there is one; or
    winnable: one that is proved to be winnable, of this `difficulty`, if one is named. `date`: the day for
    which the deal of today is asked, refused as `stale` when it is over. `pair`: joins the best fitting open
    game of somebody else, if there is one. `to`: challenges the player of that name. `bot`: plays a
    machine."""

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
    """Takes a free seat; any, if none is named."""

    seat: Literal[0, 1] | None = None


class Fault(Body):
    """An error in a browser: what it says, the place in our files, and the build of the client. It is logged
    and not stored; it should name nobody."""

    message: Annotated[str, Meta(max_length=500)]
    place: Annotated[str, Meta(max_length=200)]
    build: Annotated[str, Meta(max_length=40)]


class Line(Body):
    """A variation to be tried without a game: from a position or a deal, moves in either form. `version`: of
    the rules, the current one by default."""

    rules: Text
    version: Count | None = None
    position: Text | None = None
    deal: Number | Secret | None = None
    moves: Annotated[list[Text], Meta(max_length=200)] = msgspec.field(default_factory=list)


# From the server


class Person(Struct):
    """A player as others see them; `online` only within a game. A player who has deleted their account has
    the name "", which a client shows as "a former player". `away`: the server's time from which the opponent
    may claim the game, in milliseconds since the epoch; only while this player is gone. `rating` is that in
    this game or list, null where there is none; of an ended rated game it is the one before, and `change`
    what the game added to it. `provisional`: it is not certain yet. `bot`: the level of a machine's player.
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
    """How a game ended."""

    winner: int | None
    reason: str


class TallyJson(Struct):
    """A solitaire's counts; `ms` is time played as the server counts it."""

    made: int
    undone: int
    hints: int
    ms: int


class Clock(Struct):
    """The milliseconds that each seat has left as of `at`, the server's time when the frame was encoded;
    `running`: the seat whose time runs, null until each seat has moved once, and after the end."""

    left: tuple[int, int]
    running: int | None
    at: int


class OfferMade(Struct):
    """An offer that stands: `seat` made it with the log entry at `ply`, a rematch at the end of the log.
    `casual`: the rematch of this rated game is casual, since the two have played 12 within 24 hours."""

    what: Offered
    seat: int
    ply: int
    casual: bool | UnsetType = UNSET


class MoveWarning(Struct):
    """What a machine that teaches says of the last move, while it waits. `line`: how it would answer, each
    move with its notation; `left`: warnings that this game has after this one; `plies`: within which the win
    is forced; `points`: what the chain costs, 100 for a pawn's worth."""

    ply: int
    line: list[tuple[str, str]]
    left: int
    reason: Literal["lost_win", "forced_loss", "chain", "changes_hands"]
    plies: int | UnsetType = UNSET
    points: int | UnsetType = UNSET


class State(Struct, tag="state", tag_field="t"):
    """A game as the current player may see it: whole, so that a newer one replaces an older one. `next`: the
    game of the rematch; `watching`: names of spectators, at most 20; `to`: whom it challenges; `declined`:
    the word with which they declined; `certified`: the deal was proved to be winnable before it was dealt,
    `difficulty`: the one that was asked for; `remark`: in games with a machine, which made the last move: a
    word for the reason, or null; `warning`: in games with a machine that teaches: what it says of the last
    move, or null. `casual`: this open rated game becomes casual when it begins, since its creator and the
    current player, or whom it challenges, have played 12 rated games within 24 hours; only in answers to `GET
    /api/games/{id}` and to who creates a challenge. `aborted_by`: the seat whose player aborted it. `daily`:
    the UTC day whose deal it is, as 2026-11-21."""

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
    """What one move changed since the frame before it, for sockets opened with `?steps=1`. `told` is the one
    text that the list gains; `acts`, `tally`, `score`, `clock`, `offers` and `seat` are left out where they
    are as before. What may differ from seat to seat stands last: the rest is encoded once for all."""

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
    """The states after several numbers of log entries, in order."""

    items: list[State]


class Refused(Struct, tag="refused", tag_field="t"):
    """Why a message was not carried out; `re` is its `t`, `ply` the match's."""

    re: str | None
    why: str
    ply: int | None
    detail: dict[str, Any]


class Presence(Struct, tag="presence", tag_field="t"):
    """Which players are connected, by seat, and the number of spectators. `away`: by seat, from when on the
    opponent of a player who is gone may claim the game, in milliseconds since the epoch; `names`: of
    spectators, at most 20."""

    players: list[bool]
    watchers: int
    away: list[int | None]
    names: list[str]


class ChatAuthor(Struct):
    """Who wrote a line: `seat` is null for a spectator."""

    id: str
    name: str
    seat: int | None


class ChatLine(Struct, tag="chat", tag_field="t", rename={"author": "from"}):
    """A line of a game's chat; `at` in milliseconds since the epoch."""

    id: int
    room: Literal["players", "watchers"]
    author: ChatAuthor
    text: str
    at: int


class ChatLines(Struct):
    """The chat of a game as the current player may read it, the oldest line first; `hidden`: they have hidden
    it."""

    items: list[ChatLine]
    hidden: bool


class Pong(Struct, tag="pong", tag_field="t"):
    """The answer to a ping: its number, and the server's time."""

    n: int
    at: int


class Created(Struct):
    """A new game; `url` is the path of its page."""

    id: str
    url: str
    state: State


class Joined(Struct):
    """The seat of the current player."""

    seat: int
    state: State


class Log(Struct):
    """The whole game, as `python -m engine replay` takes it. `spent`: for each entry the milliseconds that it
    charges a running base/increment clock, or null; left out where no entry says it."""

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
    """What the server found when it replayed the log; `differs_at` is the first ply that differs."""

    agrees: bool
    deal: int | str | None
    score: tuple[int, ...]
    moves: int
    outcome: Over | None
    differs_at: int | None


class Guest(Struct):
    """A guest; the token serves as `Authorization: Bearer`, and is shown only here. The cookie of an account
    gets no token: its owner makes named ones."""

    id: str
    name: str
    token: str | UnsetType = UNSET


class Health(Struct):
    """The server is up."""

    ok: bool


class NotJson(ValueError):
    """The bytes are no JSON text at all."""


class BadMessage(ValueError):
    """JSON, but not of a form that we take; says what and where."""


T = TypeVar("T")

_messages: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)
decode_message = _messages.decode  # a socket's text -> its message, or one of NOT_A_MESSAGE
NOT_A_MESSAGE = (msgspec.DecodeError, UnicodeError, RecursionError)
_decoders: dict[type, msgspec.json.Decoder[Any]] = {}
encode = msgspec.json.Encoder().encode


def read_body(raw: bytes, kind: type[T]) -> T:
    """Decode an HTTP body as a `kind`; of a socket's message the body has no `t`.

    NotJson: no JSON (empty, not UTF-8); BadMessage: JSON of another form.
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
        raise BadMessage(f"too deep, or a text that is no Unicode: {error}") from None
    return body


def _check_json(raw: bytes) -> None:
    """Raises NotJson unless `raw` is JSON at least in its grammar (which allows lone surrogates)."""
    try:
        json.loads(raw.decode(), parse_constant=_no_constant)
    except ValueError as error:
        raise NotJson(str(error)) from None
    except RecursionError:
        raise NotJson("nested too deeply") from None


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")
