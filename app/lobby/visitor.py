"""A visitor of the lobby: what is to be sent, and the frames that say it."""

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

Stage = tuple[int, int]  # the number of seats that are taken, and the ply of a game with a running clock


@dataclass(frozen=True, slots=True)
class Told:
    """What a visitor was told last: the version of the shared lists and that of the own list, the own list,
    `rematches` as JSON, and the number of people."""

    version: int
    own_version: int
    own: list[Entry]
    rematches: bytes
    online: int

    def is_news(self, before: Told | None) -> bool:
        """Return whether a list has changed since `before`, or what is said of rematches."""
        return before is None or (self.version, self.own_version, self.rematches) != (
            before.version,
            before.own_version,
            before.rematches,
        )


@dataclass(slots=True, eq=False)
class Visitor:
    """A connection to the lobby. `changed` is set when there may be something to send; `alone`: the own list
    is sent without those that all visitors see; `differences`: in place of whole lists where they are known,
    and none of the shared lists while the page is `hidden`. `whole`: the next frame has to be a whole one.
    `mine`: the stage of each game of the own list, `own`: that list; `extras` and `challenged`: what is told
    besides, and the challenged people, by game. The list is read anew when it is `stale`, or before it is
    sent if it is `outdated`: only boards have moved. `boards`: what has moved and is still to be told, by
    game; `probe`: whether the client answers a ping; `host`: whether the player was a host on connection."""

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
    version: int = 0  # counts the changes of the own list that are to be told
    own: list[Entry] = field(default_factory=list)
    stale: bool = True
    outdated: bool = False
    boards: dict[str, bytes] = field(default_factory=dict)

    @property
    def sees_lists(self) -> bool:
        """Whether it is sent the lists that all visitors see."""
        return not self.alone and not self.hidden

    def show(self, *, visible: bool) -> None:
        """Take whether the page can be seen; one that can is sent a whole frame."""
        self.hidden = not visible
        self.whole |= visible
        self.changed.set()

    def differs(self, summary: GameSummary) -> bool:
        """Whether this game's change adds it to the own list, removes it, seats somebody in it, or sets its
        clock."""
        known = self.mine.get(summary.info.id)
        if not summary.in_progress:
            return known is not None
        return known != _stage(summary)

    def take_mine(self, summaries: list[GameSummary], extras: dict[str, Extras]) -> None:
        """Take the own list as it was read."""
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

    def frame(self, told: Told | None, newest: Told, lists: Lists) -> bytes:
        """Return the frame that tells `newest` to a client that was told `told`: a difference, or a whole
        frame if it has missed a version or the difference is long; b"": it knows all of that."""
        if self.differences and told is not None:
            difference = _difference(told, newest, lists)
            known = newest.version in (told.version, told.version + 1) and len(difference) <= len(lists.text)
            if known or lists is NO_LISTS:
                return difference
        rematches = b',"rematches":%s' % newest.rematches if newest.rematches else b""
        text = b'{"t":"lobby",%s,"mine":%s,"online":%d%s}'
        return text % (lists.text, join_texts(newest.own), newest.online, rematches)


def _difference(told: Told, newest: Told, lists: Lists) -> bytes:
    """Return the `lobby_diff` between what a client was told last and what is new; b"": nothing is."""
    parts = []
    if newest.version == told.version + 1 and lists.difference:
        parts.append(lists.difference)
    if newest.own is not told.own and (own := encode_difference(told.own, newest.own)):
        parts.append(b'"mine":' + own)
    if newest.rematches != told.rematches:
        parts.append(b'"rematches":' + (newest.rematches or b"[]"))
    if newest.online != told.online:
        parts.append(b'"online":%d' % newest.online)
    return b'{"t":"lobby_diff",%s}' % b",".join(parts) if parts else b""


def _stage(summary: GameSummary) -> Stage:
    seated = sum(player is not None for player in summary.info.players)
    return seated, summary.ply if has_running_clock(summary) else 0
