"""The long texts about the site agree with its documents and sources."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

from tests.client.privacy_text import SOURCE, TARGET, as_json, blocks

ROOT = Path(__file__).parents[2]
CREDITS = json.loads((ROOT / "static/pages/site/credits.en.json").read_text())


def test_privacy_page_says_what_the_document_says() -> None:
    """`python -m tests.client.privacy_text` writes it."""
    assert TARGET.read_text() == as_json(SOURCE.read_text())
    assert len(json.loads(TARGET.read_text())) > 5


def test_blocks_of_a_document_keep_its_words() -> None:
    text = "# Title\n\n## Part\n\nOne `two`\nthree.\n\n- a\n- b\n  c\n\n"
    text += "| what | long |\n|---|---|\n| x | [y](z) |\n"
    assert blocks(text) == [
        {"h": "Part"},
        {"p": "One two three."},
        {"list": ["a", "b c"]},
        {"terms": [{"term": "x", "means": "y"}]},
    ]
    with pytest.raises(ValueError, match="two columns"):
        blocks("| a | b | c |\n|---|---|---|\n| 1 | 2 | 3 |")


VENDORED = re.compile(r"^\| (\S+) \| [\d.]+ \|", re.MULTILINE)


def test_credits_name_every_library_and_font_with_its_licence() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    engine = tomllib.loads((ROOT / "engine" / "pyproject.toml").read_text())["project"]
    lines = sum(engine["optional-dependencies"].values(), project["dependencies"])
    needed = {re.split(r"[^\w-]", line)[0].lower() for line in lines}
    named = {library["package"]: library for library in CREDITS["libraries"]}
    client = set(VENDORED.findall((ROOT / "static/vendor/README.md").read_text()))
    fonts = {path.stem for path in (ROOT / "static/art/fonts").glob("*.woff2")}
    assert client
    assert fonts
    assert set(named) == needed - {"richelieu-engine"} | client | fonts
    for library in named.values():
        assert library["licence"]
        assert library["href"].startswith("https://")
