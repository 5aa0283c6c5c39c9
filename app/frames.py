"""What an asker may see of a match, as the wire's State: the one place where a match becomes a message."""

from __future__ import annotations

from msgspec.structs import replace

from app import wire
from app.facts import Facts, Player
from engine import OPENING, Match, Outcome, Seat


def shown(facts: Facts, match: Match, presence: wire.Presence) -> wire.State:
    """The state for a spectator."""
    over = match.outcome is not None
    return wire.State(
        game=facts.id,
        rules=facts.game.id,
        version=facts.game.version,
        status=facts.status(match),
        ply=match.ply,
        seat=None,
        turn=match.turn if facts.full else None,
        legal=[],
        view=match.view(None),
        told=match.told(None),
        last=match.step.move if match.step else None,
        acts=[],
        tally=tally(match),
        score=match.game.score(match.state),
        over=ending(match.outcome),
        deal=facts.deal_shown(over),
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


def seated(all_see: wire.State, facts: Facts, match: Match, seat: Seat | None) -> wire.State:
    """What is shown to a spectator, for the holder of `seat`."""
    if seat is None:
        return all_see
    return replace(
        all_see,
        seat=seat,
        legal=legal(match, seat) if seat == all_see.turn else [],
        view=match.view(seat),
        told=match.told(seat),
        acts=acts(facts, match, seat),
    )


def state(facts: Facts, match: Match, seat: Seat | None, presence: wire.Presence) -> wire.State:
    """The state for the holder of `seat`, None for a spectator."""
    return seated(shown(facts, match, presence), facts, match, seat)


def past(facts: Facts, then: Match, now: Match, presence: wire.Presence) -> wire.State:
    """The state after an earlier line of the log, for everybody: status, turn, end, moves and score as they
    were, people and deal as they are now. The legal moves go to all."""
    was = shown(facts, then, presence)
    offered = legal(then, then.turn) if was.status == "live" else []
    return replace(was, legal=offered, deal=facts.deal_shown(now.outcome is not None))


def line(facts: Facts, match: Match) -> wire.State:
    """The state of a line that is tried without a game; `facts` have somebody on every seat."""
    tried = state(facts, match, match.turn, wire.Presence([False for _ in facts.players], 0))
    return replace(tried, game=None, seat=None, acts=[], players=[None for _ in facts.players])


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
