"""State messages: the view of a match for a player or spectator. The only place where a match becomes a
message."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from app.db import clock
from app.games import messages
from app.games.deadlines import has_first_move_limit, missed_first_move
from app.games.teaching import standing_warning, warning_of
from app.model import messages as shared
from app.model.analysts import analyst_of
from app.model.game_info import GameInfo, Player, Rematch, SeatRating, Status
from app.results.results import general
from engine import OPENING, Match, Outcome, Seat
from engine.game import tell_move

NO_CLAIMS: frozenset[Seat] = frozenset()


class TimeShown(NamedTuple):
    """What only the game's clock knows: each seat's time left `at` a time, and when the game is aborted
    unless the seat to move makes its first move. Without it the clock is shown now, charged by the log."""

    at: int | None = None
    left: tuple[int, int] | None = None
    first_move_by: int | None = None


NO_TIME = TimeShown()


class Access(Enum):
    """What a reader may see of a game at a daily deal of today: everything if they have finished that deal or
    chosen it; everything but the deal in their own daily game; otherwise neither position nor moves. Other
    games are open."""

    OPEN = "open"
    WITHOUT_DEAL = "without deal"
    CLOSED = "closed"


def state_for(
    info: GameInfo,
    match: Match,
    seat: Seat | None,
    presence: messages.Presence,
    access: Access = Access.OPEN,
    claims: frozenset[Seat] = NO_CLAIMS,
    time: TimeShown = NO_TIME,
) -> messages.State:
    """Return the state for the player in `seat`, None for a spectator. `claims`: seats that may claim the
    game now."""
    over, closed = match.outcome is not None, access is Access.CLOSED
    turn = match.turn if info.full else None
    return messages.State(
        game=info.id,
        rules=info.game.id,
        version=info.game.version,
        status=_status(info, match),
        ply=match.ply,
        seat=seat,
        turn=turn,
        legal=legal_moves(match, seat) if seat is not None and seat == turn else [],
        view=None if closed else match.view(seat),
        told=() if closed else match.told(seat),
        last=None if closed else last_move(match, seat),
        acts=allowed_acts(info, match, seat, claims),
        tally=tally_message(match),
        score=match.game.score(match.state),
        over=outcome_message(match.outcome),
        deal=None if info.deal is None or access is not Access.OPEN else info.visible_deal(over),
        commit=info.commit,
        next=info.rematch.next if info.rematch else None,
        start=None if closed else info.position,
        rated=info.rated,
        public=info.public,
        control=control_message(info),
        clock=clock_message(match, time.at, time.left) if match.clocks else None,
        offers=offer_messages(info, match),
        players=_present_players(info, presence),
        watchers=presence.watchers,
        to=challenged(info),
        declined=info.declined,
        watching=presence.names,
        certified=info.certified or UNSET,
        difficulty=info.difficulty or UNSET,
        remark=remark_of(info, match),
        warning=warning_of(info, match),
        aborted_by=_aborted_by(info, match),
        missed_first_move=missed_first_move(info, match) is not None or UNSET,
        daily=info.daily or UNSET,
        first_move=first_move_message(info, match, time),
        streak=ends_streak(info, match) or UNSET,
    )


def ends_streak(info: GameInfo, match: Match) -> bool:
    """Return whether leaving a solitaire ends the player's streak: it is one of the streak, and has begun."""
    return bool(match.moved) and general(info)


def past_state(
    info: GameInfo, now: Match, presence: messages.Presence, access: Access, then: Match
) -> messages.State:
    """Return the state after an earlier entry of a game that is now at `now`, the same for all clients.

    Status, turn, outcome, moves, score and clock are those after that entry; players and deal are current.
    All clients get the legal moves.
    """
    was = state_for(info, then, None, presence, access)
    shown = was.status == "live" and access is not Access.CLOSED
    offered = legal_moves(then, then.turn) if shown else []
    over, earlier = now.outcome is not None, then.ply < now.ply
    if over and access is not Access.CLOSED:  # nothing is hidden after the end
        was = replace(was, view=then.view(None, over=True), told=then.told(None, over=True))
    deal = info.visible_deal(over) if access is Access.OPEN else None
    shown_clock = was.clock
    if info.teach and earlier:
        was = replace(was, warning=None)
    if then.clocks and earlier:
        shown_clock = clock_message(then, then.last.at if then.last else info.created)
    return replace(was, legal=offered, deal=deal, clock=shown_clock)


def no_presence(info: GameInfo) -> messages.Presence:
    return messages.Presence([False for _ in info.players], 0, [None for _ in info.players], [])


def variation_state(info: GameInfo, match: Match) -> messages.State:
    """Return the state of a variation without a game; `info` has a player in every seat."""
    tried = state_for(info, match, match.turn, no_presence(info))
    return replace(tried, game=None, seat=None, acts=[], players=[None for _ in info.players])


def legal_moves(match: Match, seat: Seat | None) -> list[tuple[str, str]]:
    """Return the moves and openings with their notation; an opening is its own notation."""
    tell, position = match.game.tell, match.state
    if match.game.tell_legal is not None:
        return [] if match.outcome else match.game.tell_legal(position, seat)
    if tell is tell_move:
        return [*zip(match.legal, match.legal, strict=True)]
    if match.game.allows is None:
        return [(move, tell(position, move, seat)) for move in match.legal]
    return [(move, move if move.endswith(OPENING) else tell(position, move, seat)) for move in match.legal]


def last_move(match: Match, seat: Seat | None) -> str | None:
    """Return the last move in effect; while the match runs, the hidden parts are omitted as in its
    notation."""
    step = match.step
    if step is None or match.outcome or match.game.tell_open is None:
        return step.move if step else None
    return step.notation(match.game, match.reader(seat))


def allowed_acts(
    info: GameInfo, match: Match, seat: Seat | None, claims: frozenset[Seat] = NO_CLAIMS
) -> list[str]:
    """Return the acts besides `move` that a seat may send now. `claims`: seats that may claim the game."""
    if seat is None:
        return []
    if match.outcome:
        return _rematch_acts(info, seat)
    if not info.full:
        player = info.players[seat]
        return ["abort"] if player and player.id == info.creator else []
    allowed = [*match.allowed(seat)]
    if info.rated and "offer:takeback" in allowed:
        allowed.remove("offer:takeback")
    if seat != info.bot_seat and standing_warning(info, match):
        allowed.insert(0, "proceed")
    if info.of_two and seat in claims:
        after_ends = 1 + ("abort" in allowed)
        allowed[after_ends:after_ends] = ["claim:win", "claim:draw"]
    return allowed


def _rematch_acts(info: GameInfo, seat: Seat) -> list[str]:
    rematch = info.rematch or Rematch()
    if not info.of_two or not info.full or rematch.next:
        return []
    if not all(player and player.name for player in info.players):  # a deleted player has no name
        return []
    if rematch.offered_by is None:
        return [] if seat in rematch.declined else ["offer:rematch"]
    return ["withdraw:rematch"] if rematch.offered_by == seat else ["answer:rematch"]


def offer_messages(info: GameInfo, match: Match) -> list[messages.OfferMade]:
    made = [messages.OfferMade(offer.what, offer.seat, offer.ply) for offer in match.offers]  # type: ignore[arg-type]
    if match.outcome and info.rematch and info.rematch.offered_by is not None:
        casual = info.rematch.casual or UNSET
        made.append(messages.OfferMade("rematch", info.rematch.offered_by, match.ply, casual))
    return made


def control_message(info: GameInfo) -> shared.Control | None:
    return shared.Control(**info.control.json) if info.control else None


def clock_message(
    match: Match, at: int | None = None, left: tuple[int, int] | None = None
) -> messages.Clock | None:
    """Return the clock as of `at`, in milliseconds since the epoch (None: now). `left`: each seat's time
    left as `GameClock` counts it, which may be more than by the log: it takes off pauses and latency."""
    clocks = match.clocks
    if clocks is None:
        return None
    at = clock.now() if at is None else at
    return messages.Clock(left or clocks.as_of(at), clocks.running, at)


def first_move_message(
    info: GameInfo, match: Match, time: TimeShown
) -> messages.FirstMove | UnsetType | None:
    """Return the limit of the first move that is due; None if no first move is, UNSET in a game without this
    limit."""
    if not has_first_move_limit(info):
        return UNSET
    if match.turn is None or time.first_move_by is None:
        return None
    return messages.FirstMove(match.turn, time.first_move_by)


def remark_of(info: GameInfo, match: Match) -> str | UnsetType | None:
    """Return the word for a bot's reason to make the last move; None if there is none or the bot did not make
    it; UNSET without a bot."""
    if info.bot_seat is None:
        return UNSET
    step, analyst = match.step, analyst_of(match.game)
    if step is None or step.seat != info.bot_seat or analyst is None:
        return None
    return analyst.remark(match.game, step.before, step.move)


def tally_message(match: Match) -> messages.TallyJson | None:
    """Return the counters of a solitaire, None for two seats."""
    if not match.solitaire:
        return None
    return messages.TallyJson(match.tally.made, match.tally.undone, match.tally.hints, match.tally.ms)


def _aborted_by(info: GameInfo, match: Match) -> int | UnsetType:
    """Return the seat whose player aborted the game or missed the first move, UNSET if none did."""
    last = match.last
    seat = last.seat if last and last.act == "abort" else None
    if seat is None:
        seat = missed_first_move(info, match)
    return UNSET if seat is None else seat


def _status(info: GameInfo, match: Match) -> Status:
    if match.outcome:
        return "ended"
    return "live" if info.full else "open"


def outcome_message(outcome: Outcome | None) -> shared.Over | None:
    return None if outcome is None else shared.Over(outcome.winner, outcome.reason)


def person_message(player: Player, rating: SeatRating | None = None) -> shared.Person:
    person = shared.Person(player.id, player.name)
    if player.bot is not None:
        person.bot = player.bot
    if rating:
        person.rating = rating.rating
        if rating.provisional:
            person.provisional = True
        if rating.change is not None:
            person.change = rating.change
    return person


def challenged(info: GameInfo) -> shared.Person | None:
    return None if info.to is None else person_message(info.to)


def listed_players(info: GameInfo) -> list[shared.Person | None]:
    ratings = info.ratings or [None for _ in info.players]
    return [
        None if player is None else person_message(player, rating)
        for player, rating in zip(info.players, ratings, strict=True)
    ]


def _present_players(info: GameInfo, presence: messages.Presence) -> list[shared.Person | None]:
    people = listed_players(info)
    for person, online, away in zip(people, presence.players, presence.away, strict=True):
        if person:
            person.online = online
            if away is not None:
                person.away = away
    return people
