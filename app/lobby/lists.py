"""The lists that all visitors of the lobby see, encoded once for all of them: whole and as a difference."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from app.db.games.lists import GameSummary
from app.lobby.differences import Entry, encode_difference
from app.lobby.items import SHOWN, cut, encode_entries, join_texts
from app.lobby.previews import Preview

SIZE = 14 * 1024  # bytes of both lists, at most


@dataclass(frozen=True, slots=True)
class Lists:
    """`version` counts the changes; `entries`: of the open and of the live games, as of when this version was
    first read; `text`: both lists as JSON, `difference`: what makes them of those of the version before."""

    version: int
    open: list[GameSummary]
    live: list[GameSummary]
    entries: tuple[list[Entry], list[Entry]] = ([], [])
    text: bytes = b'"open":[],"live":[]'
    difference: bytes = b""

    def shown(self) -> list[GameSummary]:
        """The live games whose boards are shown."""
        return self.live[:SHOWN]

    def following(
        self, waiting: list[GameSummary], live: list[GameSummary], previews: Mapping[str, Preview]
    ) -> Lists:
        """Return these open and live games with their JSON, in the same version if they are the same games,
        else as the next one. `previews`: of the live games whose boards are shown."""
        entries = encode_entries(waiting, {}), encode_entries(live, previews)
        if self.version and _ids(self.open) == _ids(waiting) and _ids(self.live) == _ids(live):
            count, live_count = map(len, self.entries)  # as they were cut: clients have so many
            text = _text_of(entries[0][:count], entries[1][:live_count])
            return replace(self, open=waiting, live=live, text=text)
        shown = cut(*entries, SIZE)
        changes = [encode_difference(*pair) for pair in zip(self.entries, shown, strict=True)]
        named = [b'"%s":%s' % pair for pair in zip((b"open", b"live"), changes, strict=True) if pair[1]]
        return Lists(self.version + 1, waiting, live, shown, _text_of(*shown), b",".join(named))


NO_LISTS = Lists(0, [], [])


def _text_of(waiting: list[Entry], live: list[Entry]) -> bytes:
    return b'"open":%s,"live":%s' % (join_texts(waiting), join_texts(live))


def _ids(summaries: list[GameSummary]) -> list[str]:
    return [summary.info.id for summary in summaries]
