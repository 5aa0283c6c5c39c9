"""Progress of commands: lines where standard error is no terminal, a bar on a pseudo-terminal."""

from __future__ import annotations

import io
import os
import pty
import subprocess
import sys
from threading import Event
from time import monotonic

import pytest

from engine.__main__ import main
from engine.commands.progress import BAR_DELAY_SECONDS, LINE_INTERVAL_SECONDS, ShownProgress
from tests.serving import ROOT

TIMEOUT_SECONDS = 60.0  # for a bar, on the slowest machine


class Clock:
    """A clock that the test advances."""

    seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


def test_a_log_has_a_line_every_ten_seconds() -> None:
    out, clock = io.StringIO(), Clock()
    progress = ShownProgress(out, clock)
    progress.stage("games", 4000)
    for _ in range(25):
        progress.advance(100)
        clock.seconds += 1
        progress.show()
    progress.stage("ratings")
    progress.advance(7)
    clock.seconds += LINE_INTERVAL_SECONDS
    for _ in range(3):
        progress.show()
    assert out.getvalue().splitlines() == [
        "games: 1,000 of 4,000 (25%), 0:00:30 left",
        "games: 2,000 of 4,000 (50%), 0:00:20 left",
        "ratings: 7 in 0:00:10",
    ]


def test_a_log_says_nothing_before_ten_seconds_or_the_first_stage() -> None:
    out, clock = io.StringIO(), Clock()
    progress = ShownProgress(out, clock)
    clock.seconds += 60
    progress.show()
    progress = ShownProgress(out, clock)
    progress.stage("games", 4000)
    clock.seconds += LINE_INTERVAL_SECONDS - 0.01
    progress.show()
    assert out.getvalue() == ""
    clock.seconds += 0.01
    progress.show()
    assert out.getvalue() == "games: 0 of 4,000 (0%)\n"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_a_bar_after_two_seconds_and_keeps_what_is_printed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    out, clock = Terminal(), Clock()
    progress = ShownProgress(out, clock)
    progress.stage("deals", 100)
    progress.advance(10)
    clock.seconds += BAR_DELAY_SECONDS - 0.01
    progress.show()
    assert out.getvalue() == ""
    clock.seconds += 0.01
    progress.show()
    bar = out.getvalue()
    assert bar.startswith("\rdeals:  10%|#")
    assert bar.endswith("| 10/100 [00:02<00:18]")
    assert len(bar) == 80
    progress.print("7: won")
    assert capsys.readouterr().out == "7: won\n"
    assert out.getvalue() == f"{bar}\r{' ' * 79}\r"
    progress.reach(50, "more")
    progress.show()
    assert "\rmore:  50%|#" in out.getvalue()


def test_without_tqdm_a_terminal_shows_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tqdm", None)
    out, clock = Terminal(), Clock()
    progress = ShownProgress(out, clock)
    progress.stage("deals", 4)
    for _ in range(2):
        clock.seconds += LINE_INTERVAL_SECONDS
        progress.advance()
        progress.show()
    assert out.getvalue() == "deals: 2 of 4 (50%), 0:00:20 left\n"


def test_a_command_that_ends_soon_leaves_standard_error_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "beleaguered_castle", "0"]) == 0
    assert capsys.readouterr().err == ""


def test_a_terminal_that_takes_nothing_does_not_stop_the_work() -> None:
    blocked, released, clock = Event(), Event(), Clock()

    class Stopped(Terminal):
        def write(self, text: str) -> int:
            blocked.set()
            released.wait(TIMEOUT_SECONDS)
            return len(text)

    with ShownProgress(Stopped(), clock) as progress:
        progress.stage("games", 4000)
        clock.seconds += BAR_DELAY_SECONDS
        assert blocked.wait(TIMEOUT_SECONDS)
        began = monotonic()
        progress.advance()
        assert monotonic() - began < TIMEOUT_SECONDS / 2
        released.set()


@pytest.mark.slow
def test_the_command_line_shows_its_bar() -> None:
    reader, writer = pty.openpty()
    command = [sys.executable, "-m", "engine", "solve", "beleaguered_castle", "0-999999"]
    read = b""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=writer, cwd=ROOT) as process:
        while b"/1000000 [" not in read:
            read += os.read(reader, 1000)
        process.kill()
    os.close(reader)
    os.close(writer)
    assert b"\rdeals:   0%|" in read
