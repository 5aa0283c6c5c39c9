"""Reports, moderation and what the operator says about the site: bodies and answers, as types."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from app.messages.games import Body, ChatLine, Count, Person

Name = Annotated[str, Meta(max_length=200, pattern=r"\A[^\x00]*\Z")]


class NewReport(Body):
    """A report of a player or of a game, or of one line of its chat, with what the reporter says about it. A
    report of a line is about its author: `player` is left out, or names them."""

    text: Annotated[str, Meta(min_length=1, max_length=1000, pattern=r"\A[^\x00]*\Z")]
    player: Name | None = None
    game: Name | None = None
    line: Count | None = None


class Mute(Body):
    """Until when a player cannot write in chats, in milliseconds since the epoch; null: they can again."""

    until: Count | None


class Rename(Body):
    """The new name of a player."""

    name: Name


class GameId(Body):
    """A game by its id."""

    game: Name


# From the server


class Report(Struct):
    """A report; `player`, `game` and `line` (a chat line's number) say what it is about, `quote` is the text
    of that line, `lines` the line itself with up to three before and two after it, the oldest first, as far
    as they are still stored. `closed`: when a moderator closed it."""

    id: int
    at: int
    reporter: Person | None
    player: Person | None
    game: str | None
    line: int | None
    quote: str | None
    text: str
    closed: int | None
    lines: list[ChatLine]


class Reports(Struct):
    """A page of reports, open ones first, then the newest first."""

    items: list[Report]
    next: str | None


class AuditEntry(Struct):
    """An act of a moderator, of the operator (`moderator` is null) or of a player with their own account.
    People are stored by their ids only; null: that player no longer exists."""

    n: int
    at: int
    moderator: Person | None
    act: str
    player: Person | None
    game: str | None
    detail: dict[str, Any]


class Audit(Struct):
    """A page of the audit log, the newest first."""

    items: list[AuditEntry]
    next: str | None


class FoundPerson(Struct):
    """A player that a search found: `account`, they have one; `closed`: since when it is closed; `former`:
    the former name that matched, null where the present one did."""

    id: str
    name: str
    account: bool
    closed: int | None
    former: str | None


class FoundPeople(Struct):
    """The players whose name or former name begins as asked, at most 20."""

    items: list[FoundPerson]


class SeenSession(Struct):
    """A browser in which a player is signed in: when it was created and last seen (to the hour), and what it
    says of itself (`agent`)."""

    created: int
    seen: int
    agent: str


class EarlyEnd(Struct):
    """A game that a player ended early: they aborted it after being paired, did not make their first move in
    time, or lost by leaving."""

    game: str
    at: int
    kind: Literal["abort", "first_move", "abandoned"]


class FormerName(Struct):
    """A name that a player gave up, held until a time. `withdrawn`: a moderator took it from them."""

    name: str
    until: int
    withdrawn: bool


class PersonFile(Struct):
    """A player as moderators see them. Times are milliseconds since the epoch: `account`, since when they
    have one (null: a guest); `hidden` (from the leaderboards) and `closed`, since when; `muted_until`;
    `pairing_paused_until`, null: pairing is open to them. `listed`: they wish to be on leaderboards. Lists
    have the newest first, `reports`, `acts` and `early_ends` at most 50. `acts`: what moderators did to
    them, without looks at this file."""

    id: str
    name: str
    created: int
    account: int | None
    listed: bool
    hidden: int | None
    closed: int | None
    muted_until: int | None
    pairing_paused_until: int | None
    sessions: list[SeenSession]
    early_ends: list[EarlyEnd]
    former_names: list[FormerName]
    reports: list[Report]
    acts: list[AuditEntry]


class Notice(Struct):
    """What the operator says to everybody; `until`: when it ends, in milliseconds since the epoch."""

    text: str
    until: int | None


class Site(Struct):
    """What the operator says about the site: a notice, the address of the imprint, how to reach them, when an
    announced maintenance begins (milliseconds since the epoch), and whether its games are a demonstration."""

    notice: Notice | None
    imprint: str | None
    contact: str | None
    maintenance: int | UnsetType = UNSET
    demonstration: bool | UnsetType = UNSET
