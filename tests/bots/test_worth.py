"""What counts as better."""

from __future__ import annotations

import pytest
from tests.bots.tables import every_variant, met_by_chance
from tests.game.tables import table

from agnes.bots.seen import seen_of
from agnes.bots.ways import Ways, position_of
from agnes.bots.worth import Weights, Worth, weights_for, with_whims
from agnes.game import Game, Rules, rules_for

NOTHING = Weights(0, 0, 0, 0, 0, 0, 0, 0)


def counted(game: Game, what: str) -> int:
    """How many units of one weight are counted on the table."""
    seen = seen_of(game.state)
    ways = Ways(game.rules, game.state.base)
    return Worth(ways, NOTHING._replace(**{what: 1}), seen.unseen)(position_of(seen))


@pytest.mark.parametrize(
    ("what", "count"),
    [("up", 3), ("spaces", 4), ("reserve", 3), ("breaks", 2), ("blocking", 3), ("blocking_suit", 2)],
)
def test_what_is_counted(what: str, count: int) -> None:
    game = table(
        "bernauer",
        up={"C": 2, "H": 1},
        columns={1: "9H 8S 7H", 2: "5S TS JD", 3: "8D 9D"},  # blocking: TS, JD and 9D; in the suit TS and 9D
        reserve={1: "2C 4D", 3: "QS"},
    )
    assert counted(game, what) == count + (1 if what == "breaks" else 0)


def test_units_on_top_of_a_card_that_is_next_are_counted() -> None:
    game = table("bernauer", up={"C": 1}, columns={1: "6C TH 9S 2D", 2: "5S"}, reserve={1: "5H 2C 3C"})
    assert counted(game, "above_next") == 2 + 2


def test_cards_that_would_be_welcome_are_counted_as_a_share() -> None:
    game = table("sorel", up={"C": 1}, columns={i: "9H" if i == 1 else f"{i}S" for i in range(1, 8)})
    stocked = table(
        "sorel",
        up={"C": 1},
        columns={i: "9H" if i == 1 else f"{i}S" for i in range(1, 8)},
        stock="6C 8D KD QD",
    )
    seen = seen_of(stocked.state)
    ways = Ways(game.rules, game.state.base)
    assert Worth(ways, NOTHING._replace(welcome=100), seen.unseen)(position_of(seen)) == 50
    assert counted(game, "welcome") == 0


@every_variant
def test_a_position_is_worth_the_same_whatever_was_judged_before(rules: Rules) -> None:
    games = list(met_by_chance(rules, 5009))
    ways = Ways(rules, games[0].state.base)
    judge = Worth(ways, weights_for(rules), ())
    worths = [judge(position_of(seen_of(game.state))) for game in games]
    assert worths == [Worth(ways, weights_for(rules), ())(position_of(seen_of(game.state))) for game in games]
    assert len(set(worths)) > 5


def test_whims_stay_within_what_is_allowed() -> None:
    plain = weights_for(rules_for("bernauer"))
    changed = [with_whims(plain, seed, 20) for seed in range(50)]
    assert len(set(changed)) == 50
    for weights in changed:
        for one, other in zip(weights, plain, strict=True):
            assert abs(one - other) <= abs(other) * 0.2 + 1
    assert with_whims(plain, 1, 0) == plain
