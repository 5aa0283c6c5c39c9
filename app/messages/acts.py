"""Client messages of a game; HTTP bodies are the same without `t`.

Each type states the role that it needs (`needs`); a type without one is refused to every client.
"""

from __future__ import annotations

from functools import cache
from inspect import getdoc
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, Struct, defstruct
from msgspec.structs import fields

Count = Annotated[int, Meta(ge=0, le=2**53 - 1)]
Text = Annotated[str, Meta(pattern=r"\A[^\x00]*\Z")]  # any text but U+0000
Line = Annotated[str, Meta(min_length=1, max_length=140, pattern=r"\A[^\x00]*\Z")]  # of chat

Offered = Literal["draw", "takeback", "rematch"]
Claimed = Literal["win", "draw"]

# Who may send a message: any client; any player, guests included; a player of this game. The match itself
# checks
# that it is the sender's turn.
Role = Literal["anybody", "person", "player"]


class SocketMessage(Struct, tag_field="t", forbid_unknown_fields=True):
    """A message from a socket."""

    needs: ClassVar[Role | None] = None

    @property
    def name(self) -> str:
        return str(self.__struct_config__.tag)


class Move(SocketMessage, tag="move"):
    """Play a move, given by its exact text."""

    needs = "player"
    ply: Count
    move: Text


class Undo(SocketMessage, tag="undo"):
    """Take back the last move, in a solitaire or with both seats at one screen."""

    needs = "player"
    ply: Count


class Redo(SocketMessage, tag="redo"):
    """Play the undone move again."""

    needs = "player"
    ply: Count


class Resign(SocketMessage, tag="resign"):
    """Resign; in a solitaire, give up."""

    needs = "player"


class Abort(SocketMessage, tag="abort"):
    """Abort a game that has hardly begun. It counts for nothing."""

    needs = "player"


class Offer(SocketMessage, tag="offer"):
    """Offer a draw, or ask for a takeback to the player's own last turn; after the end, offer a rematch.
    Accepts the opponent's offer if the same draw or rematch is already offered."""

    needs = "player"
    ply: Count
    what: Offered


class Withdraw(SocketMessage, tag="withdraw"):
    """Withdraw the player's own offer."""

    needs = "player"
    ply: Count
    what: Offered


class Answer(SocketMessage, tag="answer"):
    """Accept or decline an offer of the opponent."""

    needs = "player"
    ply: Count
    what: Offered
    yes: bool


class Claim(SocketMessage, tag="claim"):
    """Claim a win or a draw because the opponent has left."""

    needs = "player"
    what: Claimed


class Proceed(SocketMessage, tag="proceed"):
    """Let a teaching bot answer the last move despite its warning."""

    needs = "player"
    ply: Count


class Chat(SocketMessage, tag="chat"):
    """Write a chat line: players to the players' chat, spectators to the spectators' chat."""

    needs = "person"
    text: Line


class Hide(SocketMessage, tag="hide"):
    """Hide the chat with the opponent for good, or show it again. While either player hides it, neither can
    write to the other."""

    needs = "player"
    on: bool


class Ping(SocketMessage, tag="ping"):
    """Ask for a `pong`."""

    needs = "anybody"
    n: Count


class Show(SocketMessage, tag="show"):
    """Ask for a full `state`."""

    needs = "anybody"


Act = Move | Undo | Redo | Resign | Abort | Offer | Withdraw | Answer | Claim | Proceed
Message = Act | Chat | Hide | Ping | Show


class Body(Struct, forbid_unknown_fields=True):
    """Body of an HTTP request."""


class NoBody(Body):
    """Empty object."""


@cache
def body_of(message: type[SocketMessage]) -> type[Body]:
    """Return the HTTP body type of a message: its fields without `t`."""
    parts = [(field.name, field.type) for field in fields(message)]
    doc = {"__doc__": getdoc(message)}
    body: type[Any] = defstruct(
        f"{message.__name__}Body", parts, bases=(Body,), namespace=doc, module=__name__
    )
    return body
