"""Request and response types for accounts, sign-in sessions and tokens.

Lengths here only bound the work that a request can cause; the rules that users are told about are in
`app/people/names.py` and `app/people/passwords.py`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from app.core.wire import Body
from app.model.messages import Person
from app.people import names, passwords

Scope = Literal["read", "play"]

Word = Annotated[str, Meta(max_length=200, pattern=r"\A[^\x00]*\Z")]


def _chosen(min_chars: int, max_chars: int) -> Meta:
    """Return what is a Word, but is said in OpenAPI to have so many characters: the rule of a new name or
    password, which has a refusal of its own."""
    stated = {"minLength": min_chars, "maxLength": max_chars}
    return Meta(pattern=r"\A[^\x00]{0,200}\Z", extra_json_schema=stated)


Name = Annotated[str, _chosen(names.MIN_CHARS, names.MAX_CHARS)]
Password = Annotated[str, _chosen(passwords.MIN_CHARS, passwords.MAX_CHARS)]


class Credentials(Body):
    """Name and password of an account, to sign up or to sign in."""

    name: Name
    password: Password


class Recovery(Body):
    """Recovery code of an account, and the new password."""

    name: Name
    code: Word
    password: Password


class PasswordChange(Struct, forbid_unknown_fields=True):
    """Current and new password. Changing the password revokes all tokens unless `keep_tokens` is true."""

    old: Word
    new: Password
    keep_tokens: bool = False


class AccountChanges(Body):
    """Changes to the current player: listed on the leaderboards or not, account name, password. Omitted
    fields keep their value."""

    listed: bool | None = None
    name: Word | None = None
    password: PasswordChange | None = None


class AccountEnd(Body):
    """Confirmation to delete an account. Accounts need the password; guests have none."""

    password: Word | None = None


class NewToken(Body):
    """A new personal token. Scope `read`: GET requests, sockets and the stream. Scope `play`: creating and
    joining games, acts and chat."""

    name: Annotated[str, Meta(min_length=1, max_length=60, pattern=r"\A[^\x00]*\Z")]
    scopes: Annotated[list[Scope], Meta(min_length=1, max_length=2)]


# From the server


class Self(Struct):
    """The current player. `account`: has a name and password to sign in with; `moderator`: may use the
    moderation pages; `listed`: appears on the leaderboards; `muted_until`: may not write in chats until then.
    Times are in milliseconds since the epoch."""

    id: str
    name: str
    account: bool
    moderator: bool
    listed: bool
    muted_until: int | None
    created: int


class Reset(Struct):
    """A recovery code issued by the operator. `at`: when it becomes valid, in milliseconds since the
    epoch."""

    at: int


class Me(Struct):
    """The current player; null for a spectator. `reset` is present only if the operator has issued a recovery
    code for the account."""

    player: Self | None
    reset: Reset | UnsetType = UNSET


class Online(Struct):
    """Players online. `items`: listed players with an account, by name; `online`: number of all connected
    people, guests and visitors included."""

    items: list[Person]
    online: int


class SignedIn(Struct):
    """The player who has signed in."""

    player: Self


class SignedUp(Struct):
    """The new account, and the recovery code for a lost password. The code is shown only here."""

    player: Self
    recovery: str


class SignInSession(Struct):
    """A browser in which the player is signed in. `created`, `seen` (to the hour): times; `agent`: its
    User-Agent header; `current`: it is the browser that sent this request."""

    id: str
    created: int
    seen: int
    agent: str
    current: bool


class SignInSessions(Struct):
    """Sign-in sessions of the current player, most recently seen first."""

    items: list[SignInSession]


class TokenItem(Struct):
    """A token without its secret text. `name`: empty for a token issued to a guest; `used`: time of the last
    use, to the hour."""

    id: str
    name: str
    scopes: list[Scope]
    created: int
    used: int | None


class Tokens(Struct):
    """All tokens of the current player, newest first."""

    items: list[TokenItem]


class CreatedToken(TokenItem):
    """A new personal token. `token` is sent as `Authorization: Bearer` and is shown only here."""

    token: str


class Data(Struct):
    """All stored data of the current player: rows by table and column."""

    player: Self
    tables: dict[str, list[dict[str, Any]]]


class Guest(Struct):
    """A guest. `token` is sent as `Authorization: Bearer` and is shown only here. It is omitted for the
    cookie of an account, whose owner creates named tokens instead."""

    id: str
    name: str
    token: str | UnsetType = UNSET


class Blocks(Struct):
    """Players that the current player blocks, by name."""

    items: list[Person]
