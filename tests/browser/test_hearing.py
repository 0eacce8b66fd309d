"""The table for those who listen, and for those who play by keys."""

import pytest
from playwright.async_api import async_playwright, expect
from tests.browser.conftest import People
from tests.browser.crowd import rival
from tests.browser.person import Person
from tests.browser.test_table import DEAL, alone, dealt
from tests.browser.test_whole_race import LINE
from tests.server import ServerProcess

# Remembers whether it was ever said that there is no move left.
WATCH_STUCK = """() => {
    window.stuckSeen = false;
    const look = () => { window.stuckSeen ||= document.querySelector(".stuck")?.hidden === false; };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
}"""


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


async def test_a_card_that_fits_nowhere_is_said_once(ann: Person) -> None:
    await ann.page.keyboard.press("3")
    await ann.page.keyboard.press("Enter")
    await expect(ann.part("slip")).to_contain_text("fits nowhere")
    await expect(ann.page.locator("#spoken")).to_be_empty()


async def test_keys_can_be_kept_to_the_table(ann: Person) -> None:
    """WCAG 2.1.4: keys of one letter can be had on what has the focus alone."""
    await ann.press("more")
    await ann.press("open-settings")
    await ann.press("set-keys-anywhere")
    await ann.press("settings-done")
    await expect(ann.part("more")).to_be_focused()
    await ann.page.keyboard.press("1")
    await expect(ann.part("more")).to_be_focused()
    await ann.page.locator('.table [tabindex="0"]').focus()
    await ann.page.keyboard.press("1")
    await expect(ann.page.locator(":focus")).to_have_attribute("data-in", "T1")


async def test_the_first_steps_and_the_study_are_said_and_leave_the_focus_somewhere(people: People) -> None:
    eve = await people.person("Eve", new=True)
    await eve.call_me()
    await eve.open_race(await eve.make_race(game="bernauer", seats=2, bots=1, study_s=10))
    await eve.press("start")
    await eve.phase("study")
    spoken = eve.page.locator("#spoken")
    await expect(spoken).to_contain_text("to study the cards.")
    await expect(spoken).to_contain_text("All 52 cards up here wins.")
    await expect(eve.page.locator(".countdown")).to_have_attribute("aria-live", "off")
    await expect(eve.page.get_by_role("heading", level=1)).to_be_focused()
    await eve.part("coach-skip").press("Enter")
    await expect(eve.page.locator(":focus")).to_have_attribute("data-pile", "S")


async def test_the_focus_goes_on_to_the_card_that_an_empty_column_has_got(people: People) -> None:
    eve = await people.person("Eve")
    await eve.call_me()
    await eve.open_race(await eve.make_race(game="sorel", deal="4", seats=1))
    await eve.phase("running")
    for key in ("1", "f", "2", "Enter", "1"):
        await eve.page.keyboard.press(key)
    await expect(eve.page.locator(":focus")).to_have_attribute("data-pile", "T1")
    await eve.page.keyboard.press("Enter")
    await expect(eve.page.locator(":focus")).to_have_attribute("data-card", "AS")


async def test_the_list_behind_the_dots_closes_when_the_focus_goes_on(ann: Person) -> None:
    await ann.part("more").press("Enter")
    await expect(ann.part("open-settings")).to_be_focused()
    await ann.page.keyboard.press("1")
    await expect(ann.part("open-settings")).to_be_hidden()


async def test_a_win_is_not_called_the_end_of_all_moves(people: People) -> None:
    eve = await people.person("Eve")
    await eve.call_me()
    code = await eve.make_race(game="bernauer", deal=DEAL, seats=1, moves=LINE[:-1])
    await eve.open_race(code)
    await eve.phase("running")
    await eve.page.evaluate(WATCH_STUCK)
    await eve.press("finish")
    await eve.phase("finished")
    assert await eve.page.evaluate("() => window.stuckSeen") is False


async def test_the_end_of_a_race_is_said_and_leaves_the_focus_somewhere(
    people: People, server: ServerProcess
) -> None:
    eve = await people.person("Eve")
    await eve.call_me()
    code = await eve.make_race(game="bernauer", seats=2, study_s=0)
    await eve.page.set_viewport_size({"width": 844, "height": 390})
    async with async_playwright() as driver:
        ben = await rival(driver, server, "Ben")
        await ben.sit(code)
        await eve.open_race(code)
        await eve.press("start")
        await eve.phase("running")
        await eve.give_up()
        await eve.phase("done")
        await eve.part("end-race").focus()
        await eve.page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
        assert await eve.page.evaluate("() => scrollY") > 0
        await ben.give_up(code)
        await eve.phase("finished")
        await expect(eve.page.locator("#spoken")).to_contain_text("Nobody scored")
        await expect(eve.page.get_by_role("heading", level=1)).to_be_focused()
        assert await eve.page.evaluate("() => scrollY") == 0
