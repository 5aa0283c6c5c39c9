"""What an asker may see of a match, as the wire's State: the one place where a match becomes a message."""

from __future__ import annotations

from msgspec.structs import replace

from app import wire
from app.facts import Facts, Player
from engine import OPENING, Match, Outcome, Seat


def state(facts: Facts, match: Match, seat: Seat | None, presence: wire.Presence) -> wire.State:
    """The state for the holder of `seat`, None for a spectator."""
    status = facts.status(match)
    turn = match.turn if status == "live" else None
    return wire.State(
        game=facts.id,
        rules=facts.game.id,
        version=facts.game.version,
        status=status,
        ply=match.ply,
        seat=seat,
        turn=turn,
        legal=legal(match, seat) if turn is not None and seat == turn else [],
        view=match.view(seat),
        told=match.told(seat),
        last=match.step.move if match.step else None,
        acts=acts(facts, match, seat),
        tally=tally(match),
        score=match.game.score(match.state),
        over=ending(match.outcome),
        deal=facts.deal_shown(match.outcome is not None),
        commit=facts.commit,
        next=None,
        start=facts.position,
        rated=False,
        public=facts.public,
        control=None,
        clock=None,
        offers=[],
        players=[_person(player, here) for player, here in zip(facts.players, presence.players, strict=True)],
        watchers=presence.watchers,
    )


def past(facts: Facts, then: Match, now: Match, presence: wire.Presence) -> wire.State:
    """The state after an earlier line of the log, for everybody: status, turn, end, moves and score as they
    were, people and deal as they are now. The legal moves go to all."""
    shown = state(facts, then, None, presence)
    offered = legal(then, then.turn) if shown.status == "live" else []
    return replace(shown, legal=offered, deal=facts.deal_shown(now.outcome is not None))


def line(facts: Facts, match: Match) -> wire.State:
    """The state of a line that is tried without a game; `facts` have somebody on every seat."""
    shown = state(facts, match, match.turn, wire.Presence([False for _ in facts.players], 0))
    return replace(shown, game=None, seat=None, acts=[], players=[None for _ in facts.players])


def legal(match: Match, seat: Seat | None) -> list[tuple[str, str]]:
    """The moves and openings with their told forms; an opening is told as itself."""
    game, position = match.game, match.state
    return [
        (move, move if move.endswith(OPENING) else game.tell(position, move, seat)) for move in match.legal
    ]


def acts(facts: Facts, match: Match, seat: Seat | None) -> list[str]:
    """What the holder of a seat may send now besides `move`."""
    if seat is None or match.outcome:
        return []
    if not facts.full:
        held = facts.players[seat]
        return ["abort"] if held and held.id == facts.creator else []
    may = {"resign": True, "abort": match.abortable, "undo": match.undoable, "redo": match.redoable}
    return [act for act, allowed in may.items() if allowed]


def tally(match: Match) -> wire.TallyJson | None:
    """A solitaire's counts; None for two seats."""
    if not match.solitaire:
        return None
    return wire.TallyJson(match.tally.made, match.tally.undone, 0, match.tally.ms)


def ending(outcome: Outcome | None) -> wire.Over | None:
    return None if outcome is None else wire.Over(outcome.winner, outcome.reason)


def _person(player: Player | None, online: bool) -> wire.Person | None:
    return None if player is None else wire.Person(player.id, player.name, None, online)


def people(facts: Facts) -> list[wire.Person | None]:
    """Who sits at a game, as lists show it."""
    return [None if player is None else wire.Person(player.id, player.name) for player in facts.players]
