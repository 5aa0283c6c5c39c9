"""Visitors of the lobby: what each has been sent, and the frames that bring it up to date."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from msgspec import UNSET

from app.core.wire import encode
from app.games.lists import GameSummary
from app.lobby.lists import (
    NO_LISTS,
    ListedGame,
    ListedGames,
    ListOrder,
    Lists,
    by_id,
    cut,
    difference,
    items_of,
    shared_difference,
)
from app.lobby.messages import Boards, Item, Lobby, LobbyDiff, WantedRematch
from app.lobby.own_games import Extras, has_running_clock
from app.lobby.previews import Preview
from app.model.game_info import Player

MAX_FRAME_BYTES = 24 * 1024  # of a whole frame
ENVELOPE_BYTES = 100  # of a whole frame without its items
WAKE_SLICE = 100  # visitors woken per iteration of the event loop


Frame = Lobby | LobbyDiff | Boards


class Sent(NamedTuple):
    """What a client has been sent."""

    lists: Lists
    own: ListedGames
    rematches: list[WantedRematch]
    online: int


@dataclass(slots=True, eq=False)
class Visitor:
    """A connection to the lobby.

    - `own_only`: without the games of others; `differences`: `lobby_diff` after the first frame.
    - `visible`: the page is; a hidden one is sent nothing of the games of others.
    - `sent`: None before the first frame, and if the next one must be whole.
    - `changed`: there may be something to send; `stale`: the own games must be read again.
    - `own`: the own games; `summaries`, `extras`: as read.
    """

    player: Player | None
    send: Callable[[bytes], Awaitable[None]]
    own_only: bool = False
    differences: bool = False
    visible: bool = True
    sent: Sent | None = None
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    stale: bool = True
    own: ListedGames = field(default_factory=dict)
    summaries: Mapping[str, GameSummary] = field(default_factory=dict)
    extras: Mapping[str, Extras] = field(default_factory=dict)

    @property
    def sees_lists(self) -> bool:
        """Whether the visitor is sent the games of others."""
        return self.visible and not self.own_only

    def show(self, *, visible: bool) -> None:
        """Set whether the page is visible; a visible one is sent a whole frame."""
        self.visible = visible
        if visible:
            self.sent = None
        self.changed.set()

    def mark_stale(self) -> None:
        self.stale = True
        self.changed.set()

    def is_concerned(self, summary: GameSummary) -> bool:
        """Return whether a change of this game adds it to the own ones, removes it, takes a seat, or affects
        its clock."""
        known = self.summaries.get(summary.info.id)
        if known is None or not summary.in_progress:
            return summary.in_progress != (known is not None)
        return _stage(known) != _stage(summary)

    def set_own(
        self, summaries: list[GameSummary], extras: Mapping[str, Extras], boards: Mapping[str, Preview]
    ) -> list[GameSummary]:
        """Set the own games as read; those without a preview are omitted. Return those with moves that are
        not told yet."""
        self.summaries = {one.info.id: one for one in summaries if one.info.id in boards}
        self.extras = extras
        self.own = {
            game: ListedGame.of(one, boards[game], extras[game]).after(self.own.get(game))
            for game, one in self.summaries.items()
        }
        return [one for game, one in self.summaries.items() if self.own[game].is_behind(boards[game])]

    def move_own(self, boards: Mapping[str, Preview]) -> bool:
        """Set newer boards of own games; return whether there are any."""
        if self.own.keys().isdisjoint(boards):
            return False
        self.own = {game: one.moved(boards.get(game)) for game, one in self.own.items()}
        return True

    def next_frames(self, lists: Lists, rematches: list[WantedRematch], online: int) -> list[Frame]:
        """Return the frames that bring the client up to date. The number of people online is sent with other
        news only."""
        known = self.sent
        if not self.sees_lists:
            lists = known.lists if known else NO_LISTS
        own = self._own_list(MAX_FRAME_BYTES - ENVELOPE_BYTES - lists.size - len(encode(rematches)))
        self.sent = Sent(lists, own, rematches, online)
        whole = Lobby(*lists.texts, items_of(own), online, rematches or UNSET)
        if known is None:
            return [whole]
        (changes, moves), mine = shared_difference(known.lists, lists), difference(known.own, own)
        frames = list[Frame]()
        if not (changes or mine.changes or rematches != known.rematches):
            self.sent = self.sent._replace(online=known.online)
        elif self.differences:
            news = LobbyDiff(
                set=changes.set,
                gone=changes.gone,
                mine=mine.changes or UNSET,
                online=UNSET if online == known.online else online,
                rematches=UNSET if rematches == known.rematches else rematches,
            )
            frames.append(news)
        else:
            frames.append(whole)
        if moves or mine.moves:
            frames.append(Boards([*(moves | mine.moves).values()]))
        return frames

    def _own_list(self, size: int) -> ListedGames:
        """Return the own games, those that wait for the player first, then the last moved, in at most so many
        bytes."""

        def order(entry: ListedGame) -> tuple[bool, int, ListOrder]:
            return self._is_awaited(entry.item), entry.item.moved or 0, entry.order

        (entries,) = cut(size, sorted(self.own.values(), key=order, reverse=True))
        return by_id(entries)

    def _is_awaited(self, item: Item) -> bool:
        """Return whether somebody waits for the player's move or answer to a challenge."""
        own = self.player and self.player.id
        if item.turn is None:
            return item.to is not None and item.to.id == own
        seated = [person and person.id for person in item.players]
        return seated[item.turn] == own and any(one not in (None, own) for one in seated)


class Visitors:
    """All visitors of a process."""

    def __init__(self) -> None:
        self._by_player: dict[str | None, set[Visitor]] = {}

    def __bool__(self) -> bool:
        return bool(self._by_player)

    def __iter__(self) -> Iterator[Visitor]:
        return iter([visitor for visitors in self._by_player.values() for visitor in visitors])

    def of(self, player: str) -> Iterable[Visitor]:
        """Return a player's visitors, one for each tab."""
        return self._by_player.get(player, ())

    @contextmanager
    def admit(self, visitor: Visitor) -> Iterator[None]:
        player = visitor.player.id if visitor.player else None
        visitors = self._by_player.setdefault(player, set())
        visitors.add(visitor)
        try:
            yield
        finally:
            visitors.discard(visitor)
            if not visitors and self._by_player.get(player) is visitors:
                del self._by_player[player]


def wake(visitors: list[Visitor]) -> None:
    """Wake visitors in slices, so that moves are handled in between."""
    for visitor in visitors[:WAKE_SLICE]:
        visitor.changed.set()
    if len(visitors) > WAKE_SLICE:
        asyncio.get_running_loop().call_soon(wake, visitors[WAKE_SLICE:])


def _stage(summary: GameSummary) -> tuple[int, int]:
    """Return the number of taken seats, and the ply if a clock is running."""
    seated = sum(player is not None for player in summary.info.players)
    return seated, summary.ply if has_running_clock(summary) else 0
