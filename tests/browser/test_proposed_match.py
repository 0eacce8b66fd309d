"""What the page proposes a match with, and what it does where that cannot be had."""

from playwright.async_api import expect
from tests.browser.conftest import People

# Proved: `agnes solve sorel 2`.
LOST_SOREL = "2"


async def test_matches_count_time_and_can_be_won_unless_one_chooses_otherwise(people: People) -> None:
    ann = await people.person("Ann", 390, 844, touch=True)
    await ann.page.goto("/#friends")
    winnable, bonus = ann.part("winnable"), ann.part("time_bonus")
    await expect(ann.part("deals-3")).to_be_checked()
    for box in (winnable, bonus):
        await expect(box).to_be_visible()
        await expect(box).to_be_checked()
    await ann.press("deals-1")
    for box in (winnable, bonus):
        await expect(box).not_to_be_checked()
    await ann.press("deals-5")
    for box in (winnable, bonus):
        await expect(box).to_be_checked()
    await bonus.uncheck()
    await ann.press("deals-1")
    await ann.press("deals-3")
    await expect(winnable).to_be_checked()
    await expect(bonus).not_to_be_checked()

    await ann.part("name").fill("Ann")
    await ann.press("make-race")
    await ann.phase("lobby")
    await expect(ann.part("terms")).to_contain_text("a deal that can be won")
    await expect(ann.part("terms")).not_to_contain_text("Time bonus")


async def test_where_no_such_deal_is_to_be_had_the_next_press_takes_any(people: People) -> None:
    ann = await people.person("Ann", 390, 844, touch=True)
    await ann.page.goto("/#friends")
    await ann.press("game-sorel")
    await ann.part("bots").select_option("1")
    await ann.part("name").fill("Ann")
    await ann.part("more-options").locator("summary").click()
    await ann.part("deal").fill(LOST_SOREL)
    await ann.press("make-race")

    await expect(ann.part("error")).to_contain_text("“Only deals that can be won” is switched off")
    assert [complaint for complaint in ann.complaints if "422" not in complaint] == []
    ann.complaints.clear()  # the browser notes each refused request
    await expect(ann.part("winnable")).not_to_be_checked()
    await expect(ann.part("time_bonus")).to_be_checked()
    await ann.press("make-race")
    await ann.phase("lobby")
    await expect(ann.part("seat")).to_have_count(2)
    await expect(ann.part("terms")).to_contain_text("match of 3 deals")
    await expect(ann.part("terms")).not_to_contain_text("a deal that can be won")


async def test_a_face_down_reserve_is_proposed_without(people: People) -> None:
    ann = await people.person("Ann", 390, 844, touch=True)
    await ann.page.goto("/#friends")
    await ann.part("more-options").locator("summary").click()
    await ann.press("face_down")
    await expect(ann.part("winnable")).not_to_be_checked()
    await expect(ann.part("time_bonus")).to_be_checked()
    await expect(ann.page.locator('[data-option="winnable"]')).to_contain_text("there may be none at hand")
    await ann.press("game-sorel")
    await expect(ann.part("winnable")).to_be_checked()


async def test_of_each_level_it_is_said_how_good_it_is(people: People) -> None:
    ann = await people.person("Ann", 390, 844, touch=True)
    await ann.page.goto("/#friends")
    said = ann.part("level-said")
    await expect(said).to_be_hidden()
    await ann.part("bots").select_option("1")
    told = set[str]()
    for game in ("bernauer", "sorel"):
        await ann.press(f"game-{game}")
        for level in ("calm", "keen", "strong"):
            await ann.part("bot_level").select_option(level)
            await expect(said).to_contain_text(f"A {level} bot")
            await expect(said).to_contain_text("of 100 deals")
            told.add(await said.inner_text())
    assert len(told) == 6
