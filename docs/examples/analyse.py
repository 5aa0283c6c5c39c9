"""Value, best moves or a hint of a position: python docs/examples/analyse.py [three_musketeers] [position]"""

from __future__ import annotations

import sys
from typing import Any

from engine import Game, find
from engine.analysis import Limits, analyst_of


def analyse(game: Game[Any], state: Any, limits: Limits) -> str:
    """Return in words what the searches of the family say of a position that is not over."""
    analyst = analyst_of(game)
    if analyst is None:
        return f"there are no searches for {game.title}"
    searches = analyst.load()
    if "winnable" in analyst.abilities:  # a solitaire without hidden cards
        found = searches.solve(game, state, limits)
        return f"{found.value.told(game)}: {' '.join(found.line) or 'no line'}"
    if "evaluate" in analyst.abilities:
        found = searches.evaluate(game, state, limits)
        best = ", ".join(game.tell(state, move, None) for move in found.best)
        return f"{found.value.told(game)}\nbest: {best}"
    hint = searches.hint(game, state, 1, (), limits)
    while hint.step < hint.steps:
        hint = searches.hint(game, state, hint.step + 1, (), limits)
    return f"hint: {hint.move}"


def main(arguments: list[str]) -> None:
    rules, *text = arguments or ["three_musketeers"]
    game = find(rules)
    state = game.position(text[0]) if text else game.start(0)
    print(game.picture(game.show(state)))
    print(analyse(game, state, Limits(nodes=20_000)))


if __name__ == "__main__":
    main(sys.argv[1:])
