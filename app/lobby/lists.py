"""Shared lobby lists, encoded once for all visitors: as full lists and as a delta."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from app.db.games.lists import GameSummary
from app.lobby.differences import Entry, encode_difference
from app.lobby.items import MAX_BOARDS, cut, encode_entries, join_texts
from app.lobby.previews import Preview

MAX_LISTS_BYTES = 14 * 1024  # of both lists together


@dataclass(frozen=True, slots=True)
class Lists:
    """One version of the shared lists. `entries`: of the open and the live games, as first read in this
    version; `text`: both lists as JSON; `difference`: the delta from the version before."""

    version: int
    open: list[GameSummary]
    live: list[GameSummary]
    entries: tuple[list[Entry], list[Entry]] = ([], [])
    text: bytes = b'"open":[],"live":[]'
    difference: bytes = b""

    def shown(self) -> list[GameSummary]:
        """Return the live games shown with boards."""
        return self.live[:MAX_BOARDS]

    def following(
        self, waiting: list[GameSummary], live: list[GameSummary], previews: Mapping[str, Preview]
    ) -> Lists:
        """Return these games as the next version, or as the same version if they are the same games.
        `previews`: of the live games shown with boards."""
        entries = encode_entries(waiting, {}), encode_entries(live, previews)
        if self.version and _ids(self.open) == _ids(waiting) and _ids(self.live) == _ids(live):
            count, live_count = map(len, self.entries)  # clients have the lists cut to these lengths
            text = _text_of(entries[0][:count], entries[1][:live_count])
            return replace(self, open=waiting, live=live, text=text)
        shown = cut(*entries, MAX_LISTS_BYTES)
        changes = [encode_difference(*pair) for pair in zip(self.entries, shown, strict=True)]
        named = [b'"%s":%s' % pair for pair in zip((b"open", b"live"), changes, strict=True) if pair[1]]
        return Lists(self.version + 1, waiting, live, shown, _text_of(*shown), b",".join(named))


NO_LISTS = Lists(0, [], [])


def _text_of(waiting: list[Entry], live: list[Entry]) -> bytes:
    return b'"open":%s,"live":%s' % (join_texts(waiting), join_texts(live))


def _ids(summaries: list[GameSummary]) -> list[str]:
    return [summary.info.id for summary in summaries]
