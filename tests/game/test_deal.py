"""Deal numbers lay out what PySolFC lays out, and say so when they are none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from agnes.game import Game, InvalidDealNumber, Options, parse_deal_number, rules_for
from agnes.game.cards import texts
from agnes.game.deal import HIGHEST, dealing_order

DATA = Path(__file__).parent / "data"
DEALS: dict[str, Any] = json.loads((DATA / "deals.json").read_text())
CHOSEN: list[dict[str, Any]] = json.loads((DATA / "deals_chosen.json").read_text())["deals"]


def laid_out(game: Game) -> dict[str, Any]:
    """An opening in the shape of the vectors, without looking at what is hidden."""
    state = game.state
    return {
        "base": state.view().base_card,
        "columns": [list(texts(column)) for column in state.columns],
        "reserve": [card for pile in state.reserve for card in texts(pile)],
        "stock": list(texts(state.stock)),
    }


@pytest.mark.parametrize("name", ["bernauer", "sorel"])
def test_the_layout_is_pysolfcs(name: str) -> None:
    assert len(DEALS[name]) == 40
    for vector in DEALS[name]:
        game = Game.deal(rules_for(name), parse_deal_number(vector["number"]))
        expected = {key: vector.get(key, []) for key in ("base", "columns", "reserve", "stock")}
        assert laid_out(game) == expected, vector["number"]


@pytest.mark.parametrize("name", ["bernauer", "sorel"])
def test_later_rows_are_pysolfcs(name: str) -> None:
    for vector in DEALS[name]:
        game = Game.deal(rules_for(name), parse_deal_number(vector["number"]))
        for row in vector["deals"]:
            game, change = game.play("D")
            assert [step.cards for step in change.steps] == [(card,) for card in row]
            assert [step.target[1] for step in change.steps] == list("1234567"[: len(row)])
        assert game.state.stock == ()


def test_the_layout_with_a_chosen_base() -> None:
    assert len(CHOSEN) == 36
    for vector in CHOSEN:
        rules = rules_for(vector["game"], Options(base=vector["chosen"]))
        game = Game.deal(rules, parse_deal_number(vector["number"]))
        expected = {key: vector.get(key) or [] for key in ("base", "columns", "reserve", "stock")}
        assert laid_out(game) == expected, vector


def test_the_shuffle_changes_at_32000() -> None:
    # pysol-cards' own shuffle() takes the old generator for 32000 too; PySolFC does not
    assert texts(dealing_order(32000)[28:35]) == ("AD", "QH", "TC", "4C", "AH", "JD", "4S")


@pytest.mark.parametrize("number", [1, 2, 31999, 32000, 2**32, 2**64, HIGHEST])
def test_a_deal_has_every_card_once(number: int) -> None:
    assert sorted(dealing_order(number)) == list(range(52))


def test_an_opening() -> None:
    state = Game.deal(rules_for("bernauer"), 1).state
    assert (state.score, state.opened, state.rows, state.redeals) == (1, 1, 0, 0)
    assert [len(column) for column in state.columns] == [1, 2, 3, 4, 5, 6, 7]
    view = state.view()
    assert (view.base, view.base_card) == ("T", "TH")
    assert view.foundations == {"C": 0, "D": 0, "H": 1, "S": 0}
    assert (view.stock, view.open_stock) == (16, [])
    assert state.hidden_from_player() == frozenset(texts(state.stock))


def test_sorel_has_no_reserve() -> None:
    view = Game.deal(rules_for("sorel"), 1).state.view()
    assert (view.reserve, view.stock, view.open_stock) == ([], 23, [])


@pytest.mark.parametrize("text", ["1", "31999", "9" * 21, "9007199254740993"])
def test_a_number_is_read(text: str) -> None:
    assert str(parse_deal_number(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0",
        "007",
        "-5",
        "+5",
        " 5",
        "5 ",
        "5\n",
        "1.5",
        "1_000",
        "ms5",
        "1e3",
        "\u0663",
        "\uff15",
        "9" * 22,
    ],
)
def test_another_text_is_not(text: str) -> None:
    with pytest.raises(InvalidDealNumber, match="give 1 to 21 digits"):
        parse_deal_number(text)


@pytest.mark.parametrize("number", [0, -1, HIGHEST + 1])
def test_a_number_out_of_range_is_not_dealt(number: int) -> None:
    with pytest.raises(InvalidDealNumber):
        Game.deal(rules_for("sorel"), number)
