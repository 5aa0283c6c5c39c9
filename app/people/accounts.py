"""Accounts: sign up, sign in, sign out, recover, rename, change password, delete account; personal tokens.

Revocations take effect in this process immediately (`Auth.forget`); other processes read them from the
database.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol

import structlog

from app.core.errors import Refusal, TryAgain
from app.core.rate_limits import RateLimiter
from app.db.clock import now, utc_text
from app.model.credential import Credential
from app.model.game_info import Player
from app.people import account_messages as bodies
from app.people.account_store import AccountChange, AccountStore, Changed, Secrets
from app.people.auth import Auth
from app.people.names import check_name
from app.people.password_hashes import Passwords
from app.people.passwords import check_password, hash_code, new_recovery_code
from app.people.player_data import PlayerData
from app.people.player_store import PlayerProfile, PlayerStore
from app.people.sign_in_guard import SignInGuard, SignInOrigin
from app.people.sign_in_store import NewSignIn, SignInStore
from engine.clock import DAY_MS

CLOSING_TIMEOUT_MS = 60_000  # after which a deletion, or closing an account, counts as interrupted

log = structlog.get_logger(__name__)


class GuestWithToken(NamedTuple):
    """A player with the text of a token, None for an account. `new`: created by this request."""

    player: Player
    token: str | None
    new: bool = True


class RunningGames(Protocol):
    """Games of players, as the feature that plays them keeps them."""

    async def end(self, player: Player) -> None:
        """Abort a player's unstarted games for two and resign the other games for two. TryAgain: some may go
        on."""

    async def refresh(self, games: Iterable[str]) -> None:
        """Show changes that were written to these games."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Accounts:
    """Use cases of accounts. `guest_limits`: new guests per address; `renames_a_week`: per account, 0 for no
    limit."""

    store: AccountStore
    players: PlayerStore
    sign_ins: SignInStore
    player_data: PlayerData
    games: RunningGames
    auth: Auth
    passwords: Passwords
    guard: SignInGuard
    guest_limits: RateLimiter
    renames_a_week: int

    # Signing up, in and out. `new` is the session of the requesting browser.

    async def become_guest(self, found: Credential | None, address: str, new: NewSignIn) -> GuestWithToken:
        """Create a guest, or a fresh token for the guest of the requesting browser. Refusal `too_many`.

        The browser of an account gets no token: whoever has that computer for a moment would have access for
        a year.
        """
        self.guest_limits.take(address)
        if found and found.session and found.player.account:
            return GuestWithToken(found.player, None, new=False)
        if found and found.session:
            _, token = await self.sign_ins.create_token(found.player.id, now())
            return GuestWithToken(found.player, token, new=False)
        return GuestWithToken(*await self.players.create_guest(now(), new))

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
            created = await self.store.create(found, name, secrets, new, now())
        return await self._show(created), code

    async def sign_in(
        self, found: Credential | None, client: SignInOrigin, given: bodies.Credentials, new: NewSignIn
    ) -> PlayerProfile:
        """Sign in with name and password; merge the guest of this browser into the account. Refusal
        `bad_login`, `closed`, `too_many`, `busy`."""
        login = await self.store.login(given.name)
        async with self.guard.sign_in(client, given.name, login.profile.player.id if login else None):
            hashed = login.password if login else None
            if not await self.passwords.verify(hashed, given.password) or not login:
                raise Refusal("bad_login", message="Wrong name or password.")
        if login.profile.closed is not None:
            raise Refusal("closed", message="A moderator has closed this account.")
        account = login.profile.player.id
        if found and found.session and not found.player.account:
            games = await self.player_data.merge(found.player.id, account, now(), new)
            self.auth.revoke([found.key, f"person {found.player.id}"])
            await self.games.refresh(games)
        else:
            self.auth.revoke(await self.sign_ins.create_session(account, new, now(), found))
        return login.profile

    async def recover(
        self, client: SignInOrigin, given: bodies.Recovery, new: NewSignIn
    ) -> tuple[PlayerProfile, str]:
        """Set a new password with the recovery code, which is used up; return the next one. Revokes all
        sessions and tokens. Refusal `bad_login`, `closed`, `bad_password`, `too_many`, `busy`; `too_early`:
        the operator's code is not valid yet."""
        login, used = await self.store.login(given.name), hash_code(given.code)
        check_password(given.password, given.name)
        async with self.guard.sign_in(client, given.name, login.profile.player.id if login else None):
            hashed = await self.passwords.hash(given.password)  # for a wrong code too: the same time
            if login is None or used not in (login.recovery, login.reset):
                raise Refusal("bad_login", message="Wrong name or recovery code.")
        profile, reset_at = login.profile, login.profile.reset_at
        if profile.closed is not None:
            raise Refusal("closed", message="A moderator has closed this account.")
        if used == login.reset and reset_at is not None and reset_at > now():
            message = f"This code is valid from {utc_text(reset_at)}."
            raise Refusal("too_early", at=reset_at, message=message)
        code = new_recovery_code()
        secrets = Secrets(hashed, hash_code(code))
        self.auth.revoke(await self.store.recover(profile.player.id, used, secrets, new, now()))
        return replace(profile, reset_at=None), code

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
        """Change name or password of an account, or whether the player is listed: all of it or nothing.
        Refusal `no_account`, `bad_name`, `name_taken`, `bad_login`, `bad_password`, `too_many`, `busy`."""
        change = AccountChange(renames_a_week=self.renames_a_week, keep=found.session, listed=changes.listed)
        if changes.name is not None:
            require_account(found)
            change = replace(change, name=check_name(changes.name))
        if (password := changes.password) is not None:
            require_account(found)
            check_password(password.new, change.name or found.player.name)
            await self._verify_password(found, password.old)
            hashed = await self.passwords.hash(password.new)
            change = replace(change, password=hashed, end_tokens=not password.keep_tokens)
        return await self._show(await self.store.change(found.player.id, change, now()))

    async def delete(self, found: Credential, password: str | None) -> None:
        """Delete the account: end the player's running games, then remove their data. Refusal `bad_login`,
        `too_many`, `busy`."""
        if found.player.account:
            await self._verify_password(found, password)
        self.auth.revoke([found.key, *await self.player_data.close(found.player.id, now())])
        await self.finish_closing(replace(found.player, name=""))

    async def finish_closing(self, player: Player) -> None:
        """End the games of a player who was closed just now, and delete them if the name is "". They are
        closed already, so what fails is left to `finish_all_closing`."""
        try:
            await self._finish_closing(player)
        except Refusal as refusal:
            log.warning("closing_interrupted", player=player.id, why=refusal.code)

    async def finish_all_closing(self, now: int) -> None:
        """Finish what was interrupted CLOSING_TIMEOUT_MS ago: deletions, and ends of games of accounts that
        moderators have closed within the last day."""
        for player in await self.player_data.closed(now - DAY_MS, now - CLOSING_TIMEOUT_MS):
            try:
                await self._finish_closing(player)
            except TryAgain:
                raise
            except Exception:
                log.exception("closing_failed", player=player.id)

    async def _finish_closing(self, player: Player) -> None:
        await self.games.end(player)
        if player.name:
            return
        games = await self.player_data.anonymise(player.id, now())
        log.info("player_deleted", games=len(games))
        await self.games.refresh(games)

    async def _verify_password(self, found: Credential, password: str | None) -> None:
        """Raise Refusal `bad_login` for a wrong password; `too_many`, `busy`."""
        login = await self.store.login_by_id(found.player.id)
        async with self.guard.confirm(found.key):
            if not await self.passwords.verify(login.password if login else None, password or ""):
                raise Refusal("bad_login", message="Wrong password.")

    async def _show(self, changed: Changed) -> PlayerProfile:
        """Show a change of a player in their running games; return their profile."""
        self.auth.revoke(changed.revoked)
        await self.games.refresh(changed.games)
        return changed.profile

    # Personal tokens

    async def create_token(self, found: Credential, new: bodies.NewToken) -> tuple[bodies.TokenItem, str]:
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
