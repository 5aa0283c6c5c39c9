"""The contract of `engine.game`, tested for every game with random games and nonsense."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from itertools import islice
from math import isfinite
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import GAMES, OPENING, PAST, Game, Outcome, Rng, find
from tests.engine.games import (
    closed_set,
    completed,
    each_game,
    every_game,
    moves,
    readers,
    sample,
    states,
)

WORD = re.compile(r"[a-z]+(_[a-z]+)*")
LETTERS = "abcdefghij0123456789 /.-+?:*()=,<>XJQKACDHSMormcFR\t\n\x00é♠"
nonsense = st.text(max_size=40) | st.text(alphabet=LETTERS, max_size=40)


@every_game
def test_a_game_says_who_it_is(game: Game[Any]) -> None:
    assert WORD.fullmatch(game.id)
    assert WORD.fullmatch(game.family)
    assert game.version >= 1
    assert len(game.seats) in (1, 2)
    assert all(WORD.fullmatch(seat) for seat in game.seats)
    assert len(set(game.seats)) == len(game.seats)
    assert len(game.seats) == 2 or not (game.uneven or game.draws)
    assert game.dealt or not game.hides


def test_games_of_a_family_have_the_same_options_and_no_two_the_same_values() -> None:
    families = {game.family for game in GAMES.values()}
    for family in families:
        chosen = [game.options for game in GAMES.values() if game.family == family]
        assert all(list(options) == list(chosen[0]) for options in chosen)
        assert all(WORD.fullmatch(word) for options in chosen for word in (*options, *options.values()))
        assert len({tuple(options.values()) for options in chosen}) == len(chosen)


def test_a_listed_game_is_found_by_its_id_and_an_old_one_only_by_its_version() -> None:
    for game in GAMES.values():
        assert find(game.id) is GAMES[game.id] is find(game.id, game.version)
        with pytest.raises(LookupError):
            find(game.id, game.version + 1)
    for (name, version), game in PAST.items():
        assert (game.id, game.version) == (name, version)
        assert find(name, version) is game
        assert version < GAMES[name].version
    with pytest.raises(LookupError, match="no rules for snap"):
        find("snap")


@every_game
def test_a_deal_is_always_the_same_game_whose_first_state_is_no_end_and_is_all_in_its_text(
    game: Game[Any],
) -> None:
    for deal in (*range(8), 2**32 - 1, b"x", bytes(64)):
        state = game.start(deal)
        assert state == game.start(deal) == game.setup(Rng(deal)) == game.position(game.show(state))
        assert game.outcome(state) is None
    starts = {game.show(game.start(deal)) for deal in range(8)}
    assert (len(starts) > 1) == game.dealt


@each_game
def test_legal_moves_are_words_in_a_fixed_order_and_all_but_openings_are_permitted(game: Game[Any]) -> None:
    for state in states(game):
        texts = game.legal(state)
        assert isinstance(texts, tuple)
        assert len(set(texts)) == len(texts)
        assert texts == game.legal(game.position(game.show(state)))
        for text in texts:
            assert re.fullmatch(r"[!-~]+( [!-~]+)*", text), text
            assert "..." not in text.removesuffix(OPENING)
            assert game.permits(state, text) != text.endswith(OPENING)


@each_game
def test_openings_stand_for_permitted_moves_that_are_not_listed_and_completions_are_among_them(
    game: Game[Any],
) -> None:
    completed_once = False
    for state in states(game):
        legal = game.legal(state)
        openings = [text for text in legal if text.endswith(OPENING)]
        starts = tuple(text.removesuffix("...") for text in openings)
        found = list(islice(game.completions(state), 20))
        assert found == list(islice(game.completions(state), 20))
        assert len(set(found)) == len(found)
        moves_found = {move for opening in openings if (move := completed(game, state, opening))}
        for move in {*found, *moves_found}:
            assert move.startswith(starts)
            assert move not in legal
            assert game.permits(state, move)
        for opening in openings:
            assert all(game.tell(state, opening, reader) == opening for reader in readers(game))
        completed_once = completed_once or bool(moves_found)
    assert completed_once == (game.allows is not None)


@each_game
def test_a_move_leads_to_a_state_like_the_one_before_which_it_does_not_change(game: Game[Any]) -> None:
    for state in states(game):
        before = (hash(state), game.show(state), game.legal(state))
        for move in [] if game.outcome(state) else sample(moves(game, state)):
            after, again = game.apply(state, move), game.play(state, move)
            assert type(after) is type(state)
            assert (after, hash(after)) == (again, hash(again))
            assert game.turn(after) in range(len(game.seats))
            assert isinstance(game.reveals(state, move), bool)
        assert (hash(state), game.show(state), game.legal(state)) == before


@each_game
def test_an_end_has_a_reason_of_its_family_and_only_solitaires_have_a_score(game: Game[Any]) -> None:
    reasons = closed_set(game, "Reason")
    for state in states(game):
        if (outcome := game.outcome(state)) is not None:
            assert isinstance(outcome, Outcome)
            assert outcome.winner in (None, *range(len(game.seats)))
            assert outcome.reason in reasons
        score = game.score(state)
        assert all(type(number) is int for number in score)
        assert (score == ()) == (len(game.seats) == 2)
        assert len(score) <= 2


@each_game
def test_a_view_is_json_with_the_position_in_it(game: Game[Any]) -> None:
    for state in states(game):
        for reader in readers(game):
            view = game.view(state, reader)
            assert is_json(view)
            assert json.dumps(view)
            assert view == game.view(state, reader)
            if not game.hides:
                assert view["position"] == game.show(state)


def is_json(value: object) -> bool:
    if isinstance(value, Mapping):
        return all(isinstance(key, str) and is_json(inner) for key, inner in value.items())
    if isinstance(value, list | tuple):
        return all(is_json(inner) for inner in value)
    return value is None or isinstance(value, str | int) or (isinstance(value, float) and isfinite(value))


@each_game
def test_a_position_is_read_as_it_was_shown(game: Game[Any]) -> None:
    for state in states(game):
        text = game.show(state)
        read = game.position(text)
        assert text.isascii()
        assert text.isprintable()
        assert game.show(read) == text
        assert game.turn(read) == game.turn(state)
        assert game.score(read) == game.score(state)


@each_game
@settings(max_examples=120)
@given(data=st.data())
def test_a_garbled_position_is_refused_or_read_as_it_would_be_shown_and_can_be_played_on(
    game: Game[Any], data: st.DataObject
) -> None:
    text = data.draw(nonsense | garbled_positions(game))
    try:
        state = game.position(text)
    except ValueError:
        return
    assert game.show(state) == text
    game.outcome(state)
    for reader in readers(game):
        game.view(state, reader)
    assert len(set(game.legal(state))) == len(game.legal(state))


@st.composite
def garbled_positions(draw: st.DrawFn, game: Game[Any]) -> str:
    """Positions with a few letters exchanged, left out or put in."""
    text = game.show(draw(st.sampled_from(states(game))))
    for _ in range(draw(st.integers(1, 3))):
        place, other = draw(st.integers(0, len(text))), draw(st.integers(0, len(text)))
        letters = draw(st.sampled_from(["", text[other : other + 1]]) | st.text(alphabet=LETTERS, max_size=2))
        text = text[:place] + letters + text[place + draw(st.integers(0, 2)) :]
    return text
