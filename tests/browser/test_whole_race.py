"""Three people, three browsers, one race from the lobby to the rematch."""

from pathlib import Path

from playwright.async_api import expect
from tests.browser.conftest import People

from agnes.game import Game, Options, rules_for

# A deal that can be won, and how: 76 moves.
GAME, DEAL = "bernauer", "10"
LINE = (Path(__file__).parent / "winning_line.txt").read_text().split()


async def test_two_race_and_one_watches(people: People, pictures: Path) -> None:
    ann = await people.person("Ann")
    ben = await people.person("Ben", 390, 844, touch=True)
    eve = await people.person("Eve", 844, 390, touch=True)

    ann_id = await ann.call_me()
    code = await ann.make_race(game=GAME, deal=DEAL, study_s=1, seats=2)
    await ann.open_race(code)
    await ben.open_race(code)
    await ben.sit_down()
    await expect(ann.part("people")).to_contain_text("Ben")
    await eve.open_race(code)

    await ben.press("ready")
    await ann.press("start")
    for player in (ann, ben):
        await player.phase("running")
    game = Game.deal(rules_for(GAME, Options(), undo="quiet"), int(DEAL))
    await ann.sees(game)
    await ben.sees(game)

    await eve.watch(ann_id)
    await eve.sees(game, ann_id)

    # Ben deals a row and leaves it at that; Ann wins, by turns dragging and tapping.
    await ben.deal_row()
    behind, _ = game.play("D")
    await ben.sees(behind)
    for number, move in enumerate(LINE):
        if move == "D":
            await ann.deal_row()
        elif number % 2:
            await ann.drag_move(game, move)
        else:
            await ann.tap_move(game, move)
        game, _ = game.play(move)
        if game.outcome is None:  # with the win the table gives way to the standings
            await ann.sees(game)
        await expect(ben.page.locator("[data-testid=rivals]")).to_contain_text(str(game.score))
        if number % 10 == 0:
            await eve.sees(game, ann_id)
    assert game.outcome == "won"

    await expect(ann.part("standings")).to_be_visible()
    await expect(ann.page.locator(f'[data-player="{ann_id}"][data-status="won"]')).to_be_visible()
    await ben.give_up()
    for person in (ann, ben, eve):
        await person.phase("finished")
        await expect(person.part("standings")).to_be_visible()
    await ann.page.screenshot(path=pictures / "whole-race-finish.png")
    await expect(ann.page.locator("input[data-testid=revealed-deal]")).to_have_value(DEAL)

    await ben.press("rematch")
    for person in (ann, ben, eve):
        await person.page.wait_for_url(lambda url: not url.endswith(code))
    assert ann.page.url == ben.page.url == eve.page.url
    await expect(ann.part("people")).to_contain_text("Ben")
    await expect(ben.part("people")).to_contain_text("Ann")
