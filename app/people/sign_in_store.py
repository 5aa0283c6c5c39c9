"""Store of browser sessions, API tokens, and revocations (cache invalidations for every process).

Only hashes of cookies and tokens are stored. When a session or token ends, or a player changes, the same
transaction writes a row to `revocations`; every process polls these rows every other second (`auth.py`), on
SQLite too, where the operator's commands run beside the server.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, cast

from sqlalchemy import ColumnElement, Row, delete, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.core import ids
from app.core.errors import Refusal
from app.db.engine import read_connection, transact, write_transaction
from app.db.schema import SIGNING_KEY, key_values, players, revocations, sign_ins, tokens
from app.model.credential import Credential
from app.model.game_info import Player
from app.people import names
from app.people.account_messages import Scope, TokenItem
from app.people.locks import lock_players
from engine.clock import DAY_MS

SEEN_INTERVAL_MS = 60 * 60 * 1000  # a credential in use is marked as seen no more often
REVOCATION_TTL_MS = 60 * 60 * 1000
MAX_SIGN_INS = 30  # per player; the least recently seen one ends
MAX_GUEST_TOKENS, MAX_TOKENS = 5, 20  # unnamed and named ones per player
SIGN_IN_TTL_MS = 365 * DAY_MS  # since a session was last seen
ALL_SCOPES = frozenset(("read", "play"))

PLAYER_COLUMNS = (
    players.c.id,
    players.c.name,
    players.c.account,
    players.c.moderator,
    players.c.muted_until,
    players.c.closed,
)


@dataclass(frozen=True, slots=True)
class NewSignIn:
    """A session before it is stored. `token`: value of the cookie; `agent`: user agent."""

    id: str
    token: str
    agent: str


@dataclass(frozen=True, slots=True)
class SignIn:
    """A stored session, as its owner and moderators see it."""

    id: str
    created: int
    seen: int
    agent: str


def new_sign_in(agent: str) -> NewSignIn:
    return NewSignIn(ids.new_id(10), secrets.token_urlsafe(24), agent.replace("\0", "")[:200])


class SignInStore:
    """Store of sessions, tokens and revocations. Times are milliseconds since the epoch."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    # Authentication

    async def by_session(self, token: str, now: int) -> Credential | None:
        where = sign_ins.c.hash == hash_of(token), sign_ins.c.seen > now - SIGN_IN_TTL_MS
        query = select(*PLAYER_COLUMNS, sign_ins.c.id.label("session"), sign_ins.c.seen)
        row = await self._row(query.join(sign_ins, sign_ins.c.player_id == players.c.id).where(*where))
        if row is None:
            return None
        return Credential(player_of(row), f"session {row.session}", row.session, seen=row.seen)

    async def by_token(self, token: str) -> Credential | None:
        """Return the credential of a token. An unnamed token of a guest may do everything; after the guest
        has created an account, everything except changing it."""
        hashed = hash_of(token)
        query = select(*PLAYER_COLUMNS, tokens.c.name.label("token"), tokens.c.scopes, tokens.c.used)
        row = await self._row(
            query.join(tokens, tokens.c.player_id == players.c.id).where(tokens.c.hash == hashed)
        )
        if row is None:
            return None
        own = row.token is None and row.account is None
        scopes = None if own else frozenset(row.scopes.split()) if row.scopes else ALL_SCOPES
        return Credential(player_of(row), token_key(hashed), None, scopes, own, row.used or 0)

    async def _row(self, query: Any) -> Row[Any] | None:
        async with read_connection(self._engine) as connection:
            row: Row[Any] | None = (await connection.execute(query.where(players.c.closed.is_(None)))).first()
            return row

    async def touch_session(self, id: str, now: int) -> None:
        await self._write(update(sign_ins).where(sign_ins.c.id == id).values(seen=now))

    async def touch_token(self, token: str, now: int) -> None:
        await self._write(update(tokens).where(tokens.c.hash == hash_of(token)).values(used=now))

    async def _write(self, statement: Any) -> None:
        async with write_transaction(self._engine) as connection:
            await connection.execute(statement)

    # Sessions

    async def create_session(
        self, player: str, new: NewSignIn, now: int, previous: Credential | None = None
    ) -> list[str]:
        """Sign a player in, and end the `previous` session of their browser. Return the revoked keys."""

        async def write(connection: AsyncConnection) -> list[str]:
            await add_session(connection, player, new, now)
            if previous is None or previous.session is None:
                return []
            return await _end_session(connection, previous.player.id, previous.session, now)

        return await transact(self._engine, write)

    async def sessions(self, player: str, now: int) -> list[SignIn]:
        """Return the sessions of a player, last seen first."""
        async with read_connection(self._engine) as connection:
            return await read_sessions(connection, player, now)

    async def end_session(self, player: str, id: str, now: int) -> bool:
        """End a session of a player. Return False if there is none with this id."""
        return bool(await transact(self._engine, lambda it: _end_session(it, player, id, now)))

    async def end_everything(self, player: str, now: int) -> list[str]:
        """End all sessions and unnamed tokens of a player. Return the revoked keys."""
        return await transact(self._engine, lambda it: end_credentials(it, player, now))

    # Tokens

    async def create_token(
        self, player: str, now: int, name: str | None = None, scopes: Sequence[Scope] = ()
    ) -> tuple[TokenItem, str]:
        """Create a token and return it with its text. An unnamed token replaces the oldest beyond
        MAX_GUEST_TOKENS. Refusal `too_many_tokens`: there are MAX_TOKENS named ones."""
        text, new_id = secrets.token_urlsafe(24), ids.new_id(10)

        async def write(connection: AsyncConnection) -> None:
            await lock_players(connection, {player})  # tokens are counted
            await connection.execute(delete(tokens).where(tokens.c.hash == hash_of(text)))  # a repeated write
            await _make_room(connection, player, now, named=name is not None)
            row = {"hash": hash_of(text), "player_id": player, "created": now}
            row |= {"id": new_id, "name": name, "scopes": " ".join(scopes) or None}
            await connection.execute(insert(tokens).values(row))

        await transact(self._engine, write)
        return TokenItem(new_id, name or "", list(scopes), now, None), text

    async def tokens(self, player: str) -> list[TokenItem]:
        """Return all tokens of a player, newest first."""
        query = (
            select(tokens.c.id, tokens.c.name, tokens.c.scopes, tokens.c.created, tokens.c.used)
            .where(tokens.c.player_id == player)
            .order_by(tokens.c.created.desc(), tokens.c.id)
        )
        async with read_connection(self._engine) as connection:
            rows = await connection.execute(query)
            return [
                TokenItem(row.id, row.name or "", _scopes_of(row.scopes), row.created, row.used)
                for row in rows
            ]

    async def end_token(self, player: str, id: str, now: int) -> str | None:
        """End a token of a player; return the revoked key. None: there is none with this id."""
        mine = tokens.c.player_id == player, tokens.c.id == id
        keys = await transact(self._engine, lambda it: _end_tokens(it, mine, now))
        return keys[0] if keys else None

    # Revocations

    async def revocations_after(self, number: int) -> list[tuple[int, str]]:
        """Return the numbers and keys of the revocations after `number`, kept for REVOCATION_TTL_MS."""
        query = select(revocations.c.n, revocations.c.key).where(revocations.c.n > number)
        async with read_connection(self._engine) as connection:
            return [(n, key) for n, key in await connection.execute(query.order_by(revocations.c.n))]

    async def delete_old(self, now: int) -> None:
        """Delete revocations older than REVOCATION_TTL_MS, and expired sessions."""
        async with write_transaction(self._engine) as connection:
            await connection.execute(delete(revocations).where(revocations.c.at < now - REVOCATION_TTL_MS))
            await connection.execute(delete(sign_ins).where(sign_ins.c.seen <= now - SIGN_IN_TTL_MS))

    async def restored_secrets(self) -> list[str]:
        """Return the secrets of restored databases, to verify their cookies."""
        query = select(key_values.c.value).where(key_values.c.key.startswith(f"{SIGNING_KEY} "))
        async with read_connection(self._engine) as connection:
            return list(await connection.scalars(query.order_by(key_values.c.key)))


# Within a transaction


async def add_session(connection: AsyncConnection, player: str, new: NewSignIn, now: int) -> None:
    """Add a session, or write it again on a retry; end the least recently seen ones beyond MAX_SIGN_INS."""
    await lock_players(connection, {player})  # sessions are counted
    await connection.execute(delete(sign_ins).where(sign_ins.c.id == new.id))
    mine = sign_ins.c.player_id == player
    query = select(sign_ins.c.id).where(mine).order_by(sign_ins.c.seen.desc()).offset(MAX_SIGN_INS - 1)
    if old := list(await connection.scalars(query)):
        await connection.execute(delete(sign_ins).where(sign_ins.c.id.in_(old)))
        await revoke(connection, [f"session {one}" for one in old], now)
    row = {"hash": hash_of(new.token), "id": new.id, "player_id": player, "created": now, "seen": now}
    await connection.execute(insert(sign_ins).values(row | {"agent": new.agent}))


async def _end_session(connection: AsyncConnection, player: str, id: str, now: int) -> list[str]:
    """End a session of a player; return the revoked key, if there is such a session."""
    mine = sign_ins.c.player_id == player, sign_ins.c.id == id
    done = await connection.execute(delete(sign_ins).where(*mine))
    keys = [f"session {id}"] if done.rowcount else []
    await revoke(connection, keys, now)
    return keys


async def replace_session(connection: AsyncConnection, id: str, new: NewSignIn, now: int) -> bool:
    """Replace the cookie of a session but keep its id, so that its sockets stay open. Return False if it has
    ended."""
    changes = {"hash": hash_of(new.token), "seen": now, "agent": new.agent}
    done = await connection.execute(update(sign_ins).where(sign_ins.c.id == id).values(changes))
    return bool(done.rowcount)


async def end_credentials(
    connection: AsyncConnection, player: str, now: int, *, keep: str | None = None, named: bool = False
) -> list[str]:
    """End the sessions of a player except `keep`, their unnamed tokens and, with `named`, all tokens. Return
    the revoked keys."""
    others = [sign_ins.c.player_id == player, sign_ins.c.id != keep if keep else sign_ins.c.id.is_not(None)]
    ids = list(await connection.scalars(delete(sign_ins).where(*others).returning(sign_ins.c.id)))
    keys = [f"session {one}" for one in ids]
    await revoke(connection, [*keys, f"player {player}"], now)
    which = [tokens.c.player_id == player, *([] if named else [tokens.c.name.is_(None)])]
    return [*keys, f"player {player}", *await _end_tokens(connection, which, now)]


async def read_sessions(connection: AsyncConnection, player: str, now: int) -> list[SignIn]:
    """Return the sessions of a player, last seen first."""
    query = (
        select(sign_ins.c.id, sign_ins.c.created, sign_ins.c.seen, sign_ins.c.agent)
        .where(sign_ins.c.player_id == player, sign_ins.c.seen > now - SIGN_IN_TTL_MS)
        .order_by(sign_ins.c.seen.desc(), sign_ins.c.created.desc())
    )
    return [SignIn(*row) for row in await connection.execute(query)]


async def _end_tokens(
    connection: AsyncConnection, where: Iterable[ColumnElement[bool]], now: int
) -> list[str]:
    hashes = await connection.scalars(delete(tokens).where(*where).returning(tokens.c.hash))
    keys = [token_key(hashed) for hashed in hashes]
    await revoke(connection, keys, now)
    return keys


async def _make_room(connection: AsyncConnection, player: str, now: int, *, named: bool) -> None:
    """End the oldest unnamed tokens to make room for one more. Refusal `too_many_tokens`: too many named
    ones."""
    mine = tokens.c.player_id == player
    if named:
        query = select(tokens.c.hash).where(mine, tokens.c.name.is_not(None)).limit(MAX_TOKENS)
        if len((await connection.scalars(query)).all()) == MAX_TOKENS:
            raise Refusal("too_many_tokens", limit=MAX_TOKENS)
        return
    query = select(tokens.c.hash).where(mine, tokens.c.name.is_(None)).order_by(tokens.c.created.desc())
    if old := list(await connection.scalars(query.offset(MAX_GUEST_TOKENS - 1))):
        await _end_tokens(connection, [or_(*(tokens.c.hash == hashed for hashed in old))], now)


async def revoke(connection: AsyncConnection, keys: Sequence[str], now: int) -> None:
    """Revoke keys in every process when the transaction commits."""
    if keys:
        rows = [{"key": key, "at": now} for key in sorted(set(keys))]
        await connection.execute(insert(revocations), rows)


def player_of(row: Any) -> Player:
    """Return the player of a row with PLAYER_COLUMNS."""
    muted = row.muted_until
    return Player(row.id, names.shown_name(row.name), row.account is not None, row.moderator, muted)


def _scopes_of(stored: str | None) -> list[Scope]:
    """Return the scopes of a token, "read" last; an unnamed one has all."""
    return cast(list[Scope], stored.split() if stored else sorted(ALL_SCOPES, reverse=True))


def token_key(hash: bytes) -> str:
    """Return the key of a token in `revocations`."""
    return f"token {hash.hex()}"


def hash_of(token: str) -> bytes:
    """Return the stored hash of a cookie's or API token."""
    return sha256(token.encode(errors="replace")).digest()
