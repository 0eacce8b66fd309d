"""The deal of the day in a real browser: found, played, left, ended, told to others; and midnight."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import expect
from tests.browser import days
from tests.browser.conftest import People
from tests.browser.days import HALF_A_DAY_MS, DayServer
from tests.browser.person import Person

from agnes.game import Game

TWO_HOURS_MS = 7_200_000


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DayServer]:
    yield from days.at_noon(tmp_path_factory.mktemp("day-server"))


async def picture(person: Person, folder: Path, name: str) -> None:
    await person.page.screenshot(path=folder / f"daily-{name}.png")


async def play_on(person: Person, game: Game, line: list[str]) -> Game:
    """Make these moves by touch."""
    for move in line:
        if move == "D":
            await person.deal_row()
        else:
            await person.tap_move(game, move)
        game, _ = game.play(move)
        await person.sees(game)
    return game


def unhurried(line: list[str]) -> list[str]:
    """The moves before the second row is dealt: soon after another the table takes that for a slip."""
    rows = (at for at, move in enumerate(line) if move == "D")
    return line[: next(itertools.islice(rows, 1, None), None)]


async def test_a_day_from_the_first_page_to_the_shared_text(
    people: People, server: DayServer, pictures: Path
) -> None:
    cleo = await people.person("Cleo")
    await cleo.call_me()
    date = await days.today(cleo)
    socket = await days.begin(cleo, server, date, "bernauer")
    await socket.send('{"type":"give_up"}')
    await days.hear(socket, "score")
    await socket.close()

    ann = await people.person("Ann", 390, 844, touch=True)
    await ann.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    game, line = days.deal_of(server, date, "bernauer")
    line = unhurried(line)[:10]
    half = len(line) // 2
    await ann.page.goto("/")
    await expect(ann.part("daily-new-bernauer")).to_be_visible()
    await picture(ann, pictures, "start")
    await ann.press("daily-new-bernauer")
    await ann.phase("running")
    await ann.sees(game)
    await expect(ann.part("leader").filter(has_text="Cleo")).to_be_visible()
    game = await play_on(ann, game, line[:half])
    await expect(ann.page.locator('.rival.you[data-testid="leader"]')).to_contain_text(str(game.score))
    await picture(ann, pictures, "running")

    # Left and found again, the same attempt.
    await ann.press("home")
    await expect(ann.part("daily-going-bernauer")).to_be_visible()
    await picture(ann, pictures, "going")
    await ann.press("daily-going-bernauer")
    await ann.phase("running")
    await ann.sees(game)
    game = await play_on(ann, game, line[half:])
    await ann.give_up()

    await ann.phase("finished")
    await expect(ann.part("day-place")).to_contain_text("1st of 2 so far")
    await expect(ann.part("streak")).to_contain_text("1 day. Today counts already")
    await expect(ann.part("compare")).to_be_visible()
    await picture(ann, pictures, "result")
    await ann.press("copy-daily")
    await expect(ann.part("notice")).to_contain_text("Copied")
    await picture(ann, pictures, "copied")
    copied = (await ann.page.evaluate("() => navigator.clipboard.readText()")).splitlines()
    assert copied[0].startswith("Agnes Bernauer, deal of ")
    # The day's deal differs in each run; in some the first moves bring no card up, and no time counts.
    assert copied[1].startswith(f"{game.score} of 52 cards in 0:" if game.score > 1 else "1 of 52 cards.")
    assert copied[2:] == ["◧□□□", f"{server.url}/#daily/{date}/bernauer"]

    # The others' boards are there to see; one's own place is in sight on the leaderboard.
    await ann.page.locator('[data-testid="leader-row"]', has_text="Cleo").get_by_test_id("pick").click()
    await expect(ann.page.locator('[data-testid="board"]', has_text="Cleo")).to_contain_text("1 of 52")
    await picture(ann, pictures, "board")
    await ann.press("whole-board")
    await expect(ann.page.locator("tr.you")).to_be_in_viewport()
    await picture(ann, pictures, "leaderboard")
    await ann.page.goto("/")
    await expect(ann.part("daily-done-bernauer")).to_be_visible()
    await picture(ann, pictures, "done")


async def test_the_address_of_somebody_elses_run_leads_to_the_deal(people: People, server: DayServer) -> None:
    ann = await people.person("Ann")
    await ann.call_me()
    date = await days.today(ann)
    await (await days.begin(ann, server, date, "sorel")).close()
    await ann.page.goto("/")
    code = await ann.part("daily-going-sorel").get_attribute("href")
    ben = await people.person("Ben")
    await ben.call_me()
    await ben.page.goto(f"{code}")
    await expect(ben.part("daily-new-sorel")).to_be_visible()
    await expect(ben.page).to_have_url(f"{server.url}/#daily/{date}/sorel")
    ben.complaints.clear()  # the browser's own, about the answer 409


async def test_a_win_by_no_hand_is_kept_and_explained(
    people: People, server: DayServer, pictures: Path
) -> None:
    bob = await people.person("Bob", 1280, 800)
    await bob.call_me()
    date = await days.today(bob)
    _, line = days.deal_of(server, date, "sorel")
    socket = await days.begin(bob, server, date, "sorel")
    await days.play(socket, line)
    await socket.close()
    await bob.page.goto("/")
    await bob.press("daily-done-sorel")
    await bob.phase("finished")
    await expect(bob.part("day-place")).to_contain_text("kept, but has no place")
    await picture(bob, pictures, "marked")
    await bob.page.goto(f"/#daily/{date}/sorel")
    await expect(bob.part("marked-explained")).to_be_visible()
    await expect(bob.page.locator("tr.you")).to_contain_text("not ranked")


async def test_a_page_left_open_over_midnight(people: People, server: DayServer, pictures: Path) -> None:
    ann = await people.person("Ann", 390, 844, touch=True)
    await ann.page.goto("/")
    await expect(ann.part("today")).not_to_be_empty()
    old = await ann.part("today").inner_text()
    await ann.press("daily-new-sorel")
    await ann.phase("running")
    await ann.press("home")
    await expect(ann.part("daily-going-sorel")).to_be_visible()

    # Looked at again just before midnight, the page knows the time; the new day comes by itself,
    # and what was begun on the old one is kept.
    server.before_midnight(3_000)
    await ann.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    await expect(ann.part("today")).not_to_have_text(old)
    await expect(ann.part("daily-new-sorel")).to_be_visible()
    await expect(ann.part("daily-new-bernauer")).to_be_visible()
    await picture(ann, pictures, "midnight")
    await ann.press("daily-going-sorel")
    await ann.phase("running")
    await ann.give_up()
    await ann.phase("finished")
    await expect(ann.part("day-when")).to_contain_text(old)
    await expect(ann.part("streak")).to_contain_text("1 day. Begin a deal before")


async def test_a_day_gone_by_is_replayed_uncounted(people: People, server: DayServer, pictures: Path) -> None:
    ann = await people.person("Ann")
    await ann.call_me()
    server.before_midnight(HALF_A_DAY_MS)
    date = await days.today(ann)
    game, _ = days.deal_of(server, date, "sorel")
    await ann.page.goto(f"/#daily/{date}/sorel")
    await expect(ann.part("daily-new-sorel")).to_be_visible()
    await expect(ann.part("replay-day")).to_have_count(0)

    server.before_midnight(-TWO_HOURS_MS)
    await ann.page.reload()
    await expect(ann.part("day-later")).to_be_visible()
    await picture(ann, pictures, "gone-by")
    await ann.press("replay-day")
    await ann.phase("running")
    await ann.sees(game)
    await expect(ann.part("leaders")).to_have_count(0)


async def test_the_move_that_lost_is_named_once_the_day_is_closed(
    people: People, server: DayServer, pictures: Path
) -> None:
    server.before_midnight(HALF_A_DAY_MS)
    ann = await people.person("Ann", 390, 844, touch=True)
    await ann.call_me()
    date = await days.today(ann)
    socket = await days.begin(ann, server, date, "bernauer")
    game, _ = days.deal_of(server, date, "bernauer")
    await days.play(socket, days.losing(game))
    await socket.send('{"type":"give_up"}')
    await days.hear(socket, "race")
    await socket.close()
    server.before_midnight(-TWO_HOURS_MS)
    await ann.page.goto(f"/#daily/{date}/bernauer")
    await ann.press("daily-done-bernauer")
    await ann.phase("finished")
    await ann.part("looking-back").scroll_into_view_if_needed()
    await expect(ann.part("losing-move")).to_contain_text("the win was gone")
    await picture(ann, pictures, "lost")
    await ann.press("try-again")
    await ann.phase("running")
