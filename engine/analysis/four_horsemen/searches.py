"""Search functions of Four Horsemen: hints by rollouts from what the player sees, and par.

If a horseman should be defeated now, a hint has three steps: which one, with which stacks, and the
expression. If not, two: that none can be defeated or that waiting is better, and the move. Whether a horseman
can be defeated is exact.
"""

from __future__ import annotations

from engine.analysis import Cancelled, Hint, Limits
from engine.analysis.four_horsemen.plans import SAFE_STACKS
from engine.analysis.four_horsemen.player import WIN, play_on
from engine.analysis.four_horsemen.rollouts import best_move
from engine.analysis.four_horsemen.seen import card_of, horseman, look, spelled
from engine.four_horsemen.position import MAX_STACKS, State, cards_in, numbers
from engine.four_horsemen.rules import HORSEMEN, tops_used
from engine.game import Game

PLAY_NODES = 40  # positions in a rollout, about
HINT_NODES = 400 * PLAY_NODES  # a tenth of a second of one core, and half a second more for new horsemen


def hint(game: Game[State], state: State, step: int, line: tuple[str, ...], limits: Limits) -> Hint:
    """Return a step of the hint; steps beyond the last are the last. Raises Cancelled.

    `about`: the horseman (`h2`), the stacks (`s1` the first), the move; or the horseman who can wait, if any,
    then the card to play. `line`: the move, which spares the further steps the search."""
    if limits.cancelled():
        raise Cancelled
    move = line[0] if line and limits.nodes is None else advise(game, state, limits)
    if not game.permits(state, move):
        raise AssertionError("the rules forbid the move that was found")
    if move.startswith("beat "):
        return _defeat(state, move, step)
    if step == 1:
        return _reason(game, state, move)
    word, _, card = move.partition(" ")
    text = "top" if card else word
    return Hint(text=text, about=cards_in(card), step=2, steps=2, move=move, line=(move,))


def advise(game: Game[State], state: State, limits: Limits) -> str:
    """Return the move of the hint. Raises Cancelled."""
    nodes = HINT_NODES if limits.nodes is None else limits.nodes
    seen = look(game.view(state, 0))
    return spelled(state, seen.plans, best_move(seen, nodes // PLAY_NODES, limits.cancelled))


def par(game: Game[State], state: State, limits: Limits) -> tuple[int, ...]:
    """Return the score of the quick player from a state on. Raises Cancelled."""
    if limits.cancelled():
        raise Cancelled
    return quick_score(game, state)


def quick_score(game: Game[State], state: State, safe_stacks: int = SAFE_STACKS) -> tuple[int, ...]:
    """Return the score of the quick player, who defeats any horseman from `safe_stacks` stacks on."""
    seen, deck = look(game.view(state, 0)), [card_of(card) for card in reversed(state.deck)]
    score = play_on(seen.plans, seen.position, deck, safe_stacks)
    return (len(HORSEMEN), score - WIN) if score >= WIN else (len(HORSEMEN) + score, 0)


def _defeat(state: State, move: str, step: int) -> Hint:
    if step == 1:
        word = "must" if len(state.stacks) == MAX_STACKS else "can"
        return Hint(text=word, about=(move[5:7],), steps=3, line=(move,))
    if step == 2:
        used = tops_used(move)
        stacks = tuple([f"s{number}" for number, top in enumerate(numbers(state), 1) if top in used])
        return Hint(text="stacks", about=stacks, step=2, steps=3, line=(move,))
    return Hint(text="exactly", about=(move,), step=3, steps=3, move=move, line=(move,))


def _reason(game: Game[State], state: State, move: str) -> Hint:
    """Return the first step of a hint that does not defeat a horseman."""
    plans, position, *_ = look(game.view(state, 0))
    if plans.worths(position.tops)[position.targets]:
        value = plans.targets[plans.best_beat(position.tops, position.targets).target]
        return Hint(text="wait", about=(horseman(state, value),), steps=2, line=(move,))
    makes_a_sum = position.stacks > 1
    return Hint(text="cannot" if makes_a_sum else "few", steps=2, line=(move,))
