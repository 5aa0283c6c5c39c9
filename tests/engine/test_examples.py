"""The README of the engine and the examples of docs/examples work as published."""

from __future__ import annotations

import importlib.util
import re
import sys
from random import Random
from types import ModuleType

import pytest

from engine import find, load_text
from engine.analysis import analyst_of
from tests.engine.games import FIRST, VARIED
from tests.serving import ROOT

README = (ROOT / "engine" / "README.md").read_text("utf-8")
EXAMPLES = ROOT / "docs" / "examples"
EXAMPLE_NAMES = {"self_play", "solve", "analyse", "open_spiel"}


def example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look for it there
    spec.loader.exec_module(module)
    return module


def test_the_blocks_of_the_readme_run_and_print_what_they_say(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert len(blocks) == README.count("```") // 2 > 4
    for block in blocks:
        exec(compile(block, "README.md", "exec"), {"__name__": "readme"})  # noqa: S102
    printed = capsys.readouterr().out
    said = re.findall(r"^ *print\(.*\)  # (.+?)(?:[:,] [a-z].*)?$", README, re.MULTILINE)
    assert len(said) == 6
    assert [text for text in said if f"\n{text}" not in printed] == []


def test_every_example_is_listed_and_tried() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.py")} == EXAMPLE_NAMES
    assert all(f"- `{name}.py`: " in README for name in EXAMPLE_NAMES)


def test_the_example_of_self_play_writes_games(capsys: pytest.CaptureFixture[str]) -> None:
    self_play = example("self_play")
    for game in VARIED:
        match = self_play.self_play(game, (0, 0), seed=3)
        assert match.outcome or not match.legal or match.ply == self_play.MAX_ENTRIES
    self_play.main(["three_musketeers", "1", "2"])
    assert load_text(capsys.readouterr().out).replay().outcome
    with pytest.raises(ValueError, match="Citadel has no bot of level 1"):
        self_play.self_play(find("citadel"), (1,), seed=3)


def test_the_example_of_a_solver_wins_a_deal() -> None:
    solver = example("solve")
    game = find("citadel")
    state = game.start(6)
    line = solver.solve(game, state, 3000)
    for move in line:
        state = game.play(state, move)
    assert game.outcome(state)


def test_the_example_of_analysis_has_a_sentence_for_every_family() -> None:
    analyse = example("analyse")
    limits = analyse.Limits(nodes=300)
    for game in FIRST:
        found = analyse.analyse(game, game.start(2), limits)
        assert ("no searches" in found) == (analyst_of(game) is None)


def test_the_adapter_plays_every_game_and_deals_hidden_cards_anew() -> None:
    open_spiel = example("open_spiel")
    dice = Random(1)
    for game in VARIED:
        state = open_spiel.SpielState.new(game.id, 5)
        for _ in range(12):
            if state.is_terminal():
                break
            seat = state.current_player()
            actions = state.legal_actions()
            assert len(actions) == len(set(actions)) > 0
            twin = state.resample_from_infostate(seat, dice)
            assert twin.information_state_string(seat) == state.information_state_string(seat)
            assert state.action_to_string(seat, actions[0])
            state.apply_action(dice.choice(actions))
        assert len(open_spiel.random_playout(state, dice, 5)) == len(game.seats)
