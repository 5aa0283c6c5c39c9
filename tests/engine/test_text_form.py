"""A whole game as text: round trips, and refusals that name the place."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import GAMES, PAST, Entry, Game, Match, Outcome, Timed, load_text
from engine.entry import Act
from engine.record import Record
from engine.text_form import LINE_WIDTH
from tests.engine.games import KINDS, START, entry, moves
from tests.rows import each_row

MUSKETEERS = GAMES["three_musketeers"]
CARDMATE = GAMES["cardmate"]
HIDING = GAMES["four_horsemen_memory"]
STARTED = """\
[Game "three_musketeers"]
[Version "1"]
[Id "Xy3kP0aQ"]
[Result "*"]

1. c3 c4, b3 c3 2. a1 b1 *
"""


def record_of(match: Match, log: tuple[Entry, ...], id: str = "Xy3kP0aQ") -> Record:
    """Return the record of a match that was played with this log."""
    dealt = match.deal if match.game.dealt and match.position is None else None
    control = match.clocks.control if match.clocks else None
    return Record(id, match.game, dealt, match.position, control, match.free, log, match.outcome)


def play(match: Match, *acts: tuple[int | None, Act, str]) -> Record:
    """Return the record of a match after these acts, one second apart."""
    log: list[Entry] = []
    for seat, act, text in acts:
        match = match.then(Entry(match.ply, seat, act, text, START + 1000 * match.ply))
        assert match.last
        log.append(match.last)
    return record_of(match, tuple(log))


def test_a_running_game_is_written_with_two_moves_a_number() -> None:
    match = Match.start(MUSKETEERS, 0)
    record = play(match, (0, "move", "c3 c4"), (1, "move", "b3 c3"), (0, "move", "a1 b1"))
    assert record.text() == STARTED
    read = load_text(STARTED)
    assert [(one.seat, one.act, one.text) for one in read.entries] == [
        (one.seat, one.act, one.text) for one in record.entries
    ]
    assert (read.id, read.game, read.outcome) == ("Xy3kP0aQ", MUSKETEERS, None)


def test_cardmate_is_written_as_its_author_writes_it() -> None:
    text = play(Match.start(CARDMATE, 0), (0, "move", "d2 c3"), (1, "move", "g7 h6")).text()
    assert text.endswith("\n1. 4Hc3 4Sh6 *\n")
    assert load_text(text.replace("4Hc3 4Sh6", "4Hc3, g7 h6")).text() == text


def test_a_game_that_the_second_seat_begins_has_three_dots() -> None:
    start = MUSKETEERS.position("5/5/Mo3/oM3/M4 c")
    record = play(
        Match.start(MUSKETEERS, 0, position=MUSKETEERS.show(start)),
        (1, "move", "b3 c3"),
        (0, "move", "b2 a2"),
    )
    assert record.text().splitlines()[-1] == "1... b3 c3 2. b2 a2 0-1"
    assert load_text(record.text()).outcome == Outcome(1, "aligned")


@pytest.mark.parametrize("game", [*KINDS, *PAST.values()], ids=lambda game: game.id)
@settings(deadline=None, max_examples=3)
@given(picks=st.lists(st.integers(0, 9999), max_size=12), deal=st.integers(0, 99) | st.just(b"\x00\xff" * 8))
def test_the_text_of_any_game_is_read_to_the_same_game(
    game: Game[Any], picks: list[int], deal: int | bytes
) -> None:
    match, log = Match.start(game, deal), list[Entry]()
    for pick in picks:
        if match.outcome or not (texts := moves(game, match.state)):
            break
        log.append(entry(match, "move", texts[pick % len(texts)]))
        match = match.then(log[-1])
    if match.outcome is None:
        log.append(entry(match, "resign"))
        match = match.then(log[-1])
    record = record_of(match, tuple(log))
    text = record.text()
    read = load_text(text)
    assert read.text() == text
    assert (read.id, read.game, read.deal, read.outcome) == (
        record.id,
        record.game,
        record.deal,
        record.outcome,
    )
    again = read.replay()
    assert (again.state, again.outcome, again.ply) == (match.state, match.outcome, match.ply)
    assert max(map(len, text.splitlines())) <= LINE_WIDTH


DRAW: list[tuple[int | None, Act, str]] = [(0, "offer", "draw"), (1, "accept", "draw")]
MOVED: list[tuple[int | None, Act, str]] = [(0, "move", "d2 c3"), (1, "move", "g7 h6")]


@each_row(
    "acts, result, reason",
    [
        ([*MOVED, (0, "resign", "")], "0-1", "resigned"),
        ([*MOVED, *DRAW], "1/2-1/2", "agreed"),
        ([(0, "abort", "")], "0-0", "aborted"),
        ([*MOVED, (1, "claim", "win")], "0-1", "abandoned"),
        ([*MOVED, (0, "claim", "draw")], "1/2-1/2", "abandoned"),
    ],
)
def test_an_end_that_is_no_move_is_kept(
    acts: list[tuple[int | None, Act, str]], result: str, reason: str
) -> None:
    record = play(Match.start(CARDMATE, 0), *acts)
    text = record.text()
    assert f'[Result "{result}"]\n[Reason "{reason}"]' in text
    read = load_text(text)
    assert read.replay().outcome == read.outcome == record.outcome
    assert read.text() == text


def test_an_end_by_time_is_kept_with_the_clock() -> None:
    match = Match.start(CARDMATE, 0, clock=Timed(60, 5))
    for seat, move in ((0, "d2 c3"), (1, "g7 h6")):
        match = match.then(Entry(match.ply, seat, "move", move, START))
    assert match.deadline
    flag = Entry(2, 0, "flag", "", match.deadline)
    moved = tuple(Entry(ply, ply, "move", move, START) for ply, move in enumerate(("d2 c3", "g7 h6")))
    text = record_of(match.then(flag), (*moved, flag)).text()
    assert '[Clock "60+5"]' in text
    read = load_text(text)
    assert read.replay().outcome == read.outcome == Outcome(1, "flag")


def test_a_draw_by_length_is_read_though_offers_are_not_in_the_text() -> None:
    text = '[Game "three_musketeers"][Result "1/2-1/2"][Reason "too_long"] 1. c3 c4, b3 c3 1/2-1/2'
    read = load_text(text)
    assert read.outcome == read.replay().outcome == Outcome(None, "too_long")


def test_what_was_taken_back_is_not_in_the_text() -> None:
    record = play(
        Match.start(MUSKETEERS, 0, free=True), (0, "move", "c3 c4"), (1, "undo", ""), (0, "move", "c3 c2")
    )
    assert record.text().splitlines()[-1] == "1. c3 c2 *"


def test_a_running_game_that_hides_cards_has_no_text() -> None:
    with pytest.raises(ValueError, match="hides cards until the end: a running game has no text"):
        play(Match.start(HIDING, 7), (0, "move", "draw")).text()
    text = play(Match.start(HIDING, b"\x01" * 16), (0, "move", "draw"), (0, "resign", "")).text()
    assert f'[Deal "{"01" * 16}"]' in text
    assert '[Deal "0x07"]' in play(Match.start(HIDING, b"\x07"), (0, "resign", "")).text()
    assert load_text(text.replace("01" * 16, "0x07")).deal == b"\x07"


def test_a_record_whose_end_is_not_true_has_no_text() -> None:
    record = Record("x", MUSKETEERS, None, None, None, False, (), Outcome(0, "aligned"))
    with pytest.raises(ValueError, match="the entries give the outcome None"):
        record.text()
    with pytest.raises(ValueError, match=r"Id: .* cannot be printed"):
        Record("x\n", MUSKETEERS, None, None, None, False, (), None).text()


@each_row(
    "text",
    [
        STARTED.replace("\n", " "),
        STARTED.replace(", ", " "),
        STARTED.replace("2. a1 b1", "{a corner} 2. {again} A1B1 {really?}"),
        "{by hand}\n" + STARTED.replace("c4, b3", "c4 {so far} 1... b3"),
        STARTED.replace("[Result", '[Event "Paris, \\"1625\\""]\n[Result'),
        STARTED.replace('[Version "1"]\n', ""),
        STARTED.replace('[Result "*"]\n', "").removesuffix(" *\n"),
        "\ufeff" + STARTED,
    ],
)
def test_the_same_game_is_read_from_other_spellings(text: str) -> None:
    assert load_text(text) == load_text(STARTED)


HEADS = f'[Game "cardmate"] [Version "{CARDMATE.version}"]'


@each_row(
    "text, says",
    [
        ("", "Game: a text begins with the id of its game"),
        ('[Game "snap"]', "Game: no rules for snap"),
        ('[Game "three_musketeers"] [Version "one"]', "Version: a whole number, not 'one'"),
        ('[Game "cardmate"] [game "cardmate"]', "Game: this header occurs twice"),
        ('[Game "cardmate"] [Deal 7]', r"header 2: \[Name"),
        (f'{HEADS} [Deal "7"]', "Deal: nothing is dealt in Cardmate"),
        ('[Game "citadel"]', "Deal: Citadel is dealt, so a deal or a position is needed"),
        ('[Game "citadel"] [Deal "4294967296"]', "Deal: a number from 0 to 4294967295, or hex digits"),
        ('[Game "citadel"] [Deal "7"] [Position "-"]', "Deal: the game was started from a position"),
        ('[Game "three_musketeers"] [Position "5 m"]', "Position: a position has 5 ranks, not 1"),
        (f'{HEADS} [Result "1-1"]', "Result: one of .*, not '1-1'"),
        (f'{HEADS} [Result "1-0"]', "Result: 1-0 is stated, but after the moves it is: the game is not over"),
        (f'{HEADS} [Result "1-0"] [Reason "bored"]', "Reason: 'bored' cannot be the end here: no such"),
        (f'{HEADS} [Result "1-0"] [Reason "flag"]', r"Reason: 'flag' cannot be the end .* has time left"),
        (f'{HEADS} [Result "*"] 1. d2 c3 1-0', r"Result: the header says \*, the end of the moves 1-0"),
        (f"{HEADS} d2 c3 *", "the moves begin with 1., not 'd2 c3'"),
        (f"{HEADS} 1. d2 c3, g7 h6 3. d1 d2", "move 2: found 3. instead of its number"),
        (f"{HEADS} 1. d2 c3, g7 h6, d1 d2", "move 1: at most 2 moves, not 3"),
        (f"{HEADS} 1... g7 h6", "move 1: forehand is to move, so 1. is expected here"),
        (f"{HEADS} 1. d2 c3, g7 h6 2. , d1 d2", "move 2: there is no move of forehand"),
        (f"{HEADS} 1. 4Hc3 4Sh6 2. 4He3 4Db6", r"move 2, forehand: (?!.*4Db6)"),
        (f"{HEADS} 1. {{an open comment", "a comment has a brace at each end"),
        (
            '[Game "three_musketeers"] [Position "5/5/Mo3/oM3/M4 m"] 1. b2 a2, b3 b2',
            r"move 1: 'b3 b2' comes after the end \(aligned\)",
        ),
    ],
)
def test_what_is_wrong_is_refused_with_its_place(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        load_text(text)
