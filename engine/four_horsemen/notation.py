"""Beating a horseman: what the sum of a `beat` move must be, and what a player may type for a move.

A sum names tops of stacks, which stand for their numbers: `beat h2 9S*5D-3H`. Bare digits are no names;
only typed input may have them, and they are turned into tops here.
"""

from __future__ import annotations

import re
from fractions import Fraction

from engine.cards import NUMBER, RANKS
from engine.four_horsemen import sums
from engine.four_horsemen.position import State, numbers, worth
from engine.game import IllegalMove

OPERAND = re.compile(r"([0-9]+|[AXJQK])([CDHS]?)")
TYPED = str.maketrans({"×": "*", "·": "*", "∙": "*", "÷": "/", ":": "/", "−": "-", "–": "-"})
LONGEST = sums.LONGEST + len("beat h1 ")  # characters of what may be typed, spaces left out


def made(state: State, text: str) -> Fraction:
    """What a sum of tops is worth. IllegalMove with rule too_long, not_a_sum, bare_number, not_a_top,
    stack_twice, too_few_stacks or division_by_zero."""
    values = numbers(state)
    try:
        tokens = sums.tokens(text)
        used: set[str] = set()
        for place, name in (token for token in tokens if token.is_name):
            if name.isdecimal():
                raise IllegalMove(f"place {place}: {name} is no card; a top stands for it", "bare_number")
            if name not in values:
                raise IllegalMove(f"place {place}: {name!r} is not the top of a stack", "not_a_top")
            if name in used:
                raise IllegalMove(f"place {place}: the stack of {name} is used twice", "stack_twice")
            used.add(name)
        result = sums.value(tokens, values)
    except sums.BadSum as error:
        raise IllegalMove(str(error), error.rule) from error
    if len(used) < 2:
        raise IllegalMove("a horseman is beaten with two stacks or more", "too_few_stacks")
    return result


def used(move: str) -> set[str]:
    """The tops that a `beat` move names."""
    return {token.text for token in sums.tokens(move.split(" ")[2]) if token.is_name}


def read(state: State, typed: str) -> str:
    """The text of the move that was typed; whether it may be played is not asked.

    Case and spaces do not count, and `x × · : ÷ − –` are signs too. A sum may be given without `beat` or
    without the horseman, who is then the one that it is worth, and with ranks or numbers for cards: each is
    the first stack with such a top that the sum does not use otherwise. ValueError says what is wrong."""
    text = "".join(typed.split())
    if len(text) > LONGEST:
        raise ValueError(f"a move has at most {LONGEST} characters, not {len(text)}")
    text = text.translate(TYPED)
    for place, letter in enumerate(text, 1):
        if not letter.isascii():
            raise ValueError(f"place {place}: {letter!r} does not belong in a move")
    text = text.upper()
    if text in ("DRAW", "RESERVE"):
        return text.lower()
    if text.startswith("PLAY"):
        return "play " + _card(text.removeprefix("PLAY"))
    text = text.removeprefix("BEAT")
    if text[:1] == "H" and text[1:2].isdecimal():
        return f"beat h{text[1]} {_named(state, text[2:])}"
    named = _named(state, text)
    return f"beat h{_horseman(state, named)} {named}"


def _card(text: str) -> str:
    """A card as it is written, with 10 for X and numbers for letters allowed; other text as it stands."""
    operand = OPERAND.fullmatch(text)
    number = _number(operand[1]) if operand else None
    return RANKS[number - 1] + operand[2] if operand and number else text


def _number(rank: str) -> int | None:
    """What a typed rank or number counts, None if no card does."""
    if rank in NUMBER:
        return NUMBER[rank]
    return int(rank) if 1 <= int(rank) <= len(RANKS) else None


def _named(state: State, text: str) -> str:
    """A typed sum with every operand as the name of a top. Where an operand cannot stand, X is `times`."""
    pieces: list[tuple[int, str]] = []  # place, and a sign or an operand
    at, operator_next = 0, False
    while at < len(text):
        operand = None if operator_next else OPERAND.match(text, at)
        piece = operand[0] if operand else "*" if text[at] == "X" else text[at]
        if not operand and piece not in sums.SIGNS:
            raise ValueError(f"place {at + 1} of the sum: {piece!r} does not belong there")
        pieces.append((at + 1, _card(piece) if operand else piece))
        at += operand.end() - at if operand else 1
        operator_next = bool(operand) or piece == ")"
    free = numbers(state)
    for _, piece in pieces:
        free.pop(piece, None)
    return "".join([_top(place, piece, free) for place, piece in pieces])


def _top(place: int, piece: str, free: dict[str, int]) -> str:
    """A rank without a suit becomes the first free top with it, which is then used up."""
    if not (piece.isdecimal() or piece in NUMBER):
        return piece
    number = _number(piece)
    top = next((top for top, counts in free.items() if counts == number), None)
    if top is None:
        raise ValueError(f"place {place} of the sum: no top that counts {piece} is left")
    del free[top]
    return top


def _horseman(state: State, named: str) -> int:
    """The number of the one horseman that a sum of tops is worth."""
    try:
        result = made(state, named)
    except IllegalMove as error:
        raise ValueError(f"{named!r}: {error}") from error
    found = [n for n, pair in enumerate(state.horsemen, 1) if pair and worth(pair) == result]
    if not found:
        raise ValueError(f"{named} is {result}, and no horseman is worth that")
    if len(found) > 1:
        several = " and ".join(f"h{number}" for number in found)
        raise ValueError(f"{several} are worth {result}: write beat h{found[0]} {named}")
    return found[0]
