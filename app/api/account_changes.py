"""What changes an account: name, password, and its end. The endpoints are in `accounts.py` and
`players.py`."""

from __future__ import annotations

from collections.abc import Sequence

import structlog

from app.clock import now
from app.container import Services
from app.db.people.sign_ins import Credential
from app.domain.game_info import Player
from app.domain.names import check_name, name_key
from app.domain.passwords import check_password
from app.errors import Refusal, TryAgain
from app.messages import games as messages
from app.messages.accounts import PasswordChange

log = structlog.get_logger(__name__)


async def limit_sign_ins(services: Services, address: str, name: str) -> None:
    """Slows sign-ins down by address, and by name, so that nobody tries passwords. Refusal: `too_many`."""
    await services.sign_in_limits.take(f"address {address}")
    await services.sign_in_limits.take(f"name {name_key(name)}")


async def verify_password(services: Services, player: Player, password: str | None) -> None:
    """Refusal: `bad_login`, `too_many`, `busy`."""
    await services.sign_in_limits.take(f"name {name_key(player.name)}")
    login = await services.accounts.login_by_id(player.id)
    if not await services.passwords.verify(login.password if login else None, password or ""):
        raise Refusal("bad_login", message="this is not the password")


def require_account(found: Credential) -> None:
    """Refusal: `no_account`."""
    if not found.player.account:
        raise Refusal("no_account", message="sign up first")


async def change_name(services: Services, found: Credential, given: str) -> None:
    """Refusal: `no_account`, `bad_name`, `name_taken`."""
    require_account(found)
    await services.accounts.rename(found.player.id, check_name(given), now())
    await forget_player(services, found.player.id)


async def change_password(services: Services, found: Credential, change: PasswordChange) -> None:
    """Ends all other sessions. Refusal: `no_account`, `bad_login`, `bad_password`, `too_many`, `busy`."""
    require_account(found)
    check_password(change.new, found.player.name)
    await verify_password(services, found.player, change.old)
    hashed = await services.passwords.hash(change.new)
    keys = await services.accounts.change_password(found.player.id, hashed, found.session, now())
    services.auth.forget(keys)


async def delete_player(services: Services, found: Credential, password: str | None) -> None:
    """Ends the running games of a player, and deletes the player. Refusal: `bad_login`, `too_many`,
    `busy`."""
    if found.player.account:
        await verify_password(services, found.player, password)
    await end_games(services, found.player)
    player = found.player.id
    games = await services.player_data.anonymise(player, now())
    services.auth.forget([found.key, f"person {player}"])
    log.info("player deleted", games=len(games))
    await services.refresh_games(games)


async def end_games(services: Services, player: Player) -> None:
    """Aborts the games for two of a player that have not begun, and resigns the others; solitaires stay."""
    for game in await services.accounts.games(player.id, unfinished=True):
        try:
            async with services.sessions.open(game) as session:
                if len(session.info.game.seats) == 2 and not session.info.free:
                    abort = not session.info.full or session.match.abortable
                    await session.act(player, messages.Abort() if abort else messages.Resign())
        except TryAgain:
            raise
        except Refusal as refusal:
            log.info("game not ended", game=game, why=refusal.code)


async def forget_player(services: Services, player: str) -> None:
    """Shows what has changed of a player in the games that run."""
    services.auth.forget([f"player {player}"])
    await services.refresh_games(await services.accounts.games(player, unfinished=True))


async def forget_all(services: Services, keys: Sequence[str], games: Sequence[str]) -> None:
    """Forgets what has been revoked, and shows what has changed in games."""
    services.auth.forget(keys)
    await services.refresh_games(games)
