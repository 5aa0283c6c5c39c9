"""Lists of games in the lobby: items that are encoded once, and the differences between two lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property, lru_cache
from typing import NamedTuple, TypeVar, cast

from msgspec import UNSET, Raw, structs

from app.core.wire import encode
from app.games.lists import GameSummary
from app.games.state import challenged, control_message, listed_players
from app.lobby.messages import BoardMove, ChangedItem, Changes, Item
from app.lobby.own_games import NO_EXTRAS, Extras
from app.lobby.previews import Preview

MAX_LISTED = 50  # games per list
MAX_BOARDS = 8  # live games shown with boards
MAX_LISTS_BYTES = 14 * 1024  # of the open and the live games together

T = TypeVar("T")
ListOrder = tuple[int, str]  # time of creation and id


def encoded(value: T) -> T:
    """Encode now what several messages contain; each of them copies the JSON."""
    return cast(T, Raw(encode(value)))


@dataclass(frozen=True)
class ListedGame:
    """A game in a list: its item without a board, and the board if it is shown. `boards` frames tell only
    the moves on a board that the client has."""

    facts: Item
    board: Preview | None

    @classmethod
    def of(cls, summary: GameSummary, board: Preview | None, extras: Extras = NO_EXTRAS) -> ListedGame:
        info = summary.info
        facts = Item(
            id=info.id,
            rules=info.game.id,
            players=listed_players(info),
            control=control_message(info),
            rated=info.rated,
            created=info.created,
            ply=None,
            turn=None,
            moved=None,
            position=None,
            daily=info.daily,
            deal=None,
            to=challenged(info),
            clock=extras.clock or UNSET,
            to_online=UNSET if extras.here is None else extras.here,
        )
        for person, away in zip(facts.players, extras.away, strict=False):
            if person and away is not None:
                person.away = away
        return cls(facts, board)

    def is_behind(self, board: Preview | None) -> bool:
        """Return whether the game has a board, and this one is newer."""
        return board is not None and self.board is not None and self.board.ply < board.ply

    def moved(self, board: Preview | None) -> ListedGame:
        """Return the entry with this board, if its own one is older."""
        return replace(self, board=board) if self.is_behind(board) else self

    def after(self, known: ListedGame | None) -> ListedGame:
        """Return this newly read entry, or the one known before if only moves are new: `boards` frames will
        tell them. A move may have been told during the read."""
        if known is None:
            return self
        only_moves = known.facts == self.facts and known.is_behind(self.board)
        return known if only_moves else self.moved(known.board)

    @property
    def order(self) -> ListOrder:
        """The place in the lists of all games, greatest first."""
        return self.facts.created, self.facts.id

    @cached_property
    def item(self) -> Item:
        return structs.replace(self.facts, **asdict(self.board)) if self.board else self.facts

    @cached_property
    def text(self) -> Raw:
        return Raw(encode(self.item))

    def changed(self) -> ChangedItem:
        told = {name: value for name, value in structs.asdict(self.item).items() if value is not None}
        del told["id"]
        return ChangedItem(**told)


ListedGames = Mapping[str, ListedGame]  # by game, in the order of the list


def by_id(entries: Iterable[ListedGame]) -> ListedGames:
    return {entry.facts.id: entry for entry in entries}


def cut(size: int, *lists: list[ListedGame]) -> tuple[list[ListedGame], ...]:
    """Return the lists cut at their ends, the longest first, to at most `size` bytes together."""
    kept = tuple(entries[:] for entries in lists)
    sizes = [sum(len(entry.text) + 1 for entry in entries) for entries in kept]
    while sum(sizes) > size:
        longest = sizes.index(max(sizes))
        sizes[longest] -= len(kept[longest].pop().text) + 1
    return kept


def items_of(entries: ListedGames) -> list[Item]:
    return cast(list[Item], [entry.text for entry in entries.values()])


class Difference(NamedTuple):
    """What a client must be told of a list: changed games, and moves on boards that it has."""

    changes: Changes
    moves: dict[str, BoardMove]


def difference(before: ListedGames, after: ListedGames) -> Difference:
    """Return the difference for a client that has the list `before`."""
    news, moves = dict[str, ChangedItem](), dict[str, BoardMove]()
    for game, entry in after.items():
        known, board = before.get(game), entry.board
        if known is None or known.facts != entry.facts or (board and not known.board):
            news[game] = entry.changed()
        elif board and known.is_behind(board):
            moves[game] = game, board.ply, board.turn, board.position, board.moves
    gone = [game for game in before if game not in after]
    return Difference(Changes(news or UNSET, gone or UNSET), moves)


@dataclass(frozen=True, eq=False)
class Lists:
    """The open and the live games, the same for all visitors. `ends`: the last game of each list that is cut,
    by status."""

    open: ListedGames
    live: ListedGames
    ends: Mapping[str, ListOrder] = field(default_factory=dict)

    def following(
        self, waiting: list[GameSummary], live: list[GameSummary], boards: Mapping[str, Preview]
    ) -> Lists:
        """Return the lists of newly read games. `boards`: of the live games that are shown with one."""
        read = [
            [
                ListedGame.of(one, boards.get(one.info.id)).after(self.entries.get(one.info.id))
                for one in games
            ]
            for games in (waiting, live)
        ]
        shown = cut(MAX_LISTS_BYTES, *read)
        ends = {
            status: kept[-1].order
            for status, games, kept in zip(("open", "live"), read, shown, strict=True)
            if kept and (len(games) == MAX_LISTED or len(kept) < len(games))
        }
        return Lists(by_id(shown[0]), by_id(shown[1]), ends)

    def moved(self, boards: Mapping[str, Preview]) -> Lists:
        return replace(self, live={game: one.moved(boards.get(game)) for game, one in self.live.items()})

    @cached_property
    def entries(self) -> ListedGames:
        return {**self.open, **self.live}

    @cached_property
    def texts(self) -> tuple[list[Item], list[Item]]:
        """Both lists, as a whole frame has them."""
        return encoded(items_of(self.open)), encoded(items_of(self.live))

    @cached_property
    def size(self) -> int:
        return sum(len(entry.text) + 1 for entry in self.entries.values())

    def shows_board(self, game: str) -> bool:
        return game in self.live and self.live[game].board is not None

    def is_changed_by(self, summary: GameSummary, *, present: bool) -> bool:
        """Return whether a game's change adds it to a list or removes it. `present`: its host is here."""
        info = summary.info
        for status, known, may_be in (("open", self.open, present), ("live", self.live, not info.free)):
            belongs = may_be and info.public and summary.status == status and len(info.players) > 1
            is_beyond = status in self.ends and (info.created, info.id) < self.ends[status]
            if belongs != (info.id in known) and not (belongs and is_beyond):
                return True
        return False


NO_LISTS = Lists({}, {})


@lru_cache(maxsize=16)
def shared_difference(before: Lists, after: Lists) -> Difference:
    """Return the difference of the lists, encoded once for all clients that have the one before."""
    changes, moves = difference(before.entries, after.entries)
    parts = Changes(changes.set and encoded(changes.set), changes.gone and encoded(changes.gone))
    return Difference(parts, {game: encoded(move) for game, move in moves.items()})
