"""Cardmate's rules against a second program: on boards made for what is easily missed, and in random games.

The games start from the setup, and from sparse boards with Ones and Aces; their whole history is kept here.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from engine import GAMES, PAST, Game
from engine.cardmate.board import State
from tests.engine.cardmate.boards import KINGS, text
from tests.engine.cardmate.boards import PALACES as PALACE_GAMES
from tests.engine.cardmate.plain import Plain, Square, ends, name
from tests.rows import each_row, rest_slow
from tests.soak import size

PLAYED = (
    GAMES["cardmate"],
    GAMES["cardmate_shuffled_one_king"],
    GAMES["cardmate_places_any_two"],
    GAMES["cardmate_dealt"],
    PAST["cardmate", 1],
)


def read_plain(game: Game[State], position: str) -> Plain:
    return Plain(position, game.options["palace"], ones_count=game.version == 1)


def compare(game: Game[State], state: State, times: int) -> Plain:
    """Check that the engine agrees with the plain position, and return that."""
    shown = game.show(state)
    plain = read_plain(game, shown)
    assert sorted(game.legal(state)) == sorted(plain.moves), shown
    assert game.tell_legal is not None
    assert game.tell_legal(state, None) == [(move, plain.told(move)) for move in game.legal(state)], shown
    assert game.outcome(state) == plain.outcome(times), shown
    view = game.view(state, None)
    assert view["position"] == shown
    assert view["kings"] == [plain.kings(side) for side in "+-"], shown
    assert view["palace"] == [plain.held(side) for side in "+-"], shown
    assert sorted(view["must"]) == sorted({name(start) for start, _ in plain.captures["must"]}), shown
    barred = sorted((name(start), name(end)) for start, end in plain.captures["barred"])
    assert sorted((start, end) for start, ends in view["barred"].items() for end in ends) == barred, shown
    return plain


def play(game: Game[State], state: State, rng: random.Random, plies: int) -> None:
    """A random game, compared ply by ply."""
    occurred: Counter[str] = Counter()
    for _ in range(plies):
        board = game.show(state).rpartition(" ")[0] if state.idle else game.show(state)
        occurred[board] += 1
        plain = compare(game, state, occurred[board])
        if game.outcome(state):
            return
        move = rng.choice(choice(plain, rng))
        assert game.tell(state, move, None) == plain.told(move)
        state, after = game.apply(state, move), plain.after(move)
        assert read_plain(game, game.show(state)).cards == after.cards
        assert state.idle == after.idle


def choice(plain: Plain, rng: random.Random) -> list[str]:
    """Return the moves to choose from: often only what is rare otherwise."""
    palace = ("e9", "f9") if plain.side == "+" else ("e0", "f0")
    ones = [move for move in plain.moves if plain.cards[ends(move)[0]][1] == "1"]
    crossing = [move for move in ones if move.count(" ") == 2]
    captures = [move for move in crossing if ends(move)[1] in plain.cards]
    entering = [move for move in plain.moves if name(ends(move)[1]) in palace]
    return captures or ((entering or crossing or ones or plain.moves) if rng.random() < 0.5 else plain.moves)


def sparse(rng: random.Random) -> str:
    """Return a position text: 2 to 18 cards anywhere, a King a side at least, Ones, Aces; many in the middle,
    and Kings near the enemy palace, so that what is rare occurs."""
    suits = rng.sample("CDHS", 4)
    cards = {f"K{suits[0]}": "+", f"K{suits[1]}": "-"}
    if rng.random() < 0.5:
        cards |= {f"K{suits[2]}": "+", f"K{suits[3]}": "-"}
    for suit in "CDHS":
        if rng.random() < 0.6:
            cards[rng.choice("111A") + suit] = rng.choice("+-")
    others = [rank + suit for rank in "23456789XJQ" for suit in "CDHS"]
    cards |= {card: rng.choice("+-") for card in rng.sample(others, rng.randrange(9))}
    placed: dict[Square, str] = {}
    for card, side in cards.items():
        free = [square for square in likely(card, side, rng) if square not in placed]
        if free:
            placed[rng.choice(free)] = side + card
    return text(
        {name(square): card for square, card in placed.items()}, rng.choice(["F", "R", "F 150", "R 199"])
    )


def likely(card: str, side: str, rng: random.Random) -> list[Square]:
    """Return squares for a card: half of the Kings near the enemy palace, half of the rest in the middle."""
    files, ranks = range(10), range(10)
    if rng.random() < 0.5:
        files = range(3, 7)
        ranks = range(4, 6) if card[0] != "K" else range(7, 10) if side == "+" else range(3)
    return [(file, rank) for file in files for rank in ranks]


OPEN_BOARDS = [KINGS | {"d4": f"{side}{rank}C"} for side in "+-" for rank in "123456789XJQA"]
MADE = [  # all on KINGS
    {"d4": "+JC", "d5": "+2H", "e5": "-2D"},  # a Jack is blocked
    {"d4": "+9C", "d3": "-2H", "g4": "+8H", "g3": "-2D"},  # a retreat never captures
    {"d4": "+9C", "d3": "-2C"},  # nor has to, onto a lower suitmate
    {"g5": "-1H", "d5": "+1C", "c3": "-1D"},  # Ones beyond the middle
    {"d4": "+1C", "d5": "-2H"},  # a promotion by capture
    {"d4": "+1C", "d5": "-2C"},  # that the suits bar
    {"d4": "+JC", "d6": "-2C", "f4": "-3C", "e5": "-QH"},  # two compulsory captures
    {"a8": "-XD"},  # a King may be left and put en prise
    {"e9": "+2C", "f9": "+3C", "a4": "+XC"},  # a held palace
]
WHOLE = [
    {"a0": "+KC", "d4": "+QH", "d9": "-KS", "j5": "+8D", "h4": "-2D"},  # compulsion before the last King
    {"d4": "+KC", "d5": "-QC", "e4": "-AC", "h4": "+QH", "h6": "-KH", "a9": "-KD"},  # Kings must and may not
    {"a0": "+KC"},
    {"a0": "-KC"},
    {"a0": "+2C"},  # Kings to neither: the side on turn has lost
    {"a0": "+KH", "a1": "+1C", "b0": "+1D", "b1": "+1S", "a2": "-2C", "b2": "-3S", "j9": "-KD"},  # stuck
    {"e9": "+KC", "f9": "+KH"},  # Kings before the palace
    {"e9": "+2C", "f8": "+QH", "f9": "-KS", "a9": "-KD", "a0": "+KC"},  # a first King in the palace
    {"e9": "+2C", "f8": "+QH", "f9": "-KS", "a0": "+KC"},  # the last one
    {"i4": "+XH", "j4": "+XC", "a5": "-8H", "i9": "-KS", "j9": "-KD", "a0": "+KC"},
]
PALACES = [  # what stands in Rearhand's palace
    *[("+KC", "+KH"), ("+KC", "+2H"), ("+2H", "+KH"), ("+2C", "+2H"), ("+KC", ""), ("", "+KH")],
    *[("+KC", "-KS"), ("+2C", ""), ("-KS", "-KD"), ("+1C", ""), ("-1C", ""), ("+AS", "+2S"), ("", "-AS")],
]


def palace_boards() -> Iterator[dict[str, str]]:
    """Yield the palaces with the other Kings on the board, one of them beside the palace."""
    for holding in PALACES:
        free = [card for card in ("+KH", "+KC", "-KS", "-KD") if card not in holding]
        cards = dict(zip(("f8", "c2", "h7", "j7"), free, strict=False))
        cards |= {square: card for square, card in zip(("e9", "f9"), holding, strict=True) if card}
        yield cards
        turned = {
            f"{'jihgfedcba'['abcdefghij'.index(at[0])]}{9 - int(at[1])}": card for at, card in cards.items()
        }
        yield {at: "-+"[card[0] == "-"] + card[1:] for at, card in turned.items()}


ON_TURN = ("F", "R", "F 199", "R 200", "F 201")
MADE_BOARDS = [
    *[(PLAYED[0], KINGS | cards) for cards in OPEN_BOARDS],
    *[(game, KINGS | cards) for game in (PLAYED[0], PAST["cardmate", 1]) for cards in MADE],
    *[(game, cards) for game in PALACE_GAMES for cards in (*WHOLE, *palace_boards())],
]


@each_row("game, cards", MADE_BOARDS)
def test_a_second_program_agrees_on_what_is_easily_missed(game: Game[State], cards: dict[str, str]) -> None:
    """And on all positions one move on."""
    for after in ON_TURN:
        state = game.position(text(cards, after))
        plain = compare(game, state, 1)
        if game.outcome(state) or after not in ("F", "R"):
            continue
        for move in plain.moves:
            made = game.apply(state, move)
            shown = read_plain(game, game.show(made))
            assert (shown.cards, made.idle) == (plain.after(move).cards, plain.after(move).idle)
            assert game.outcome(made) == shown.outcome(1)


@pytest.mark.soak
@pytest.mark.parametrize("game", rest_slow(PLAYED), ids=lambda game: f"{game.id}.{game.version}")
def test_a_second_program_agrees_on_random_games(game: Game[State]) -> None:
    """From the setup, and from sparse boards."""
    rng = random.Random(game.id)
    play(game, game.start(0), rng, 80)
    for _ in range(size(160, 20)):
        position = sparse(rng)
        assert game.show(game.position(position)) == position
        play(game, game.position(position), rng, 20)
