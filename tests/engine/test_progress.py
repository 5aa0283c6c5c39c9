"""Progress of commands: lines where standard error is no terminal, a bar on a pseudo-terminal."""

from __future__ import annotations

import io
import os
import pty
import subprocess
import sys
import termios
from errno import EIO

import pytest

from engine.__main__ import main
from engine.commands.progress import BAR_DELAY_SECONDS, LINE_INTERVAL_SECONDS, ShownProgress
from tests.serving import ROOT


class Clock:
    """A clock that the test advances."""

    seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_log_has_a_line_every_ten_seconds() -> None:
    out, clock = io.StringIO(), Clock()
    with ShownProgress(out, clock) as progress:
        progress.stage("games", 4000)
        clock.seconds += LINE_INTERVAL_SECONDS - 0.01
        progress.advance(900)
        assert out.getvalue() == ""
        clock.seconds += 0.01
        progress.reach(1000, "games")
        for _ in range(15):
            clock.seconds += 1
            progress.advance(100)
        progress.stage("ratings")
        clock.seconds += LINE_INTERVAL_SECONDS
        for _ in range(3):
            progress.advance(7)
    assert out.getvalue().splitlines() == ["games: 1,000 of 4,000", "games: 2,000 of 4,000", "ratings: 7"]


def test_a_terminal_shows_a_bar_after_two_seconds_and_keeps_what_is_printed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    out, clock = Terminal(), Clock()
    with ShownProgress(out, clock) as progress:
        progress.stage("deals", 100)
        clock.seconds += BAR_DELAY_SECONDS - 0.01
        progress.advance(10)
        assert out.getvalue() == ""
        clock.seconds += 0.01
        progress.advance(10)
        assert out.getvalue().startswith("\rdeals:  20%|")
        progress.reach(50, "more")
        progress.print("7: won")
        assert capsys.readouterr().out == "7: won\n"
        assert out.getvalue().rpartition("\r")[2].startswith("more:  50%|")
        progress.stage("ratings")
        assert out.getvalue().rpartition("\r")[2].startswith("ratings: 0it")
    *_, blank, end = out.getvalue().split("\r")
    assert (blank.strip(), end) == ("", ""), "the bar is gone"


def test_without_tqdm_a_terminal_shows_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tqdm", None)
    out, clock = Terminal(), Clock()
    with ShownProgress(out, clock) as progress:
        progress.stage("deals", 4)
        clock.seconds += LINE_INTERVAL_SECONDS
        progress.advance()
    assert out.getvalue() == "deals: 1 of 4\n"


def test_a_terminal_that_is_closed_does_not_end_the_command() -> None:
    class Closed(io.StringIO):
        def write(self, _: str) -> int:
            raise OSError(EIO, "closed")

    class ClosedTerminal(Closed, Terminal):
        pass

    for out in (Closed(), ClosedTerminal()):
        clock = Clock()
        with ShownProgress(out, clock) as progress:
            progress.stage("games", 4000)
            clock.seconds += LINE_INTERVAL_SECONDS
            progress.advance()
            progress.stage("ratings")


def test_a_command_that_ends_soon_leaves_standard_error_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "beleaguered_castle", "0"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.slow
def test_the_command_line_shows_its_bar() -> None:
    reader, writer = pty.openpty()
    termios.tcsetwinsize(writer, (24, 80))
    command = [sys.executable, "-m", "engine", "solve", "beleaguered_castle", "0-999999"]
    read = b""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=writer, cwd=ROOT) as process:
        while b"/1000000 [" not in read:
            read += os.read(reader, 1000)
        process.kill()
    os.close(reader)
    os.close(writer)
    assert b"\rdeals:   0%|" in read
