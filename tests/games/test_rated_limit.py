"""The limit of rated games of two players: twelve within a day; later ones are casual, announced before."""

from __future__ import annotations

from dataclasses import replace

from msgspec import UNSET

from app.db.clock import now
from app.games.acts import Abort, Answer, Offer, Resign
from app.games.messages import NewGame, State
from app.games.store import GameStore
from app.lobby.creation import CreatedGame
from app.model.game_info import Player
from app.wiring import Services
from engine.clock import DAY_MS
from tests.app.http_players import PAIR
from tests.app.stored_games import client_of, new_game, new_player

RULES = PAIR.id


async def registered(store: GameStore) -> Player:
    return replace(await new_player(store), account=True)


async def create(services: Services, player: Player, wish: NewGame) -> CreatedGame:
    return await services.lobby.creation.create(player, wish, client_of(services, player))


async def play(services: Services, *people: Player, count: int) -> list[str]:
    """Rated games that have begun just now; half of them are over."""
    began = now() - 1000
    rated = [
        (await new_game(services.games.store, *people, rated=True, created=began, started=began)).id
        for _ in range(count)
    ]
    for game in rated[: count // 2]:
        async with services.games.sessions.open(game) as session:
            await session.act(people[1], Resign())
    return rated


async def show(services: Services, game: str, player: Player) -> State:
    async with services.games.sessions.open(game) as session:
        return await services.lobby.creation.show(session, player)


async def test_the_thirteenth_rated_game_of_two_is_casual_and_both_know_it_before(
    services: Services,
) -> None:
    one, two, other = [await registered(services.games.store) for _ in range(3)]
    await new_game(services.games.store, one, two, rated=True, started=now() - DAY_MS)  # the day before
    await new_game(services.games.store, one, two, started=now())  # casual
    (aborted,) = await play(services, two, one, count=1)
    async with services.games.sessions.open(aborted) as session:
        await session.act(one, Abort())
    ended = (await play(services, one, two, count=11))[0]
    twelfth = (await create(services, one, NewGame(rules=RULES, rated=True))).id
    assert (await show(services, twelfth, two)).casual is UNSET
    _, joined = await services.lobby.creation.join(two, twelfth, None)
    assert joined.rated is True

    challenge = await create(services, one, NewGame(rules=RULES, rated=True, to=two.name))
    assert challenge.state.casual is True
    for player in (one, two):
        assert (await show(services, challenge.id, player)).casual is True
    _, joined = await services.lobby.creation.join(two, challenge.id, None)
    assert joined.rated is False

    link = (await create(services, two, NewGame(rules=RULES, rated=True))).id
    told = [(await show(services, link, player)).casual is True for player in (one, two, other)]
    assert told == [True, False, False]
    _, joined = await services.lobby.creation.join(other, link, None)
    assert joined.rated is True

    async with services.games.sessions.open(ended) as session:
        for _ in range(2):  # as often as it is sent
            await session.act(one, Offer(1, "rematch"))
            (offer,) = session.view.state(two).offers
            assert offer.casual is True
        again = await services.games.store.info(ended)
        assert again == session.info, "as other processes read it"
        await session.act(two, Answer(1, "rematch", True))
        following = session.view.state(two).next
    assert (await show(services, following or "", one)).rated is False


async def test_pairing_passes_over_a_rated_game_that_would_be_casual(services: Services) -> None:
    one, two, other = [await registered(services.games.store) for _ in range(3)]
    await play(services, one, two, count=12)
    wish = NewGame(rules=RULES, pair=True, rated=True)
    waiting = await create(services, one, wish)
    assert (await create(services, two, wish)).new
    casual = NewGame(rules=RULES, pair=True)
    assert (await create(services, one, casual)).id == (await create(services, two, casual)).id
    waiting = await create(services, one, wish)
    assert (await create(services, other, wish)).id == waiting.id
