"""Second, plain and slow implementation of Cardmate's rules; of the engine it uses only the outcome's type.

It parses the position text itself, and checks for every card and square whether the card reaches the square.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from engine import Outcome

ORDER = "123456789XJQKA"
Square = tuple[int, int]


def name(square: Square) -> str:
    return "abcdefghij"[square[0]] + str(square[1])


def ends(move: str) -> tuple[Square, Square]:
    start, end = (("abcdefghij".index(word[0]), int(word[1])) for word in move.split(" ")[:2])
    return start, end


class Plain:
    """A position, read from its text."""

    def __init__(self, text: str, palace: str = "both_kings", *, ones_count: bool = False) -> None:
        """`ones_count`: a move of a One resets the count of idle plies, as in version 1."""
        board, side, *idle = text.split(" ")
        self.palace, self.ones_count = palace, ones_count
        self.side, self.idle = "+-"["FR".index(side)], int(idle[0]) if idle else 0
        self.cards: dict[Square, str] = {}  # "+4C"
        for rank, row in zip(range(9, -1, -1), board.split("/"), strict=True):
            file = 0
            for token in row.split("."):
                if token[0] in "+-":
                    self.cards[file, rank] = token
                file += 1 if token[0] in "+-" else int(token)

    def clear(self, start: Square, end: Square) -> bool:
        """Return whether the squares between two on one line are empty."""
        far = max(abs(end[0] - start[0]), abs(end[1] - start[1]))
        east, north = (end[0] - start[0]) // far, (end[1] - start[1]) // far
        return not any((start[0] + n * east, start[1] + n * north) in self.cards for n in range(1, far))

    def reaches(self, start: Square, end: Square) -> bool:
        """Return whether the card moves and captures that way, whatever stands on `end`."""
        rank, forwards = self.cards[start][1], 1 if self.cards[start][0] == "+" else -1
        east, north = abs(end[0] - start[0]), (end[1] - start[1]) * forwards
        straight, diagonal, far = 0 in (east, north), east == abs(north), max(east, abs(north))
        if far > 2 and rank not in "9XQA":
            return False
        knight = {east, abs(north)} == {1, 2}
        ahead, aslant, aside, astern = ((east, north) == step for step in ((0, 1), (1, 1), (1, 0), (1, -1)))
        if rank in "1234567":
            return {
                "1": ahead,
                "2": aslant,
                "3": aslant or ahead,
                "4": aslant or aside,
                "5": aslant or aside or ahead,
                "6": aslant or aside or astern,
                "7": aslant or aside or astern or ahead,
            }[rank]
        if rank == "8" or (rank in "JA" and knight):
            return knight
        along = {"9": diagonal, "X": straight}.get(rank, diagonal or straight)
        return along and far <= {"K": 1, "J": 2}.get(rank, 9) and self.clear(start, end)

    def retreats(self, start: Square, end: Square) -> bool:
        """Return whether the card steps straight back to an empty square."""
        back = -1 if self.cards[start][0] == "+" else 1
        return self.cards[start][1] in "123456789" and end == (start[0], start[1] + back)

    @cached_property
    def captures(self) -> dict[str, list[tuple[Square, Square]]]:
        """Return the captures by the verdict of the suits: free, must or barred."""
        found: dict[str, list[tuple[Square, Square]]] = {"free": [], "must": [], "barred": []}
        for start, mine in self.cards.items():
            for end, theirs in self.cards.items():
                if mine[0] == self.side and theirs[0] != self.side and self.reaches(start, end):
                    higher = ORDER.index(theirs[1]) > ORDER.index(mine[1])
                    found["free" if mine[2] != theirs[2] else "barred" if higher else "must"].append(
                        (start, end)
                    )
        return found

    def steps(self) -> Iterator[tuple[Square, Square]]:
        empty = [(file, rank) for file in range(10) for rank in range(10) if (file, rank) not in self.cards]
        for start, card in self.cards.items():
            if card[0] == self.side:
                for end in empty:
                    if self.reaches(start, end) or self.retreats(start, end):
                        yield start, end

    @cached_property
    def moves(self) -> list[str]:
        ends = self.captures["must"] or [*self.captures["free"], *self.steps()]
        return [move for start, end in ends for move in self.texts(start, end)]

    def texts(self, start: Square, end: Square) -> list[str]:
        move, enters = f"{name(start)} {name(end)}", (4, 5) if self.side == "+" else (5, 4)
        if self.cards[start][1] == "1" and (start[1], end[1]) == enters:
            return [move + " A", move + " 1"]
        return [move]

    def after(self, move: str) -> Plain:
        start, end = ends(move)
        card, taken = self.cards[start], end in self.cards
        empty = "/".join(["10"] * 10) + (" R" if self.side == "+" else " F")
        made = Plain(empty, self.palace, ones_count=self.ones_count)
        made.cards = {square: other for square, other in self.cards.items() if square not in (start, end)}
        made.cards[end] = card[0] + "A" + card[2] if move.endswith("A") else card
        progress = taken or move.endswith("A") or (self.ones_count and card[1] == "1")
        made.idle = 0 if progress else self.idle + 1
        return made

    def kings(self, side: str) -> int:
        return sum(card[:2] == side + "K" for card in self.cards.values())

    def held(self, side: str) -> list[str]:
        """Return the squares of the enemy palace that `side` holds, as the option says."""
        palace = [(4, 9), (5, 9)] if side == "+" else [(4, 0), (5, 0)]
        mark = side if self.palace == "any_two" else side + "K"
        return [name(square) for square in palace if self.cards.get(square, "").startswith(mark)]

    def conquered(self, side: str) -> bool:
        return len(self.held(side)) >= (1 if self.palace == "one_king" else 2)

    def outcome(self, times: int) -> Outcome | None:
        """Return the outcome; `times`: occurrences of the position so far, including this one."""
        mover, seat = ("-", 1) if self.side == "+" else ("+", 0)
        if not self.kings(self.side):
            return Outcome(seat, "kings")
        if not self.kings(mover):
            return Outcome(1 - seat, "kings")
        if self.conquered(mover):
            return Outcome(seat, "palace")
        for ended, reason in (
            (not self.moves, "no_move"),
            (times >= 3, "repetition"),
            (self.idle >= 200, "no_progress"),
        ):
            if ended:
                return Outcome(None, reason)
        return None

    def told(self, move: str) -> str:
        start, end = ends(move)
        taken, after = self.cards.get(end, ""), self.after(move)
        text = self.cards[start][1:] + (":" if taken else "") + name(end)
        text += "=A" if move.endswith("A") else ""
        if taken[1:2] == "K":
            text += "+" if after.kings(taken[0]) else "×"
        return text + ("#" if after.conquered(self.side) and "×" not in text else "")
