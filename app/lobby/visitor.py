"""A lobby visitor: unsent changes, and the frames made of them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from app.cluster.host_presence import Probe
from app.db.games.lists import GameSummary
from app.domain.game_info import Player
from app.lobby.differences import Entry, encode_difference
from app.lobby.items import NOTHING, join_texts
from app.lobby.lists import NO_LISTS, Lists
from app.lobby.own_games import Extras, has_running_clock

Stage = tuple[int, int]  # taken seats, and the ply if a clock is running


@dataclass(frozen=True, slots=True)
class LastSent:
    """State last sent to a visitor: versions of the shared and the own list, the own list, `rematches` as
    JSON, and the number of people online."""

    version: int
    own_version: int
    own: list[Entry]
    rematches: bytes
    online: int

    def is_news(self, before: LastSent | None) -> bool:
        """Return whether a list or the rematch offers have changed since `before`."""
        return before is None or (self.version, self.own_version, self.rematches) != (
            before.version,
            before.own_version,
            before.rematches,
        )


@dataclass(slots=True, eq=False)
class Visitor:
    """A connection to the lobby.

    - `changed`: set when there may be something to send.
    - `alone`: send the own list without the shared lists.
    - `differences`: send deltas where possible, and no shared lists while the page is `hidden`.
    - `whole`: the next frame must be a full one.
    - `mine`: stage of each game of the own list; `own`: that list.
    - `extras`, `challenged`: live extras and challenged players, by game.
    - `stale`: read the own list again; `outdated`: only boards have moved, read it before it is next sent.
    - `boards`: unsent moves by game.
    - `probe`: pings the client; `host`: the player was a host when connecting.
    """

    player: Player | None
    send: Callable[[bytes], Awaitable[None]]
    probe: Probe
    alone: bool = False
    differences: bool = False
    host: bool = False
    hidden: bool = False
    whole: bool = True
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    mine: dict[str, Stage] = field(default_factory=dict)
    extras: dict[str, Extras] = field(default_factory=dict)
    challenged: dict[str, str] = field(default_factory=dict)
    version: int = 0  # of the own list
    own: list[Entry] = field(default_factory=list)
    stale: bool = True
    outdated: bool = False
    boards: dict[str, bytes] = field(default_factory=dict)

    @property
    def sees_lists(self) -> bool:
        """Return whether the visitor receives the shared lists."""
        return not self.alone and not self.hidden

    def show(self, *, visible: bool) -> None:
        """Set whether the page is visible; a visible one gets a full frame."""
        self.hidden = not visible
        self.whole |= visible
        self.changed.set()

    def differs(self, summary: GameSummary) -> bool:
        """Return whether this game's change adds it to the own list, removes it, takes a seat, or affects its
        clock."""
        known = self.mine.get(summary.info.id)
        if not summary.in_progress:
            return known is not None
        return known != _stage(summary)

    def take_mine(self, summaries: list[GameSummary], extras: dict[str, Extras]) -> None:
        """Set the own list to a newly read one."""
        mine = {summary.info.id: _stage(summary) for summary in summaries}
        news = mine != self.mine or any(
            self.extras.get(game, NOTHING).has_news(newest) for game, newest in extras.items()
        )
        if news:
            self.version += 1
        self.mine, self.extras = mine, extras
        self.challenged = {
            summary.info.id: summary.info.to.id for summary in summaries if summary.info.to is not None
        }

    def frame(self, last_sent: LastSent | None, newest: LastSent, lists: Lists) -> bytes:
        """Return the frame from `last_sent` to `newest`: a delta, or a full frame if the client has missed a
        version or the delta is long; b"" if nothing is new."""
        if self.differences and last_sent is not None:
            difference = _difference(last_sent, newest, lists)
            known = newest.version in (last_sent.version, last_sent.version + 1) and len(difference) <= len(
                lists.text
            )
            if known or lists is NO_LISTS:
                return difference
        rematches = b',"rematches":%s' % newest.rematches if newest.rematches else b""
        text = b'{"t":"lobby",%s,"mine":%s,"online":%d%s}'
        return text % (lists.text, join_texts(newest.own), newest.online, rematches)


def _difference(last_sent: LastSent, newest: LastSent, lists: Lists) -> bytes:
    """Return the `lobby_diff` from `last_sent` to `newest`, b"" if nothing is new."""
    parts = []
    if newest.version == last_sent.version + 1 and lists.difference:
        parts.append(lists.difference)
    if newest.own is not last_sent.own and (own := encode_difference(last_sent.own, newest.own)):
        parts.append(b'"mine":' + own)
    if newest.rematches != last_sent.rematches:
        parts.append(b'"rematches":' + (newest.rematches or b"[]"))
    if newest.online != last_sent.online:
        parts.append(b'"online":%d' % newest.online)
    return b'{"t":"lobby_diff",%s}' % b",".join(parts) if parts else b""


def _stage(summary: GameSummary) -> Stage:
    seated = sum(player is not None for player in summary.info.players)
    return seated, summary.ply if has_running_clock(summary) else 0
