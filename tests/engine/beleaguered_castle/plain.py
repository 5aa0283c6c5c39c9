"""Second implementation of the rules, from the paper alone: lists of cards, every pair of places tried.

It shares nothing with `engine.beleaguered_castle` but the shuffle of `engine.rng`.
"""

from __future__ import annotations

from engine.rng import Rng

LETTERS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "X", "J", "Q", "K"]
Card = tuple[int, str]  # rank 1 to 13, suit
PLACES = ["r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "fC", "fD", "fH", "fS"]


class Table:
    """`piles`: the cards of each place, the open one last."""

    def __init__(self, game_id: str, deal: int) -> None:
        self.returns = game_id.endswith("_relaxed")
        deal_id = game_id.removesuffix("_relaxed")
        self.piles: dict[str, list[Card]] = {place: [] for place in PLACES}
        pack: list[Card] = [(rank, suit) for suit in "CDHS" for rank in range(1, 14)]
        if deal_id != "streets_and_alleys":
            for card in pack[::13]:
                self.piles["f" + card[1]].append(card)
            pack = [card for card in pack if card[0] > 1]
        shuffled, _ = Rng(deal).shuffled(pack)
        around = PLACES[:8] * 6 + (["r1", "r3", "r5", "r7"] if len(pack) == 52 else [])
        for place, card in zip(around, shuffled, strict=True):
            up = deal_id == "citadel" and self.fits_foundation(card)
            self.piles["f" + card[1] if up else place].append(card)

    def fits_foundation(self, card: Card) -> bool:
        pile = self.piles["f" + card[1]]
        return card[0] == (pile[-1][0] + 1 if pile else 1)

    def allows(self, source: str, target: str) -> bool:
        if source == target or not self.piles[source]:
            return False
        card = self.piles[source][-1]
        if target == "f":
            return source.startswith("r") and self.fits_foundation(card)
        if target not in PLACES[:8]:
            return False
        if source.startswith("f") and (not self.returns or card[0] == 1):
            return False
        return not self.piles[target] or self.piles[target][-1][0] == card[0] + 1

    def moves(self) -> set[str]:
        targets = [*PLACES, "f"]
        return {f"{a} {b}" for a in PLACES for b in targets if self.allows(a, b)}

    def play(self, move: str) -> None:
        source, target = move.split()
        card = self.piles[source].pop()
        self.piles["f" + card[1] if target == "f" else target].append(card)

    def safe(self) -> list[str]:
        """Return moves of a card of rank r to its foundation if every other one is at rank r-2 or higher."""
        found = []
        for row in PLACES[:8]:
            if self.allows(row, "f"):
                rank, suit = self.piles[row][-1]
                others = [len(self.piles["f" + other]) for other in "CDHS" if other != suit]
                if min(others) >= rank - 2:
                    found.append(f"{row} f")
        return found

    def text(self) -> str:
        rows = ["".join(LETTERS[rank - 1] + suit for rank, suit in self.piles[row]) for row in PLACES[:8]]
        tops = [LETTERS[len(self.piles[place]) - 1] if self.piles[place] else "-" for place in PLACES[8:]]
        return "/".join(row or "-" for row in rows) + " " + "".join(tops)

    def home(self) -> int:
        return sum(len(self.piles[place]) for place in PLACES[8:])
