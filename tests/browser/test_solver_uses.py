"""What the solver says in the page: whether a game alone can still be won, and which move lost a race."""

import asyncio

from playwright.async_api import Route, expect
from tests.browser import days
from tests.browser.conftest import People
from tests.browser.test_first_minute import LOST_SOREL

from agnes.game import Game, Options, rules_for

WINNABLE = "3"
AT_ONCE = """localStorage.setItem("agnes-prefs", '{"speed":"off","explained":["bernauer"]}');"""


async def test_a_game_alone_is_won_by_the_line_that_is_shown(people: People) -> None:
    ann = await people.person("Ann", 390, 844, touch=True)
    await ann.page.goto("/")
    await ann.page.evaluate(AT_ONCE)
    await ann.call_me()
    await ann.open_race(await ann.make_race(game="bernauer", seats=1, deal=WINNABLE))
    await ann.phase("running")
    await ann.press("more")
    await ann.press("show-all")
    await ann.press("dialog-yes")
    await ann.phase("finished")
    await expect(ann.part("result")).to_contain_text("52")


async def test_a_game_that_cannot_be_won_is_said_to_be_so(people: People) -> None:
    ann = await people.person("Ann")
    await ann.call_me()
    await ann.open_race(await ann.make_race(game="sorel", seats=1, deal=LOST_SOREL))
    await ann.phase("running")
    await ann.press("more")
    await ann.press("show-all")
    await expect(ann.part("notice")).to_contain_text("cannot be won")


async def test_while_it_is_looked_one_plays_on_or_takes_the_question_back(people: People) -> None:
    asked, may = asyncio.Event(), asyncio.Event()

    async def slow(route: Route) -> None:
        asked.set()
        await may.wait()
        await route.continue_()

    ann = await people.person("Ann", 320, 568, touch=True)
    await ann.call_me()
    await ann.page.route("**/api/solve", slow)
    await ann.open_race(await ann.make_race(game="bernauer", seats=1, deal=WINNABLE))
    await ann.phase("running")
    await ann.press("more")
    await ann.press("show-all")
    await ann.press("show-all-stop")
    await expect(ann.part("notice")).to_have_count(0)
    await ann.press("more")
    await ann.press("show-all")
    await asked.wait()
    await ann.deal_row()
    await ann.sees(Game.replay(rules_for("bernauer", Options(), undo="all"), int(WINNABLE), ["D"]))
    may.set()
    await expect(ann.part("notice")).to_contain_text("When you asked, it could still be won.")


async def test_the_losing_move_is_named_and_can_be_made_anew(people: People) -> None:
    game = Game.deal(rules_for("bernauer", Options(), undo="all"), int(WINNABLE))
    line = days.losing(game)
    ann = await people.person("Ann", 390, 844, touch=True)
    await ann.call_me()
    await ann.open_race(await ann.make_race(game="bernauer", seats=1, deal=WINNABLE, moves=line))
    await ann.phase("running")
    await ann.give_up()
    await expect(ann.part("losing-move")).to_contain_text(f"move {len(line)} ")
    await ann.press("try-again")
    await ann.phase("running")
    await ann.sees(Game.replay(game.rules, int(WINNABLE), line[:-1]))
