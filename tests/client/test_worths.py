"""The card worths that the client states are the engine's."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

from engine.analysis.cardmate.evaluation import CARD_VALUES

STATIC = Path(__file__).parents[2] / "static"
CATALOGUE = json.loads((STATIC / "games/cardmate/en.json").read_text())
POINTS = (299, 300, 369, 700, 950, 1130, 1250, 1300, 4000)
PRINTER = f"""
import {{ add, t }} from "file://{STATIC}/core/i18n.js"
import {{ WORTHS, worthText }} from "file://{STATIC}/games/cardmate/worths.js"
globalThis.document = {{ documentElement: {{ lang: "en" }} }}
add({json.dumps({key: text for key, text in CATALOGUE.items() if isinstance(text, str)})})
console.log(JSON.stringify({{ worths: WORTHS, texts: {list(POINTS)}.map((points) => worthText(points, t)) }}))
"""


def test_points_are_worth_the_highest_card_that_the_engine_gives_as_much() -> None:
    node = shutil.which("node")
    assert node, "the client's tests need Node"
    done = subprocess.run([node, "--input-type=module", "-e", PRINTER], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    client = json.loads(done.stdout)
    ranks = "123456789XJQKA"
    assert client["worths"] == {rank: CARD_VALUES[ranks.index(rank) + 1] for rank in ranks if rank != "K"}
    assert client["texts"] == [
        "an 8’s worth",
        "an 8’s worth",
        "an 8’s worth",
        "a Jack’s worth",
        "a Queen’s worth",
        "a Queen’s worth",
        "an Ace’s worth",
        "more than an Ace’s worth",
        "more than an Ace’s worth",
    ]


def test_the_explanation_of_mistakes_names_the_engine_s_worths() -> None:
    text = CATALOGUE["cardmate.analysis.defined"]
    assert f"an 8 is worth {CARD_VALUES[8]}, a Queen {CARD_VALUES[12]}" in text
