"""The table under hands that are nervous, interrupted or away."""

import json

import pytest
from playwright.async_api import CDPSession, WebSocketRoute, expect
from tests.browser.conftest import People
from tests.browser.person import AT_REST, Person
from tests.browser.test_whole_race import LINE
from tests.server import ServerProcess
from websockets import Subprotocol
from websockets.asyncio.client import connect

from agnes.game import Game, Options, finishing_line, rules_for

DEAL = "10"
UP = "T1>F"  # legal on this deal from the start
WRONG = ("T7", "T1")


def dealt(game: str = "bernauer", seats: int = 1) -> Game:
    return Game.deal(rules_for(game, Options(), undo="all" if seats == 1 else "quiet"), int(DEAL))


class Sent:
    """The moves that a page has sent."""

    def __init__(self, person: Person) -> None:
        self.moves: list[str] = []
        person.page.on("websocket", lambda socket: socket.on("framesent", self._on_frame))

    def _on_frame(self, frame: bytes | str) -> None:
        said = json.loads(frame)
        if said["type"] == "move":
            self.moves.append(said["move"])


class Finger:
    """A finger, or two, by the browser's own input."""

    def __init__(self, cdp: CDPSession) -> None:
        self._cdp = cdp

    async def down(self, *points: tuple[float, float]) -> None:
        await self._send("touchStart", points)

    async def move(self, *points: tuple[float, float]) -> None:
        await self._send("touchMove", points)

    async def up(self) -> None:
        await self._send("touchEnd", ())

    async def cancelled(self) -> None:
        await self._send("touchCancel", ())

    async def _send(self, kind: str, points: tuple[tuple[float, float], ...]) -> None:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        await self._cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


async def centre(person: Person, selector: str) -> tuple[float, float]:
    what = person.page.locator(selector).last
    await what.evaluate(AT_REST)
    box = await what.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.fixture
async def ann(people: People) -> Person:
    """Ann with a finger, alone at a table."""
    person = await people.person("Ann", 390, 844, touch=True)
    await person.call_me()
    return person


async def alone(person: Person) -> Sent:
    sent = Sent(person)
    await person.open_race(await person.make_race(game="bernauer", deal=DEAL, seats=1))
    await person.phase("running")
    await person.sees(dealt())
    return sent


@pytest.mark.parametrize("clicks", [2, 3, 5])
async def test_nervous_clicks_on_a_card_are_one_move(people: People, clicks: int) -> None:
    ann = await people.person("Ann")
    await ann.call_me()
    sent = await alone(ann)
    x, y = await centre(ann, '.card[data-in="T1"]')
    for _ in range(clicks):
        await ann.page.mouse.click(x, y)
        await ann.page.wait_for_timeout(40)
    game, _ = dealt().play(UP)
    await ann.sees(game)
    assert sent.moves == [UP]


@pytest.mark.parametrize("clicks", [2, 3, 5])
async def test_nervous_clicks_on_the_stock_are_one_deal(people: People, clicks: int) -> None:
    ann = await people.person("Ann")
    await ann.call_me()
    sent = await alone(ann)
    x, y = await centre(ann, '.pile[data-pile="S"]')
    for _ in range(clicks):
        await ann.page.mouse.click(x, y)
        await ann.page.wait_for_timeout(40)
    game, _ = dealt().play("D")
    await ann.sees(game)
    assert sent.moves == ["D"]


async def test_the_other_button_does_nothing(people: People) -> None:
    ann = await people.person("Ann")
    await ann.call_me()
    sent = await alone(ann)
    for selector in ('.card[data-in="T1"]', '.pile[data-pile="S"]'):
        x, y = await centre(ann, selector)
        await ann.page.mouse.click(x, y, button="right", click_count=2)
    await expect(ann.page.locator(".card.lifted")).to_have_count(0)
    assert sent.moves == []


async def lifted_high(person: Person, finger: Finger) -> tuple[float, float]:
    """The card of column 1 held over the foundations; where the finger is."""
    x, y = await centre(person, '.card[data-in="T1"]')
    goal = await centre(person, '.pile[data-pile="F"][data-suit="C"]')
    await finger.down((x, y))
    await finger.move(((x + goal[0]) / 2, (y + goal[1]) / 2))
    await finger.move(goal)
    await expect(person.page.locator(".card.held")).to_have_count(1)
    await expect(person.page.locator(".ring.aimed")).to_have_count(1)
    return goal


async def at_rest(person: Person) -> None:
    """Nothing is held and no card is out of its place."""
    await expect(person.page.locator(".card.held, .card.lifted, .card.pressed")).to_have_count(0)
    moved = "(table) => [...table.querySelectorAll('.card')].filter((card) => card.style.translate).length"
    assert await person.table().evaluate(moved) == 0


async def next_drag_works(person: Person, finger: Finger, sent: Sent) -> None:
    sent.moves.clear()
    await lifted_high(person, finger)
    await finger.up()
    game, _ = dealt().play(UP)
    await person.sees(game)
    assert sent.moves == [UP]


@pytest.mark.parametrize("how", ["cancel", "rotation", "blur", "escape"])
async def test_a_drag_broken_off_puts_the_card_back(ann: Person, how: str) -> None:
    sent = await alone(ann)
    finger = Finger(await ann.page.context.new_cdp_session(ann.page))
    await lifted_high(ann, finger)
    if how == "cancel":
        await finger.cancelled()
    elif how == "rotation":
        await ann.page.set_viewport_size({"width": 844, "height": 390})
    elif how == "blur":
        await ann.page.evaluate("() => { window.dispatchEvent(new Event('blur')); }")
    else:
        await ann.page.keyboard.press("Escape")
    await at_rest(ann)
    if how != "cancel":
        await finger.up()
    await ann.sees(dealt())
    assert sent.moves == []
    await next_drag_works(ann, finger, sent)


async def test_a_second_finger_neither_drops_nor_lifts(ann: Person) -> None:
    sent = await alone(ann)
    finger = Finger(await ann.page.context.new_cdp_session(ann.page))
    goal = await lifted_high(ann, finger)
    other = await centre(ann, '.card[data-in="T5"]')
    await finger.down(goal, other)
    await finger.move(goal, (other[0] + 30, other[1] + 40))
    await expect(ann.page.locator(".card.held")).to_have_count(1)
    await finger.up()
    await at_rest(ann)
    assert set(sent.moves) <= {UP}
    scale = await ann.page.evaluate("() => [visualViewport.scale, scrollX, scrollY]")
    assert scale == [1, 0, 0]


async def test_a_connection_that_comes_back_leaves_the_card_in_the_hand(ann: Person) -> None:
    sent = await alone(ann)
    finger = Finger(await ann.page.context.new_cdp_session(ann.page))
    await lifted_high(ann, finger)
    async with ann.page.expect_websocket():
        await ann.page.evaluate("() => { window.dispatchEvent(new Event('online')); }")
    await expect(ann.part("connection")).to_have_attribute("data-standing", "open")
    await finger.up()
    game, _ = dealt().play(UP)
    await ann.sees(game)
    assert set(sent.moves) == {UP}  # perhaps sent again after the break, which is not played twice
    await expect(ann.part("own-score")).to_contain_text("2")


async def test_what_others_do_moves_nothing_under_the_finger(people: People) -> None:
    ann = await people.person("Ann", 390, 844, touch=True)
    ben = await people.person("Ben")
    await ann.call_me()
    sent = Sent(ann)
    code = await ann.make_race(game="bernauer", deal=DEAL, study_s=0, seats=2)
    await ann.open_race(code)
    await ben.open_race(code)
    await ben.sit_down()
    await expect(ann.part("people")).to_contain_text("Ben")
    await ann.press("start")
    for person in (ann, ben):
        await person.phase("running")
    game = dealt(seats=2)
    await ann.sees(game)
    await ben.sees(game)
    finger = Finger(await ann.page.context.new_cdp_session(ann.page))
    x, y = await lifted_high(ann, finger)
    held = ann.page.locator(".card.held")
    before = await held.bounding_box(), await ann.table().bounding_box()
    await ben.tap_move(game, UP)
    await expect(ann.page.locator('[data-testid="rival"][data-score="2"]')).to_be_visible()
    assert (await held.bounding_box(), await ann.table().bounding_box()) == before
    # Ben gives up and the race ends for want of others, in the middle of the same drag.
    await ben.give_up()
    await finger.move((x, y))
    await finger.up()
    played, _ = game.play(UP)
    await ann.sees(played)
    assert sent.moves == [UP]
    await at_rest(ann)


async def test_a_page_that_was_frozen_shows_what_has_happened(people: People) -> None:
    ann = await people.person("Ann", 390, 844, touch=True)
    ben = await people.person("Ben")
    await ann.call_me()
    code = await ann.make_race(game="bernauer", deal=DEAL, study_s=0, seats=2)
    await ann.open_race(code)
    await ben.open_race(code)
    await ben.sit_down()
    await expect(ann.part("people")).to_contain_text("Ben")
    await ann.press("start")
    for person in (ann, ben):
        await person.phase("running")
    game = dealt(seats=2)
    await ben.sees(game)
    cdp = await ann.page.context.new_cdp_session(ann.page)
    await cdp.send("Page.setWebLifecycleState", {"state": "frozen"})
    await ben.tap_move(game, UP)
    played, _ = game.play(UP)
    await ben.sees(played)
    await cdp.send("Page.setWebLifecycleState", {"state": "active"})
    await expect(ann.page.locator('[data-testid="rival"][data-score="2"]')).to_be_visible()
    await ann.sees(game)
    await at_rest(ann)


async def test_finishing_survives_a_cut(people: People, server: ServerProcess) -> None:
    ann = await people.person("Ann", 390, 844, touch=True)
    token = await ann.token()
    routes: list[WebSocketRoute] = []

    def through(route: WebSocketRoute) -> None:
        route.connect_to_server()
        routes.append(route)

    await ann.page.route_web_socket("**/ws/**", through)
    code = await ann.make_race(game="bernauer", deal=DEAL, seats=1)
    game, played = dealt(), 0
    while not finishing_line(game.state):
        game, _ = game.play(LINE[played])
        played += 1
    await play_ahead(server, token, code, LINE[:played])

    await ann.open_race(code)
    await ann.sees(game)
    await ann.press("finish")
    await expect(ann.part("own-score")).to_contain_text(str(game.score + 2))
    await routes[-1].close(code=3001)
    await expect(ann.part("connection")).to_have_attribute("data-standing", "waiting")
    await expect(ann.part("connection")).to_have_attribute("data-standing", "open")
    await ann.press("finish")
    await ann.phase("finished")
    await expect(ann.part("result")).to_contain_text("Won")
    board = await ann.page.context.request.get(f"/api/races/{code}/boards/{await ann.my_id()}")
    story = await board.json()
    assert (story["score"], story["status"]) == (52, "won")
    assert len(story["moves"]) == played + 52 - game.score


async def play_ahead(server: ServerProcess, token: str, code: str, moves: list[str]) -> None:
    url = f"{server.url.replace('http', 'ws')}/ws/races/{code}"
    headers = {"Authorization": f"Bearer {token}"}
    async with connect(url, subprotocols=[Subprotocol("agnes.v1")], additional_headers=headers) as socket:
        for n, move in enumerate(moves, 1):
            await socket.send(json.dumps({"type": "move", "n": n, "move": move}))
            while (said := json.loads(await socket.recv()))["type"] != "moved":
                assert said["type"] != "rejected", said
