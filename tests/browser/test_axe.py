"""What axe-core finds on each page and in each state of it: WCAG 2.0 to 2.2 at A and AA, and best practices.

Each state is looked at once, small or wide, light or dark by turns; no rule is switched off. The content
security policy stays in force: what the browser's own protocol evaluates is not subject to it.
"""

from collections.abc import Iterator
from importlib.resources import files
from itertools import cycle
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.async_api import Playwright, expect
from tests.browser import days
from tests.browser.conftest import People
from tests.browser.crowd import rival
from tests.browser.days import DayServer
from tests.browser.person import AT_REST, Person

from agnes.game import Game, Options, rules_for

AXE: Final = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
TAGS: Final = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice")
LOOKS: Final = [(size, scheme) for scheme in ("light", "dark") for size in ((320, 568), (1280, 800))]
DEAL: Final = "10"
WON: Final = (Path(__file__).parent / "winning_line.txt").read_text().split()
_TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
# The size of targets is looked at only if one asks for it.
_RUN = """async (tags) => {
    const rules = { "target-size": { enabled: true } };
    const run = await axe.run(document, { runOnly: tags, rules, resultTypes: ["violations"] });
    const told = ({ id, nodes }) => nodes.map((node) => `${id}: ${node.target}: ${node.failureSummary}`);
    const applied = [...run.passes, ...run.violations].map(({ id }) => id);
    return { found: run.violations.flatMap(told), applied };
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DayServer]:
    yield from days.at_noon(tmp_path_factory.mktemp("axe-server"))


class Findings:
    """Looks at pages, and remembers what was found so that one run tells everything."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self.applied: set[str] = set()
        self._looks = cycle(LOOKS)

    async def look(self, person: Person, state: str) -> None:
        """At this state in the next size and scheme."""
        (width, height), scheme = next(self._looks)
        page = person.page
        await page.set_viewport_size({"width": width, "height": height})
        await page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        await page.evaluate(_TWO_FRAMES)
        for table in await page.locator(".table").all():
            await table.evaluate(AT_REST)
        if not await page.evaluate("() => 'axe' in window"):
            await page.evaluate(AXE)
        answer: dict[str, Any] = await page.evaluate(_RUN, TAGS)
        self.applied.update(answer["applied"])
        self.found += [f"{state} ({width}, {scheme}): {one}" for one in answer["found"]]


@pytest.fixture
def findings() -> Iterator[Findings]:
    found = Findings()
    yield found
    assert not found.found, "\n\n".join(found.found)
    assert {"color-contrast", "target-size", "region"} <= found.applied


async def test_pages_beside_the_table(people: People, findings: Findings) -> None:
    ann = await people.person("Ann")
    await ann.page.goto("/")
    await expect(ann.part("daily-new-bernauer")).to_be_visible()
    await findings.look(ann, "start")
    await ann.press("start-friends")
    await ann.part("more-options").locator("summary").click()
    await findings.look(ann, "friends")
    await ann.page.goto("/#alone")
    await ann.part("more-options").locator("summary").click()
    await ann.part("base").select_option("7")
    await expect(ann.part("layout")).to_be_visible()
    await findings.look(ann, "alone")
    await ann.page.goto("/#you")
    await ann.part("name").fill("Ann")
    await ann.press("save-name")
    await ann.press("make-code")
    await expect(ann.part("transfer-link")).to_be_visible()
    await findings.look(ann, "you")
    await ann.press("erase")
    await findings.look(ann, "erase")
    await ann.press("dialog-no")
    await ann.page.goto("/#kept")
    await expect(ann.part("kept-you")).to_be_visible()
    await findings.look(ann, "kept")
    for board in ("wins", "streak"):
        await ann.page.goto(f"/#{board}")
        await ann.phase("leaders")
        await findings.look(ann, board)
    await ann.page.goto("/r/nosuchrace")
    await ann.phase("gone")
    await findings.look(ann, "gone")
    ann.complaints.clear()  # the browser's own, about the answer 404


async def test_a_match(people: People, server: DayServer, driver: Playwright, findings: Findings) -> None:
    ann, eve = await people.person("Ann"), await people.person("Eve")
    await ann.call_me()
    code = await ann.make_race(game="bernauer", deal=DEAL, seats=2, deals=3, study_s=4, visibility="public")
    ben = await rival(driver, server, "Ben")
    await eve.open_race(code)
    await expect(eve.part("join")).to_be_visible()
    await findings.look(eve, "door")
    await eve.page.goto("/#watch")
    await expect(eve.part("join-listed")).to_be_visible()
    await findings.look(eve, "watch list")
    await ben.sit(code)
    await ann.open_race(code)
    await expect(ann.part("seat")).to_have_count(2)
    await findings.look(ann, "lobby")
    await ann.press("start")
    await ann.phase("countdown")
    await findings.look(ann, "countdown")
    await ann.phase("study")
    await findings.look(ann, "study")

    await ann.phase("running")
    await expect(ann.part("countdown")).to_be_hidden()
    await findings.look(ann, "running")
    await ann.tap_move(Game.deal(rules_for("bernauer", Options(), undo="quiet"), int(DEAL)), "T7>T1")
    await findings.look(ann, "refused")
    await ann.press("more")
    await findings.look(ann, "menu")
    await ann.press("open-settings")
    await findings.look(ann, "settings")
    await ann.press("settings-done")
    await expect(ann.part("settings")).to_have_count(0)
    await ann.page.keyboard.press("?")
    await findings.look(ann, "keys")
    await ann.press("keys-done")
    await eve.page.goto(f"/r/{code}")
    await eve.phase("watching")
    await findings.look(eve, "watching")
    await ben.play(code, WON)
    await expect(ann.page.locator(".bar.closing")).to_be_visible()
    await findings.look(ann, "closing")
    await ann.press("more")
    await ann.press("give-up")
    await findings.look(ann, "question")
    await ann.press("dialog-yes")
    await ann.phase("finished")
    await expect(ann.part("next-deal")).to_contain_text("Next deal in")
    await findings.look(ann, "between deals")


async def test_a_game_of_sorel_alone_and_lost(people: People, findings: Findings) -> None:
    ann = await people.person("Ann", new=True)
    await ann.call_me()
    game = Game.deal(rules_for("sorel", Options(), undo="all"), 1)
    await ann.open_race(await ann.make_race(game="sorel", seats=1, deal="1", moves=days.losing(game)))
    await expect(ann.part("coach")).to_be_visible()
    await findings.look(ann, "explained")
    await ann.press("coach-skip")
    await ann.page.keyboard.press("1")
    await ann.page.keyboard.press("Enter")
    await findings.look(ann, "lifted")
    await ann.give_up()
    await ann.phase("finished")
    await expect(ann.part("losing-move")).to_be_visible()
    await findings.look(ann, "lost alone")


async def test_the_end_of_a_race(
    people: People, server: DayServer, driver: Playwright, findings: Findings
) -> None:
    ann = await people.person("Ann")
    await ann.call_me()
    code = await ann.make_race(game="sorel", seats=2, study_s=0)
    ben = await rival(driver, server, "Ben")
    await ben.sit(code)
    await ann.open_race(code)
    await ann.press("start")
    await ann.phase("running")
    await findings.look(ann, "running Sorel")
    await ann.give_up()
    await ann.phase("done")
    await findings.look(ann, "done")
    await ben.give_up(code)
    await ann.phase("finished")
    await ann.part("story").get_by_text("As a table").click()
    await findings.look(ann, "result")


async def test_a_day(people: People, server: DayServer, findings: Findings) -> None:
    cleo, ann = await people.person("Cleo"), await people.person("Ann")
    await cleo.call_me()
    date = await days.today(cleo)
    socket = await days.begin(cleo, server, date, "bernauer")
    await socket.send('{"type":"give_up"}')
    await days.hear(socket, "score")
    await socket.close()
    await ann.page.goto("/")
    await ann.press("daily-new-bernauer")
    await ann.phase("running")
    await expect(ann.part("leader").filter(has_text="Cleo")).to_be_visible()
    await findings.look(ann, "day running")
    await ann.give_up()
    await ann.phase("finished")
    await expect(ann.part("day-place")).to_be_visible()
    await ann.part("leader-row").filter(has_text="Cleo").get_by_test_id("pick").click()
    await expect(ann.part("board").filter(has_text="Cleo")).to_be_visible()
    await findings.look(ann, "day result")
    await ann.press("whole-board")
    await expect(ann.page.locator("tr.you")).to_be_visible()
    await findings.look(ann, "day leaderboard")
    await ann.page.goto("/")
    await expect(ann.part("daily-done-bernauer")).to_be_visible()
    await findings.look(ann, "day done")
