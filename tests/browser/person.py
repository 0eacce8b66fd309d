"""Somebody at a browser: what they do, in the words of what they do, and what they see."""

import asyncio
from typing import Any

from playwright.async_api import ConsoleMessage, Locator, Page, expect

from agnes.game import Game

PATIENCE_MS = 15_000
# Pile to cards, innermost first, as a table shows them.
_PILES = """(table) => {
    const piles = {};
    for (const card of table.querySelectorAll("[data-card]")) {
        const { in: pile, index } = card.dataset;
        if (/^[TR]/.test(pile)) (piles[pile] ??= [])[Number(index)] = card.dataset.card;
    }
    return piles;
}"""
# Resolves once no card of the table flies any more: one still on its way may lie over the one that is meant.
AT_REST = """async (element) => {
    const ends = (flight) => flight.effect.getTiming().iterations !== Infinity;
    const runs = (flight) => flight.playState === "running" && ends(flight);
    const flights = () => element.closest(".table").getAnimations({ subtree: true }).filter(runs);
    while (flights().length > 0) await Promise.allSettled(flights().map(({ finished }) => finished));
}"""
# Resolves once the table's piles are the wanted ones.
_UNTIL = """(table, wanted, piles) => new Promise((resolve) => {
    const text = (shown) => JSON.stringify(Object.entries(shown).sort());
    const look = () => text(piles(table)) === text(wanted) && resolve();
    new MutationObserver(look).observe(table, { subtree: true, childList: true, attributes: true });
    look();
})"""
expect.set_options(timeout=PATIENCE_MS)


class Person:
    """One browser, one page. `touch`: a finger instead of a mouse."""

    def __init__(self, name: str, page: Page, *, touch: bool) -> None:
        self.name = name
        self.page = page
        self.touch = touch
        self.complaints: list[str] = []
        page.set_default_timeout(PATIENCE_MS)
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: self.complaints.append(f"{name}: {error}"))

    def part(self, testid: str) -> Locator:
        return self.page.get_by_test_id(testid)

    async def press(self, testid: str) -> None:
        await self.part(testid).first.click()

    async def phase(self, phase: str) -> None:
        """Wait for the page to be in this phase of the race."""
        await expect(self.page.locator("html")).to_have_attribute("data-phase", phase)

    async def call_me(self) -> str:
        """Be somebody without the form; answers with the player's id."""
        made = await self._post("/api/players", {"name": self.name})
        return str(made["id"])

    async def token(self) -> str:
        """Be somebody without the form; answers with what proves it to the server elsewhere."""
        return str((await self._post("/api/players", {"name": self.name}))["token"])

    async def my_id(self) -> str:
        return str((await (await self.page.context.request.get("/api/me")).json())["id"])

    async def make_race(self, **fields: Any) -> str:
        """Make a race as the page would; answers with its code."""
        return str((await self._post("/api/races", fields))["id"])

    async def open_race(self, code: str) -> None:
        await self.page.goto(f"/r/{code}")

    async def sit_down(self) -> None:
        """At the door of a race: say who one is, take a seat."""
        await self.part("name").fill(self.name)
        await self.press("join")

    async def watch(self, player: str) -> None:
        """Have that player's board open, which it may be already."""
        row = self.page.locator(f'[data-testid="standing"][data-player="{player}"]')
        await expect(row).to_be_visible()
        if not await self.table(player).count():
            await row.get_by_test_id("pick").click()

    async def give_up(self) -> None:
        await self.press("more")
        await self.press("give-up")
        await self.press("dialog-yes")

    # -- the table -------------------------------------------------------------------------

    async def deal_row(self) -> None:
        await self.press("action-D")

    async def tap_move(self, game: Game, move: str) -> None:
        """Make a move by touching first the card, then where it goes."""
        card, target = self._ends(game, move)
        await self._touch(card)
        await self._touch(target)

    async def drag_move(self, game: Game, move: str) -> None:
        """Make a move by dragging with the mouse."""
        card, target = self._ends(game, move)
        start, goal = await _point(card), await _point(target)
        mouse = self.page.mouse
        await mouse.move(*start)
        await mouse.down()
        await mouse.move((start[0] + goal[0]) / 2, (start[1] + goal[1]) / 2, steps=3)
        await mouse.move(*goal, steps=3)
        await mouse.up()

    def table(self, player: str | None = None) -> Locator:
        """One's own table, or that of a player one watches."""
        if player is None:
            return self.page.locator(".table.bound")
        return self.page.locator(f'article[data-player="{player}"] .table')

    async def sees(self, game: Game, player: str | None = None, *, within: Locator | None = None) -> None:
        """Wait until the table, another one with `within`, shows this very position."""
        view = game.state.view()
        wanted = {f"T{i}": pile for i, pile in enumerate(view.tableau, 1) if pile}
        wanted |= {f"R{i}": pile for i, pile in enumerate(view.reserve, 1) if pile}
        table = within or self.table(player)
        try:
            async with asyncio.timeout(PATIENCE_MS / 1000):
                await table.evaluate(f"(table, wanted) => ({_UNTIL})(table, wanted, {_PILES})", wanted)
        except TimeoutError:
            assert await table.evaluate(_PILES) == wanted, f"{self.name} at {self.page.url}"

    def _ends(self, game: Game, move: str) -> tuple[Locator, Locator]:
        """The card to take hold of, and what to put it on."""
        source, _, rest = move.partition(">")
        target, _, count = rest.partition(":")
        view = game.state.view()
        piles = view.tableau if source[0] == "T" else view.reserve
        card = piles[int(source[1]) - 1][-int(count or 1)]
        table = self.table()
        if target == "F":
            goal = table.locator(f'.pile[data-suit="{card[1]}"]')
        elif view.tableau[int(target[1]) - 1]:
            goal = table.locator(f'[data-card="{view.tableau[int(target[1]) - 1][-1]}"]')
        else:
            goal = table.locator(f'.pile[data-pile="{target}"]')
        return table.locator(f'[data-card="{card}"]'), goal

    async def _touch(self, what: Locator) -> None:
        x, y = await _point(what)
        if self.touch:
            await self.page.touchscreen.tap(x, y)
        else:
            await self.page.mouse.click(x, y)

    # -- helpers ---------------------------------------------------------------------------

    async def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """As this browser, with its cookie, from the server's own page."""
        base = await self.page.evaluate("() => location.origin")
        if base in ("null", ""):
            await self.page.goto("/")
            base = await self.page.evaluate("() => location.origin")
        answer = await self.page.context.request.post(path, data=body, headers={"Origin": base})
        assert answer.ok, await answer.text()
        made: dict[str, Any] = await answer.json()
        return made

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(f"{self.name}: {message.text}")


async def _point(what: Locator) -> tuple[float, float]:
    """A place near the top left corner, the part that others leave uncovered once the table is at rest."""
    await what.evaluate(AT_REST)
    box = await what.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 3, box["y"] + min(10, box["height"] / 4)
