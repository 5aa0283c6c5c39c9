"""What a player or spectator may see of a match, as the wire's State: the one place where a match becomes a
message."""

from __future__ import annotations

from msgspec.structs import replace

from app.domain.game_info import GameInfo, Player, Status
from app.messages import games as wire
from engine import OPENING, Match, Outcome, Seat


def spectator_state(
    info: GameInfo, match: Match, presence: wire.Presence, *, closed: bool = False
) -> wire.State:
    """The state for a spectator. `closed`: it is a deal of today that they have not finished."""
    over = match.outcome is not None
    return wire.State(
        game=info.id,
        rules=info.game.id,
        version=info.game.version,
        status=status(info, match),
        ply=match.ply,
        seat=None,
        turn=match.turn if info.full else None,
        legal=[],
        view=match.view(None),
        told=() if closed else match.told(None),
        last=match.step.move if match.step else None,
        acts=[],
        tally=tally(match),
        score=match.game.score(match.state),
        over=ending(match.outcome),
        deal=None if closed or info.deal is None else info.deal_shown(over),
        commit=info.commit,
        next=None,
        start=info.position,
        rated=False,
        public=info.public,
        control=None,
        clock=None,
        offers=[],
        players=[
            _person(player, online) for player, online in zip(info.players, presence.players, strict=True)
        ],
        watchers=presence.watchers,
    )


def player_state(public: wire.State, info: GameInfo, match: Match, seat: Seat | None) -> wire.State:
    """A spectator's state with what the player in `seat` sees besides."""
    if seat is None:
        return public
    return replace(
        public,
        seat=seat,
        legal=legal(match, seat) if seat == public.turn else [],
        view=match.view(seat),
        told=match.told(seat),
        acts=acts(info, match, seat),
    )


class StateEncoder:
    """A match as each of its audiences sees it, as encoded states. Where nothing is hidden it is made and
    encoded once: a spectator's text is cut where a player's differs. `closed`: as for `spectator_state`."""

    __slots__ = ("_cut", "_info", "_match", "_public", "_text")

    def __init__(self, info: GameInfo, match: Match, presence: wire.Presence, *, closed: bool) -> None:
        self._info, self._match = info, match
        self._public = spectator_state(info, match, presence, closed=closed)
        self._text = wire.encode(self._public)
        self._cut = () if match.game.hides or closed else _cut(self._text)

    def text(self, seat: Seat | None) -> bytes:
        """The state for the player in `seat`; None: for a spectator."""
        if seat is None:
            return self._text
        if not self._cut:
            return wire.encode(player_state(self._public, self._info, self._match, seat))
        head, turn, middle, tail = self._cut
        moves = wire.encode(legal(self._match, seat)) if seat == self._public.turn else b"[]"
        allowed = wire.encode(acts(self._info, self._match, seat))
        return b"".join((head, b"%d" % seat, turn, moves, middle, allowed, tail))


def _cut(text: bytes) -> tuple[bytes, ...]:
    """A spectator's text without its seat, legal moves and acts. No free text comes before the seat, and that
    after it cannot contain these words: its quotation marks are escaped."""
    seat = text.index(b'"seat":null') + 7
    legal = text.index(b'"legal":[]', seat) + 8
    acts = text.rindex(b'"acts":[]') + 7
    return text[:seat], text[seat + 4 : legal], text[legal + 2 : acts], text[acts + 2 :]


def state(
    info: GameInfo, match: Match, seat: Seat | None, presence: wire.Presence, *, closed: bool = False
) -> wire.State:
    """The state for the player in `seat`, None for a spectator."""
    return player_state(spectator_state(info, match, presence, closed=closed), info, match, seat)


def past(
    info: GameInfo, then: Match, now: Match, presence: wire.Presence, *, closed: bool = False
) -> wire.State:
    """The state after an earlier entry of the log, for everybody: status, turn, end, moves and score as they
    were, players and deal as they are now. Everybody gets the legal moves."""
    was = spectator_state(info, then, presence, closed=closed)
    offered = legal(then, then.turn) if was.status == "live" else []
    deal = None if closed else info.deal_shown(now.outcome is not None)
    return replace(was, legal=offered, deal=deal)


def variation(info: GameInfo, match: Match) -> wire.State:
    """The state of a variation that is tried without a game; `info` has a player in every seat."""
    tried = state(info, match, match.turn, wire.Presence([False for _ in info.players], 0))
    return replace(tried, game=None, seat=None, acts=[], players=[None for _ in info.players])


def legal(match: Match, seat: Seat | None) -> list[tuple[str, str]]:
    """The moves and openings with their notation; an opening stands for itself."""
    game, position = match.game, match.state
    return [
        (move, move if move.endswith(OPENING) else game.tell(position, move, seat)) for move in match.legal
    ]


def acts(info: GameInfo, match: Match, seat: Seat | None) -> list[str]:
    """What the player in a seat may send now besides `move`."""
    if seat is None or match.outcome:
        return []
    if not info.full:
        player = info.players[seat]
        return ["abort"] if player and player.id == info.creator else []
    allowed = ["resign"]
    if match.abortable:
        allowed.append("abort")
    if match.undoable:
        allowed.append("undo")
    if match.redoable:
        allowed.append("redo")
    return allowed


def tally(match: Match) -> wire.TallyJson | None:
    """A solitaire's counts; None for two seats."""
    if not match.solitaire:
        return None
    return wire.TallyJson(match.tally.made, match.tally.undone, 0, match.tally.ms)


def status(info: GameInfo, match: Match) -> Status:
    if match.outcome:
        return "ended"
    return "live" if info.full else "open"


def ending(outcome: Outcome | None) -> wire.Over | None:
    return None if outcome is None else wire.Over(outcome.winner, outcome.reason)


def _person(player: Player | None, online: bool) -> wire.Person | None:
    return None if player is None else wire.Person(player.id, player.name, None, online)


def people(info: GameInfo) -> list[wire.Person | None]:
    """The players of a game, as lists show them."""
    return [None if player is None else wire.Person(player.id, player.name) for player in info.players]
