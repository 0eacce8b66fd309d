"""What becomes of races that are to have a deal proved winnable while none is at hand."""

from dataclasses import replace

import pytest
from tests.service.test_recount import stores_on

from agnes.game import Rules
from agnes.protocol.race import NewRace
from agnes.race import Race, Refused, Seat, Step, Terms
from agnes.race.match import Match
from agnes.service.keeping import Keeping
from agnes.service.making import Making
from agnes.service.winnable import Winnable
from agnes.store.database import Database
from agnes.store.races import Stored


class NoneAtHand(Winnable):
    def __init__(self) -> None:
        pass

    async def proved(self, rules: Rules) -> int:
        raise Refused("no-proved-deal", "None.")


class Untold(Keeping):
    """Nobody is told of a race that is saved."""

    def __init__(self) -> None:
        pass

    async def save(self, before: Stored | None, step: Step) -> Stored:
        return Stored(step.race, 1, {})


@pytest.fixture
def making(database: Database) -> Making:
    return Making(stores_on(database), Untold(), NoneAtHand())


@pytest.mark.parametrize("number", [1, 3], ids=["the next deal", "a new match"])
async def test_those_who_have_played_go_on_with_any_deal(making: Making, number: int) -> None:
    terms = Terms("bernauer", winnable=True, time_bonus=True, deals=3)
    over = Race("old", terms, "5", "", 0, seats=(Seat("ann", "Ann", 1),), host="ann", match=Match(3, number))
    made = (await making.rematch_of(over, "ann")).race
    assert made.terms == replace(terms, winnable=False)
    assert made.match == Match(3, number % 3 + 1)


async def test_a_new_race_is_refused(making: Making) -> None:
    wish = NewRace(game="bernauer", winnable=True, deals=3)
    with pytest.raises(Refused) as refused:
        await making.make(wish, "ann", "Ann")
    assert refused.value.reason == "no-proved-deal"
