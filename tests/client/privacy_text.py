"""The text of the page /privacy, static/pages/site/privacy.en.json, written from docs/privacy.md: headings,
paragraphs, lists and tables of two columns, without markup inside of them.

    python -m tests.client.privacy_text
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "docs" / "privacy.md"
TARGET = ROOT / "static" / "pages" / "site" / "privacy.en.json"


def blocks(text: str) -> list[dict[str, Any]]:
    """Return the blocks of a Markdown text without its title. ValueError: a table without two columns."""
    found: list[dict[str, Any]] = []
    for chunk in re.split(r"\n\s*\n", text.strip()):
        if heading := re.fullmatch(r"#(#+) (.+)", chunk.strip()):
            found.append({"h": plain(heading[2])})
        elif chunk.startswith("# "):
            continue
        elif chunk.startswith("|"):
            found.append({"terms": rows(chunk)})
        elif re.match(r"[-*] ", chunk):
            items = re.split(r"\n(?=[-*] )", chunk)
            found.append({"list": [plain(item[2:]) for item in items]})
        else:
            found.append({"p": plain(chunk)})
    return found


def rows(table: str) -> list[dict[str, str]]:
    """Return the rows of a table below its head."""
    lines = [line.strip().strip("|").split("|") for line in table.splitlines()[2:]]
    if any(len(line) != 2 for line in lines):
        raise ValueError(f"a table of the privacy page has two columns: {table}")
    return [{"term": plain(term), "means": plain(means)} for term, means in lines]


def plain(text: str) -> str:
    """Without line breaks and Markdown's marks; of a link its text."""
    text = re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", text)
    return re.sub(r"[`*]+", "", re.sub(r"\s+", " ", text)).strip()


def as_json(text: str) -> str:
    return json.dumps(blocks(text), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    TARGET.write_text(as_json(SOURCE.read_text()))
