"""Socket messages, request bodies and answers as types, which are their schemas in OpenAPI too.

Strict throughout: unknown fields, wrong types, numbers outside 0 to 2^53-1, U+0000 and lone surrogates are
refused. A type's docstring is its description in OpenAPI.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal, NoReturn, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

FRAME = 4096  # bytes of a socket's message, at most
BODY = 16 * 1024  # bytes of an HTTP body, at most

Count = Annotated[int, Meta(ge=0, le=2**53 - 1)]
Text = Annotated[str, Meta(pattern=r"\A[^\x00]*\Z")]  # any text but U+0000
Number = Annotated[int, Meta(ge=0, le=2**32 - 1)]
Secret = Annotated[str, Meta(pattern=r"\A[0-9a-fA-F]{32}\Z")]
Dealt = Annotated[str, Meta(pattern=r"\A([0-9a-fA-F]{32}|daily)\Z")]


# From the client: socket messages. The same without `t` are the bodies of the acts over HTTP.


class SocketMessage(Struct, tag_field="t", forbid_unknown_fields=True):
    """A message from a socket."""

    @property
    def name(self) -> str:
        return str(self.__struct_config__.tag)


class Move(SocketMessage, tag="move"):
    """Plays a move, by its exact text."""

    ply: Count
    move: Text


class Undo(SocketMessage, tag="undo"):
    """Takes the last move back (a solitaire, or both seats at one screen)."""

    ply: Count


class Redo(SocketMessage, tag="redo"):
    """Does again what was taken back."""

    ply: Count


class Resign(SocketMessage, tag="resign"):
    """Resigns; in a solitaire, gives up."""


class Abort(SocketMessage, tag="abort"):
    """Ends a game that has hardly begun; it counts for nothing."""


class Ping(SocketMessage, tag="ping"):
    """Asks for a pong."""

    n: Count


class Show(SocketMessage, tag="show"):
    """Asks for a whole `state`."""


Act = Move | Undo | Redo | Resign | Abort
Message = Act | Ping | Show


class Body(Struct, forbid_unknown_fields=True):
    """The body of an HTTP request."""


class MoveBody(Body):
    """A move, by its exact text."""

    ply: Count
    move: Text


class PlyBody(Body):
    """The ply that the act is meant for."""

    ply: Count


class NoBody(Body):
    """An empty object."""


class NewGame(Body):
    """A game to be created. `seat` is 0, 1, random, or both: the creator has both seats. `deal` is a number,
    32 hex digits, or daily: the deal of today; of one's first attempt at it, while it runs, there is one."""

    rules: Text
    seat: Literal["random", "both"] | Literal[0, 1] | None = None
    clock: dict[str, Count] | None = None
    rated: bool | None = None
    public: bool | None = None
    deal: Number | Dealt | None = None
    position: Text | None = None
    bot: Any = None


class Join(Body):
    """Takes a free seat; any, if none is named."""

    seat: Literal[0, 1] | None = None


class PlayerSettings(Body):
    """What a player may change: whether they are listed on the leaderboards."""

    listed: bool


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
    moves: Annotated[list[Text], Meta(max_length=200)] = []


# From the server


class Person(Struct):
    """A player as others see them; `online` only within a game."""

    id: str
    name: str
    rating: int | None = None
    online: bool | UnsetType = UNSET


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


class State(Struct, tag="state", tag_field="t"):
    """A game as the current player may see it: whole, so that a newer one replaces an older one."""

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
    control: None
    clock: None
    offers: list[Any]
    players: list[Person | None]
    watchers: int


class Step(Struct, tag="step", tag_field="t"):
    """What one move changed since the frame before it, for sockets opened with `?steps=1`. `told` is the one
    text that the list gains; `acts`, `tally`, `score`, `clock`, `offers` and `seat` are left out where they
    are as before."""

    ply: int
    turn: int | None
    legal: list[tuple[str, str]]
    view: Any
    last: str | None
    told: str
    acts: list[str] | UnsetType = UNSET
    tally: TallyJson | UnsetType | None = UNSET
    score: tuple[int, ...] | UnsetType = UNSET
    clock: UnsetType | None = UNSET
    offers: list[Any] | UnsetType = UNSET
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
    """Which players are connected, by seat, and the number of spectators."""

    players: list[bool]
    watchers: int


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
    """The whole game, as `python -m engine replay` takes it."""

    id: str
    rules: str
    version: int
    deal: int | str | None
    position: str | None
    clock: None
    free: bool
    entries: list[tuple[int, int | None, str, str, int]]
    outcome: Over | None


class Check(Struct):
    """What the server found when it replayed the log; `differs_at` is the first ply that differs."""

    agrees: bool
    deal: int | str | None
    score: tuple[int, ...]
    moves: int
    outcome: Over | None
    differs_at: int | None


class Rules(Struct):
    """One game that can be played, by its current version. `options`: what this id chooses where its family
    offers a choice, by the name of the option: {"setup": "shuffled"}, empty where it offers none; the games
    of a family have the same names in the same order. `daily`: there is a deal of the day."""

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


class Guest(Struct):
    """A new guest; the token serves as `Authorization: Bearer`, and is shown only here."""

    id: str
    name: str
    token: str


class Me(Struct):
    """Who is asking."""

    player: Person | None


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
    """An HTTP body as a `kind`. NotJson: no JSON (empty, not UTF-8); BadMessage: JSON of another form."""
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
