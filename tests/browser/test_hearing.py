"""The table for those who listen, and for those who play by keys."""

import pytest
from playwright.async_api import expect
from tests.browser.conftest import People
from tests.browser.person import Person
from tests.browser.test_table import alone, dealt


@pytest.fixture
async def ann(people: People) -> Person:
    person = await people.person("Ann", 390, 844)
    await person.call_me()
    await alone(person)
    return person


async def test_piles_are_read_in_order_innermost_card_first(ann: Person) -> None:
    read = await ann.table().aria_snapshot()
    lines = [line.strip("- ").strip("'") for line in read.splitlines()[1:]]
    assert lines[:8] == [
        'button "Stock, 3 rows left. Deal a row."',
        'button "Foundation of clubs, empty, begins with the queen"',
        'button "Foundation of diamonds, empty, begins with the queen"',
        'button "Foundation of hearts, empty, begins with the queen"',
        'button "Foundation of spades, queen on top, takes the king"',
        'button "queen of clubs, on top of column 1"',
        'button "four of diamonds, column 2"',
        'button "ten of clubs, on top of column 2"',
    ]
    assert lines[-1] == 'button "ace of hearts, on top of reserve 7"'


async def test_a_card_goes_up_by_keys_and_is_named(ann: Person) -> None:
    await ann.page.keyboard.press("1")
    await expect(ann.page.locator(":focus")).to_have_attribute("data-card", "QC")
    await ann.page.keyboard.press("f")
    game, _ = dealt().play("T1>F")
    await ann.sees(game)
    await expect(ann.page.locator("#spoken")).to_contain_text("queen of clubs to the foundation: 2 cards up.")
    await expect(ann.page.locator(":focus")).to_have_attribute("data-pile", "T1")


async def test_how_one_stands_is_said_when_asked(ann: Person) -> None:
    await ann.page.keyboard.press("s")
    await expect(ann.page.locator("#spoken")).to_contain_text("wanted next: queen of clubs")


async def test_an_undo_that_there_is_not_says_why(ann: Person) -> None:
    await ann.part("action-U").click(force=True)
    await expect(ann.part("slip")).to_contain_text("nothing to take back")
