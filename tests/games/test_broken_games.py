"""A fault of ours in one game, or with one person, is logged and does not stop work on the others."""

from __future__ import annotations

from typing import Any

import pytest
from structlog.testing import capture_logs

from app.core.errors import TryAgain
from app.db.clock import now
from app.people.accounts import CLOSING_TIMEOUT_MS
from app.wiring import Services
from engine import Timed
from tests.app.stored_games import HOUR, new_player
from tests.app.two_processes import eventually
from tests.games.test_flags import begun_games, last_acts
from tests.games.viewers import wait_for_end


class Fault(Exception):
    """A fault of ours."""


def fail(*_: object, **__: object) -> Any:
    raise Fault


async def test_after_a_stall_every_other_game_gets_its_pause(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = await begun_games(services.games.store, 3, now() - 5000, Timed(600))
    sessions = [await services.games.sessions._load(game.id) for game in games]
    monkeypatch.setattr(sessions[0].clock, "pause", fail)

    async def are_paused() -> bool:
        return [await last_acts(services.games.store, game) for game in games] == [[], ["pause"], ["pause"]]

    with capture_logs() as logs:
        services.games.stalls.add("event loop", now() - 4000, now())
        await eventually(are_paused)
    failed = [(line["game"], line["ply"]) for line in logs if line["event"] == "pause_write_failed"]
    assert failed == [(games[0].id, 2)]


@pytest.mark.parametrize(("error", "event"), [(Fault, "timeout_failed"), (TryAgain, "timeout_retried")])
async def test_a_timeout_that_failed_is_carried_out_later(
    error: type[Exception], event: str, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a fault of ours, or since the database took no writes."""

    def fail_so(*_: object, **__: object) -> Any:
        raise error

    monkeypatch.setattr("app.games.timeouts.RETRY", 0.01)
    (game,) = await begun_games(services.games.store, 1, now() - 9000, Timed(10))
    async with services.games.sessions.open(game.id) as session:
        end = session.clock.end
        monkeypatch.setattr(session.clock, "end", fail_so)
        with capture_logs() as logs:
            await eventually(lambda: any(line["event"] == event and line["game"] == game.id for line in logs))
        monkeypatch.setattr(session.clock, "end", end)
        await wait_for_end(session)


async def test_a_deletion_that_fails_does_not_keep_others_from_being_finished(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = [await new_player(services.games.store) for _ in range(2)]
    for person in people:
        await services.people.player_data.close(person.id, HOUR)
    anonymise = services.people.player_data.anonymise

    async def fail_once(player: str, at: int) -> list[str]:
        return fail() if player == people[0].id else await anonymise(player, at)

    monkeypatch.setattr(services.people.player_data, "anonymise", fail_once)
    await services.people.accounts.finish_all_closing(now() + CLOSING_TIMEOUT_MS)
    interrupted = await services.people.player_data.closed(now(), now())
    assert [player.id for player in interrupted] == [people[0].id]
