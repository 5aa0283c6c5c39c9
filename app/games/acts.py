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


class PlayersAct(SocketMessage):
    """What a player of the game does."""

    needs = "player"


class ActAtPly(PlayersAct):
    """An act that refers to a position of the game."""

    ply: Count


class Move(ActAtPly, tag="move"):
    """Play a move, given by its exact text."""

    move: Text


class Undo(ActAtPly, tag="undo"):
    """Take back the last move, in a solitaire or with both seats at one screen."""


class Redo(ActAtPly, tag="redo"):
    """Play the undone move again."""


class Resign(PlayersAct, tag="resign"):
    """Resign; in a solitaire, give up."""


class Abort(PlayersAct, tag="abort"):
    """Abort a game that has hardly begun. It counts for nothing."""


class Offer(ActAtPly, tag="offer"):
    """Offer a draw, or ask for a takeback to the player's own last turn; after the end, offer a rematch.
    Accepts the opponent's offer if the same draw or rematch is already offered."""

    what: Offered


class Withdraw(ActAtPly, tag="withdraw"):
    """Withdraw the player's own offer."""

    what: Offered


class Answer(ActAtPly, tag="answer"):
    """Accept or decline an offer of the opponent."""

    what: Offered
    yes: bool


class Claim(PlayersAct, tag="claim"):
    """Claim a win or a draw because the opponent has left."""

    what: Claimed


class Proceed(ActAtPly, tag="proceed"):
    """Let a teaching bot answer the last move despite its warning."""


class Chat(SocketMessage, tag="chat"):
    """Write a chat line: players to the players' chat, spectators to the spectators' chat."""

    needs = "person"
    text: LineText


class Hide(PlayersAct, tag="hide"):
    """Hide the chat with the opponent for good, or show it again. While either player hides it, neither can
    write to the other."""

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
