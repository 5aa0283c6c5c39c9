"""Rules of Four Horsemen: defeat four horsemen with arithmetic before the deck runs out (lightsforcats.com).

Cards are drawn into a hand; a hand with two cards of one suit may be played as a stack; the tops of two or
more stacks, joined by an expression with exactly a horseman's value, defeat that horseman. In the memory game
the cards under the tops and in the discard are hidden until the end. Rulings: only playing ends a turn; with
an empty deck the reserve may be taken only if the hand then holds a pair; a hand that can never be played is
out of play. Version 1: see `version_1`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from fractions import Fraction
from itertools import combinations
from typing import Literal, cast

from engine.cards import CARDS, NUMBER
from engine.four_horsemen import expressions
from engine.four_horsemen.position import MAX_STACKS, State, cards_in, cards_to_replace, numbers, tops, worth
from engine.game import IllegalMove, Outcome
from engine.rng import Rng

Reason = Literal["defeated", "overrun", "out_of_cards"]
Rule = Literal[
    "not_a_move",
    # draw and reserve
    "deck_empty",
    "no_reserve",
    "reserve_taken",
    # draw, reserve and play
    "no_pair",
    "six_stacks",
    "not_in_hand",
    # beat
    "already_defeated",
    "hand_not_empty",  # in version 1
    "too_few_stacks",
    "too_long",
    "not_a_sum",
    "bare_number",
    "not_a_top",
    "stack_twice",
    "division_by_zero",
    "wrong_value",
]
HORSEMEN = ("h1", "h2", "h3", "h4")
BEAT_OPENINGS = tuple(f"beat {name} ..." for name in HORSEMEN)


def setup(rng: Rng) -> State:
    """Deal four horsemen of two cards and the reserve.

    Unsuitable cards of each horseman in turn are shuffled back and replaced from the top until all fit."""
    deck, rng = rng.shuffled(CARDS)
    four = ["".join(deck[at : at + 2]) for at in range(0, 8, 2)]
    deck = deck[8:]
    for number in range(4):
        while back := cards_to_replace(four[number]):
            deck, rng = rng.shuffled((*deck, *cards_in(back)))
            fresh = len(back) // 2
            four[number] = four[number].removesuffix(back) + "".join(deck[:fresh])
            deck = deck[fresh:]
    return State(tuple(four), (), deck[0], (), deck[1:], (), False)


def legal(state: State) -> tuple[str, ...]:
    """Return the legal moves, with an opening for the `beat` moves of each horseman."""
    moves = []
    if len(state.stacks) < MAX_STACKS:
        if state.deck:
            moves.append("draw")
        if state.reserve and (state.deck or tops((*state.hand, state.reserve))):
            moves.append("reserve")
        moves += [f"play {card}" for card in tops(state.hand)]
    if len(state.stacks) > 1:
        moves += [text for text, pair in zip(BEAT_OPENINGS, state.horsemen, strict=True) if pair]
    return tuple(moves)


def playable(state: State) -> bool:
    """Return whether the hand can be played, now or after drawing cards and taking the reserve."""
    if len(state.stacks) == MAX_STACKS:
        return False
    reserve = (state.reserve,) if state.reserve else ()
    return bool(state.deck or tops(state.hand + reserve))


def apply(state: State, move: str) -> State:
    """Return the state after a legal move."""
    if move == "draw":
        return state._replace(hand=(*state.hand, state.deck[0]), deck=state.deck[1:])
    if move == "reserve":
        return state._replace(hand=(*state.hand, state.reserve), reserve="", taken=True)
    return _play(state, move[5:]) if move.startswith("play ") else _beat(state, move)


def _play(state: State, top: str) -> State:
    under = tuple([card for card in state.hand if card != top])
    reserve, deck = state.reserve, state.deck
    if state.taken and deck:
        reserve, deck = deck[0], deck[1:]
    return state._replace(
        stacks=(*state.stacks, (top, *under)), reserve=reserve, hand=(), deck=deck, taken=False
    )


def _beat(state: State, move: str) -> State:
    number, used = HORSEMEN.index(move[5:7]), tops_used(move)
    horsemen = list(state.horsemen)
    beaten = [card for stack in state.stacks if stack[0] in used for card in stack]
    discard = (*state.discard, *beaten, *cards_in(horsemen[number]))
    horsemen[number] = ""
    stacks = tuple([stack for stack in state.stacks if stack[0] not in used])
    return state._replace(horsemen=tuple(horsemen), stacks=stacks, discard=discard)


def outcome(state: State) -> Outcome | None:
    """Return the outcome, or None if a hand can be played or a horseman defeated."""
    won: Reason = "defeated"
    if not any(state.horsemen):
        return Outcome(0, won)
    full = len(state.stacks) == MAX_STACKS
    if not full and playable(state):
        return None
    if can_defeat(state):
        return None
    lost: Reason = "overrun" if full else "out_of_cards"
    return Outcome(None, lost)


def can_defeat(state: State) -> bool:
    """Return whether some tops make some horseman's value, by exact search."""
    counts = sorted([NUMBER[stack[0][0]] for stack in state.stacks])
    return expressions.reachable(
        tuple(counts), tuple(sorted([worth(pair) for pair in state.horsemen if pair]))
    )


def completions(state: State) -> Iterator[str]:
    """Yield `beat` moves: one expression for each set of stacks and horseman it can defeat, smaller sets
    first."""
    counts = numbers(state)
    for size in range(2, len(counts) + 1):
        for used in combinations(counts, size):
            some = {top: counts[top] for top in used}
            for name, pair in zip(HORSEMEN, state.horsemen, strict=True):
                found = expressions.find(some, worth(pair)) if pair else None
                if found:
                    yield f"beat {name} {found}"


def key(state: State) -> Hashable:
    """Return the transposition key, which ignores the order of the hand, the stacks and the cards under a
    top. The discard follows from the other cards."""
    stacks = frozenset((top, frozenset(under)) for top, *under in state.stacks)
    return state.horsemen, stacks, state.reserve, frozenset(state.hand), state.deck, state.taken


def canonical(state: State) -> State:
    """Return the state with sorted horsemen, stacks, cards under tops, hand and discard."""
    return state._replace(
        horsemen=tuple(sorted(state.horsemen)),
        stacks=tuple(sorted([(top, *sorted(under)) for top, *under in state.stacks])),
        hand=tuple(sorted(state.hand)),
        discard=tuple(sorted(state.discard)),
    )


def score(state: State) -> tuple[int, ...]:
    """Return the number of horsemen defeated and, if all are, the number of cards left in the deck."""
    defeated = state.horsemen.count("")
    return defeated, len(state.deck) if defeated == 4 else 0


def allows(state: State, move: str) -> bool:
    """Return whether a move is legal."""
    return why(state, move) is None


def why(state: State, text: str) -> Rule | None:
    """Return the rule that forbids a move, or None."""
    try:
        check(state, text)
    except IllegalMove as error:
        return cast(Rule, error.rule)
    return None


def check(state: State, text: str) -> None:
    """Raise IllegalMove with the rule that forbids a move; agrees with `legal`."""
    match text.split(" "):
        case ["draw"]:
            _check_space(state)
            if not state.deck:
                raise IllegalMove("the deck is empty", "deck_empty")
        case ["reserve"]:
            _check_reserve(state)
        case ["play", card]:
            _check_play(state, card)
        case ["beat", name, expression]:
            _check_beat(state, name, expression)
        case _:
            raise IllegalMove(f"{text[:40]!r} is not draw, reserve, play 9C or beat h2 9S*5D-3H")


def _check_space(state: State) -> None:
    if len(state.stacks) == MAX_STACKS:
        raise IllegalMove("there are six stacks: a horseman must be defeated at once", "six_stacks")


def _check_reserve(state: State) -> None:
    _check_space(state)
    if state.taken:
        raise IllegalMove("the reserve was taken this turn", "reserve_taken")
    if not state.reserve:
        raise IllegalMove("there is no reserve", "no_reserve")
    if not state.deck and not tops((*state.hand, state.reserve)):
        raise IllegalMove("the deck is empty, and the reserve makes no pair", "no_pair")


def _check_play(state: State, card: str) -> None:
    if card not in state.hand:
        raise IllegalMove(f"{card[:20]!r} is not in the hand", "not_in_hand")
    if card not in tops(state.hand):
        raise IllegalMove(f"no other card of the hand has the suit of {card}", "no_pair")
    _check_space(state)


def _check_beat(state: State, name: str, expression: str) -> None:
    if name not in HORSEMEN:
        raise IllegalMove(f"{name[:20]!r} is no horseman")
    horseman = state.horsemen[HORSEMEN.index(name)]
    if not horseman:
        raise IllegalMove(f"{name} is defeated already", "already_defeated")
    if len(state.stacks) < 2:
        raise IllegalMove("there are fewer than two stacks", "too_few_stacks")
    result = evaluate(state, expression)
    if result != worth(horseman):
        raise IllegalMove(f"{expression} is {result}, but {name} is {worth(horseman)}", "wrong_value")


def evaluate(state: State, expression: str) -> Fraction:
    """Return the value of an expression of tops. IllegalMove with rule too_long, not_a_sum, bare_number,
    not_a_top, stack_twice, too_few_stacks or division_by_zero."""
    values = numbers(state)
    try:
        tokens = expressions.tokens(expression)
        used: set[str] = set()
        for place, name in (token for token in tokens if token.is_name):
            if name.isdecimal():
                raise IllegalMove(
                    f"place {place}: {name} is a number; name a top that counts it", "bare_number"
                )
            if name not in values:
                raise IllegalMove(f"place {place}: {name!r} is not the top of a stack", "not_a_top")
            if name in used:
                raise IllegalMove(f"place {place}: the stack of {name} is used twice", "stack_twice")
            used.add(name)
        result = expressions.evaluate(tokens, values)
    except expressions.BadExpression as error:
        raise IllegalMove(str(error), error.rule) from error
    if len(used) < 2:
        raise IllegalMove("a horseman is defeated with two stacks or more", "too_few_stacks")
    return result


def tops_used(move: str) -> set[str]:
    """Return the tops that a `beat` move names."""
    return {token.text for token in expressions.tokens(move.split(" ")[2]) if token.is_name}


def reveals(state: State, move: str) -> bool:
    """Return whether a move draws a card or deals a new reserve."""
    return move == "draw" or (move.startswith("play ") and state.taken and bool(state.deck))
