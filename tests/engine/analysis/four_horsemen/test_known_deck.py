"""Four Horsemen by counts, the waiting player, and the search with a known deck, checked by the rules."""

from __future__ import annotations

import re
from collections.abc import Hashable
from pathlib import Path
from random import Random

import pytest

from engine import OPENING, Rng
from engine.analysis.four_horsemen import __main__ as programs
from engine.analysis.four_horsemen import waiting
from engine.analysis.four_horsemen.known_deck import solve
from engine.analysis.four_horsemen.model import Beat, Move, after, moves, spelled, table_of
from engine.cards import CARDS, NUMBER
from engine.four_horsemen.position import State
from engine.four_horsemen.rules import can_defeat, key
from tests.engine.four_horsemen.tables import OPEN, states, table, unseen
from tests.soak import size

ROOT = Path(__file__).parents[4]
TRUTH = (ROOT / "docs/truth.md").read_text()


def small_table(chance: Random) -> State:
    """Return one or two horsemen, up to four stacks and at most eight more cards, all of them known."""
    cards = chance.sample(CARDS, len(CARDS))
    horsemen, stacks = list[str](), list[str]()
    for _ in range(chance.randrange(1, 3)):
        pair = [card for card in cards if card[0] in "23456789"][:2]
        horsemen.append("".join(pair))
        cards = [card for card in cards if card not in pair]
    for _ in range(chance.randrange(1, 5)):
        suited = [card for card in cards if card[1] == cards[0][1]][:2]
        stacks.append("<".join(suited))
        cards = [card for card in cards if card not in suited]
    reserve, deck = chance.choice([cards[0], "-"]), cards[1 : chance.randrange(3, 9)]
    four = ",".join([*horsemen, "-", "-", "-"][:4])
    return table(four, ",".join(stacks) or "-", reserve, deck="".join(deck))


def can_be_won(state: State, met: dict[Hashable, bool]) -> bool:
    """Search exhaustively by the rules: a plain second search."""
    ended = OPEN.outcome(state)
    if ended:
        return ended.winner == 0
    known = key(state)
    if known not in met:
        tried = [move for move in OPEN.legal(state) if not move.endswith(OPENING)]
        met[known] = any(
            can_be_won(OPEN.apply(state, move), met) for move in (*OPEN.completions(state), *tried)
        )
    return met[known]


def test_every_move_by_counts_is_one_of_the_rules_with_the_same_effect() -> None:
    tried = set[type]()
    for state in states(OPEN, size(40, 4)):
        for move in moves(table_of(state)):
            words = spelled(state, move)
            assert OPEN.permits(state, words), (OPEN.show(state), words)
            assert after(table_of(state), move) == table_of(OPEN.apply(state, words))
            tried.add(type(move))
    assert tried == {str, int, Beat}


def test_every_move_of_the_rules_is_one_by_counts() -> None:
    for state in states(OPEN, size(40, 4)):
        found: list[Move] = moves(table_of(state))
        assert any(isinstance(move, Beat) for move in found) == can_defeat(state)
        legal = [move for move in OPEN.legal(state) if not move.endswith(OPENING)]
        by_counts = {move if not move.startswith("play ") else NUMBER[move[5]] for move in legal}
        assert {move for move in found if not isinstance(move, Beat)} == by_counts


def test_what_is_advised_does_not_depend_on_the_order_of_the_deck() -> None:
    for number, state in enumerate(states(OPEN, size(20, 2))):
        twin = unseen(OPEN, state, None, Rng(number))
        assert waiting.advise(table_of(state)) == waiting.advise(table_of(twin))


def test_who_waits_keeps_a_horseman_until_all_can_be_defeated_or_five_stacks_stand() -> None:
    few = table("2D7D,KD9D,-,-", "9C<JC,3S<4S", "5H", deck="QC6C")
    assert waiting.advise(table_of(few)) == "draw"
    one = table("2D7D,-,-,-", "9C<JC,3S<4S", "5H", deck="QC6C")
    assert waiting.advise(table_of(one)) == Beat(27, (3, 9))
    five = table("2D7D,KD9D,-,-", "9C<JC,3S<4S,AC<2C,AH<2H,AS<2S", "5H", deck="QC6C")
    assert waiting.advise(table_of(five)) == Beat(27, (3, 9))


@pytest.mark.slow
def test_with_a_known_deck_a_plain_search_by_the_rules_finds_the_same_verdicts() -> None:
    chance, verdicts = Random(11), list[str]()
    while len(verdicts) < size(1000, 80):
        state = small_table(chance)
        if OPEN.outcome(state):
            continue
        found = solve(table_of(state))
        assert (found.verdict == "winnable") == can_be_won(state, {}), OPEN.show(state)
        for move in found.line:
            state = OPEN.play(state, spelled(state, move))
        assert bool(found.line) == (OPEN.score(state)[0] == 4)
        verdicts.append(found.verdict)
    assert set(verdicts) == {"winnable", "lost"}
    assert min(map(verdicts.count, set(verdicts))) > len(verdicts) // 8


def test_a_limit_is_never_taken_for_a_loss() -> None:
    found = solve(table_of(OPEN.start(0)), limit=5)
    assert (found.verdict, found.line, found.tables) == ("unknown", (), 5)


def test_the_rules_play_the_line_that_wins_a_deal() -> None:
    assert all(programs.winnable(deal) for deal in range(size(100, 3)))


@pytest.mark.soak
def test_the_program_prints_what_is_published(capsys: pytest.CaptureFixture[str]) -> None:
    deals = size(400, 3)
    programs.main([str(deals)])
    printed = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in printed] == ["the deck known", *programs.PLAYERS]
    assert all(f" of {deals}, " in line for line in printed)
    assert deals < 400 or all(line in TRUTH for line in printed), printed


def test_the_help_says_what_is_published() -> None:
    said = (ROOT / "static/games/four_horsemen/help.en.json").read_text()
    won = dict(re.findall(r"^    ([a-z -]+): won (\d+) of 400", TRUTH, re.MULTILINE))
    assert f"as soon as possible won {won['one-ply']};" in said
    assert f"five stacks stand, won {won['waiting']}." in said
