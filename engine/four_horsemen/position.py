"""The table of Four Horsemen as a value, and its two texts: the whole position, and what may be seen of it.

A position text has seven fields: horsemen, stacks (the top, then what lies under it), reserve, hand, deck
(the next card first), discard, and whether the reserve was taken this turn:
`2D7D,5S2H,-,4C2S 9C<JH8D,KD<4D 5H 9D8C 3C6D... XHXC... r0`. A field without cards is `-`.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.cards import CARDS, NUMBER

STACKS = 6  # as many may stand
KNOWN = frozenset(CARDS)


class State(NamedTuple):
    """Cards in the order of dealing, drawing and playing; the top of a stack comes first in it.

    `horsemen`: four, each his tens card and his units card as one text, or "" once defeated; `reserve`: ""
    if there is none; `taken`: the reserve was taken this turn."""

    horsemen: tuple[str, ...]
    stacks: tuple[tuple[str, ...], ...]
    reserve: str
    hand: tuple[str, ...]
    deck: tuple[str, ...]
    discard: tuple[str, ...]
    taken: bool


def worth(horseman: str) -> int:
    """10 x tens card + units card, a ten as units card counting 0. His units card is no J, Q or K."""
    return 10 * NUMBER[horseman[0]] + NUMBER[horseman[2]] % 10


def unfit(horseman: str) -> str:
    """What of a dealt horseman must be replaced: a units card J, Q or K, all of one worth less than 14."""
    if horseman[2] in "JQK":
        return horseman[2:]
    return horseman if worth(horseman) < 14 else ""


def tops(hand: tuple[str, ...]) -> list[str]:
    """The cards that may be the top of this hand: those whose suit occurs twice or more."""
    suits = [card[1] for card in hand]
    return [card for card in hand if suits.count(card[1]) > 1]


def numbers(state: State) -> dict[str, int]:
    """The tops of the stacks, in the order of play, and what they count."""
    return {stack[0]: NUMBER[stack[0][0]] for stack in state.stacks}


def show(state: State) -> str:
    return _text(state, "".join(state.deck) or "-", closed=False)


def seen(state: State, *, closed: bool) -> str:
    """The position text with the deck as its count and, if `closed`, `?` for every card under a top and in
    the discard."""
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
    """The inverse of `show`. ValueError names the place and what is wrong there."""
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
        raise ValueError(f"{place}: nothing stands here; without cards it is -")
    run = tuple(text[at : at + 2] for at in range(0, len(text), 2))
    for number, card in enumerate(run, 1):
        if card not in KNOWN:
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
        if pair and unfit("".join(pair)):
            raise ValueError(f"horseman {number}: {part} is not from 14 to 139 with a units card of A to X")
        four.append("".join(pair))
    return tuple(four)


def _stacks(text: str) -> tuple[tuple[str, ...], ...]:
    if text == "-":
        return ()
    parts = text.split(",")
    if len(parts) > STACKS:
        raise ValueError(f"at most {STACKS} stacks may stand, not {len(parts)}")
    return tuple(_stack(f"stack {number}", part) for number, part in enumerate(parts, 1))


def _stack(place: str, text: str) -> tuple[str, ...]:
    top, sign, under = text.partition("<")
    if len(top) != 2 or not sign or under in ("", "-"):
        raise ValueError(f"{place}: the top card, then < and what lies under it, not {text[:20]!r}")
    return _cards(place, top) + _cards(f"{place}, under the top", under)


def _check_whole(state: State) -> None:
    """ValueError unless each of the 52 cards stands in one place."""
    places: dict[str, str] = {}
    runs = [(f"horseman {number}", cut(part)) for number, part in enumerate(state.horsemen, 1)]
    runs += [(f"stack {number}", stack) for number, stack in enumerate(state.stacks, 1)]
    runs += [("reserve", cut(state.reserve)), ("hand", state.hand)]
    for place, run in (*runs, ("deck", state.deck), ("discard", state.discard)):
        for card in run:
            if card in places:
                raise ValueError(f"{card} stands twice: {places[card]} and {place}")
            places[card] = place
    if len(places) < len(CARDS):
        missing = " ".join(card for card in CARDS if card not in places)
        raise ValueError(f"of the 52 cards these are missing: {missing}")


def cut(text: str) -> tuple[str, ...]:
    """The cards of a run of cards."""
    return tuple(text[at : at + 2] for at in range(0, len(text), 2))
