"""Client messages of a game; HTTP bodies are the same without `t`.

Each type states the role that it needs (`needs`); a type without one is refused to every client.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from app.core.wire import Count, SocketMessage, Text

LineText = Annotated[str, Meta(min_length=1, max_length=140, pattern=r"\A[^\x00]*\Z")]  # of chat

Offered = Literal["draw", "takeback", "rematch"]
Claimed = Literal["win", "draw"]


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
    text: LineText


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
