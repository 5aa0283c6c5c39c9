"""Long invalid texts are refused in time proportional to their length."""

from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest

from engine import GAMES, load_text
from engine.commands.logs import check_file

MAX_SECONDS = 1.0  # of CPU time; with quadratic cost each takes longer


def test_a_long_text_is_refused_in_proportional_time(tmp_path: Path) -> None:
    def check(text: str) -> None:
        (tmp_path / "log").write_text(text)
        check_file(str(tmp_path / "log"))

    keys = ",".join(f'"{number}":0' for number in range(30_000))
    slow: list[str] = []
    for name, read, text in (
        ("open comments", load_text, '[Game "cardmate"]' + "{" * 60_000),
        ("spaces", check, " " * 100_000),
        ("a repeated key", check, f'{{{keys},"29999":0}}'),
        ("a long rank", GAMES["three_musketeers"].position, f"{'M' * 500_000}/5/5/5/5 m"),
    ):
        start = process_time()
        with pytest.raises(ValueError, match=r"comment|no log|rank"):
            read(text)
        if process_time() - start > MAX_SECONDS:
            slow.append(name)
    assert slow == []
