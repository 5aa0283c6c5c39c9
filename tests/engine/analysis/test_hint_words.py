"""Every word of a hint has its sentence in the catalogue of the family."""

from __future__ import annotations

import ast
import json
import re
from importlib.util import find_spec
from pathlib import Path

from engine import GAMES
from engine.analysis import Hint, analyst_of
from tests.rows import each_row

GAMES_FOLDER = Path(__file__).parents[3] / "static" / "games"
WORDS = {  # of the hints, and whether they speak of something
    "beleaguered_castle": {"move": True, "try": True, "lost": False, "unknown": False, "winnable": False},
    "cardinals_guards": {"best": True, "perfect": True, "no_more": False},
    "four_horsemen": {
        "can": True,
        "wait": True,
        "must": True,
        "stacks": True,
        "exactly": True,
        "cannot": False,
        "few": False,
        "draw": False,
        "reserve": False,
        "top": True,
    },
}


@each_row("family", WORDS)
def test_every_word_of_a_hint_has_its_sentence(family: str) -> None:
    catalogue = json.loads((GAMES_FOLDER / family / "en.json").read_text("utf-8"))
    for word, speaks in WORDS[family].items():
        sentence = catalogue[f"{family}.hint.{word}"]
        assert ("{about}" in sentence) == speaks
        assert set(re.findall(r"\{(\w+)\}", sentence)) <= {"about", "score"}


def test_all_families_with_hints_are_listed() -> None:
    analysts = {game.family: analyst_of(game) for game in GAMES.values()}
    assert {family for family, one in analysts.items() if one and "hint" in one.abilities} == set(WORDS)


@each_row("family", WORDS)
def test_the_searches_say_no_other_words(family: str) -> None:
    """Return the literal words in their calls of Hint."""
    spec = find_spec(f"engine.analysis.{family}.searches")
    assert spec is not None
    assert spec.origin is not None
    tree = ast.parse(Path(spec.origin).read_text("utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and is_hint(node)]
    said = {
        word.value
        for call in calls
        for keyword in call.keywords
        if keyword.arg == "text"
        for word in ast.walk(keyword.value)
        if isinstance(word, ast.Constant)
    }
    assert said
    assert said <= set(WORDS[family])


def is_hint(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id == Hint.__name__
