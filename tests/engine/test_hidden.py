"""Hidden information: nothing that a seat cannot know leaves the engine, in any game that hides something."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engine import Game, Match, Rng, Seat
from tests.engine.games import EVERY, family_function, played, random_games, readers, sample, states

each_hiding_game = pytest.mark.parametrize(
    "game", [game for game in EVERY if game.hides], ids=lambda game: game.id
)


def twins(game: Game[Any]) -> Iterator[tuple[Any, Any, Seat | None]]:
    """(state, another that the reader cannot tell from it, reader)."""
    unseen = family_function(game, "unseen")
    for number, state in enumerate(states(game)):
        for reader in readers(game):
            yield state, unseen(game, state, reader, Rng(number)), reader


@each_hiding_game
def test_what_a_seat_cannot_know_changes_nothing_that_it_is_shown(game: Game[Any]) -> None:
    for state, twin, reader in twins(game):
        assert game.view(state, reader) == game.view(twin, reader)
        assert game.outcome(state) == game.outcome(twin)
        assert game.score(state) == game.score(twin)
        told, told_twin = ([game.tell(s, move, reader) for move in game.legal(s)] for s in (state, twin))
        assert told == told_twin


@each_hiding_game
def test_the_moves_and_refusals_of_the_seat_to_move_do_not_depend_on_what_it_cannot_know(
    game: Game[Any],
) -> None:
    anything = sample(sorted({text for _, texts in random_games(game.id) for text in texts}), 40)
    for state, twin, reader in twins(game):
        if reader == game.turn(state):
            assert game.legal(state) == game.legal(twin)
            for text in game.legal(state):
                assert game.reveals(state, text) == game.reveals(twin, text)
            for text in anything:
                assert game.why(state, text) == game.why(twin, text)


@each_hiding_game
def test_a_view_does_not_hold_the_whole_position(game: Game[Any]) -> None:
    changed = 0
    for state, twin, reader in twins(game):
        if game.show(state) != game.show(twin):
            changed += 1
            assert game.view(state, reader)["position"] not in (game.show(state), game.show(twin))
    assert changed > len(states(game)) / 2, "unseen() hardly changes anything"


def match_twins(game: Game[Any]) -> Iterator[tuple[Match, Match, Seat | None]]:
    """(match, another that the reader cannot tell from it, reader)."""
    unseen = family_function(game, "unseen_match")
    for deal, (line, moves) in enumerate(random_games(game.id)):
        running = len(moves) - (game.outcome(line[-1]) is not None)
        for count in (running // 2, running, len(moves)):
            match = played(Match.start(game, 0, position=game.show(line[0])), *moves[:count])
            for reader in readers(game):
                twin = unseen(game, match, reader, Rng(deal))
                if twin:
                    yield match, twin, reader


@each_hiding_game
def test_what_was_told_of_a_whole_match_holds_nothing_that_a_seat_cannot_know_now(game: Game[Any]) -> None:
    other_moves = 0
    for match, twin, reader in match_twins(game):
        assert match.told(reader) == twin.told(reader)
        assert match.view(reader) == twin.view(reader)
        if reader == match.turn:
            assert match.legal == twin.legal
        assert game.show(match.state) != game.show(twin.state)
        other_moves += [step.move for step in match.steps()] != [step.move for step in twin.steps()]
    assert other_moves or game.tell_open is None, "no move is hidden"
