"""Deals of Four Horsemen: the same for everybody, with valid horsemen."""

from __future__ import annotations

import pytest

from engine import Game, Rng
from engine.cards import CARDS
from engine.four_horsemen.notation import show
from engine.four_horsemen.position import State, cards_in, worth
from tests.engine.four_horsemen.tables import BOTH, OPEN
from tests.rows import each_row

POSITION_BY_DEAL: dict[int | bytes, str] = {
    0: """9S9D,QC7D,8D6H,KH2C - 7S - JS3C5H3SXDQSKC4S2HKSJDKDQHJC7CASADXC9H5S6S5D
        4DXH2S8S4H6D3H4C9CQDAHACXS5C6C7H8HJH3D8C2D - r0""",
    1: """5HAH,9D4C,3S6C,XC2D - 3H - KS7D6SXH5DKH8CJCJSQSXDAC2H4H9S9C2CJHAD7C8H6D
        QCKD4S7S4D3D2S3CQD6H9H8D5CXSJD7H5SQHKCAS8S - r0""",
    4294967295: """JD5C,4D2C,4H7S,5D4S - KH - QDQHQS6H9HXC9CKSAH3D2DXDQCJH2S7C6D9S3H7HKDXS
        5H8DASKC9DAD4C6SJC8H5SJSXH3C2H8C7D8S3S6CAC - r0""",
    bytes(16): """3SAH,KH9S,7CAS,KC6D - 3H - 5S2CKS8CXH3C5H7S9DQC6S5DQS4SJC6HJDXC7DQH2SJH
        7HXD5CKD8S9H9CAD4D8H4HJS4C6C8D3DXSQD2D2HAC - r0""",
    bytes(range(16)): """6S6D,KD4H,7D6H,XC8C - 3H - 8S8H5HJH9CJD2C9DXD7HKCQD5CJC7CAH8DQSADXS4SJS
        6C2S5DAS4C7S9S2DAC3C9H4D2H5SQHXHQCKSKH3D3S - r0""",
    bytes([255] * 16): """KH2D,3HAH,8S2C,2S6D - 4D - 8DXC2HKD9D8H7D4H5SJCKSAD5CXDQCQD5H4C8C7SAS9C
        3S7HKCQSQH4SJS6HJHXH9S9H6C3DACXS5D7C6S3CJD - r0""",
}


@BOTH
@pytest.mark.parametrize(
    "deal", POSITION_BY_DEAL, ids=lambda deal: deal.hex() if isinstance(deal, bytes) else deal
)
def test_a_deal_is_the_same_for_everybody_for_ever(game: Game[State], deal: int | bytes) -> None:
    assert show(game.start(deal)) == POSITION_BY_DEAL[deal].replace("\n        ", "")


@pytest.mark.slow
def test_every_deal_has_four_valid_horsemen_a_reserve_and_43_cards() -> None:
    replaced, values = 0, set()
    for deal in range(1000):
        state = OPEN.start(deal)
        assert [len(cards_in(pair)) for pair in state.horsemen] == [2, 2, 2, 2]
        assert all(14 <= worth(pair) <= 139 and pair[2] not in "JQK" for pair in state.horsemen)
        assert (state.stacks, state.hand, state.discard, state.taken) == ((), (), (), False)
        assert len(state.deck) == 43
        dealt = [*cards_in("".join(state.horsemen)), state.reserve, *state.deck]
        assert sorted(dealt) == sorted(CARDS)
        replaced += list(Rng(deal).shuffled(CARDS)[0]) != dealt
        values |= {worth(pair) for pair in state.horsemen}
    assert 0.6 < replaced / 1000 < 0.75  # 1 - P(four units cards from A to X, none under 14)
    assert min(values) == 14
    assert max(values) == 139
    assert {100, 110, 120, 130} <= values


@each_row(
    "pair, value",
    [("XCXD", 100), ("QCAD", 121), ("KS9H", 139), ("AC4D", 14), ("2D7D", 27), ("AHXD", 10), ("JC5C", 115)],
)
def test_a_horseman_is_worth_ten_times_the_tens_card_and_the_units_card(pair: str, value: int) -> None:
    assert worth(pair) == value
