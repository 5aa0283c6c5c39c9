"""An adapter with the interface of a state of OpenSpiel, which it does not import.

Chance is in the setup only, so that there are no chance nodes: a state begins with a deal. Actions are
numbers that a `Numbering` gives to the texts of moves, the same for all states that share it. For algorithms
that search under hidden cards, `resample_from_infostate` deals them anew.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Any

from engine import DEALS, OPENING, Game, Rng, find

TERMINAL = -4  # the player of a state that is over, as in OpenSpiel
SUMS = 20  # moves at most that are found where there are too many to list


@dataclass
class Numbering:
    """Numbers for the texts of moves, in the order in which they are first seen."""

    texts: list[str] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)

    def number(self, text: str) -> int:
        if text not in self.numbers:
            self.numbers[text] = len(self.texts)
            self.texts.append(text)
        return self.numbers[text]


@dataclass
class SpielState:
    """A position of a game, changed by `apply_action`. A game that is stuck counts as over."""

    game: Game[Any]
    state: Any
    numbering: Numbering

    @classmethod
    def new(cls, rules: str, deal: int = 0) -> SpielState:
        game = find(rules)
        return cls(game, game.start(deal), Numbering())

    def clone(self) -> SpielState:
        return SpielState(self.game, self.state, self.numbering)  # states are frozen

    def current_player(self) -> int:
        return TERMINAL if self.is_terminal() else self.game.turn(self.state)

    def is_terminal(self) -> bool:
        return self.game.outcome(self.state) is not None or not self.game.legal(self.state)

    def legal_actions(self) -> list[int]:
        if self.is_terminal():
            return []
        texts = [text for text in self.game.legal(self.state) if not text.endswith(OPENING)]
        texts += islice(self.game.completions(self.state), SUMS)
        return sorted(map(self.numbering.number, texts))

    def apply_action(self, action: int) -> None:
        self.state = self.game.play(self.state, self.numbering.texts[action])

    def action_to_string(self, player: int, action: int) -> str:
        return self.game.tell(self.state, self.numbering.texts[action], player)

    def returns(self) -> list[float]:
        """1, -1 or 0 for each of two players; for one player the first number of the score."""
        outcome = self.game.outcome(self.state)
        if len(self.game.seats) == 1:
            return [float(self.game.score(self.state)[0])]
        winner = outcome.winner if outcome else None
        return [0.0 if winner is None else 1.0 if seat == winner else -1.0 for seat in (0, 1)]

    def information_state_string(self, player: int) -> str:
        """The position as this player sees it now, without what the player may remember."""
        return str(self.game.view(self.state, player)["position"])

    def resample_from_infostate(self, player: int, random: Random) -> SpielState:
        view = self.game.view(self.state, player)
        sampled, _ = self.game.sample(view, Rng(random.randrange(DEALS)))
        return SpielState(self.game, sampled, self.numbering)

    def __str__(self) -> str:
        return self.game.picture(self.game.show(self.state))


def random_playout(state: SpielState, random: Random, longest: int = 200) -> list[float]:
    """Play at random from a copy of the state, and return what each player got."""
    playing = state.clone()
    for _ in range(longest):
        if playing.is_terminal():
            break
        playing.apply_action(random.choice(playing.legal_actions()))
    return playing.returns()


if __name__ == "__main__":
    dice, start = Random(0), SpielState.new("four_horsemen", 7)
    print(start)
    worlds = [start.resample_from_infostate(0, dice) for _ in range(20)]
    print(
        "returns of random play with the deck unknown:", [random_playout(world, dice)[0] for world in worlds]
    )
