"""Notation of Four Horsemen: position texts (`show`, `position`) and typed moves (`read`).

A position text has seven fields: horsemen, stacks (the top, then the cards under it), reserve, hand, deck
(next card first), discard, and whether the reserve was taken this turn: `2D7D,5S2H,-,4C2S 9C<JH8D,KD<4D 5H
9D8C 3C6D... XHXC... r0`. A field without cards is `-`. The expression of a `beat` move names tops of stacks:
`beat h2 9S*5D-3H`. Typed input may have plain numbers instead; `read` replaces them by tops.
"""

from __future__ import annotations

import re
from fractions import Fraction

from engine.cards import CARDS, NUMBER, RANKS
from engine.four_horsemen import expressions
from engine.four_horsemen.position import MAX_STACKS, State, cards_in, cards_to_replace, numbers, tops, worth
from engine.four_horsemen.rules import check, evaluate
from engine.game import OPENING, AmbiguousMove, IllegalMove, MalformedMove, Seat, labelled

FIELDS = ("horsemen", "stacks", "reserve", "hand", "deck", "discard", "reserve taken")
CARD_SET = frozenset(CARDS)
OPERAND = re.compile(r"([0-9]+|[AXJQK])([CDHS]?)")
OPERATOR_SYMBOLS = str.maketrans({"×": "*", "·": "*", "∙": "*", "÷": "/", ":": "/", "−": "-", "–": "-"})
MAX_TYPED_CHARS = expressions.MAX_EXPRESSION_CHARS + len("beat h1 =139")  # without spaces


def show(state: State) -> str:
    """Return the position text."""
    return _text(state, "".join(state.deck) or "-", closed=False)


def picture(text: str) -> str:
    """Return one line with its name for each field of a position text."""
    return labelled(FIELDS, text.split(" "))


def show_seen(state: State, *, closed: bool) -> str:
    """Return the position text that a player sees: the deck as its count and, if `closed`, `?` for every card
    under a top and in the discard."""
    return _text(state, str(len(state.deck)), closed=closed)


def _text(state: State, deck: str, *, closed: bool) -> str:
    discard = "?" * len(state.discard) if closed else "".join(state.discard)
    stacks = [f"{top}<{'?' * len(under) if closed else ''.join(under)}" for top, *under in state.stacks]
    return " ".join(
        (
            ",".join(horseman or "-" for horseman in state.horsemen),
            ",".join(stacks) or "-",
            state.reserve or "-",
            "".join(state.hand) or "-",
            deck,
            discard or "-",
            "r1" if state.taken else "r0",
        )
    )


def position(text: str) -> State:
    """Parse a position text. ValueError names place and reason."""
    fields = text.split(" ")
    if len(fields) != 7:
        raise ValueError(f"a position has 7 fields with single spaces between them, not {len(fields)}")
    horsemen, stacks, reserve, hand, deck, discard, taken = fields
    state = State(
        _horsemen(horsemen),
        _stacks(stacks),
        "".join(_cards("reserve", reserve)),
        _cards("hand", hand),
        _cards("deck", deck),
        _cards("discard", discard),
        taken == "r1",
    )
    if taken not in ("r0", "r1"):
        raise ValueError(f"at the end comes r1 (the reserve was taken this turn) or r0, not {taken[:20]!r}")
    if len(state.reserve) > 2:
        raise ValueError(f"reserve: one card at most, not {len(state.reserve) // 2}")
    if state.taken and state.reserve:
        raise ValueError(f"r1: the reserve was taken this turn, so {state.reserve} cannot lie there")
    if state.taken and not state.hand:
        raise ValueError("r1: the reserve was taken this turn, so the hand cannot be empty")
    _check_whole(state)
    return state


def _cards(place: str, text: str) -> tuple[str, ...]:
    if text == "-":
        return ()
    if not text:
        raise ValueError(f"{place}: no cards; an empty field is written -")
    run = tuple(text[at : at + 2] for at in range(0, len(text), 2))
    for number, card in enumerate(run, 1):
        if card not in CARD_SET:
            raise ValueError(f"{place}, card {number}: {card!r} is no card")
    return run


def _horsemen(text: str) -> tuple[str, ...]:
    parts = text.split(",")
    if len(parts) != 4:
        raise ValueError(f"there are 4 horsemen, not {len(parts)}")
    four = []
    for number, part in enumerate(parts, 1):
        pair = _cards(f"horseman {number}", part)
        if len(pair) not in (0, 2):
            raise ValueError(f"horseman {number}: two cards or -, not {len(pair)} cards")
        if pair and cards_to_replace("".join(pair)):
            raise ValueError(f"horseman {number}: {part} is not from 14 to 139 with a units card of A to X")
        four.append("".join(pair))
    return tuple(four)


def _stacks(text: str) -> tuple[tuple[str, ...], ...]:
    if text == "-":
        return ()
    parts = text.split(",")
    if len(parts) > MAX_STACKS:
        raise ValueError(f"at most {MAX_STACKS} stacks, not {len(parts)}")
    return tuple(_stack(f"stack {number}", part) for number, part in enumerate(parts, 1))


def _stack(place: str, text: str) -> tuple[str, ...]:
    top, sign, under = text.partition("<")
    if len(top) != 2 or not sign or under in ("", "-"):
        raise ValueError(f"{place}: the top card, then < and what lies under it, not {text[:20]!r}")
    return _cards(place, top) + _cards(f"{place}, under the top", under)


def _check_whole(state: State) -> None:
    """Raise ValueError unless each of the 52 cards is in exactly one place."""
    places: dict[str, str] = {}
    runs = [(f"horseman {number}", cards_in(part)) for number, part in enumerate(state.horsemen, 1)]
    runs += [(f"stack {number}", stack) for number, stack in enumerate(state.stacks, 1)]
    runs += [("reserve", cards_in(state.reserve)), ("hand", state.hand)]
    for place, run in (*runs, ("deck", state.deck), ("discard", state.discard)):
        for card in run:
            if card in places:
                raise ValueError(f"{card} occurs twice: {places[card]} and {place}")
            places[card] = place
    if len(places) < len(CARDS):
        missing = " ".join(card for card in CARDS if card not in places)
        raise ValueError(f"of the 52 cards these are missing: {missing}")


def tell_closed(_: State, move: str, __: Seat | None) -> str:
    """Return the notation without cards, which a player of the memory game must remember: `play`, `beat
    h1`."""
    if move.startswith("play "):
        return "play"
    return move[:7] if move.startswith("beat ") and not move.endswith(OPENING) else move


def read(state: State, typed: str) -> str:
    """Parse a typed move.

    Ignores case and spaces and accepts the operators `x × · : ÷ − –`. An expression may lack `beat` or the
    horseman (then the one with that value is meant), may have ranks or numbers for cards (each means the
    first stack with such a top that is not named elsewhere), and may end with its value: `9*3=27`."""
    move = parse(state, typed)
    try:
        check(state, move)
    except IllegalMove as error:
        raise _refusal(f"{move} is not possible", error) from error
    return move


def _refusal(place: str, error: IllegalMove) -> ValueError:
    """Return the error of `read`: MalformedMove if the move is illegal in every position."""
    message = f"{place}: {error}"
    if error.rule in ("not_a_move", "not_a_sum", "too_long"):
        return MalformedMove(message)
    return IllegalMove(message, error.rule)


def parse(state: State, typed: str) -> str:
    """Parse a typed move like `read`, without checking that it is legal."""
    text = "".join(typed.split())
    if len(text) > MAX_TYPED_CHARS:
        raise MalformedMove(f"a move has at most {MAX_TYPED_CHARS} characters, not {len(text)}")
    text = text.translate(OPERATOR_SYMBOLS)
    for place, letter in enumerate(text, 1):
        if not letter.isascii():
            raise MalformedMove(f"place {place}: {letter!r} does not belong in a move")
    text = text.upper()
    if text in ("DRAW", "RESERVE"):
        return text.lower()
    if text.startswith("PLAY"):
        return f"play {_card(text[4:])}" if text[4:] else _only_top(state)
    text, equals, said = text.removeprefix("BEAT").partition("=")
    number = text[1] if text[:1] == "H" and text[1:2].isdecimal() else None
    expression = text[2:] if number else text
    if not expression:
        raise MalformedMove("a move is draw, reserve, play 9C or beat h2 9S*5D-3H; the sum alone is enough")
    named = _name_operands(state, expression)
    value = _value(state, named) if equals or not number else None
    if equals and said != str(value):
        raise MalformedMove(f"{named} is {value}, not {said or 'nothing'}")
    return f"beat h{number or _horseman(state, named, value)} {named}"


def _only_top(state: State) -> str:
    """Raise the error for `play` without a card."""
    able = tops(state.hand)
    if not able:
        raise IllegalMove("play: the hand holds no two cards of one suit", "no_pair")
    several = " and ".join(able)
    raise AmbiguousMove(f"{several} may lie on top: write play {able[0]}")


def _card(text: str) -> str:
    """Return a card with its rank as a letter (X for 10, J for 11 ...); other text unchanged."""
    operand = OPERAND.fullmatch(text)
    number = _number(operand[1]) if operand else None
    return RANKS[number - 1] + operand[2] if operand and number else text


def _number(rank: str) -> int | None:
    """Return the value of a typed rank or number; None if no card has it."""
    if rank in NUMBER:
        return NUMBER[rank]
    return int(rank) if 1 <= int(rank) <= len(RANKS) else None


def _name_operands(state: State, text: str) -> str:
    """Return a typed expression with every operand replaced by a top. X between operands is a multiplication
    sign."""
    if text[:1] in ("+", "-"):
        raise MalformedMove(f"{text[:1]!r} before the first top: write 9*5-3 for -3+9*5")
    pieces: list[tuple[int, str]] = []  # place, and a sign or an operand
    at, operator_next = 0, False
    while at < len(text):
        operand = None if operator_next else OPERAND.match(text, at)
        piece = operand[0] if operand else "*" if text[at] == "X" else text[at]
        if not operand and piece not in expressions.SIGNS:
            raise MalformedMove(f"place {at + 1} of the sum: {piece!r} does not belong there")
        pieces.append((at + 1, _card(piece) if operand else piece))
        at += operand.end() - at if operand else 1
        operator_next = bool(operand) or piece == ")"
    free = numbers(state)
    for _, piece in pieces:
        free.pop(piece, None)
    return "".join([_top(place, piece, free) for place, piece in pieces])


def _top(place: int, piece: str, free: dict[str, int]) -> str:
    """Return `piece`; replace a rank by the first free top with that rank, and remove it from `free`."""
    if not (piece.isdecimal() or piece in NUMBER):
        return piece
    number = _number(piece)
    top = next((top for top, counts in free.items() if counts == number), None)
    if top is None:
        raise IllegalMove(f"place {place} of the sum: no top that counts {piece} is left", "not_a_top")
    del free[top]
    return top


def _value(state: State, named: str) -> Fraction:
    try:
        return evaluate(state, named)
    except IllegalMove as error:
        raise _refusal(repr(named), error) from error


def _horseman(state: State, named: str, value: Fraction | None) -> int:
    """Return the number of the only horseman with this value."""
    found = [n for n, pair in enumerate(state.horsemen, 1) if pair and worth(pair) == value]
    if not found:
        raise IllegalMove(f"{named} is {value}, and no horseman is worth that", "wrong_value")
    if len(found) > 1:
        several = " and ".join(f"h{number}" for number in found)
        raise AmbiguousMove(f"{several} are worth {value}: write beat h{found[0]} {named}")
    return found[0]
