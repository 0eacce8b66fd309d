"""The table for those who enlarge it much, and for those whose system sets the colours."""

import pytest
from playwright.async_api import expect
from tests.browser.conftest import People
from tests.browser.person import Person
from tests.browser.test_table import alone

_FELT = "(table) => table.getBoundingClientRect().height"
_SHADOW = "(ring) => getComputedStyle(ring).boxShadow"
_GROUND = "(words) => getComputedStyle(words).backgroundColor"


@pytest.fixture
async def ann(people: People) -> Person:
    return await people.person("Ann")


async def test_a_screen_enlarged_four_times_has_a_table_to_play_on(ann: Person) -> None:
    """1280 by 800 at 400 %: lower than the table, which is scrolled."""
    await ann.page.set_viewport_size({"width": 320, "height": 200})
    await ann.call_me()
    await alone(ann)
    assert await ann.table().evaluate(_FELT) > 300
    await ann.part("action-D").scroll_into_view_if_needed()
    await expect(ann.part("action-D")).to_be_in_viewport()
    await expect(ann.part("clock")).not_to_be_in_viewport()


async def test_what_shadows_and_grounds_tell_is_told_in_the_systems_colours(ann: Person) -> None:
    await ann.page.emulate_media(forced_colors="active")
    await ann.page.goto("/")
    switch = ann.page.locator(".game-switch span")
    await expect(switch).to_have_count(2)
    chosen, other = [await one.evaluate(_GROUND) for one in await switch.all()]
    assert chosen != other
    await ann.call_me()
    await alone(ann)
    await ann.page.keyboard.press("1")
    await ann.page.keyboard.press("Enter")
    assert await ann.page.locator(".ring").first.evaluate(_SHADOW) != "none"
