"""First moves of fast games: a player who does not begin keeps nobody waiting."""

from __future__ import annotations

import msgspec
import pytest

from app.db.clock import now
from app.games.acts import Move
from app.games.deadlines import first_move_deadline
from app.games.messages import NewGame
from app.games.session import Session
from app.games.state import Access
from app.model import messages as shared
from app.model.game_info import GameInfo, Player
from app.people.audit import OPERATOR
from app.wiring import Services
from engine import Control, Daily, Timed
from tests.app.http_players import PAIR, Json, moves
from tests.app.stored_games import HOUR, client_of, info, new_game, new_player, next_match, play
from tests.games.viewers import SessionViewer, wait_for_end

MOVES = moves()
PEOPLE = (Player("white", "White"), Player("black", "Black"))
LIMIT = 30_000


@pytest.mark.parametrize(
    ("control", "rated", "pair", "limited"),
    [
        (Timed(300), True, False, True),
        (Timed(300), False, True, True),
        (Timed(300), False, False, False),
        (Timed(599), True, False, True),
        (Timed(600), True, False, False),
        (Timed(300, 8), True, False, False),
        (Daily(1), True, False, False),
        (None, True, True, False),
    ],
)
def test_fast_games_that_are_rated_or_paired_have_a_limit(
    control: Control | None, rated: bool, pair: bool, limited: bool
) -> None:
    game = info(*PEOPLE, control=control, rated=rated, pair=pair)
    expected = HOUR + LIMIT if limited else None
    assert first_move_deadline(game, game.match(), HOUR, LIMIT) == expected
    assert first_move_deadline(game, game.match(), HOUR, 0) is None, "it is switched off"


def test_each_side_has_the_limit_and_newcomers_twice_as_long() -> None:
    game = info(*PEOPLE, control=Timed(300), rated=True, novices=frozenset({1}))
    match = game.match()
    turn = match.turn or 0
    assert first_move_deadline(game, match, HOUR, LIMIT) == HOUR + LIMIT * (2 if turn == 1 else 1)
    match = next_match(match, "move", MOVES[0])
    assert first_move_deadline(game, match, HOUR, LIMIT) == HOUR + LIMIT * (2 if turn == 0 else 1)
    match = next_match(match, "move", MOVES[1])
    assert first_move_deadline(game, match, HOUR, LIMIT) is None


@pytest.fixture
def services(services: Services, monkeypatch: pytest.MonkeyPatch) -> Services:
    # These tests ask about moments that lie ahead: a query that the server's own tasks have just sent
    # is not half a minute late then.
    monkeypatch.setattr(services.games.stalls, "is_late", lambda _: False)
    return services


async def fast_game(services: Services, people: tuple[Player, Player], started: int) -> GameInfo:
    return await new_game(
        services.games.store,
        *people,
        control=Timed(300),
        rated=True,
        **dict.fromkeys(("created", "started"), started),
    )


async def test_a_game_that_is_not_begun_is_aborted_by_the_server(services: Services) -> None:
    people = await new_player(services.games.store), await new_player(services.games.store)
    for _ in range(3):  # so that no player is new
        await fast_game(services, people, HOUR)
    late = await fast_game(services, people, now() - 31_000)
    begun = await fast_game(services, people, now() - 29_000)
    async with (
        services.games.sessions.open(late.id) as session,
        services.games.sessions.open(begun.id) as other,
    ):
        assert session.info.novices == frozenset()
        mover = people[other.match.turn or 0]
        await other.act(mover, Move(0, MOVES[0]))
        await wait_for_end(session)
        assert session.match.outcome
        assert session.match.outcome.reason == "aborted"
        assert not await other.end_if_due(now()), "the other side has its own thirty seconds"
        assert await other.end_if_due(now() + 31_000)


def shown(session: Session, reader: Player | None = None) -> Json:
    state: Json = msgspec.json.decode(session.view.state_text(reader))
    return state


async def test_states_tell_both_sides_whose_first_move_is_due_until_both_have_moved(
    services: Services,
) -> None:
    people = await new_player(services.games.store), await new_player(services.games.store)
    began = now()
    game = await fast_game(services, people, began)
    async with services.games.sessions.open(game.id) as session:
        turn = session.match.turn or 0
        for reader in (*people, None):
            assert shown(session, reader)["first_move"] == {"seat": turn, "ends": began + 2 * LIMIT}
        await session.act(people[turn], Move(0, MOVES[0]))
        moved = session.log[-1].at
        due = {"seat": 1 - turn, "ends": moved + 2 * LIMIT}
        step = msgspec.json.decode(session.view.step_text(people[turn], Access.OPEN) or b"")
        assert (step["first_move"], shown(session)["first_move"]) == (due, due)
        await session.act(people[1 - turn], Move(1, MOVES[1]))
        step = msgspec.json.decode(session.view.step_text(None, Access.OPEN) or b"")
        assert (step["first_move"], shown(session)["first_move"]) == (None, None)
        await session.act(people[turn], Move(2, MOVES[2]))
        assert b"first_move" not in (session.view.step_text(None, Access.OPEN) or b"")


@pytest.mark.parametrize("moves_made", [0, 1])
async def test_a_paired_game_says_who_made_no_first_move(services: Services, moves_made: int) -> None:
    people = [await new_player(services.games.store) for _ in range(2)]
    wish = NewGame(rules=PAIR.id, pair=True, clock=shared.Control(base=60, increment=0))
    for player in people:
        game = (await services.lobby.creation.create(player, wish, client_of(services, player))).id
    async with services.games.sessions.open(game) as session:
        await play(session, *MOVES[:moves_made])
        turn = session.match.turn
        services.games.stalls.quiet_until = 0
        assert await session.end_if_due(now() + 61_000)
        for reader in (*people, None):
            state = msgspec.json.decode(session.view.state_text(reader))
            assert state["over"] == {"winner": None, "reason": "aborted"}
            assert (state["aborted_by"], state["missed_first_move"]) == (turn, True)


async def test_a_moderators_abort_names_nobody(services: Services) -> None:
    people = await new_player(services.games.store), await new_player(services.games.store)
    game = await fast_game(services, people, now())
    await services.moderation.close_game(OPERATOR, game.id, None)
    async with services.games.sessions.open(game.id) as session:
        state = msgspec.json.decode(session.view.state_text(None))
    assert state["over"]["reason"] == "aborted"
    assert not {"aborted_by", "missed_first_move"} & state.keys()


async def test_the_time_of_a_first_move_begins_when_its_player_first_sees_the_position_as_both_are_told(
    services: Services,
) -> None:
    people = await new_player(services.games.store), await new_player(services.games.store)
    for _ in range(3):
        await fast_game(services, people, HOUR)
    game = await fast_game(services, people, now() - 25_000)
    async with services.games.sessions.open(game.id) as session:
        turn = session.match.turn or 0
        mover, other = people[turn], people[1 - turn]
        session.audience.enter(SessionViewer(other))
        version, early = session.view.version, shown(session)["first_move"]["ends"]
        seen = now()
        viewer = SessionViewer(mover)
        session.audience.enter(viewer)
        late = shown(session, other)["first_move"]["ends"]
        assert late >= seen + LIMIT > early
        assert session.view.version == version + 1, "a state is sent"
        session.audience.enter(SessionViewer(mover))
        assert shown(session)["first_move"]["ends"] == late, "another connection does not begin it anew"
        assert session.view.version == version + 1
        assert not await session.end_if_due(seen + 29_000)
        session.audience.leave(viewer)
        session.audience.enter(viewer)
        assert not await session.end_if_due(seen + 29_900)
        await session.act(mover, Move(0, MOVES[0]))
        moved = now()
        assert not await session.end_if_due(moved + 29_000), "the opponent has the same time"
        assert await session.end_if_due(now() + 30_000), "a second connection did not begin it anew"
