"""Reader of the text form of a game (`engine.text_form`).

Comments in braces and headers not in HEADERS are ignored. Without `Version` the current rules apply; without
`Result` the moves decide the outcome. Every move is checked; ValueError names the header, or the number and
seat of the move.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping
from typing import Any, NamedTuple

from engine.clock import Control, Daily, Timed
from engine.entry import Act, Entry
from engine.game import Game, IllegalMove, Seat
from engine.match import Match
from engine.match_state import MAX_ENTRIES
from engine.registry import find
from engine.rng import DEALS
from engine.text_form import NUMBER, RUNNING, WINNERS, finish, result_text

HEADERS = ("Game", "Version", "Id", "Deal", "Position", "Clock", "Result", "Reason")
HEADER = re.compile(r'\[\s*([A-Za-z]\w*)\s+"((?:[^"\\\n]|\\.)*)"\s*\]')
COMMENT = re.compile(r"\{[^}]*\}")
SECRET = re.compile(r"0x([0-9a-f]{2}){1,64}|[0-9a-f]{32}")

Steps = Generator[None, None, None]


class TextGame(NamedTuple):
    """Contents of a text: the game's id or "", the match after the moves and the end, and its entries."""

    id: str
    match: Match
    entries: tuple[Entry, ...]


class _Log:
    """A match and its entries so far."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.entries: list[Entry] = []

    def add(self, seat: Seat | None, act: Act, text: str = "") -> None:
        """Append an entry at time 0; a `flag` at the deadline. IllegalMove: not permitted."""
        at = self.match.deadline if act == "flag" else 0
        entry = Entry(self.match.ply, seat, act, text, at or 0)
        self.match = self.match.then_logged(entry)
        self.entries.append(entry)


def read_text(text: str) -> TextGame:
    """Return the game of a text. ValueError names the wrong header or move."""
    return finish(read_in_steps(text))


def read_in_steps(text: str) -> Generator[None, None, TextGame]:
    """Read the game of a text in short steps, so that callers can slice long games. ValueError names the
    wrong header or move."""
    headers, moves = _split(text.removeprefix("\ufeff"))
    log = _Log(_start(headers))
    stated = yield from _read_moves(log, moves)
    result = headers.get("Result", stated or result_text(log.match.game, log.match.outcome))
    if stated is not None and stated != result:
        raise ValueError(f"Result: the header says {result[:40]}, the end of the moves {stated}")
    yield from _check_end(log, result, headers.get("Reason"))
    return TextGame(headers.get("Id", ""), log.match, tuple(log.entries))


def _split(text: str) -> tuple[dict[str, str], str]:
    """Return the headers by name, and the text of the moves without comments."""
    headers: dict[str, str] = {}
    at = _skip(text, 0)
    while text.startswith("[", at):
        header = HEADER.match(text, at)
        if header is None:
            raise ValueError(f'header {len(headers) + 1}: [Name "text"], not {text[at : at + 40]!r}')
        name = header[1].capitalize()
        if name in headers:
            raise ValueError(f"{name[:40]}: this header occurs twice")
        headers[name] = re.sub(r"\\(.)", r"\1", header[2])
        at = _skip(text, header.end())
    moves = text[at:]
    # With an open comment `sub` would search the rest of the text after each brace.
    if moves.rfind("{") <= moves.rfind("}"):
        moves = COMMENT.sub(" ", moves)
    if "{" in moves or "}" in moves:
        raise ValueError("a comment has a brace at each end, { and }")
    return headers, moves


def _skip(text: str, at: int) -> int:
    """Return the index after spaces and comments."""
    while at < len(text):
        comment = COMMENT.match(text, at)
        if not comment and not text[at].isspace():
            break
        at = comment.end() if comment else at + 1
    return at


def _start(headers: Mapping[str, str]) -> Match:
    if "Game" not in headers:
        raise ValueError('Game: a text begins with the id of its game, as [Game "..."]')
    version = headers.get("Version")
    if version is not None and not re.fullmatch("[0-9]{1,9}", version):
        raise ValueError(f"Version: a whole number, not {version[:40]!r}")
    try:
        game = find(headers["Game"], None if version is None else int(version))
    except LookupError as error:
        raise ValueError(f"Game: {error}") from error
    position = headers.get("Position")
    deal, clock = read_deal(game, headers.get("Deal"), position), _clock(headers.get("Clock"))
    try:
        return Match.start(game, deal, position=position, clock=clock)
    except ValueError as error:
        raise ValueError(f"Position: {error}") from error


def read_deal(game: Game[Any], text: str | None, position: str | None = None) -> int | bytes:
    """Return the deal for its text: a number, 32 hex digits, or 0x and 2 to 128 hex digits; 0 if nothing is
    dealt. ValueError: the deal is malformed, missing, or not allowed."""
    if text is None:
        if game.dealt and position is None:
            raise ValueError(f"Deal: {game.title} is dealt, so a deal or a position is needed")
        return 0
    if not game.dealt:
        raise ValueError(f"Deal: nothing is dealt in {game.title}")
    if position is not None:
        raise ValueError("Deal: the game was started from a position, so nothing was dealt")
    if SECRET.fullmatch(text):
        return bytes.fromhex(text.removeprefix("0x"))
    if not re.fullmatch("[0-9]{1,10}", text) or int(text) >= DEALS:
        raise ValueError(f"Deal: a number from 0 to {DEALS - 1}, or hex digits, not {text[:40]!r}")
    return int(text)


def _clock(text: str | None) -> Control | None:
    if text is None:
        return None
    if days := re.fullmatch("([0-9]{1,9}) days", text):
        return Daily(int(days[1]))
    if timed := re.fullmatch(r"([0-9]{1,9})\+([0-9]{1,9})", text):
        return Timed(int(timed[1]), int(timed[2]))
    raise ValueError(f"Clock: seconds as 300+5, or 3 days, not {text[:40]!r}")


def _read_moves(log: _Log, text: str) -> Generator[None, None, str | None]:
    """Play the moves. Return the result that follows them, if any."""
    stated = None
    if (words := text.split()) and words[-1] in (RUNNING, *WINNERS):
        stated = words[-1]
        text = text.rstrip().removesuffix(stated)
    pieces = NUMBER.split(text)
    if pieces[0].strip():
        raise ValueError(f"the moves begin with 1., not {pieces[0].strip()[:40]!r}")
    number = 0
    for written, dots, moves in zip(pieces[1::3], pieces[2::3], pieces[3::3], strict=True):
        repeated = dots and int(written) == number  # as after a comment between two moves of one number
        if int(written) != number + 1 and not repeated:
            raise ValueError(f"move {number + 1}: found {written}. instead of its number")
        number = int(written)
        _read_number(log, number, bool(dots), moves)
        yield
    return stated


def _read_number(log: _Log, number: int, dots: bool, text: str) -> None:
    """Play the moves of one number, separated by commas. Without a comma the words are one move, or two moves
    of equally many words."""
    game, turn = log.match.game, log.match.turn
    if turn is not None and dots != (turn == 1):
        sign = "..." if turn else "."
        raise ValueError(f"move {number}: {game.seats[turn]} is to move, so {number}{sign} is expected here")
    pieces = [" ".join(piece.split()) for piece in text.split(",")]
    most = 1 if dots else len(game.seats)
    if len(pieces) > most:
        raise ValueError(f"move {number}: at most {most} moves, not {len(pieces)}")
    words = pieces[0].split()
    if most == 2 and len(pieces) == 1 and words and len(words) % 2 == 0:
        _play_one_or_two(log, number, words)
        return
    for piece in pieces:
        _play(log, number, piece)


def _play_one_or_two(log: _Log, number: int, words: list[str]) -> None:
    half = len(words) // 2
    try:
        _play(log, number, " ".join(words))
    except ValueError as error:
        try:
            _play(log, number, " ".join(words[:half]))
        except ValueError as first:
            raise (first if isinstance(first.__cause__, IllegalMove) else error) from None
        _play(log, number, " ".join(words[half:]))


def _play(log: _Log, number: int, text: str) -> None:
    match = log.match
    if match.outcome:
        raise ValueError(f"move {number}: {text[:40]!r} comes after the end ({match.outcome.reason})")
    seat = match.game.turn(match.state)
    if not text:
        raise ValueError(f"move {number}: there is no move of {match.game.seats[seat]}")
    try:
        log.add(seat, "move", match.game.read(match.state, text))
    except ValueError as error:
        raise ValueError(f"move {number}, {match.game.seats[seat]}: {error}") from error


def _check_end(log: _Log, result: str, reason: str | None) -> Steps:
    """End the match as stated, unless its moves ended it. ValueError: the stated end is not possible."""
    if result not in (RUNNING, *WINNERS):
        raise ValueError(f"Result: one of {RUNNING} {' '.join(WINNERS)}, not {result[:40]!r}")
    if result != RUNNING and reason and not log.match.outcome:
        yield from _end_by_act(log, WINNERS[result], reason)
    game, ended = log.match.game, log.match.outcome
    is_result = f"{result_text(game, ended)} ({ended.reason})" if ended else "the game is not over"
    if result != result_text(game, ended):
        raise ValueError(f"Result: {result} is stated, but after the moves it is: {is_result}")
    if reason is not None and reason != (ended.reason if ended else None):
        raise ValueError(f"Reason: {reason[:40]!r} is stated, but after the moves it is: {is_result}")


def _end_by_act(log: _Log, winner: Seat | None, reason: str) -> Steps:
    """Append the entries that end the match for `reason`. ValueError: not possible here."""
    try:
        for seat, act, text in _acts(log.match, winner, reason):
            log.add(seat, act, text)
            yield
    except ValueError as error:
        raise ValueError(f"Reason: {reason[:40]!r} cannot be the end here: {error}") from error


def _acts(match: Match, winner: Seat | None, reason: str) -> list[tuple[Seat | None, Act, str]]:
    loser = 0 if winner is None else 1 - winner
    match reason:
        case "resigned":
            return [(loser if len(match.game.seats) > 1 else 0, "resign", "")]
        case "agreed":
            return [(0, "offer", "draw"), (1, "accept", "draw")]
        case "aborted":
            return [(None, "abort", "")]
        case "flag":
            return [(loser, "flag", "")]
        case "abandoned":
            return [(winner or 0, "claim", "draw" if winner is None else "win")]
        case "too_long":  # the text omits offers and undone moves: fill the log with pauses
            pauses: list[tuple[Seat | None, Act, str]] = [(None, "pause", "0")] * (MAX_ENTRIES - match.ply)
            return [*pauses, (None, "claim", "draw")]
        case _:
            raise ValueError("no such reason is known")
