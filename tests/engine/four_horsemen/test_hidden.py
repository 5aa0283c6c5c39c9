"""Hidden cards of Four Horsemen: the view shows none, and nothing else discloses one."""

from __future__ import annotations

from collections import Counter

from engine import Rng
from engine.cards import CARDS
from tests.engine.four_horsemen.tables import MEMORY, OPEN, table


def test_the_view_has_the_table_but_not_the_deck() -> None:
    state = table("2D7D,-,AC4D,QCXC", "9C<4CAD,KH<5H", "2H", "8S7S6D", "KSQSAH")
    view = OPEN.view(state, 0)
    discard = list(state.discard)
    assert view == {
        "position": f"2D7D,-,AC4D,QCXC 9C<4CAD,KH<5H 2H 8S7S6D 3 {''.join(discard)} r0",
        "horsemen": [
            {"cards": ["2D", "7D"], "value": 27},
            None,
            {"cards": ["AC", "4D"], "value": 14},
            {"cards": ["QC", "XC"], "value": 120},
        ],
        "stacks": [{"top": "9C", "under": ["4C", "AD"]}, {"top": "KH", "under": ["5H"]}],
        "reserve": "2H",
        "hand": ["8S", "7S", "6D"],
        "tops": ["8S", "7S"],
        "deck": 3,
        "discard": discard,
        "taken": False,
    }


def test_by_memory_cards_under_tops_and_in_the_discard_are_only_counted() -> None:
    state = table("2D7D,-,AC4D,QCXC", "9C<4CAD,KH<5H", "2H", "8S7S6D", "KSQSAH")
    count = len(state.discard)
    view, open_view = MEMORY.view(state, 0), OPEN.view(state, 0)
    assert view["position"] == f"2D7D,-,AC4D,QCXC 9C<??,KH<? 2H 8S7S6D 3 {'?' * count} r0"
    assert view["stacks"] == [{"top": "9C", "under": 2}, {"top": "KH", "under": 1}]
    assert view["discard"] == count
    same = set(view) - {"position", "stacks", "discard"}
    assert {key: view[key] for key in same} == {key: open_view[key] for key in same}


def test_no_card_is_offered_as_a_top_while_six_stacks_stand() -> None:
    stacks = "9C<4C,KH<5H,2S<3S,8D<9D,JC<6C,6H<7H"
    view = OPEN.view(table("2D7D,-,AC4D,QCXC", stacks, "2H", "8S7S6D", "KSQSAH"), 0)
    assert (view["hand"], view["tops"]) == (["8S", "7S", "6D"], [])


def test_at_the_end_of_a_game_by_memory_its_cards_are_shown_but_not_the_deck() -> None:
    state = table("-,-,-,2D7D", "9C<4C,3H<4H,KC<5C", "2H", deck="KS6SQD")
    assert MEMORY.view(state, 0)["stacks"][0] == {"top": "9C", "under": 1}
    won = MEMORY.apply(state, "beat h4 9C*3H")
    view = MEMORY.view(won, 0)
    assert view["stacks"] == [{"top": "KC", "under": ["5C"]}]
    assert view["discard"] == list(won.discard)
    assert view["position"] == f"-,-,-,- KC<5C 2H - 3 {''.join(won.discard)} r0"
    assert MEMORY.view_open is not None, "so are those of a game that was given up"
    assert MEMORY.view_open(state) == OPEN.view(state, 0)


def test_an_empty_deck_is_counted_as_0_and_no_reserve_is_null() -> None:
    state = table("2D7D,-,-,-", hand="9C5C")
    view = OPEN.view(state, 0)
    assert (view["position"].split(" ")[4], view["deck"], view["reserve"]) == ("0", 0, None)
    sampled, _ = MEMORY.sample(MEMORY.view(state, 0), Rng(1))
    assert MEMORY.view(sampled, 0) == MEMORY.view(state, 0)


def test_a_sampled_stack_could_have_been_played() -> None:
    """And two cards of the suit lie under a top as often as the 40 unseen cards have such pairs."""
    state, rng, clubs = (
        table("2D7D,-,AC4D,QCXC", "9C<4CAD,KH<5H", "2H", "8S7S6D", "KSQSAH"),
        Rng(3),
        Counter[int](),
    )
    suited = {card for card in CARDS if card[1] == "C" and card not in MEMORY.view(state, 0)["position"]}
    for _ in range(600):
        sampled, rng = MEMORY.sample(MEMORY.view(state, 0), rng)
        for top, *under in sampled.stacks:
            assert any(card[1] == top[1] for card in under)
        clubs[len(suited.intersection(sampled.stacks[0][1:]))] += 1
    both, one = len(suited) * (len(suited) - 1) / 2, len(suited) * (40 - len(suited))
    assert abs(clubs[2] / 600 - both / (both + one)) < 0.04
