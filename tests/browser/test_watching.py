"""Looking on: without a seat, from the start on, and by the list of public races."""

from playwright.async_api import Playwright, expect
from tests.browser.conftest import People
from tests.browser.crowd import rival
from tests.browser.test_race_pages import DEAL, GAME, LINE
from tests.server import ServerProcess

from agnes.game import Game, Options, rules_for


async def test_a_watcher_sees_boards_once_they_are_dealt_and_nothing_to_press_in_vain(
    people: People, server: ServerProcess, driver: Playwright
) -> None:
    ann, eve = await people.person("Ann"), await people.person("Eve", 390, 844, touch=True)
    ann_id = await ann.call_me()
    await eve.call_me()
    code = await ann.make_race(game=GAME, deal=DEAL, seats=2, study_s=0, visibility="public", watch="live")
    ben = await rival(driver, server, "Ben")
    await ben.sit(code)
    await ann.open_race(code)
    await eve.open_race(code)
    await eve.phase("lobby")
    await ann.press("start")
    await eve.phase("watching")
    await expect(eve.part("result")).to_contain_text("about to start")
    await expect(eve.page.locator(".actions")).to_have_count(0)
    await ann.phase("running")
    await eve.sees(Game.deal(rules_for(GAME, Options(), undo="quiet"), int(DEAL)), ann_id)

    # The list tells the scores, which move while one looks.
    await eve.page.goto("/#watch")
    row = eve.page.locator(f'[data-race="{code}"]')
    await expect(row).to_contain_text("Watch")
    first = row.get_by_test_id("listed-best").get_by_role("listitem").first
    await ben.play(code, LINE[:22])
    await expect(first).to_have_text(f"Ben{Game.replay(rules_for(GAME), int(DEAL), LINE[:22]).score}")


async def test_a_seat_that_a_bot_has_can_be_had_from_the_list(people: People) -> None:
    ann, eve = await people.person("Ann"), await people.person("Eve", 390, 844, touch=True)
    await ann.call_me()
    code = await ann.make_race(game=GAME, seats=2, bots=1, visibility="public")
    await eve.page.goto("/#watch")
    row = eve.page.locator(f'[data-race="{code}"]')
    await expect(row).to_contain_text("1 bot makes room")
    await row.get_by_test_id("join-listed").click()
    await eve.phase("lobby")
    await expect(eve.part("leave")).to_be_visible()
