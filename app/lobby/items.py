"""Items of the lobby lists, each encoded to JSON separately, so that a list can be cut to a size."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import UNSET

from app.db.games.lists import GameSummary
from app.live.state import challenged, control_message, listed_players
from app.lobby.differences import Entry
from app.lobby.own_games import Extras
from app.lobby.previews import Preview
from app.messages.games import encode
from app.messages.lobby import Item

MAX_LISTED = 50  # games per list
MAX_BOARDS = 8  # live games shown with boards
NOTHING = Extras()
NO_EXTRAS: Mapping[str, Extras] = {}


def encode_entries(
    summaries: Iterable[GameSummary],
    previews: Mapping[str, Preview],
    extras: Mapping[str, Extras] = NO_EXTRAS,
) -> list[Entry]:
    """Return the entries of these games; those with a preview include their board."""
    return [
        _entry(summary, previews.get(summary.info.id), extras.get(summary.info.id, NOTHING))
        for summary in summaries
    ]


def join_texts(entries: Iterable[Entry]) -> bytes:
    """Return the list of full items as JSON."""
    return b"[%s]" % b",".join(entry.text for entry in entries)


def encode_boards(boards: Iterable[bytes]) -> bytes:
    """Return a `boards` frame."""
    return b'{"t":"boards","items":[%s]}' % b",".join(boards)


def cut(one: list[Entry], other: list[Entry], size: int) -> tuple[list[Entry], list[Entry]]:
    """Return both lists cut at their ends, the longer one first, to at most `size` bytes together."""
    one, other = one[:], other[:]
    while (one or other) and _size(one) + _size(other) > size:
        (one if _size(one) > _size(other) else other).pop()
    return one, other


def _size(entries: list[Entry]) -> int:
    return sum(len(entry.text) for entry in entries) + len(entries)


def _entry(summary: GameSummary, preview: Preview | None, extras: Extras) -> Entry:
    item = _item(summary, extras)
    facts = text = encode(item)
    if preview:
        item.ply, item.turn, item.moved = preview.ply, preview.turn, preview.moved
        item.position, item.deal, item.moves = preview.position, preview.deal, preview.moves
        text = encode(item)
    return Entry(summary.info.id, text, facts, preview is not None)


def _item(summary: GameSummary, extras: Extras) -> Item:
    info = summary.info
    item = Item(
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
    for person, away in zip(item.players, extras.away, strict=False):
        if person and away is not None:
            person.away = away
    return item
