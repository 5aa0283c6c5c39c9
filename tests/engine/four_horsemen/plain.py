"""Second, plain implementation of Four Horsemen on lists, by the rules, to compare the engine with.

Slow, mutable, and with nothing of the engine but the shuffle; sums are found by joining any two numbers
until one is left.
"""

from __future__ import annotations

import re
from collections.abc import Container
from itertools import combinations

from engine.rng import Rng

PACK = [rank + suit for suit in "CDHS" for rank in "A23456789XJQK"]
COUNTS = {card: "A23456789XJQK".index(card[0]) + 1 for card in PACK}
Term = tuple[str, int, int]  # a sum, and its value as numerator and denominator


def cards_in(text: str) -> list[str]:
    return re.findall("[A2-9XJQK][CDHS]", text)


class Plain:
    def __init__(self, deal: int | bytes, version: int = 2) -> None:
        self.version = version
        cards, chance = Rng(deal).shuffled(PACK)
        self.deck = list(cards)
        self.horsemen: list[list[str]] = [[self.next(), self.next()] for _ in range(4)]
        for pair in self.horsemen:
            while True:
                if pair[1][0] in ("J", "Q", "K"):
                    self.deck.append(pair.pop())
                elif self.value(pair) in (10, 11, 12, 13):
                    self.deck += pair
                    pair.clear()
                else:
                    break
                cards, chance = chance.shuffled(self.deck)
                self.deck = list(cards)
                while len(pair) < 2:
                    pair.append(self.next())
        self.reserve: list[str] = [self.next()]
        self.stacks: list[list[str]] = []
        self.hand: list[str] = []
        self.discard: list[str] = []
        self.taken = False

    @classmethod
    def of(cls, text: str, version: int) -> Plain:
        """Return the position of a valid text, without a check."""
        horsemen, stacks, *piles, taken = text.split(" ")
        made = cls(0, version)
        made.horsemen = [cards_in(pair) for pair in horsemen.split(",")]
        made.stacks = [cards_in(stack) for stack in stacks.split(",")] if stacks != "-" else []
        made.reserve, made.hand, made.deck, made.discard = map(cards_in, piles)
        made.taken = taken == "r1"
        return made

    def next(self) -> str:
        return self.deck.pop(0)

    @staticmethod
    def value(pair: list[str]) -> int:
        units = 0 if pair[1][0] == "X" else COUNTS[pair[1]]
        return 10 * COUNTS[pair[0]] + units

    @staticmethod
    def paired(cards: list[str]) -> list[str]:
        return [card for card in cards if any(other[1] == card[1] and other != card for other in cards)]

    def hand_is_over(self) -> bool:
        return not self.deck and not self.paired(self.hand + self.reserve)

    def moves(self) -> set[str]:
        """Return the permitted moves; of defeating a horseman only the possible try: `beat h1 ...`."""
        may: set[str] = set()
        if len(self.stacks) < 6:
            may |= {f"play {card}" for card in self.paired(self.hand)}
            if self.deck:
                may.add("draw")
            if self.reserve and not self.hand_is_over():
                may.add("reserve")
        now = self.version == 2 or not self.hand or self.hand_is_over()
        if len(self.stacks) >= 2 and now:
            may |= {f"beat h{number} ..." for number, pair in enumerate(self.horsemen, 1) if pair}
        return may

    def do(self, move: str) -> None:
        verb, *words = move.split(" ")
        if verb == "draw":
            self.hand.append(self.next())
        elif verb == "reserve":
            self.hand.append(self.reserve.pop())
            self.taken = True
        elif verb == "play":
            self.hand.remove(words[0])
            self.stacks.append([words[0], *self.hand])
            self.hand = []
            if self.taken and self.deck:
                self.reserve.append(self.next())
            self.taken = False
        else:
            spent = re.findall("[A-Z0-9]{2}", words[1])
            for stack in [stack for stack in self.stacks if stack[0] in spent]:
                self.discard += stack
                self.stacks.remove(stack)
            self.discard += self.horsemen[int(words[0][1]) - 1]
            self.horsemen[int(words[0][1]) - 1] = []

    def end(self) -> str | None:
        if not any(self.horsemen):
            return "defeated"
        if len(self.stacks) == 6:
            return None if self.beating(6) else "overrun"
        if self.hand_is_over():
            return None if self.beating(6) else "out_of_cards"
        return None

    def beating(self, most: int) -> str | None:
        """Return a move that defeats a horseman with two or more stacks, `most` at most, or None."""
        wanted = {self.value(pair): number for number, pair in enumerate(self.horsemen, 1) if pair}
        tops = [(stack[0], COUNTS[stack[0]], 1) for stack in self.stacks]
        for count in range(2, min(most, len(tops)) + 1):
            for some in combinations(tops, count):
                found = joined(list(some), wanted)
                if found:
                    return f"beat h{wanted[found[1] // found[2]]} {found[0][1:-1]}"
        return None

    def text(self) -> str:
        fields = [
            ",".join("".join(pair) or "-" for pair in self.horsemen),
            ",".join(stack[0] + "<" + "".join(stack[1:]) for stack in self.stacks),
            *("".join(cards) for cards in (self.reserve, self.hand, self.deck, self.discard)),
            "r1" if self.taken else "r0",
        ]
        return " ".join(field or "-" for field in fields)


def joined(items: list[Term], wanted: Container[int]) -> Term | None:
    """Return all items made into one that is worth a wanted number, or None: any two are joined in any
    way, and so on. Fractions are kept as numerator and denominator, never reduced."""
    if len(items) == 1:
        _, n, d = items[0]
        return items[0] if n % d == 0 and n // d in wanted else None
    for one, other in combinations(items, 2):
        rest = [item for item in items if item not in (one, other)]
        (a, x, p), (b, y, q) = one, other
        ways = [
            (f"({a}+{b})", x * q + y * p, p * q),
            (f"({a}*{b})", x * y, p * q),
            (f"({a}-{b})", x * q - y * p, p * q),
            (f"({b}-{a})", y * p - x * q, p * q),
        ]
        if y:
            ways.append((f"({a}/{b})", x * q, p * y))
        if x:
            ways.append((f"({b}/{a})", y * p, q * x))
        for way in ways:
            found = joined([*rest, way], wanted)
            if found:
                return found
    return None
