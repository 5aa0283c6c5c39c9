"""The matches of `make strength`, very few of them: what is played, what is told, and how a run goes on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.bench.strength import DEALS, Result, Task, lower_bound, main, play, read, report, tasks

GAME = "cardmate_shuffled"


def result(upper: int, number: int, score: float) -> Result:
    return Result(GAME, upper, number, score, "kings", 40, 1.0)


def test_200_games_are_50_deals_with_both_colours_and_two_seeds() -> None:
    played = [(task.deal, task.seat) for task in tasks(GAME, [2], 200, ())]
    assert sorted(played) == sorted([(deal, seat) for deal in range(DEALS) for seat in (0, 1)] * 2)


@pytest.mark.parametrize(
    ("points", "games", "bound"), [(100, 200, 0.4314), (120, 200, 0.5308), (200, 200, 0.9812), (0, 10, 0.0)]
)
def test_the_lower_bound_is_wilsons(points: float, games: int, bound: float) -> None:
    assert lower_bound(points, games) == pytest.approx(bound, abs=5e-4)


def test_a_level_is_above_the_one_below_when_the_bound_is_over_half() -> None:
    clear = [result(2, number, 1.0 if number % 4 else 0.5) for number in range(40)]
    close = [result(3, number, float(number % 2)) for number in range(40)]
    assert report(clear)[1]
    text, above = report(clear + close)
    assert not above
    assert "| 2 over 1 | 40 | 30 | 10 | 0 | 87.5% |" in text
    assert text.count("yes") == text.count("no") == 1


def test_nothing_that_was_not_played_is_above() -> None:
    assert not report([])[1]


def test_a_game_between_two_levels_is_the_same_again() -> None:
    first, second = (play(Task(GAME, 2, 1)) for _ in range(2))
    assert (first.score, first.plies, first.reason) == (second.score, second.plies, second.reason)
    assert first.score in (0, 0.5, 1)


def test_a_stopped_run_goes_on_where_it_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "results.jsonl"
    arguments = ["--game", GAME, "--levels", "2", "--processes", "1", "--file", str(file)]
    main([*arguments, "--games", "1"])
    with file.open("a") as log:
        log.write('{"game": "card')
    lines = file.read_text().splitlines()
    assert json.loads(lines[0])["number"] == 0
    assert [one.number for one in read(file)] == [0]
    assert [task.number for task in tasks(GAME, [2], 2, read(file))] == [1]
    assert "| 2 over 1 | 1 |" in capsys.readouterr().out


def test_a_game_without_levels_is_refused() -> None:
    with pytest.raises(SystemExit):
        main(["--game", "citadel"])
