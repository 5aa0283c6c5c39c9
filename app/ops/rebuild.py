"""Makes results, standings and streaks again from the logs: `python -m app recount`.

They are written with the end of each game; this is for games that ended before there were boards, and for
those that a backup brought. What it writes is what the games would have written one after the other.
"""

from __future__ import annotations

from app.db.games import Games, GameStore
from app.db.players import PlayerStore
from app.domain.results import Result, general, results
from app.domain.streaks import Streak


async def recount(people: PlayerStore, store: GameStore, *, missing: bool = False) -> int:
    """Goes through everybody, or (`missing`) through those who have ended a game without a result; answers
    the number of results."""
    return sum([await store.rewrite(player, fold) for player in await people.ids(missing=missing)])


def fold(player: str, games: Games) -> tuple[list[Result], dict[str, Streak]]:
    """A person's results and streaks, from all games that he has a seat in."""
    ended = own(player, games)
    return ended, streaks(player, games, ended)


def own(player: str, games: Games) -> list[Result]:
    """The results of one of the players."""
    found = list[Result]()
    for info, log in games:
        found += [result for result in results(info, info.match(log)) if result.player == player]
    return found


def streaks(player: str, games: Games, results: list[Result]) -> dict[str, Streak]:
    """A person's streaks by rules, from deals and ends in the order of their times."""
    dealt = {info.id: info for info, _ in games if info.creator == player and general(info)}
    ended = {result.game: result for result in results if result.general}
    happened = [(info.created, info.created, 0, game) for game, info in dealt.items()]
    happened += [(result.ended, dealt[game].created, 1, game) for game, result in ended.items()]
    found: dict[str, Streak] = {}
    for at, _, over, game in sorted(happened):
        rules = dealt[game].game.id
        streak = found.get(rules, Streak())
        if over:
            result = ended[game]
            found[rules] = streak.ended(game, won=result.won, clean=result.clean, at=at)
        else:
            found[rules] = streak.dealt(game)
    return found
