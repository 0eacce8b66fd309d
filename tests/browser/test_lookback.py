"""Looking back on a race: the move that lost it, any position, how it could be won, playing on from there."""

import json
from typing import Any

from playwright.async_api import Locator, Playwright, Route, async_playwright, expect
from tests.browser import days
from tests.browser.conftest import People
from tests.browser.crowd import rival
from tests.browser.person import Person
from tests.server import ServerProcess

from agnes.game import Game, Options, rules_for

WINNABLE = 3
GAME = Game.deal(rules_for("bernauer", Options(), undo="all"), WINNABLE)


def table(person: Person) -> Locator:
    return person.page.locator(".looking .table")


def after(line: list[str], moves: int) -> Game:
    return Game.replay(GAME.rules, WINNABLE, line[:moves])


async def give_up_after(person: Person, line: list[str]) -> None:
    """A game alone that is over after these moves."""
    code = await person.make_race(game="bernauer", seats=1, deal=str(WINNABLE), moves=line)
    await person.open_race(code)
    await person.phase("running")
    await person.give_up()
    await person.phase("finished")


async def test_every_position_can_be_seen_and_won_from_before_the_move_that_lost(people: People) -> None:
    line = days.losing(GAME)
    lost, before = len(line), after(line, len(line) - 1)
    line = [*line, next(move for move in after(line, lost).legal if move != "U")]
    ann = await people.person("Ann", 390, 844, touch=True)
    await ann.call_me()
    await give_up_after(ann, line)
    strip = ann.part("timeline")

    await expect(ann.part("losing-move")).to_contain_text(f"With move {lost} (four of hearts, column 4 to ")
    await expect(ann.part("lost-name")).to_contain_text(str(lost))
    await ann.press("step-lost")
    await ann.sees(after(line, lost), within=table(ann))
    await expect(ann.part("look-verdict")).to_have_text("cannot be won")
    await ann.press("step-back")
    await ann.sees(before, within=table(ann))
    await expect(ann.part("look-verdict")).to_have_text("can be won")

    await strip.focus()
    for key, at in (("End", lost + 1), ("ArrowLeft", lost), ("Home", 0), ("ArrowRight", 1)):
        await ann.page.keyboard.press(key)
        await expect(strip).to_have_attribute("aria-valuenow", str(at))
        await ann.sees(after(line, at), within=table(ann))
    box = await strip.bounding_box()
    assert box is not None
    await ann.page.touchscreen.tap(box["x"] + box["width"] - 2, box["y"] + box["height"] / 2)
    await ann.sees(after(line, lost + 1), within=table(ann))

    await ann.press("look-win")
    await expect(strip).to_have_attribute("aria-valuenow", str(lost + 1))  # it plays by itself
    await ann.press("step-play")
    await strip.press("End")
    await expect(ann.part("look-table")).to_have_attribute("data-score", "52")
    await expect(ann.part("play-on")).to_be_disabled()
    await ann.press("look-own")
    await ann.sees(before, within=table(ann))

    await strip.press("ArrowLeft")
    await ann.sees(after(line, lost - 2), within=table(ann))
    await ann.press("play-on")
    await ann.phase("running")
    await ann.sees(after(line, lost - 2))


async def test_what_was_not_found_out_is_asked_with_one_press(people: People) -> None:
    async def nothing_known(route: Route) -> None:
        answer: dict[str, Any] = await (await route.fetch()).json()
        answer["complete"] = True
        for board in answer["boards"]:
            board |= {"positions": ["unknown"] * len(board["positions"]), "lost_at": None, "line": None}
        await route.fulfill(body=json.dumps(answer), content_type="application/json")

    line = days.losing(GAME)
    ann = await people.person("Ann")
    await ann.call_me()
    await ann.page.route("**/analysis", nothing_known)
    await give_up_after(ann, line)
    await expect(ann.part("losing-move")).to_contain_text("not known")

    await ann.press("look-harder")
    await expect(ann.part("look-verdict")).to_have_text("cannot be won")
    await ann.press("step-back")
    await ann.press("look-harder")
    await expect(ann.part("losing-move")).to_contain_text(f"With move {len(line)} ")


async def test_any_board_of_a_race_can_be_chosen(people: People, server: ServerProcess) -> None:
    line = days.losing(GAME)
    ann = await people.person("Ann")
    await ann.call_me()
    code = await ann.make_race(game="bernauer", seats=2, deal=str(WINNABLE), study_s=0)
    async with async_playwright() as driver:
        ben = await _seated(driver, server, code)
        await ann.open_race(code)
        await ann.press("start")
        await ann.phase("running")
        await ben.play(code, line)
        await ann.give_up()
        await ben.give_up(code)
    await ann.phase("finished")
    await expect(ann.part("losing-move")).to_contain_text("could still be won")
    await ann.part("look-whose").select_option(ben.player)
    await expect(ann.part("losing-move")).to_contain_text(f"With move {len(line)} ")
    await ann.sees(after(line, len(line)), within=table(ann))


async def _seated(driver: Playwright, server: ServerProcess, code: str) -> Any:
    ben = await rival(driver, server, "Ben")
    await ben.sit(code)
    return ben
