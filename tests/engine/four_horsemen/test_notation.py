"""The notation of Four Horsemen: positions, typed moves, and the rule that forbids a move."""

from __future__ import annotations

import pytest

from engine import AmbiguousMove, Entry, IllegalMove, Match
from engine.cards import CARDS
from engine.four_horsemen.notation import position
from engine.four_horsemen.position import State
from tests.engine.four_horsemen.tables import MEMORY, table
from tests.engine.four_horsemen.tables import OPEN as GAME
from tests.rows import each_row

THERE = "2D7D,-,AC4D,QCXC 9C<4CAD,5D<6D,3H<5H,9S<8S 2H - KSQSAH"
TEXT = f"{THERE} {''.join(card for card in CARDS if card not in THERE)} r0"
TABLE = position(TEXT)  # horsemen 27, 14 and 120; tops 9 5 3 9


def in_hand(cards: str, deck: str = "KSQSAH") -> State:
    """Return the same table in the middle of a turn; the cards come from the discard."""
    there = THERE.replace(" - KSQSAH", f" {cards} {deck}")
    return position(f"{there} {''.join(card for card in CARDS if card not in there)} r0")


# Six stacks and a hand besides, which is out of play: a position that no game reaches.
SIX = f"5H9H,-,-,- {','.join(f'{CARDS[at]}<{CARDS[at + 1]}' for at in range(0, 12, 2))} KC 2D3D -"
SIX += f" {''.join(card for card in CARDS if card not in SIX)} r0"
FULL = "9S9D,QC7D,8D6H,KH2C - 7S - " + "".join(
    card for card in CARDS if card not in "9S9D,QC7D,8D6H,KH2C - 7S"
)


@each_row(
    "text, message",
    [
        ("", "a position has 7 fields with single spaces between them, not 1"),
        (TEXT + "\n", "at the end comes r1 (the reserve was taken this turn) or r0, not 'r0\\n'"),
        (TEXT.replace("2D7D,", ""), "there are 4 horsemen, not 3"),
        (TEXT.replace("2D7D", "2D7D7D"), "horseman 1: two cards or -, not 3 cards"),
        (TEXT.replace("2D7D", "2DJD"), "horseman 1: 2DJD is not from 14 to 139 with a units card of A to X"),
        (TEXT.replace("AC4D", "ACAD"), "horseman 3: ACAD is not from 14 to 139 with a units card of A to X"),
        (TEXT.replace("AC4D", "4dAC"), "horseman 3, card 1: '4d' is no card"),
        (TEXT.replace("2D7D", ""), "horseman 1: no cards; an empty field is written -"),
        (TEXT.replace("9C<4CAD", "9C"), "stack 1: the top card, then < and what lies under it, not '9C'"),
        (TEXT.replace("5D<6D", "5D<6D9"), "stack 2, under the top, card 2: '9' is no card"),
        (TEXT.replace(" 2H ", "  "), "reserve: no cards; an empty field is written -"),
        (TEXT.replace(" 2H - ", " 2H2S - "), "reserve: one card at most, not 2"),
        (TEXT.replace("KSQSAH", "3"), "deck, card 1: '3' is no card"),
        (TEXT.replace("KSQSAH", "KSQSAH9C"), "9C occurs twice: stack 1 and deck"),
        (TEXT.replace(" - KS", " 4D KS"), "4D occurs twice: horseman 3 and hand"),
        (TEXT.replace("KSQSAH", "KS"), "of the 52 cards these are missing: AH QS"),
        (TEXT[:-1] + "1", "r1: the reserve was taken this turn, so 2H cannot lie there"),
        (
            TEXT.replace(" 2H - KS", " - - 2HKS")[:-1] + "1",
            "r1: the reserve was taken this turn, so the hand cannot be empty",
        ),
        (
            "-,-,-,- " + ",".join(f"{CARDS[at]}<{CARDS[at + 1]}" for at in range(0, 14, 2)) + " - - - - r0",
            "at most 6 stacks, not 7",
        ),
        (f"{FULL} - r0".replace("9S9D", "９S9D"), "horseman 1, card 1: '９S' is no card"),
    ],
)
def test_what_is_no_position_is_refused_with_the_place(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=r".") as refused:
        position(text)
    assert str(refused.value) == message


FACES = table("QCXC,2D7D,-,-", "XS<2S,QH<3H,KC<AC,AD<4D", "2H", deck="KSQSAH")
IN_HAND = table("2D7D,-,-,-", "-", "2H", "9CXCAC", "KSQSAH")
TWINS = table("2D7D,-,2S7H,-", "9C<4CAD,3H<5H", "2H", deck="KSQSAH")


@each_row(
    "state, typed, move",
    [
        (TABLE, "draw", "draw"),
        (TABLE, "Reserve", "reserve"),
        (TABLE, "beat h1 9S*3H", "beat h1 9S*3H"),
        (TABLE, "beat h1 ((9S)*3H)", "beat h1 ((9S)*3H)"),
        (TABLE, "beath19s*3h", "beat h1 9S*3H"),
        (TABLE, "9s*3h", "beat h1 9S*3H"),
        (TABLE, "9*3", "beat h1 9C*3H"),  # the first stack of equal tops
        (TABLE, "(9)x(3)", "beat h1 (9C)*(3H)"),
        (TABLE, "9 · 9 : 3", "beat h1 9C*9S/3H"),
        (TABLE, "9 ÷ (3 / 9c)", "beat h1 9S/(3H/9C)"),
        (TABLE, "9+5", "beat h3 9C+5D"),
        (TABLE, "9*(5−3)+9", "beat h1 9C*(5D-3H)+9S"),
        (TABLE, "h1 9s × 3 = 27", "beat h1 9S*3H"),
        *[
            (FACES, typed, "beat h1 XS*QH")
            for typed in ("10*12", "XxQ", "xxq", "x*12", "10s*QH", "xsxqh", "10S × 12H", "X·q")
        ],
        (FACES, "(k-a)*10", "beat h1 (KC-AD)*XS"),
        (IN_HAND, "play 9c", "play 9C"),
        (IN_HAND, "PLAY9C", "play 9C"),
        (IN_HAND, "play 10c", "play XC"),
        (IN_HAND, "play 1c", "play AC"),
        (TWINS, "h3 9*3", "beat h3 9C*3H"),
    ],
)
def test_a_move_is_read_however_it_is_typed(state: State, typed: str, move: str) -> None:
    assert GAME.read(state, typed) == move


@each_row(
    "state, typed, error, message",
    [
        (FACES, "13*(1+1)+1", IllegalMove, "no top that counts"),
        (FACES, "K+10+1+3", IllegalMove, "no top that counts"),
        (in_hand("KD9HQD"), "play", AmbiguousMove, r"^KD and QD may lie on top: write play KD$"),
        (TWINS, "9*3", AmbiguousMove, r"^h1 and h3 are worth 27: write beat h1 9C\*3H$"),
    ],
)
def test_what_is_typed_too_shortly_is_refused(
    state: State, typed: str, error: type[ValueError], message: str
) -> None:
    with pytest.raises(error, match=message):
        GAME.read(state, typed)


@each_row(
    "typed, message",
    [
        ("", "a move is draw, reserve, play 9C or beat h2 9S*5D-3H; the sum alone is enough"),
        ("-3+9*5", "'-' before the first top: write 9*5-3 for -3+9*5"),
        ("9*3=28", "9C*3H is 27, not 28"),
        ("9*5=45", "9C*5D is 45, and no horseman is worth that"),
        ("h1 9*5", "beat h1 9C*5D is not possible: 9C*5D is 45, but h1 is 27"),
        ("h2 9*5", "beat h2 9C*5D is not possible: h2 is defeated already"),
        ("h7 9*5", "beat h7 9C*5D is not possible: 'h7' is no horseman"),
        ("h1 5/(9-9)", "beat h1 5D/(9C-9S) is not possible: place 3: what comes after / is 0"),
        ("9**9", "'9C**9S': place 4: '*' where a name or ( should come"),
        ("(9S)3H", "place 5 of the sum: '3' does not belong there"),
        ("7+2", "place 1 of the sum: no top that counts 7 is left"),
        ("4C*9S", "'4C*9S': place 1: '4C' is not the top of a stack"),
        ("9S", "'9S': a horseman is defeated with two stacks or more"),
        ("5/(9-9)", "'5D/(9C-9S)': place 3: what comes after / is 0"),
        ("٩*3", "place 1: '٩' does not belong in a move"),
        ("play 9C", "play 9C is not possible: '9C' is not in the hand"),
        ("9" * 3000, "a move has at most 76 characters, not 3000"),
    ],
)
def test_what_is_typed_wrong_is_refused_in_words(typed: str, message: str) -> None:
    with pytest.raises(ValueError, match=r".") as refused:
        GAME.read(TABLE, typed)
    assert str(refused.value) == message


def test_moves_by_memory_are_told_without_their_cards_until_the_match_is_over() -> None:
    match = Match.start(MEMORY, 0, position=TEXT)
    for text in ("reserve", "draw", "draw", "draw", "play 2H", "beat h1 9S*3H"):
        match = match.then(Entry(match.ply, 0, "move", text, 0))
    assert match.told(0) == match.told(None) == ("reserve", "draw", "draw", "draw", "play", "beat h1")
    over = match.then(Entry(match.ply, 0, "resign", "", 0))
    assert over.told(None)[4:] == ("play 2H", "beat h1 9S*3H")
    assert MEMORY.tell(match.state, "beat h3 ...", 0) == "beat h3 ..."


@each_row(
    "text, rule",
    [
        ("", "not_a_move"),
        ("draw ", "not_a_move"),
        ("play", "not_a_move"),
        ("beat h2", "not_a_move"),
        ("beat h5 9S*3H", "not_a_move"),
        ("beat h1 9S * 3H", "not_a_move"),
        ("beat  h1 9S*3H", "not_a_move"),
        ("play 9C", "not_in_hand"),
        ("play " + "9" * 10_000, "not_in_hand"),
        ("beat h1 ...", "not_a_sum"),
        ("beat h1 9S*", "not_a_sum"),
        ("beat h1 -9S*3H", "not_a_sum"),
        ("beat h1 9S*3H\n", "not_a_sum"),
        ("beat h1 ٩*3H", "not_a_sum"),
        ("beat h1 9**9", "bare_number"),
        ("beat h1 9s*3h", "not_a_top"),
        ("beat h1 4C*3H", "not_a_top"),
        ("beat h1 KS*3H", "not_a_top"),
        ("beat h1 9S3H", "not_a_top"),
        ("beat h1 9S*9S", "stack_twice"),
        ("beat h1 9S", "too_few_stacks"),
        ("beat h1 5D/(9S-9C)", "division_by_zero"),
        ("beat h1 9S*5D", "wrong_value"),
        ("beat h1 3H/9S", "wrong_value"),
        ("beat h2 9S*3H", "already_defeated"),
        ("beat h1 " + "9S*3H+" * 500, "too_long"),
        ("beat h1 " + "(" * 28 + "9S*3H" + ")" * 28, None),
        ("beat h1 " + "(" * 30 + "9S*3H" + ")" * 30, "too_long"),
        ("beat h1 9S*3H", None),
        ("beat h1 (9S/5D)*(5D*3H)", "stack_twice"),
        ("beat h1 9S/(3H/9C)", None),
    ],
)
def test_the_rule_that_forbids_a_text_is_named(text: str, rule: str | None) -> None:
    match = Match.start(GAME, 0, position=TEXT)
    entry = Entry(0, 0, "move", text, 0)
    if rule is None:
        assert match.then(entry).told(None) == (text,)
        return
    with pytest.raises(IllegalMove) as refused:
        match.then(entry)
    assert refused.value.rule == rule == GAME.why(TABLE, text)
    assert not GAME.permits(TABLE, text)
    assert len(str(refused.value)) < 200


@each_row(
    "state, text, rule",
    [
        (in_hand("KD"), "play KD", "no_pair"),
        (in_hand("KD"), "beat h1 9S*5D", "wrong_value"),
        (in_hand("KDQD"), "play QC", "not_in_hand"),
        (in_hand("KD", "-"), "draw", "deck_empty"),
        (in_hand("KD", "-"), "reserve", "no_pair"),
        (in_hand("KD")._replace(reserve=""), "reserve", "no_reserve"),
        (in_hand("KD")._replace(reserve="", taken=True), "reserve", "reserve_taken"),
        (TABLE._replace(stacks=TABLE.stacks[:1]), "beat h1 9C*3H", "too_few_stacks"),
        (position(SIX), "reserve", "six_stacks"),
        (position(SIX), "draw", "six_stacks"),
        (position(SIX), "play 2D", "six_stacks"),
    ],
)
def test_the_rule_that_forbids_a_move_in_the_middle_of_things_is_named(
    state: State, text: str, rule: str
) -> None:
    assert not GAME.permits(state, text)
    assert GAME.why(state, text) == rule
