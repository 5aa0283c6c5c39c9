"""The contract of `engine.game` about moves as texts: permitted, played, told, typed, refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import GAMES, OPENING, AmbiguousMove, Game, IllegalMove, MalformedMove, Outcome
from tests.engine.games import closed_set, each_game, every_game, moves, random_games, sample, states
from tests.engine.test_contract import WORD, nonsense
from tests.rows import each_row


@every_game
def test_rules_and_reasons_are_closed_sets_of_words(game: Game[Any]) -> None:
    for name in ("Reason", "Rule"):
        words = closed_set(game, name)
        assert words
        assert all(WORD.fullmatch(word) for word in words)
        assert len(set(words)) == len(words)
    assert "not_a_move" in closed_set(game, "Rule")
    assert set(game.uncounted) <= set(closed_set(game, "Reason"))


@each_game
def test_a_text_is_permitted_exactly_when_no_rule_of_its_family_forbids_it_and_play_names_the_rule(
    game: Game[Any],
) -> None:
    played = tuple(sorted({text for _, texts in random_games(game.id) for text in texts}))
    rules, refused = closed_set(game, "Rule"), 0
    for state in states(game)[::5]:
        listed = sample(game.legal(state), 10)
        for text in (*sample(played, 40), *listed, *sample(moves(game, state)), "", " ", "...", OPENING):
            rule = game.why(state, text)
            assert (rule is None) == game.permits(state, text), text
            assert rule is None or rule in rules, (text, rule)
            if rule and not game.outcome(state):
                refused += 1
                with pytest.raises(IllegalMove) as error:
                    game.play(state, text)
                assert error.value.rule == rule
    assert refused


@every_game
def test_nothing_can_be_played_when_the_game_is_over(game: Game[Any]) -> None:
    over = replace(game, outcome=lambda _: Outcome(None, "over"))
    state = game.start(0)
    for text in (*game.legal(state)[:1], "nonsense"):
        with pytest.raises(IllegalMove, match="the game is over: over") as error:
            over.play(state, text)
        assert error.value.rule == "game_over"


@each_game
def test_notation_can_be_typed(game: Game[Any]) -> None:
    for state in states(game):
        for move in [] if game.outcome(state) else sample(moves(game, state)):
            told = game.tell(state, move, game.turn(state))
            assert told == told.strip() != ""
            at_the_end = game.tell_open(state, move) if game.tell_open else told
            assert game.read(state, move) == game.read(state, at_the_end) == move


@each_row("game", [game for game in GAMES.values() if game.tell_legal])
def test_all_legal_moves_told_at_once_are_those_told_one_by_one(game: Game[Any]) -> None:
    assert game.tell_legal is not None
    for state in states(game):
        seat = game.turn(state)
        told = [
            (text, text if text.endswith(OPENING) else game.tell(state, text, seat))
            for text in game.legal(state)
        ]
        assert game.tell_legal(state, seat) == told


@each_game
@settings(max_examples=100)
@given(data=st.data())
def test_typed_nonsense_is_refused_exactly_and_why_has_a_word_for_it(
    game: Game[Any], data: st.DataObject
) -> None:
    """Text that is malformed is so in the first position, too."""
    state = data.draw(st.sampled_from(states(game)))
    text = data.draw(nonsense | garbled(game))
    assert (game.why(state, text) is None) == game.permits(state, text)
    move, error = attempt(game, state, text)
    assert (error is None) == (move is not None and game.permits(state, move))
    assert error is None or not game.permits(state, text)
    if isinstance(error, IllegalMove):
        assert error.rule in closed_set(game, "Rule")
    if isinstance(error, MalformedMove):
        assert isinstance(attempt(game, game.start(0), text)[1], MalformedMove)


def attempt(
    game: Game[Any], state: Any, typed: str
) -> tuple[str | None, MalformedMove | IllegalMove | AmbiguousMove | None]:
    """Return the move that is read, or the error."""
    try:
        return game.read(state, typed), None
    except (MalformedMove, IllegalMove, AmbiguousMove) as error:
        return None, error


def garbled(game: Game[Any]) -> st.SearchStrategy[str]:
    """Moves of other states, and their words and notation in any combination."""
    texts = sorted({text for _, played in random_games(game.id) for text in played})
    words = sorted({word for text in texts for word in text.split(" ")})
    joined = st.lists(st.sampled_from(words), max_size=5).map(" ".join)
    return st.sampled_from(texts) | joined | st.sampled_from(texts).map(lambda text: text + " ")


@every_game
def test_the_refusal_of_a_long_text_is_short(game: Game[Any]) -> None:
    for typed in ("x" * 5000, "9*" * 2500 + "9", "a1 " * 2000):
        with pytest.raises(ValueError, match=r".") as error:
            game.read(game.start(0), typed)
        assert len(str(error.value)) < 400, typed[:3]
