"""The notation of Beleaguered Castle: positions, moves as shown and as typed, reasons of refusals."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from engine import GAMES, AmbiguousMove, Game, IllegalMove, MalformedMove
from engine.beleaguered_castle.position import State
from engine.beleaguered_castle.rules import GAME
from engine.beleaguered_castle.rules import GAMES as FAMILY
from tests.engine.beleaguered_castle.games import (
    CLUBS,
    COURT,
    NINE_HOME,
    NINES,
    STUCK,
    random_games,
    solved_games,
)
from tests.engine.beleaguered_castle.plain import PLACES
from tests.rows import each_row, rest_slow

IDS = [game.id for game in FAMILY]
RELAXED = GAMES["beleaguered_castle_relaxed"]
CATALOGUE = Path(__file__).parents[3] / "static/games/beleaguered_castle/en.json"
WORDS: dict[str, str] = json.loads(CATALOGUE.read_text(encoding="utf-8"))


@each_row(
    "text, complaint",
    [
        *[
            (text, "four foundations")
            for text in ("", NINES[:-5], NINES + " ", NINES.replace(" ", "  "), NINES[:-1], NINES[:-1] + "Z")
        ],
        (NINES.replace("/-", "", 1), "8 rows, not 7"),
        (NINES.replace("/-", "/-/-", 1), "8 rows, not 9"),
        (NINES.replace("/-", "/", 1), "r5 has no text"),
        (NINES.replace("9H", "H9"), "r3, card 5: 'H9' is no card"),
        (NINES.replace("9H", "9"), "r3, card 5: '9' is no card"),
        (NINES.replace("9H", "9h"), "r3, card 5: '9h' is no card"),
        (NINES.replace("9H", "-"), "r3, card 5: '-' is no card"),
        (NINES.replace("XS", "10S"), "r4, card 4: '10' is no card"),
        (NINES.replace("KD", "KC"), "r2, card 1: KC occurs twice"),
        (NINES.replace("8889", "9889"), "r1, card 5: 9C lies on its foundation already"),
        (NINES.replace("9H", ""), "9H is missing"),
        (NINES.replace("8889", "8879"), "8H is missing"),
    ],
)
def test_a_bad_position_is_refused_with_place_and_reason(text: str, complaint: str) -> None:
    for game_id in IDS:
        with pytest.raises(ValueError, match=re.escape(complaint)):
            GAMES[game_id].position(text)


def test_the_notation_of_a_move_is_the_card_and_the_card_it_goes_onto() -> None:
    state = GAME.position(NINES)
    assert [GAME.tell(state, move, 0) for move in ("r3 r4", "r3 f", "r3 r5")] == ["9H>XS", "9H>f", "9H>-5"]
    relaxed = RELAXED.position(NINE_HOME)
    assert [RELAXED.tell(relaxed, move, None) for move in ("fH r4", "fH r5")] == ["9H>XS", "9H>-5"]


def test_the_notation_names_an_empty_row_only_where_there_are_several() -> None:
    one = GAME.position(COURT.replace("/-/", "/QD/", 1).replace("QDKH", "KH"))
    assert [GAME.tell(one, "r1 r8", 0), GAME.read(one, "KH>-"), GAME.read(one, "KH>-8")] == [
        *("KH>-", "r1 r8", "r1 r8")
    ]
    two = GAME.position(COURT)
    assert [GAME.tell(two, move, 0) for move in ("r1 r4", "r1 r8")] == ["KH>-4", "KH>-8"]
    assert [GAME.read(two, typed) for typed in ("KH>-4", "KH>-8")] == ["r1 r4", "r1 r8"]


@each_row(
    "typed, move",
    [
        *(("r3 r4", "r3 r4"), ("R3R4", "r3 r4"), (" r3  >r4 ", "r3 r4"), ("r3 F", "r3 f"), ("r3f", "r3 f")),
        *(("9H>XS", "r3 r4"), ("9h xs", "r3 r4"), ("9hxs", "r3 r4"), ("9H > 10S", "r3 r4"), ("9H>f", "r3 f")),
        *(("9H>-5", "r3 r5"), ("9h-6", "r3 r6"), ("9H r6", "r3 r6"), ("r3 XS", "r3 r4")),
        *(("9h-xs", "r3 r4"), ("9h-10s", "r3 r4"), ("r3-r4", "r3 r4"), ("9h-f", "r3 f"), ("9h--5", "r3 r5")),
        *(("10s>-5", "r4 r5"), ("10 S - 5", "r4 r5"), ("r310s", "r3 r4")),
        *(("9♥ onto 10♠", "r3 r4"), ("9h to 10s", "r3 r4"), ("row 3 to row 4", "r3 r4")),
        ("9♥\ufe0e home", "r3 f"),
    ],
)
def test_typed_moves_are_read_in_either_form(typed: str, move: str) -> None:
    assert GAME.read(GAME.position(NINES), typed) == move


@each_row(
    "typed",
    [
        *("", "9H", "9H>", "zz>f", "9H>r9", "9H>XSS", "f r5", "9H>-9", "9H>-0", "fH f", "r3 fH", "9H>>XS"),
        *("1H>f", "9H" * 300),
    ],
)
def test_what_is_no_move_in_either_form_is_malformed_and_not_echoed_at_length(typed: str) -> None:
    with pytest.raises(MalformedMove, match="is not a move like 9H>XS, 9H>f, 9H>- or r3 r5") as refused:
        GAME.read(GAME.position(NINES), typed)
    assert repr(typed[:80]) in str(refused.value)
    assert len(str(refused.value)) < 140


@each_row(
    "typed, rule, complaint",
    [
        ("JH>QS", "not_a_move", "JH does not lie open"),
        ("9H>JS", "not_a_move", "JS does not lie open"),
        ("9H>AH", "not_a_move", "AH does not lie open"),
        ("9H>-4", "not_a_move", "row 4 is not empty"),
        ("8H>f", "not_a_move", "fH f is not possible: not_a_move"),
        ("9H>9C", "wrong_rank", "r3 r1 is not possible: wrong_rank"),
        ("XS>9H", "wrong_rank", "r4 r3 is not possible: wrong_rank"),
        ("8H>9H", "no_return", "fH r3 is not possible: no_return"),
        ("8H>-", "no_return", "fH r5 is not possible: no_return"),
        ("r5 f", "empty_row", "r5 f is not possible: empty_row"),
        ("r5 -", "empty_row", "r5 r5 is not possible: empty_row"),
    ],
)
def test_a_move_that_is_not_possible_is_refused_with_the_rule(typed: str, rule: str, complaint: str) -> None:
    with pytest.raises(IllegalMove, match=re.escape(complaint)) as refused:
        GAME.read(GAME.position(NINES), typed)
    assert refused.value.rule == rule


TWO_EMPTY_ROWS = "KCQCJCXC9C/KDQDJDXD9D/KHQHJHXH9H/KSQS/JS/XS/-/- 8889"


@each_row(
    "position, typed, error, complaint",
    [
        (GAME.show(GAME.start(0)), f"{GAME.start(0).rows[0][-2:]}>-", IllegalMove, "no row is empty"),
        (TWO_EMPTY_ROWS, "9H>-", AmbiguousMove, "2 rows are empty"),
        *[
            (NINES, typed, AmbiguousMove, "4 rows are empty: name one of them, like -5 or -6")
            for typed in ("9H>-", "9h-", "r3 -")
        ],
    ],
)
def test_an_empty_row_is_named_where_there_are_several(
    position: str, typed: str, error: type[ValueError], complaint: str
) -> None:
    with pytest.raises(error, match=complaint):
        GAME.read(GAME.position(position), typed)


@each_row(
    "game, position, text, word",
    [
        *[
            (GAME, NINES, text, "not_a_move")
            for text in ("", "r3 ", "r3  r4", "r0 r1", "fH f", "r3 r4 f", "f r3", "9H>XS", "R3 R4", "fX r1")
        ],
        (GAME, NINES, "r5", "empty_row"),
        (GAME, NINES, "fH", "no_return"),
        (GAME, CLUBS, "r3", "nowhere"),
        (GAME, STUCK, "r1", "nowhere"),
        (RELAXED, NINES, "fH", "not_a_move"),
        (RELAXED, STUCK, "fD", "nowhere"),
    ],
)
def test_a_text_that_is_no_pair_of_places_has_the_rule_that_forbids_it(
    game: Game[State], position: str, text: str, word: str
) -> None:
    assert game.why(game.position(position), text) == word


@pytest.mark.parametrize("game_id", rest_slow(IDS, 2))
def test_every_pair_of_places_is_a_move_or_breaks_the_rule_that_is_named(game_id: str) -> None:
    game = GAMES[game_id]
    for state, table, _ in random_games(game_id, 6)[::5]:
        pairs = {f"{a} {b}" for a in PLACES for b in [*PLACES[:8], "f"]} - table.moves()
        named = {text: game.why(state, text) for text in pairs}
        for text, word in named.items():
            source, target = text.split(" ")
            pile, onto = table.piles[source], table.piles.get(target, [])
            expected = {
                "not_a_move": source[0] == target[0] == "f",
                "empty_row": source[0] == "r" and not pile,
                "no_return": source[0] == "f" and not state.returns,
                "empty_foundation": source[0] == "f" and not pile,
                "ace_stays": source[0] == "f" and len(pile) == 1,
                "same_row": source == target,
                "not_next": target == "f" and bool(pile),
                "wrong_rank": bool(pile) and bool(onto) and onto[-1][0] != pile[-1][0] + 1,
            }
            assert word is not None
            assert expected[word], (text, word)


def listed(told: str) -> str:
    """Return a told move in the words of the client's move list."""
    card, target = told.translate(str.maketrans("CDHS", "♣♦♥♠")).replace("X", "10").split(">")
    if target == "f":
        kind = "home"
    elif target[0] == "-":
        kind = "row" if target[1:] else "empty"
    else:
        kind = "onto"
    return WORDS[f"beleaguered_castle.told.{kind}"].format(card=card, target=target, row=target[1:])


@each_row("game_id", IDS)
def test_the_words_of_the_move_list_are_read_back_as_the_same_move(game_id: str) -> None:
    game = GAMES[game_id]
    for state, _, _ in solved_games(game_id)[::5]:
        for move in game.legal(state):
            assert game.read(state, listed(game.tell(state, move, 0))) == move


def test_a_picture_has_a_line_for_each_row_and_one_for_the_foundations() -> None:
    start = GAMES["beleaguered_castle"].show(GAMES["beleaguered_castle"].start(1))
    assert GAME.picture(start).splitlines() == [
        "r1  5H 8S 4D JD 2H KC",
        "r2  JC 5S 2D JH 7S KS",
        "r3  XS XH 9D 6S 2C 2S",
        "r4  3H 7H JS 4H XC 6H",
        "r5  QH 4S 9H 8H 5C 6D",
        "r6  9C 6C QC 5D QD KD",
        "r7  8C 8D 9S KH 7C XD",
        "r8  3D 7D 3S 3C 4C QS",
        "fC AC  fD AD  fH AH  fS AS",
    ]
    emptied = f"-{start[start.index('/') :]}".replace(" A", " -")
    assert GAME.picture(emptied).splitlines()[0] == "r1  -"
    assert GAME.picture(emptied).splitlines()[-1] == "fC -  fD AD  fH AH  fS AS"
