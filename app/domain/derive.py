"""Results and streaks of a player, derived from the logs of their games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.domain.game_info import GameInfo
from app.domain.results import Result, general, results
from app.domain.streaks import Streak
from engine import Entry

Games = Sequence[tuple[GameInfo, list[Entry]]]  # games with their logs


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal that counts in a streak. `at`: milliseconds since the epoch."""

    game: str
    rules: str
    at: int


def derive(player: str, games: Games, swept: Sequence[Deal] = ()) -> tuple[list[Result], dict[str, Streak]]:
    """Return the results and streaks of a player. `games`: all games in which they have a seat; `swept`:
    deals of deleted games."""
    ended = results_of_player(player, games)
    return ended, streaks_of_player(player, games, ended, swept)


def results_of_player(player: str, games: Games) -> list[Result]:
    """Return the results of a player in these games."""
    own = list[Result]()
    for info, log in games:
        own += [result for result in results(info, info.match(log)) if result.player == player]
    return own


def streaks_of_player(
    player: str, games: Games, results: list[Result], swept: Sequence[Deal] = ()
) -> dict[str, Streak]:
    """Return a player's streaks by rules, from deals and ends in chronological order."""
    dealt = {
        info.id: Deal(info.id, info.game.id, info.created)
        for info, _ in games
        if info.creator == player and general(info)
    } | {deal.game: deal for deal in swept}
    ended = {result.game: result for result in results if result.general}
    events = [(deal.at, deal.at, 0, game) for game, deal in dealt.items()]
    events += [(result.ended, dealt[game].at, 1, game) for game, result in ended.items()]
    streaks: dict[str, Streak] = {}
    for at, _, is_end, game in sorted(events):
        rules = dealt[game].rules
        streak = streaks.get(rules, Streak())
        if is_end:
            result = ended[game]
            streaks[rules] = streak.after_end(game, won=result.won, classes=result.classes, at=at)
        else:
            streaks[rules] = streak.after_deal(game)
    return streaks
