"""Request and response types for reports, moderation and the operator's notices."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, Struct

from app.core.wire import Body, Count
from app.games.messages import ChatLine
from app.model.messages import Person
from app.people.account_messages import Name, Word


class NewReport(Body):
    """A report about a player, a game, or one chat line of a game, with the reporter's text. A report of a
    line is about its author; `player` may then be omitted."""

    extra_json_schema: ClassVar[dict[str, Any]] = {
        "not": {  # about neither a player nor a game, or about a line of no game
            "anyOf": [
                {"properties": {"player": {"type": "null"}, "game": {"type": "null"}}},
                {
                    "properties": {"line": {"type": "integer"}, "game": {"type": "null"}},
                    "required": ["line"],
                },
            ]
        }
    }

    text: Annotated[str, Meta(min_length=1, max_length=1000, pattern=r"\A[^\x00]*\Z")]
    player: Word | None = None
    game: Word | None = None
    line: Count | None = None


Reason = Annotated[str, Meta(min_length=1, max_length=500, pattern=r"\A[^\x00]*\Z")]


class Act(Body):
    """`reason`: why a moderator acts, for the audit log."""

    reason: Reason | None = None


class Mute(Body):
    """Time until which a player may not write in chats, in milliseconds since the epoch and in the future by
    the server's clock; null unmutes. `reason`: for the audit log."""

    until: Count | None
    reason: Reason | None = None


class Rename(Body):
    """New name of a player. `reason`: for the audit log."""

    name: Name
    reason: Reason | None = None


class GameId(Body):
    """Id of a game. `reason`: why a moderator acts, for the audit log."""

    game: Word
    reason: Reason | None = None


# From the server


class Report(Struct):
    """A report. `player`, `game`, `line` (number of a chat line): its subject; `quote`: text of that line;
    `lines`: the line with up to three before and two after it, oldest first, as far as still stored;
    `closed`: when a moderator closed it."""

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
    """A page of reports, open ones first, then newest first."""

    items: list[Report]
    next: str | None


class AuditEntry(Struct):
    """An action of a moderator, of the operator (`moderator` is null), or of a player on their own account.
    Only ids of people are stored; a null player no longer exists."""

    n: int
    at: int
    moderator: Person | None
    act: str
    player: Person | None
    game: str | None
    detail: dict[str, Any]


class Audit(Struct):
    """A page of the audit log, newest first."""

    items: list[AuditEntry]
    next: str | None


class FoundPerson(Struct):
    """A player found by a search. `account`: has an account; `closed`: when the account was closed; `former`:
    the former name that matched, null if the current name did."""

    id: str
    name: str
    account: bool
    closed: int | None
    former: str | None


class FoundPeople(Struct):
    """Players whose current or former name starts with the query, at most 20."""

    items: list[FoundPerson]


class SeenSession(Struct):
    """A browser in which a player is signed in. `created`, `seen` (to the hour): times; `agent`: its
    User-Agent header."""

    created: int
    seen: int
    agent: str


class EarlyEnd(Struct):
    """A game that a player ended early: aborted after pairing, first move not made in time, lost by leaving,
    or a rated paired one resigned too early for a rating."""

    game: str
    at: int
    kind: Literal["abort", "first_move", "abandoned", "resigned"]


class FormerName(Struct):
    """A former name, reserved until a time. `withdrawn`: a moderator withdrew it."""

    name: str
    until: int
    withdrawn: bool


class PersonFile(Struct):
    """A player as shown to moderators. Times are in milliseconds since the epoch.

    `account`: since when they have an account, null for guests; `hidden` (from the leaderboards), `closed`:
    since when; `pairing_paused_until`: null if pairing is open to them; `listed`: wants to be on the
    leaderboards. Lists are newest first, `reports`, `acts` and `early_ends` at most 50. `acts`: moderators'
    actions on them, views of this page excluded.
    """

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
