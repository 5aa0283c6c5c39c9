"""The survey of numbered deals for docs/truth.md."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.analysis.beleaguered_castle.__main__ import main, parse


def test_a_survey_that_was_stopped_is_continued(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main([str(tmp_path), "3", "200"])
    whole = capsys.readouterr().out
    file = tmp_path / "citadel.1.200.txt"
    rows = [parse(line) for line in file.read_text().splitlines()]
    assert [row.deal for row in rows] == [0, 1, 2]
    assert all((row.moves > 0) == (row.verdict == "winnable") for row in rows)
    assert "| `citadel` | 0-2 | " in whole
    first, *_ = file.read_text().splitlines(keepends=True)
    file.write_text(first + "1 winna")
    main([str(tmp_path), "3", "200"])
    again = [parse(line) for line in file.read_text().splitlines()]
    assert [row[:4] for row in again] == [row[:4] for row in rows]
    again_told = capsys.readouterr().out.splitlines()
    assert again_told[:8] == whole.splitlines()[:8], "the shares"
    assert digests(again_told) == digests(whole.splitlines())


def digests(lines: list[str]) -> list[str]:
    return [line.split("|")[-2] for line in lines[-6:]]
