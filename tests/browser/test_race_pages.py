"""The pages around the table: a race with one press, matches, the story, and pictures of all of it."""

import re
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from playwright.async_api import Playwright, expect
from tests.browser.conftest import People
from tests.browser.crowd import Rival, rival
from tests.browser.person import Person
from tests.server import ServerProcess

from agnes.game import Game, Options, rules_for

# A deal that can be won, and how.
GAME, DEAL = "bernauer", "10"
LINE = (Path(__file__).parent / "winning_line.txt").read_text().split()
# So far somebody has played when pictures are taken, by fingers; and what is refused there.
PLAYED, REFUSED = 20, "T5>T4"
# So far the others, by their number: one has then been passed, of seven some are behind.
# Longer than pictures of it take.
STUDY_S = 60
PACE = {1: (12,), 7: (14, 18, 22, 30, 34, 40, 46)}
SIZES = ((320, 568), (390, 844), (844, 390), (1280, 800))
NAMES = ("Ben", "Cleo", "Dunois", "Oluwaseun", "Mathilde", "Yolande", "Bartholomew the Great")
# Resolves once the page has taken its size, and what moved then has come to rest.
_STILL = """async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const ends = (motion) => motion.effect.getTiming().iterations !== Infinity;
    await frame();
    await frame();
    await Promise.allSettled(document.getAnimations().filter(ends).map(({ finished }) => finished));
}"""
# Whether the words about a refused move lie on none of the buttons.
_OFF_BUTTONS = """() => {
    const words = document.querySelector(".slip").getBoundingClientRect();
    return [...document.querySelectorAll(".actions > button, .more-menu, .home")].every((button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect();
        return left >= words.right || right <= words.left || top >= words.bottom || bottom <= words.top;
    });
}"""
_FITS = "() => document.documentElement.scrollWidth <= document.documentElement.clientWidth"
# Countdown and study of a race against a bot take 13 seconds.
STARTED_MS = 25_000
# From a press to the next deal.
NEXT_S = 3
# Between two deals of a match are 20 seconds, unless everyone is ready.
NEXT_DEAL_MS = 35_000


async def photograph(person: Person, pictures: Path, name: str) -> None:
    """One picture a size, from the top of the page, none of them wider than the screen."""
    await person.page.evaluate("() => scrollTo(0, 0)")
    for width, height in SIZES:
        await person.page.set_viewport_size({"width": width, "height": height})
        await person.page.evaluate(_STILL)
        await person.page.screenshot(path=pictures / f"{name}-{width}x{height}.png")
        assert await person.page.evaluate(_FITS), (name, width)


async def photograph_refusal(person: Person, game: Game, pictures: Path) -> None:
    """It goes away with the next size: the move is tried anew in each."""
    for width, height in SIZES:
        await person.page.set_viewport_size({"width": width, "height": height})
        await person.page.evaluate(_STILL)
        await person.tap_move(game, REFUSED)
        await expect(person.part("slip")).to_be_visible()
        assert await person.page.evaluate(_OFF_BUTTONS), width
        await person.page.screenshot(path=pictures / f"refused-{width}x{height}.png")


async def test_one_press_begins_a_race_against_a_bot(people: People, pictures: Path) -> None:
    ann = await people.person("Ann", 390, 844, touch=True)
    await ann.page.goto("/")
    await ann.phase("start")
    await photograph(ann, pictures, "start")

    await ann.press("start-bot")

    await expect(ann.page.locator("html")).to_have_attribute("data-phase", "running", timeout=STARTED_MS)
    await expect(ann.part("rival")).to_have_count(2)
    await expect(ann.page.locator("[data-testid=rival].bot")).to_have_count(1)
    await expect(ann.part("own-gap")).to_contain_text("level with")


async def test_a_quick_race_brings_people_together(people: People) -> None:
    ann, ben = await people.person("Ann"), await people.person("Ben", 390, 844, touch=True)
    await ann.page.goto("/")
    await ann.press("start-quick")
    await ann.phase("lobby")
    await expect(ann.part("starts-by")).to_contain_text("Starts by itself in")

    await ben.page.goto("/")
    await ben.press("start-watch")
    await ben.part("join-listed").first.click()

    await ben.phase("lobby")
    assert ben.page.url == ann.page.url
    await ann.press("start")
    for person in (ann, ben):
        await person.phase("countdown")


async def test_a_link_leads_to_a_seat_with_one_press(people: People) -> None:
    ann, ben = await people.person("Ann"), await people.person("Ben", 320, 568, touch=True)
    await ann.call_me()
    code = await ann.make_race(game=GAME, seats=2)
    await ben.open_race(code)
    await ben.press("join")
    await ben.phase("lobby")
    await expect(ben.part("seat")).to_have_count(2)

    eve = await people.person("Eve")
    await eve.open_race(code)  # full: straight to the lobby, to look on
    await eve.phase("lobby")
    await expect(eve.part("join")).to_be_hidden()


async def test_a_match_goes_on_by_itself(people: People) -> None:
    ann, ben = await people.person("Ann"), await people.person("Ben", 390, 844, touch=True)
    ann_id = await ann.call_me()
    code = await ann.make_race(game=GAME, seats=2, deals=3, study_s=0)
    await ann.open_race(code)
    await ben.open_race(code)
    await ben.sit_down()
    await expect(ann.part("people")).to_contain_text("Ben")
    await expect(ann.part("terms")).to_contain_text("match of 3 deals")
    await ann.press("start")

    for number in (1, 2, 3):
        await ann.phase("running")
        await expect(ann.part("deal-number")).to_have_text(f"Deal {number} of 3")
        await ann.give_up()
        await ben.give_up()
        await ann.phase("finished")
        points = ann.page.locator(f'[data-testid=match-row][data-player="{ann_id}"] .points-sum')
        await expect(points).to_have_text(str(number / 2).removesuffix(".0"))
        if number == 3:
            break
        before = ann.page.url
        await expect(ann.part("next-deal")).to_contain_text("Next deal in")
        if number == 1:  # left alone, the next deal comes by itself
            await expect(ann.part("result")).to_contain_text("Nobody scored")
        else:
            for person in (ann, ben):
                await person.press("ready")
        pressed = time.monotonic()
        for person in (ann, ben):
            await expect(person.page).not_to_have_url(before, timeout=NEXT_DEAL_MS)
        await ann.phase("countdown")
        assert number == 1 or time.monotonic() - pressed <= NEXT_S
    await expect(ann.part("next-deal")).to_be_hidden()
    await expect(ann.part("result")).to_contain_text("The match is shared")
    await expect(ann.part("parted")).to_contain_text("equal points")
    await expect(ann.part("rematch")).to_be_visible()


async def test_between_deals_one_sees_who_leads(
    people: People, server: ServerProcess, driver: Playwright, pictures: Path
) -> None:
    ann, ben = await people.person("Ann"), await rival(driver, server, "Ben")
    ann_id = await ann.call_me()
    code = await ann.make_race(game=GAME, deal=DEAL, seats=2, deals=3, study_s=0)
    await ben.sit(code)
    await ann.open_race(code)
    await ann.press("start")
    await ann.phase("running")
    await ben.play(code, LINE[:1])
    await play(ann, LINE[:4])
    await ben.give_up(code)
    await ann.give_up()
    await ann.phase("finished")
    points = ann.page.locator(f'[data-testid=match-row][data-player="{ann_id}"] .points-sum')
    await expect(points).to_have_text("1")
    await photograph(ann, pictures, "between-deals")


async def test_everyone_asking_for_a_rematch_deals_at_once(people: People) -> None:
    ann, ben = await people.person("Ann"), await people.person("Ben", 390, 844, touch=True)
    await ann.call_me()
    code = await ann.make_race(game=GAME, seats=2, study_s=0)
    await ann.open_race(code)
    await ben.open_race(code)
    await ben.sit_down()
    await expect(ann.part("people")).to_contain_text("Ben")
    await ann.press("start")
    for person in (ann, ben):
        await person.phase("running")
        await person.give_up()
    for person in (ann, ben):
        await person.phase("finished")

    pressed = time.monotonic()
    await ben.press("rematch")
    await ann.press("follow")

    for person in (ann, ben):
        await person.phase("countdown")
    assert time.monotonic() - pressed <= NEXT_S
    assert ann.page.url == ben.page.url != f"/r/{code}"


async def test_a_rematch_with_a_bot_is_one_press(people: People) -> None:
    ann = await people.person("Ann", 390, 844, touch=True)
    await ann.call_me()
    await ann.open_race(await ann.make_race(game=GAME, seats=2, bots=1, study_s=0, closing_s=1))
    await ann.press("start")
    await ann.phase("running")
    await ann.give_up()
    await ann.phase("finished")

    pressed = time.monotonic()
    await ann.press("rematch")

    await ann.phase("countdown")
    assert time.monotonic() - pressed <= NEXT_S
    await expect(ann.part("rematch-banner")).to_have_count(0)  # who has asked is not told


async def test_who_leaves_a_race_is_asked_and_led_back(people: People) -> None:
    ann = await people.person("Ann", 390, 844, touch=True)
    await ann.page.goto("/")
    await ann.call_me()
    code = await ann.make_race(game=GAME, seats=2, bots=1, study_s=0)
    await ann.open_race(code)
    await ann.press("start")
    await ann.phase("running")

    await ann.press("home")
    await ann.press("dialog-no")
    await ann.press("home")
    await ann.press("dialog-yes")
    await ann.phase("start")
    await ann.press("go-back")
    await ann.phase("running")
    await ann.page.go_back()
    await ann.press("dialog-no")
    await expect(ann.table()).to_be_visible()
    assert ann.page.url.endswith(code)
    await ann.give_up()
    await expect(ann.part("result")).to_be_visible()
    await ann.press("home")
    await ann.phase("start")
    await ann.page.reload()
    await ann.phase("start")
    await expect(ann.part("still-seated")).to_have_count(0)


async def test_a_new_page_takes_the_focus(people: People) -> None:
    ann = await people.person("Ann")
    await ann.page.goto("/")
    await ann.part("start-friends").press("Enter")
    await expect(ann.page.get_by_role("heading", level=1, name="Race friends")).to_be_focused()
    await ann.page.keyboard.press("Shift+Tab")
    await expect(ann.part("home")).to_be_focused()


async def test_the_cards_are_studied_before_the_race(people: People, pictures: Path) -> None:
    ann = await people.person("Ann", 390, 844, touch=True)
    await ann.call_me()
    await ann.open_race(await ann.make_race(game=GAME, deal=DEAL, seats=3, bots=2, study_s=STUDY_S))
    await ann.press("start")
    await ann.phase("study")
    await photograph(ann, pictures, "study")
    await expect(ann.part("countdown")).to_have_text(re.compile(r"^\d+$"))


@pytest.mark.parametrize("rivals", [1, 7])
async def test_a_race_is_seen_and_told(
    rivals: int, people: People, server: ServerProcess, driver: Playwright, pictures: Path
) -> None:
    ann = await people.person("Ann", touch=True)
    ann_id = await ann.call_me()
    code = await ann.make_race(game=GAME, deal=DEAL, seats=rivals + 1, study_s=0, closing_s=1)
    others: list[Rival] = [await rival(driver, server, name) for name in NAMES[:rivals]]
    async with AsyncExitStack() as there:
        for other in others:
            await other.sit(code)
            await there.enter_async_context(other.present(code))
        await ann.open_race(code)
        await expect(ann.part("seat")).to_have_count(rivals + 1)
        await photograph(ann, pictures, f"lobby-{rivals}")
        await ann.press("start")
        await ann.phase("running")

        for other, moves in zip(others, PACE[rivals], strict=True):
            await other.play(code, LINE[:moves])
        game = await play(ann, LINE[:PLAYED])
        await expect(ann.page.locator("[data-testid=rival].away")).to_have_count(0)
        await expect(ann.part("own-place")).to_contain_text(f"of {rivals + 1}")
        await expect(ann.part("own-gap")).to_contain_text("ahead of Ben" if rivals == 1 else "behind")
        leader = ann_id if rivals == 1 else others[-1].player
        lane = ann.page.locator(f'[data-testid=rival][data-player="{leader}"]')
        await expect(lane).to_have_class(re.compile(r"\bleads\b"))
        await photograph(ann, pictures, f"race-{rivals}")
        await ann.page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})
        await expect(ann.part("rival")).to_have_count(rivals + 1)
        if rivals == 1:
            await photograph_refusal(ann, game, pictures)

        if rivals > 1:
            await others[-1].play(code, LINE)
        for other in others[:-1] or others:
            await other.give_up(code)
    await ann.phase("finished")
    await expect(ann.part("result")).to_contain_text("You win" if rivals == 1 else "place")
    await expect(ann.page.locator("[data-testid=story-plot] svg .curve").first).to_be_attached()
    await expect(ann.part("leads")).to_contain_text(NAMES[rivals - 1])
    await expect(ann.part("best-run")).to_contain_text("Best run")
    await expect(ann.part("story").get_by_role("table")).to_be_hidden()
    await ann.part("story").get_by_text("As a table").click()
    await expect(ann.part("story").get_by_role("row")).to_have_count(rivals + 2)
    await ann.part("story").get_by_text("As a table").click()
    await ann.page.get_by_text("How to check it").click()
    await expect(ann.part("commitment")).to_be_visible()
    await photograph(ann, pictures, f"finish-{rivals}")


async def play(person: Person, moves: Sequence[str]) -> Game:
    """Make these moves of the deal by tapping; answers with what lies there then."""
    game = Game.deal(rules_for(GAME, Options(), undo="quiet"), int(DEAL))
    for move in moves:
        await (person.deal_row() if move == "D" else person.tap_move(game, move))
        game, _ = game.play(move)
        await person.sees(game)
    return game
