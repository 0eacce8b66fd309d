"""The first minute: from a link to a seat, what a table says to somebody new, what one sets for a device."""

import time

import pytest
from playwright.async_api import expect
from tests.browser.conftest import People
from tests.browser.test_table import DEAL, dealt

SEATED_S = 5
BASE = "7"
LAST_COLUMN = '[data-in="T7"]'
CARDS = "(cards) => cards.map(({ dataset }) => dataset.index + dataset.card).sort()"
# Cards and piles that lie under the words, wholly or in part, where they come to rest.
HIDDEN_BY_COACH = """async () => {
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    const words = document.querySelector(".coach").getBoundingClientRect();
    const under = (box) =>
        box.left < words.right && box.right > words.left && box.top < words.bottom && box.bottom > words.top;
    const lying = [...document.querySelectorAll(".table.bound :is(.card, .pile)")];
    const hidden = lying.filter((element) => under(element.getBoundingClientRect()));
    return hidden.map(({ ariaLabel }) => ariaLabel);
}"""
# Proved: `agnes solve sorel 2`.
LOST_SOREL = "2"


async def test_from_a_link_to_a_seat(people: People) -> None:
    """One press, by somebody whom neither browser nor server knows, within five seconds."""
    ann, ben = await people.person("Ann"), await people.person("Ben", 390, 844, touch=True, new=True)
    await ann.call_me()
    code = await ann.make_race(game="bernauer", seats=2)
    began = time.monotonic()
    await ben.open_race(code)
    await ben.part("join").tap()
    await expect(ben.part("seat")).to_have_count(2)
    took = time.monotonic() - began
    await expect(ben.part("ready")).to_be_visible()
    assert took <= SEATED_S


async def test_a_first_visit_asks_for_nobody(people: People) -> None:
    """And whoever is known is asked for, however they became so."""
    ann = await people.person("Ann", 390, 844, touch=True)
    asked = list[str]()
    ann.page.on("request", lambda request: asked.append(request.url.rpartition("/api/")[2]))
    await ann.page.goto("/#friends")
    await expect(ann.part("name")).to_be_visible()
    assert "me" not in asked
    await ann.call_me()
    await ann.page.reload()
    await expect(ann.part("change-name")).to_be_visible()
    assert "me" in asked


async def test_the_cards_lie_there_while_the_base_is_chosen_alone(people: People) -> None:
    ann = await people.person("Ann", 390, 844, touch=True)
    await ann.page.goto("/#alone")
    await ann.part("more-options").locator("summary").click()
    layout = ann.part("layout")
    await expect(layout).to_be_hidden()
    await ann.part("base").select_option(BASE)
    await expect(layout.locator(f'[data-in="F"][data-card^="{BASE}"]')).to_have_count(1)
    shown = await layout.locator(LAST_COLUMN).evaluate_all(CARDS)
    await ann.press("play-alone")
    await ann.phase("running")
    assert await ann.table().locator(LAST_COLUMN).evaluate_all(CARDS) == shown


async def test_a_deal_that_cannot_be_won_is_kindly_refused(people: People) -> None:
    ann = await people.person("Ann", 390, 844, touch=True)
    await ann.page.goto("/#alone")
    await ann.press("game-sorel")
    await ann.part("deal").fill(LOST_SOREL)
    await ann.part("more-options").locator("summary").click()
    await ann.press("winnable")
    await ann.press("play-alone")
    await expect(ann.part("error")).to_contain_text("this deal cannot be won")
    assert [complaint for complaint in ann.complaints if "422" not in complaint] == []
    ann.complaints.clear()  # the browser notes each refused request
    await ann.part("winnable").uncheck()
    await ann.press("play-alone")
    await ann.phase("running")


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


@pytest.mark.parametrize(("width", "height"), [(320, 568), (844, 390)])
async def test_the_first_steps_hide_no_card_on_small_screens(width: int, height: int, people: People) -> None:
    ann = await people.person("Ann", width, height, touch=True, new=True)
    await ann.call_me()
    await ann.open_race(await ann.make_race(game="bernauer", deal=DEAL, seats=2, bots=1, study_s=60))
    await ann.press("start")
    await ann.phase("study")
    for step in ("foundations", "columns", "spaces", "deal"):
        await expect(ann.part("coach")).to_have_attribute("data-step", step)
        assert await ann.page.evaluate(HIDDEN_BY_COACH) == []
        await ann.press("coach-next")


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
