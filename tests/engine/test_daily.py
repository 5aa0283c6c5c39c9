"""Daily deals: candidates, the choice among them, and the command that repeats it."""

from __future__ import annotations

import hmac
import json

import pytest

from engine import GAMES
from engine.__main__ import main
from engine.daily import (
    MAX_CANDIDATES,
    Certified,
    Passed,
    candidate,
    certify,
    first_with_a_move,
    has_daily_deal,
)

SECRET, DATE = bytes(31) + b"\7", "2026-11-30"
CASTLE, HIDDEN = GAMES["beleaguered_castle"], GAMES["four_horsemen"]
CASTLES = {"beleaguered_castle", "citadel", "streets_and_alleys"}
NODES = 5_000


def test_a_candidate_is_an_hmac_of_the_id_the_date_and_its_number() -> None:
    for number, text in enumerate((f"{CASTLE.id} {DATE}", f"{CASTLE.id} {DATE} 1", f"{CASTLE.id} {DATE} 2")):
        digest = hmac.digest(SECRET, text.encode(), "sha256")
        assert candidate(CASTLE, SECRET, DATE, number) == int.from_bytes(digest[:4], "big")
    digest = hmac.digest(SECRET, f"{HIDDEN.id} {DATE}".encode(), "sha256")
    assert candidate(HIDDEN, SECRET, DATE, 0) == digest[:16]


def test_the_first_candidate_that_can_be_won_is_dealt() -> None:
    choosing = certify(CASTLE, SECRET, DATE, 1, NODES)
    assert next(choosing) == candidate(CASTLE, SECRET, DATE, 0)
    assert choosing.send("lost") == candidate(CASTLE, SECRET, DATE, 1)
    assert choosing.send("unknown") == candidate(CASTLE, SECRET, DATE, 2)
    with pytest.raises(StopIteration) as chosen:
        choosing.send("winnable")
    assert chosen.value.value == Certified(2, 1, NODES, (Passed(0, "lost"), Passed(1, "unknown")))


def test_after_twenty_candidates_nothing_is_promised() -> None:
    choosing = certify(CASTLE, SECRET, DATE, 1, NODES)
    next(choosing)
    for _ in range(MAX_CANDIDATES - 1):
        choosing.send("unknown")
    with pytest.raises(StopIteration) as chosen:
        choosing.send("lost")
    assert chosen.value.value is None


def test_hidden_deals_are_not_certified() -> None:
    with pytest.raises(ValueError, match="hides cards"):
        next(certify(HIDDEN, SECRET, DATE, 1, NODES))


def test_the_command_repeats_the_searches_of_a_day(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["daily", SECRET.hex(), DATE, "--nodes", str(NODES)]
    assert main([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["deals"]
    assert {rules for rules, one in found.items() if "nodes" in one} == CASTLES
    assert main(arguments) == 0
    output = capsys.readouterr().out
    for game in GAMES.values():
        if has_daily_deal(game):
            one = found[game.id]
            number = one["number"] if "nodes" in one else first_with_a_move(game, SECRET, DATE)
            deal = candidate(game, SECRET, DATE, number)
            shown = deal.hex() if isinstance(deal, bytes) else deal
            assert one["deal"] == shown
            assert f"{game.id}: {shown}" in output
