"""What a table says to somebody new, and what one sets for a device."""

import pytest
from playwright.async_api import expect
from tests.browser.conftest import People
from tests.browser.test_table import DEAL, dealt


@pytest.mark.parametrize("game", ["bernauer", "sorel"])
async def test_the_table_explains_itself_once(people: People, game: str) -> None:
    ann = await people.person("Ann", 320, 568, touch=True, new=True)
    await ann.call_me()
    await ann.open_race(await ann.make_race(game=game, deal=DEAL, seats=1))
    for step in ("foundations", "columns", "spaces", "deal"):
        await expect(ann.part("coach")).to_have_attribute("data-step", step)
        await ann.press("coach-next")
    await expect(ann.part("coach")).to_be_hidden()
    await ann.open_race(await ann.make_race(game=game, deal=DEAL, seats=1))
    await ann.phase("running")
    await ann.sees(dealt(game))
    await expect(ann.part("coach")).to_be_hidden()


async def test_who_plays_on_is_not_held_up(people: People) -> None:
    ann = await people.person("Ann", 390, 844, touch=True, new=True)
    await ann.call_me()
    await ann.open_race(await ann.make_race(game="bernauer", deal=DEAL, seats=1))
    await expect(ann.part("coach")).to_have_attribute("data-step", "foundations")
    game = dealt()
    await ann.sees(game)
    await ann.tap_move(game, "T1>F")
    game, _ = game.play("T1>F")
    await ann.sees(game)
    await expect(ann.part("coach")).to_have_attribute("data-step", "columns")
    await ann.press("coach-skip")
    await expect(ann.part("coach")).to_be_hidden()
    # The column that is empty now says what it takes.
    await expect(ann.page.locator('.pile[data-pile="T1"] .takes')).to_have_text("takes Js")


async def test_settings_are_kept_on_the_device(people: People) -> None:
    ann = await people.person("Ann")
    await ann.call_me()
    code = await ann.make_race(game="bernauer", deal=DEAL, seats=1)
    await ann.open_race(code)
    await ann.press("more")
    await ann.press("open-settings")
    for what in ("set-four-colours", "set-left-handed", "set-speed-off", "set-sound"):
        await ann.press(what)
    await ann.press("settings-done")
    await ann.page.reload()
    await ann.phase("running")
    html = ann.page.locator("html")
    await expect(html).to_have_attribute("data-speed", "off")
    await expect(html).to_have_attribute("data-four-colours", "")
    stock = await ann.page.locator('.pile[data-pile="S"]').bounding_box()
    club = await ann.page.locator('.pile[data-suit="C"]').bounding_box()
    assert stock is not None
    assert club is not None
    assert stock["x"] > club["x"]
