"""Early ends of games: the player they count against, and how long they bar that player from pairing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.model.game_info import GameInfo, Player
from app.results.conduct import HOUR_MS, MINUTE_MS, PairingPause, early_end, pairing_pause, was_paused
from engine import Entry, Match, Timed
from engine.clock import DAY_MS
from tests.app.http_players import moves
from tests.app.stored_games import HOUR as AT
from tests.app.stored_games import info, next_match

PEOPLE = (Player("white", "White"), Player("black", "Black"))
THREE = (0, MINUTE_MS, 2 * MINUTE_MS)
SIX = (*THREE, *(at + 10 * MINUTE_MS for at in THREE))
NINE = (*SIX, *(at + 40 * MINUTE_MS for at in THREE))


@pytest.mark.parametrize(
    ("ends", "minutes"),
    [
        ((), 0),
        (THREE[:2], 0),
        (THREE, 5),
        ((0, HOUR_MS // 2, HOUR_MS), 0),
        ((0, HOUR_MS // 2, HOUR_MS, HOUR_MS + 1), 5),
        ((*THREE, 10 * MINUTE_MS, 11 * MINUTE_MS), 0),
        (SIX, 15),
        (NINE, 60),
        ((*NINE, *(at + 2 * HOUR_MS for at in THREE)), 60),
        ((*NINE, *(at + 40 * MINUTE_MS + DAY_MS for at in THREE)), 60),
        ((*NINE, *(at + 42 * MINUTE_MS + DAY_MS for at in THREE)), 5),
        (NINE[::-1], 60),
    ],
)
def test_three_early_ends_within_an_hour_close_pairing_the_longer_the_more_often(
    ends: tuple[int, ...], minutes: int
) -> None:
    """After a day without one the next pause is the first again."""
    last = max(ends, default=0)
    until = last + minutes * MINUTE_MS
    if minutes:
        pause = pairing_pause(ends, last)
        assert pause is not None
        assert pause.until == until
        assert pairing_pause(ends, until - 1) == pause
    assert pairing_pause(ends, until) is None


def test_a_pause_counts_the_early_ends_since_the_last_clean_day() -> None:
    again = tuple(at + 2 * DAY_MS for at in THREE)
    assert pairing_pause((*SIX, *again), max(again)) == PairingPause(max(again) + 5 * MINUTE_MS, 3)
    assert pairing_pause(SIX, max(SIX)) == PairingPause(max(SIX) + 15 * MINUTE_MS, 6)


def test_an_early_end_counts_against_the_player_who_aborts_does_not_begin_or_leaves() -> None:
    paired, linked = info(*PEOPLE, pair=True), info(*PEOPLE, control=Timed(60), rated=True)
    match = paired.match()
    begun = next_match(match, "move", moves()[0])
    other = "black" if begun.turn == 1 else "white"
    abort, server = Entry(1, 1, "abort", "", AT), Entry(1, None, "abort", "", AT)
    resign, rated = Entry(1, 1, "resign", "", AT), replace(paired, rated=True)
    short, enough = (played(rated, count) for count in (3, 4))
    win, draw = Entry(1, 0, "claim", "win", AT), Entry(1, 0, "claim", "draw", AT)
    rows = [
        (paired, abort, False, ("black", "abort")),
        (linked, abort, False, None),
        (paired, server, False, None),
        (linked, server, True, (other, "first_move")),
        (linked, win, False, ("black", "abandoned")),
        (linked, draw, False, None),
        (linked, Entry(1, None, "claim", "draw", AT), False, None),
        (linked, resign, False, None),
        (paired, resign, False, None),
        (rated, resign, False, ("black", "resigned")),
        (info(*PEOPLE[:1], None, pair=True), Entry(0, 0, "abort", "", AT), False, None),
        (info(PEOPLE[0], PEOPLE[0]), Entry(1, 0, "abort", "", AT), False, None),
    ]
    wrong = []
    for game, entry, first_move, expected in rows:
        found = early_end(game, begun, entry, first_move=first_move)
        if (found and (found.player, found.kind)) != expected:
            wrong.append((entry, found, expected))
    assert wrong == []
    assert early_end(rated, short, resign) is not None
    assert early_end(rated, enough, resign) is None, "it is rated"


def played(game: GameInfo, count: int) -> Match:
    """Return the match after the first moves of a game."""
    match = game.match()
    for text in moves()[:count]:
        match = next_match(match, "move", text)
    return match


def test_a_pause_of_the_server_is_known_for_a_minute() -> None:
    log = [Entry(0, 0, "move", "", AT), Entry(1, None, "pause", "5000", AT), Entry(2, 1, "move", "", AT + 9)]
    assert was_paused(log, AT + MINUTE_MS - 1)
    assert not was_paused(log, AT + MINUTE_MS)
    assert not was_paused(log[:1], AT)
