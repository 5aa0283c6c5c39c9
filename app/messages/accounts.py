"""Accounts, sign-in sessions and tokens: bodies and answers, as types.

Names and passwords are bounded here only so far that no long text is worked on; the rules that a player is
told about are in `app/domain/names.py` and `app/domain/passwords.py`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from app.messages.games import Body, Person

Scope = Literal["read", "play"]

Word = Annotated[str, Meta(max_length=200, pattern=r"\A[^\x00]*\Z")]


class Credentials(Body):
    """The name and password of an account: to sign up or to sign in."""

    name: Word
    password: Word


class Recovery(Body):
    """A new password for an account, by its recovery code."""

    name: Word
    code: Word
    password: Word


class PasswordChange(Struct, forbid_unknown_fields=True):
    """The current password and the new one. A change ends all tokens unless they are kept."""

    old: Word
    new: Word
    keep_tokens: bool = False


class AccountChanges(Body):
    """What a player may change of themselves: whether they are listed on the leaderboards, and with an
    account name and password. What is left out stays."""

    listed: bool | None = None
    name: Word | None = None
    password: PasswordChange | None = None


class AccountEnd(Body):
    """Ends an account for ever; a guest has no password."""

    password: Word | None = None


class NewToken(Body):
    """A personal token. `read`: GET requests, sockets and the stream; `play`: creating and joining games,
    acts and chat."""

    name: Annotated[str, Meta(min_length=1, max_length=60, pattern=r"\A[^\x00]*\Z")]
    scopes: Annotated[list[Scope], Meta(min_length=1, max_length=2)]


# From the server


class Self(Struct):
    """The current player, as they see themselves. `account`: they can sign in with a name and a password;
    `moderator`: they may use the pages of moderation; `listed`: on the leaderboards; `muted_until`: they
    cannot write in chats until then; times in milliseconds since the epoch."""

    id: str
    name: str
    account: bool
    moderator: bool
    listed: bool
    muted_until: int | None
    created: int


class Reset(Struct):
    """The operator has issued a recovery code for the account; `at`: from when on it can be used, in
    milliseconds since the epoch."""

    at: int


class Me(Struct):
    """Who is asking; null for a spectator. `reset`: left out unless the operator has issued a recovery code
    for the account."""

    player: Self | None
    reset: Reset | UnsetType = UNSET


class Online(Struct):
    """Who is connected: people with an account who are listed, by name; `online`: the number of all people,
    guests and visitors too."""

    items: list[Person]
    online: int


class SignedIn(Struct):
    """The current player, after signing in."""

    player: Self


class SignedUp(Struct):
    """The current player, and the code with which they can set a new password; shown only here."""

    player: Self
    recovery: str


class SignInSession(Struct):
    """A browser in which a player is signed in: when it was created and last seen (to the hour), what it says
    of itself (`agent`), and whether it is the one that asks."""

    id: str
    created: int
    seen: int
    agent: str
    current: bool


class SignInSessions(Struct):
    """The browsers in which the current player is signed in, last seen first."""

    items: list[SignInSession]


class TokenItem(Struct):
    """A token, without its text. `name`: "" of one that its owner got as a guest; `used`: when it was last
    used, to the hour."""

    id: str
    name: str
    scopes: list[Scope]
    created: int
    used: int | None


class Tokens(Struct):
    """All tokens of the current player, the newest first."""

    items: list[TokenItem]


class CreatedToken(Struct):
    """A new personal token; `token` serves as `Authorization: Bearer`, and is shown only here."""

    id: str
    name: str
    scopes: list[Scope]
    created: int
    used: int | None
    token: str


class Data(Struct):
    """All that is stored of the current player: the rows that belong to them, by table and column."""

    player: Self
    tables: dict[str, list[dict[str, Any]]]
