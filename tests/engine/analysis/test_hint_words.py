"""Every word of a hint has its sentence in the catalogue of the family."""

from __future__ import annotations

import ast
from inspect import getsource

from engine import GAMES
from engine.analysis import Hint, analyst_of
from tests.engine.games import texts
from tests.rows import each_row

ANALYSTS = {game.family: analyst_of(game) for game in GAMES.values()}
HINTING = {family: one for family, one in ANALYSTS.items() if one and "hint" in one.abilities}


@each_row("family", HINTING)
def test_every_word_that_the_searches_say_in_a_hint_has_its_sentence(family: str) -> None:
    said = {
        word.value
        for call in ast.walk(ast.parse(getsource(HINTING[family].load())))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == Hint.__name__
        for keyword in call.keywords
        if keyword.arg == "text"
        for word in ast.walk(keyword.value)
        if isinstance(word, ast.Constant) and isinstance(word.value, str)
    }
    assert said
    assert {f"{family}.hint.{word}" for word in said} - texts(family).keys() == set()
