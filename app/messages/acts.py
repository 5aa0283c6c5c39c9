"""Messages from clients of a game; over HTTP the same without `t`.

Each type of message states the role that it needs (`needs`); one that states none is refused to everybody.
"""

from __future__ import annotations

from functools import cache
from inspect import getdoc
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, Struct, defstruct
from msgspec.structs import fields

Count = Annotated[int, Meta(ge=0, le=2**53 - 1)]
Text = Annotated[str, Meta(pattern=r"\A[^\x00]*\Z")]  # any text but U+0000
Line = Annotated[str, Meta(min_length=1, max_length=140, pattern=r"\A[^\x00]*\Z")]  # of a chat

Offered = Literal["draw", "takeback", "rematch"]
Claimed = Literal["win", "draw"]

# Who may send a message: any client, whoever has an id (a guest too), a player of this game. That only the
# seat to move may move is for the match to say.
Role = Literal["anybody", "person", "player"]


class SocketMessage(Struct, tag_field="t", forbid_unknown_fields=True):
    """A message from a socket."""

    needs: ClassVar[Role | None] = None

    @property
    def name(self) -> str:
        return str(self.__struct_config__.tag)


class Move(SocketMessage, tag="move"):
    """Plays a move, by its exact text."""

    needs = "player"
    ply: Count
    move: Text


class Undo(SocketMessage, tag="undo"):
    """Takes the last move back (a solitaire, or both seats at one screen)."""

    needs = "player"
    ply: Count


class Redo(SocketMessage, tag="redo"):
    """Does again what was taken back."""

    needs = "player"
    ply: Count


class Resign(SocketMessage, tag="resign"):
    """Resigns; in a solitaire, gives up."""

    needs = "player"


class Abort(SocketMessage, tag="abort"):
    """Ends a game that has hardly begun; it counts for nothing."""

    needs = "player"


class Offer(SocketMessage, tag="offer"):
    """Offers a draw, or asks for a takeback to one's own last turn; after the end, offers a rematch. Where
    the opponent offers the same draw or rematch, it accepts that."""

    needs = "player"
    ply: Count
    what: Offered


class Withdraw(SocketMessage, tag="withdraw"):
    """Takes an offer of one's own back."""

    needs = "player"
    ply: Count
    what: Offered


class Answer(SocketMessage, tag="answer"):
    """Accepts or declines an offer of the opponent."""

    needs = "player"
    ply: Count
    what: Offered
    yes: bool


class Claim(SocketMessage, tag="claim"):
    """Claims the win or a draw, because the opponent has left."""

    needs = "player"
    what: Claimed


class Proceed(SocketMessage, tag="proceed"):
    """Lets a machine that has warned of one's last move answer it."""

    needs = "player"
    ply: Count


class Chat(SocketMessage, tag="chat"):
    """Writes a line into the chat of the players, or of a spectator into that of the spectators."""

    needs = "person"
    text: Line


class Hide(SocketMessage, tag="hide"):
    """Hides the chat with the opponent for good, or shows it again: while one of the two hides it, neither
    can write to the other."""

    needs = "player"
    on: bool


class Ping(SocketMessage, tag="ping"):
    """Asks for a pong."""

    needs = "anybody"
    n: Count


class Show(SocketMessage, tag="show"):
    """Asks for a whole `state`."""

    needs = "anybody"


Act = Move | Undo | Redo | Resign | Abort | Offer | Withdraw | Answer | Claim | Proceed
Message = Act | Chat | Hide | Ping | Show


class Body(Struct, forbid_unknown_fields=True):
    """The body of an HTTP request."""


class NoBody(Body):
    """An empty object."""


@cache
def body_of(message: type[SocketMessage]) -> type[Body]:
    """Return the type of the HTTP body of a message: its fields, without `t`."""
    parts = [(field.name, field.type) for field in fields(message)]
    doc = {"__doc__": getdoc(message)}
    body: type[Any] = defstruct(
        f"{message.__name__}Body", parts, bases=(Body,), namespace=doc, module=__name__
    )
    return body
