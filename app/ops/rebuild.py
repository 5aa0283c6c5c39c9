"""Rebuilds results, standings and streaks from the logs: `python -m app recount`.

They are written when a game ends; this is for games that ended before the tables of leaderboards existed, and
for those of a restored backup. What it writes equals what the ends of the games would have written, one after
the other.
"""

from __future__ import annotations

from app.db.games import Games, GameStore
from app.db.players import PlayerStore
from app.domain.results import Result, general, results
from app.domain.streaks import Streak


async def recount(players: PlayerStore, store: GameStore, *, missing: bool = False) -> int:
    """Rebuilds the results of all players, or (`missing`) of those with an ended game that has no result;
    returns the number of results."""
    ids = await players.ids(missing=missing)
    return sum([await store.rebuild_results(player, derive) for player in ids])


def derive(player: str, games: Games) -> tuple[list[Result], dict[str, Streak]]:
    """The results and streaks of a player, from all games in which they have a seat."""
    ended = results_of_player(player, games)
    return ended, streaks_of_player(player, games, ended)


def results_of_player(player: str, games: Games) -> list[Result]:
    """The results of one of the players of these games."""
    own = list[Result]()
    for info, log in games:
        own += [result for result in results(info, info.match(log)) if result.player == player]
    return own


def streaks_of_player(player: str, games: Games, results: list[Result]) -> dict[str, Streak]:
    """A player's streaks by rules, from deals and ends in the order of their times."""
    dealt = {info.id: info for info, _ in games if info.creator == player and general(info)}
    ended = {result.game: result for result in results if result.general}
    events = [(info.created, info.created, 0, game) for game, info in dealt.items()]
    events += [(result.ended, dealt[game].created, 1, game) for game, result in ended.items()]
    streaks: dict[str, Streak] = {}
    for at, _, is_end, game in sorted(events):
        rules = dealt[game].game.id
        streak = streaks.get(rules, Streak())
        if is_end:
            result = ended[game]
            streaks[rules] = streak.after_end(game, won=result.won, clean=result.clean, at=at)
        else:
            streaks[rules] = streak.after_deal(game)
    return streaks
