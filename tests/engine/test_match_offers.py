"""Draws and takebacks between two players: offered, withdrawn, declined, accepted, ended by moves."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import GAMES, Entry, Game, Match, Offer, Outcome, Seat, Stale
from engine.entry import REOFFER_AFTER_MOVES, Act
from engine.three_musketeers.rules import State
from tests.engine.games import START, entry, picture, played, refusal
from tests.rows import each_row

STRICT: Game[State] = GAMES["three_musketeers"]
PEACEFUL = replace(STRICT, id="peaceful", draws=True)
TELLING = replace(STRICT, id="telling", reveals=lambda _, move: move == "b3 c3")


def says(match: Match, act: Act, text: str, seat: Seat) -> Match:
    return match.then(entry(match, act, text, seat))


@pytest.fixture
def match() -> Match:
    """Each seat has moved once; seat 0 is to move."""
    return played(Match.start(PEACEFUL, 0), "c3 c4", "b3 c3")


def rule(match: Match, act: Act, text: str, seat: Seat) -> str:
    """Return the rule by which this line is refused."""
    return refusal(match, entry(match, act, text, seat))


MOVED = played(Match.start(PEACEFUL, 0), "c3 c4", "b3 c3")
ASKED = says(MOVED, "offer", "takeback", 0)
OFFERED = says(MOVED, "offer", "draw", 0)
SHOWN = played(Match.start(TELLING, 0), "c3 c4", "b3 c3")


@each_row(
    "match, act, text, seat, rule",
    [
        *[(MOVED, "offer", text, 0, "not_a_move") for text in ("", "peace", "draw ", "takeback 1", "DRAW")],
        *[(MOVED, act, "peace", 0, "not_a_move") for act in ("withdraw", "decline")],
        (played(Match.start(STRICT, 0), "c3 c4"), "offer", "draw", 0, "no_draws"),
        (Match.start(PEACEFUL, 0), "offer", "takeback", 0, "nothing_to_undo"),
        (played(Match.start(PEACEFUL, 0), "c3 c4"), "offer", "takeback", 1, "nothing_to_undo"),
        *[(SHOWN, "offer", "takeback", seat, "nothing_to_undo") for seat in (0, 1)],
        (OFFERED, "offer", "draw", 0, "offered_before"),
        (says(OFFERED, "decline", "draw", 1), "offer", "draw", 0, "offered_before"),
        (says(OFFERED, "withdraw", "draw", 0), "offer", "draw", 0, "offered_before"),
        *[(OFFERED, act, "draw", 0, "no_offer") for act in ("accept", "decline")],
        (OFFERED, "withdraw", "draw", 1, "no_offer"),
        (OFFERED, "accept", "takeback 1", 1, "no_offer"),
        (OFFERED, "accept", "draw 1", 1, "not_a_move"),
        *[
            (ASKED, "accept", text, 1, "not_a_move")
            for text in ("takeback", "takeback 1", "takeback 3", "takeback 02", "takeback  2", "takeback 2 ")
        ],
    ],
)
def test_an_offer_or_an_answer_that_is_not_possible_is_refused(
    match: Match, act: Act, text: str, seat: Seat, rule: str
) -> None:
    assert refusal(match, entry(match, act, text, seat)) == rule


def test_an_offer_stands_until_it_is_answered(match: Match) -> None:
    offered = says(match, "offer", "draw", 1)
    assert offered.offers == (Offer("draw", 1, 2),)
    assert (offered.state, offered.turn, offered.outcome) == (match.state, 0, None)
    assert says(offered, "withdraw", "draw", 1).offers == ()
    assert says(offered, "decline", "draw", 0).offers == ()
    assert says(offered, "accept", "draw", 0).outcome == Outcome(None, "agreed")


def test_both_may_offer_and_each_offer_is_answered_for_itself(match: Match) -> None:
    offered = says(says(says(match, "offer", "draw", 0), "offer", "takeback", 0), "offer", "draw", 1)
    assert [(offer.what, offer.seat, offer.ply) for offer in offered.offers] == [
        ("draw", 0, 2),
        ("takeback", 0, 3),
        ("draw", 1, 4),
    ]
    assert says(offered, "decline", "draw", 0).offers == offered.offers[:2]
    assert says(offered, "withdraw", "draw", 0).offers == offered.offers[1:]
    declined = says(says(match, "offer", "draw", 0), "decline", "draw", 1)
    assert says(declined, "offer", "takeback", 0).offers[-1].what == "takeback"
    assert says(declined, "offer", "draw", 1).offers[-1].seat == 1


def test_a_draw_offer_stands_through_ones_own_move_until_the_other_moves(match: Match) -> None:
    """Both seats: the offer is made on one's own turn, then one moves."""
    for before, mine, other in ((match, 0, 1), (played(match, "a1 b1"), 1, 0)):
        asked = says(says(before, "offer", "draw", mine), "offer", "takeback", mine)
        moved = played(asked, asked.legal[-1])
        assert moved.offers == (Offer("draw", mine, before.ply),), "a takeback would be of another move now"
        assert "answer:draw" in moved.allowed(other)
        assert "withdraw:draw" in moved.allowed(mine)
        assert rule(moved, "offer", "draw", mine) == "offered_before"
        assert says(moved, "accept", "draw", other).outcome == Outcome(None, "agreed")
        assert says(moved, "decline", "draw", other).offers == ()
        answered = played(moved, moved.legal[-1])
        assert answered.offers == ()
        assert rule(answered, "accept", "draw", other) == "no_offer"


def test_an_offer_that_a_move_ended_is_made_again_after_three_moves_of_each(match: Match) -> None:
    """Whoever offers whatever is allowed, at every ply, does so once in six moves."""
    for seat in (0, 1):
        now, offered = match, dict[str, list[int]](draw=[], takeback=[])
        for count in range(2 * REOFFER_AFTER_MOVES):
            for what in ("draw", "takeback"):
                if f"offer:{what}" in now.allowed(seat):
                    now = says(now, "offer", what, seat)
                    offered[what].append(count)
                else:
                    assert rule(now, "offer", what, seat) == "offered_before"
            now = played(now, now.legal[-1])
        assert now.outcome is None
        assert offered["takeback"] == [0, REOFFER_AFTER_MOVES]
        # made on one's own turn, it stands for one move more
        assert offered["draw"] == [0, REOFFER_AFTER_MOVES + (match.turn == seat)]


def test_a_log_may_repeat_offers_that_a_move_has_ended() -> None:
    """Logs of the time when each move opened a new offer, by both at once."""
    match, log = Match.start(PEACEFUL, 0), list[Entry]()
    for number in range(12):
        lines: list[tuple[Act, str, Seat | None]] = [("move", match.legal[-1], match.turn)]
        if number > 1:
            lines[:0] = [("offer", what, seat) for what in ("draw", "takeback") for seat in (0, 1)]
        for act, text, seat in lines:
            log.append(entry(match, act, text, seat))
            match = match.then_logged(log[-1])
    assert picture(Match.replay(PEACEFUL, 0, log)) == picture(match)
    assert [offer.what for offer in match.offers] == ["draw"]


def test_what_was_declined_is_offered_again_after_three_moves_of_each(match: Match) -> None:
    refused = says(says(match, "offer", "draw", 0), "decline", "draw", 1)
    withdrawn = says(says(match, "offer", "draw", 0), "withdraw", "draw", 0)
    assert says(played(withdrawn, "a1 b1"), "offer", "draw", 0).offers, "it was not declined"
    match, quiet = refused, 0
    while quiet < REOFFER_AFTER_MOVES:
        assert rule(match, "offer", "draw", 0) == "offered_before"
        assert match.why_not_offer("draw", 1) is None, "nobody has declined theirs"
        match, quiet = played(match, match.legal[-1]), quiet + 1
    assert match.outcome is None
    declined = says(says(match, "offer", "draw", 0), "decline", "draw", 1)
    assert rule(played(declined, declined.legal[-1]), "offer", "draw", 0) == "offered_before"


@pytest.mark.parametrize(("seat", "count", "told"), [(0, 2, ()), (1, 1, ("c3 c4",))])
def test_a_takeback_goes_back_to_the_last_turn_of_who_asked(
    match: Match, seat: Seat, count: int, told: tuple[str, ...]
) -> None:
    asked = says(match, "offer", "takeback", seat)
    assert asked.accepting("takeback", 1 - seat) == f"takeback {count}"
    back = says(asked, "accept", f"takeback {count}", 1 - seat)
    assert (back.turn, back.told(None), back.offers) == (seat, told, ())
    assert back.ply == 4
    assert not back.redoable
    assert not back.abortable


def test_what_was_shown_cannot_be_unseen() -> None:
    assert [SHOWN.takeback(seat) for seat in (0, 1)] == [0, 0]
    later = played(SHOWN, "a1 b1")
    assert later.takeback(0) == 1
    assert later.takeback(1) == 0


def test_a_move_meant_for_an_earlier_ply_is_taken_when_only_offers_came_since(match: Match) -> None:
    chatty = says(says(says(match, "offer", "draw", 1), "withdraw", "draw", 1), "offer", "takeback", 1)
    chatty = says(chatty, "decline", "takeback", 0)
    for ply in range(2, 7):
        after = chatty.then(entry(chatty, "move", "a1 b1", ply=ply, at=50))
        assert after.last == Entry(6, 0, "move", "a1 b1", START + 50)
        assert after.ply == 7
    with pytest.raises(Stale, match="ply 1, but the match is at 6"):
        chatty.then(entry(chatty, "move", "a1 b1", ply=1, at=50))


def test_a_move_is_stale_after_a_takeback_and_not_after_a_pause(match: Match) -> None:
    back = says(says(match, "offer", "takeback", 1), "accept", "takeback 1", 0)
    with pytest.raises(Stale):
        back.then(entry(back, "move", "b3 c3", ply=3, at=50))
    paused = match.then(entry(match, "pause", "1"))
    moved = paused.then(entry(paused, "move", "a1 b1", ply=2, at=50))
    assert moved.last == Entry(3, 0, "move", "a1 b1", START + 50)
