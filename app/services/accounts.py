"""Accounts: sign up, sign in, sign out, recover, rename, change password, delete account; personal tokens.

Revocations take effect in this process immediately (`Auth.forget`); other processes read them from the
database.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import structlog

from app.auth import Auth
from app.clock import now, utc_text
from app.cluster.rate_limits import RateLimiter
from app.db.notices import Bus
from app.db.people.accounts import AccountStore, Secrets
from app.db.people.player_data import PlayerData
from app.db.people.players import PlayerProfile, PlayerStore
from app.db.people.sign_ins import Credential, NewSignIn, SignInStore, Token
from app.domain.game_info import Player
from app.domain.names import check_name
from app.domain.passwords import check_password, hash_code, new_recovery_code
from app.errors import Refusal, TryAgain
from app.live.registry import SessionRegistry
from app.messages import accounts as bodies
from app.messages.games import Abort, Resign
from app.services.passwords import Passwords
from app.services.sign_in_guard import Client, SignInGuard

log = structlog.get_logger(__name__)


class Guest(NamedTuple):
    """A player with the text of a token, None for an account. `new`: created by this request."""

    player: Player
    token: str | None
    new: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Accounts:
    """Use cases of accounts. `guest_limits`: new guests per address; `renames_a_week`: per account, 0 for no
    limit."""

    store: AccountStore
    players: PlayerStore
    sign_ins: SignInStore
    player_data: PlayerData
    sessions: SessionRegistry
    bus: Bus
    auth: Auth
    passwords: Passwords
    guard: SignInGuard
    guest_limits: RateLimiter
    renames_a_week: int

    # Signing up, in and out. `new` is the session of the requesting browser.

    async def become_guest(self, found: Credential | None, address: str, new: NewSignIn) -> Guest:
        """Create a guest, or a fresh token for the guest of the requesting browser. Refusal `too_many`.

        The browser of an account gets no token: whoever has that computer for a moment would have access for
        a year.
        """
        await self.guest_limits.take(address)
        if found and found.session and found.player.account:
            return Guest(found.player, None, new=False)
        if found and found.session:
            _, token = await self.sign_ins.create_token(found.player.id, now())
            return Guest(found.player, token, new=False)
        return Guest(*await self.players.create_guest(now(), new))

    async def sign_up(
        self, found: Credential | None, address: str, given: bodies.Credentials, new: NewSignIn
    ) -> tuple[PlayerProfile, str]:
        """Create an account; a guest who signs up keeps id, games and seats. Return it with its recovery
        code. Refusal `signed_in`, `bad_name`, `bad_password`, `name_taken`, `too_many`, `busy`."""
        if found and found.player.account:
            raise Refusal("signed_in", message="You already have an account.")
        name = check_name(given.name)
        check_password(given.password, name)
        if await self.store.login(name):
            raise Refusal("name_taken", message="This name, or one that looks like it, is taken.")
        code = new_recovery_code()
        async with self.guard.sign_up(address):
            secrets = Secrets(await self.passwords.hash(given.password), hash_code(code))
            player = await self.store.create(found, name, secrets, new, now())
        await self.refresh_player(player.id)
        return await self.profile(player.id), code

    async def sign_in(
        self, found: Credential | None, client: Client, given: bodies.Credentials, new: NewSignIn
    ) -> PlayerProfile:
        """Sign in with name and password; merge the guest of this browser into the account. Refusal
        `bad_login`, `closed`, `too_many`, `busy`."""
        login = await self.store.login(given.name)
        async with self.guard.sign_in(client, given.name, login.player.id if login else None):
            hashed = login.password if login else None
            if not await self.passwords.verify(hashed, given.password) or not login:
                raise Refusal("bad_login", message="Wrong name or password.")
        if login.closed is not None:
            raise Refusal("closed", message="A moderator has closed this account.")
        player = login.player.id
        await self.sign_ins.create_session(player, new, now())
        await self._end_previous(found, player)
        return await self.profile(player)

    async def _end_previous(self, found: Credential | None, account: str) -> None:
        """End the previous session of the browser; merge a guest's games and scores into the account."""
        if found is None or found.session is None:
            return
        if not found.player.account:
            games = await self.player_data.merge(found.player.id, account, now())
            self.auth.revoke([found.key, f"person {found.player.id}"])
            await self.refresh_games(games)
        elif await self.sign_ins.end_session(found.player.id, found.session, now()):
            self.auth.revoke([found.key])

    async def recover(
        self, client: Client, given: bodies.Recovery, new: NewSignIn
    ) -> tuple[PlayerProfile, str]:
        """Set a new password with the recovery code, which is used up; return the next one. Revokes all
        sessions and tokens. Refusal `bad_login`, `closed`, `bad_password`, `too_many`, `busy`; `too_early`:
        the operator's code is not valid yet."""
        login, used = await self.store.login(given.name), hash_code(given.code)
        check_password(given.password, given.name)
        async with self.guard.sign_in(client, given.name, login.player.id if login else None):
            hashed = await self.passwords.hash(given.password)  # for a wrong code too: the same time
            if login is None or used not in (login.recovery, login.reset):
                raise Refusal("bad_login", message="Wrong name or recovery code.")
        if login.closed is not None:
            raise Refusal("closed", message="A moderator has closed this account.")
        if used == login.reset and login.reset_at is not None and login.reset_at > now():
            message = f"This code is valid from {utc_text(login.reset_at)}."
            raise Refusal("too_early", at=login.reset_at, message=message)
        code, player = new_recovery_code(), login.player.id
        secrets = Secrets(hashed, hash_code(code))
        self.auth.revoke(await self.store.recover(player, used, secrets, new, now()))
        return await self.profile(player), code

    async def sign_out(self, found: Credential) -> None:
        """End the session of the requesting browser. Refusal `not_found`: the credential is a token."""
        if found.session is None:
            raise Refusal("not_found", message="A token has no session to sign out of.")
        await self.sign_ins.end_session(found.player.id, found.session, now())
        self.auth.revoke([found.key])

    async def end_session(self, found: Credential, id: str) -> None:
        """End a session of the player. Refusal `not_found`."""
        if "\0" in id or not await self.sign_ins.end_session(found.player.id, id, now()):
            raise Refusal("not_found", session=id[:40])
        self.auth.revoke([f"session {id}"])

    async def end_all_sessions(self, found: Credential) -> None:
        """End all sessions of the player, and a guest's tokens; personal tokens stay valid."""
        self.auth.revoke(await self.sign_ins.end_everything(found.player.id, now()))

    # Changes

    async def change(self, found: Credential, changes: bodies.AccountChanges) -> PlayerProfile:
        """Change name or password of an account, or whether the player is listed. Refusal `no_account`,
        `bad_name`, `name_taken`, `bad_login`, `bad_password`, `too_many`, `busy`."""
        if changes.name is not None:
            require_account(found)
            name, a_week = check_name(changes.name), self.renames_a_week
            await self.store.rename(found.player.id, name, now(), a_week=a_week)
            await self.refresh_player(found.player.id)
        if changes.password is not None:
            await self._change_password(found, changes.password)
        if changes.listed is not None:
            await self.players.set_listed(found.player.id, listed=changes.listed)
        return await self.profile(found.player.id)

    async def _change_password(self, found: Credential, change: bodies.PasswordChange) -> None:
        """Set a new password; end all other sessions, and all tokens unless `keep_tokens`."""
        require_account(found)
        check_password(change.new, found.player.name)
        await self._verify_password(found, change.old)
        hashed = await self.passwords.hash(change.new)
        keep, ended = found.session, not change.keep_tokens
        keys = await self.store.change_password(found.player.id, hashed, keep, now(), end_tokens=ended)
        self.auth.revoke(keys)

    async def delete(self, found: Credential, password: str | None) -> None:
        """Delete the account: end the player's running games, then remove their data. Refusal `bad_login`,
        `too_many`, `busy`."""
        if found.player.account:
            await self._verify_password(found, password)
        self.auth.revoke([found.key, *await self.player_data.close(found.player.id, now())])
        await self._delete_closed(found.player)

    async def finish_deletions(self, before: int) -> None:
        """Finish deletions that began before a time in a process that stopped or failed since."""
        for player in await self.player_data.closing(before):
            await self._delete_closed(player)

    async def _delete_closed(self, player: Player) -> None:
        await self.end_games(player)
        games = await self.player_data.anonymise(player.id, now())
        log.info("player_deleted", games=len(games))
        await self.refresh_games(games)

    async def _verify_password(self, found: Credential, password: str | None) -> None:
        """Raise Refusal `bad_login` for a wrong password; `too_many`, `busy`."""
        login = await self.store.login_by_id(found.player.id)
        async with self.guard.confirm(found.key):
            if not await self.passwords.verify(login.password if login else None, password or ""):
                raise Refusal("bad_login", message="Wrong password.")

    async def end_games(self, player: Player) -> None:
        """Abort the player's unstarted games for two and resign the others; solitaires stay."""
        for game in await self.store.games(player.id, unfinished=True):
            try:
                async with self.sessions.open(game) as session:
                    if len(session.info.game.seats) == 2 and not session.info.free:
                        abort = not session.info.full or session.match.abortable
                        await session.act(player, Abort() if abort else Resign())
            except TryAgain:
                raise
            except Refusal as refusal:
                log.info("game_end_failed", game=game, why=refusal.code)

    async def refresh_player(self, player: str) -> None:
        """Show changes of a player in their running games."""
        self.auth.revoke([f"player {player}"])
        await self.refresh_games(await self.store.games(player, unfinished=True))

    async def refresh_games(self, games: Iterable[str]) -> None:
        """Show changes that were written outside of sessions in loaded sessions and in the lobby."""
        for game in games:
            if self.sessions.has(game) and (session := await self.sessions.get(game)):
                await session.refresh()
            self.bus.announce(game)

    # Personal tokens

    async def create_token(self, found: Credential, new: bodies.NewToken) -> tuple[Token, str]:
        """Create a personal token; return it with its text. Refusal `no_account`, `too_many_tokens`."""
        require_account(found)
        scopes = sorted(set(new.scopes), reverse=True)
        return await self.sign_ins.create_token(found.player.id, now(), new.name, scopes)

    async def end_token(self, found: Credential, id: str) -> None:
        """Revoke a token of the player. Refusal `not_found`."""
        key = await self.sign_ins.end_token(found.player.id, id, now()) if "\0" not in id else None
        if key is None:
            raise Refusal("not_found", token=id[:40])
        self.auth.revoke([key])

    # Look-up

    async def profile(self, player: str) -> PlayerProfile:
        """Return a player by id. Refusal `nobody`: the account was deleted meanwhile."""
        known = await self.players.profile_by_id(player)
        if known is None:
            raise Refusal("nobody", message="This account was deleted meanwhile.")
        return known

    async def find(self, name: str, *, closed: bool = False) -> PlayerProfile:
        """Return a player by name; `closed`: include closed accounts. Refusal `not_found`."""
        found = await self.players.profile(name, closed=closed) if "\0" not in name and name else None
        if found is None:
            raise Refusal("not_found", name=name[:40])
        return found


def require_account(found: Credential) -> None:
    """Raise Refusal `no_account` for a guest."""
    if not found.player.account:
        raise Refusal("no_account", message="Sign up first.")
