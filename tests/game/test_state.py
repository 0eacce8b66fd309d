"""A table as a value: shown, stored and read back."""

from __future__ import annotations

import pytest
from tests.game.tables import play, table

from agnes.game import Game, Options, State, UnreadableState, rules_for
from agnes.game.selfplay import play_out, variants

OPENING = Game.deal(rules_for("bernauer", Options(redeal=True)), 1).state
STORED = OPENING.encode()


def test_a_state_is_stored_and_read_back() -> None:
    for rules in variants():
        for number in range(1, 11):
            state = play_out(rules, number, limit=number * 12).state
            assert State.decode(state.encode()) == state


def test_the_stored_form() -> None:
    # kept in stores and snapshots: another form needs another version
    assert STORED == (
        "1/j/0010/l,gW,rVE,KMmD,izLZC,oenOya,xGRcvXN/d,A,q,T,P,w,Q/hBktsUuYFpHJSIbf/7212891403a2/0/0"
    )


def test_equal_tables_are_equal_and_hash_alike() -> None:
    other = play(Game.deal(rules_for("bernauer", Options(redeal=True)), 1), "D", "U").state
    assert other == OPENING
    assert hash(other) == hash(OPENING)
    assert len({other, OPENING}) == 1


FIELDS = STORED.split("/")


def with_field(index: int, text: str) -> str:
    return "/".join([*FIELDS[:index], text, *FIELDS[index + 1 :]])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1",
        STORED + "/",
        STORED + "\n",
        with_field(0, "2"),
        with_field(1, ""),
        with_field(1, "!"),
        with_field(2, "001"),
        with_field(2, "00e0"),
        with_field(2, "0020"),
        with_field(3, FIELDS[3][2:]),
        with_field(3, FIELDS[3] + ","),
        with_field(4, ""),
        with_field(5, FIELDS[5][:-1]),
        with_field(5, FIELDS[5][:-1] + FIELDS[5][0]),
        with_field(6, "-1"),
        with_field(6, "x"),
        with_field(6, "fffffffffffff"),
        with_field(7, "01"),
        with_field(7, "-1"),
        with_field(8, "\u0661"),
        with_field(8, "9" * 5000),
    ],
    ids=lambda text: ascii(text)[:24],
)
def test_another_text_is_no_state(text: str) -> None:
    with pytest.raises(UnreadableState) as caught:
        State.decode(text)
    assert caught.value.value == text
    assert str(caught.value).startswith("stored state ")
    assert str(caught.value).isascii()
    assert len(str(caught.value)) < 160


def test_a_view_is_the_viewers_own() -> None:
    game = table("sorel", columns={1: "9H 8H"}, stock="KH KD", open_stock=True)
    view = game.state.view()
    view.tableau[0].clear()
    view.open_stock.clear()
    assert game.state.view().tableau[0] == ["9H", "8H"]
    assert game.state.view().open_stock == ["KH", "KD"]


def test_foundations_are_counted_by_suit() -> None:
    state = table("sorel", base="5", up={"S": 3, "D": 13}).state
    assert list(state.view().foundations.items()) == [("C", 0), ("D", 13), ("H", 0), ("S", 3)]
    assert (state.score, state.opened, state.view().score) == (16, 2, 16)
