"""A person takes themself to another device, and is forgotten: by the pages alone."""

from pathlib import Path

from playwright.async_api import expect
from tests.browser.conftest import People


async def test_one_person_on_two_devices_and_then_forgotten(people: People, pictures: Path) -> None:
    ann = await people.person("Ann", 1280, 800)
    await ann.page.goto("/")
    await ann.press("start-you")
    await ann.phase("you")
    await ann.part("name").fill("Ann")
    await ann.press("save-name")
    await expect(ann.part("you-are")).to_have_text("Here you are Ann.")
    await ann.press("make-code")
    await expect(ann.part("transfer-left")).to_contain_text("9:5")
    await expect(ann.page.locator(".you .qr")).to_be_visible()
    await ann.page.screenshot(path=pictures / "you.png", full_page=True)
    link = await ann.part("transfer-link").input_value()

    # The phone has been somebody else, who sits in a race.
    phone = await people.person("Bea", 390, 844, touch=True)
    await phone.call_me()
    race = await phone.make_race(game="sorel", seats=2)
    await phone.page.goto("about:blank")
    await phone.page.goto(link)
    await phone.phase("you")
    await expect(phone.part("claim-code")).to_have_value(link.rpartition("-")[2])
    await phone.page.screenshot(path=pictures / "you-claim.png", full_page=True)
    await phone.press("claim")
    await expect(phone.part("dialog")).to_contain_text("no way back to Bea")
    await phone.press("dialog-yes")
    await expect(phone.part("dialog")).to_contain_text("Bea still has a seat in a race")
    await phone.page.screenshot(path=pictures / "you-warned.png")
    await phone.press("dialog-yes")
    await expect(phone.part("you-are")).to_have_text("Here you are Ann.")
    assert phone.page.url.endswith("/#you")
    assert await phone.my_id() == await ann.my_id()
    told = await (await phone.page.context.request.get(f"/api/races/{race}")).json()
    assert told["players"] == []

    # The same link again: used.
    await ann.page.goto("about:blank")
    await ann.page.goto(link)
    await ann.press("claim")
    await ann.press("dialog-yes")
    await expect(ann.part("error").locator("visible=true")).to_contain_text("used already")
    await ann.press("what-is-kept")
    await ann.phase("kept")
    await expect(ann.part("kept-you")).to_have_text("400 days after your last visit.")
    await ann.page.screenshot(path=pictures / "kept.png", full_page=True)

    await phone.press("erase")
    await expect(phone.part("dialog")).to_contain_text("cannot be undone")
    await phone.press("dialog-no")
    await expect(phone.part("you-are")).to_have_text("Here you are Ann.")
    await phone.press("erase")
    await phone.page.screenshot(path=pictures / "you-erase.png")
    await phone.press("dialog-yes")
    await expect(phone.part("you-are")).to_contain_text("You are nobody here yet")
    await ann.page.goto("/#you")
    await expect(ann.part("you-are")).to_contain_text("You are nobody here yet")
    for person in (ann, phone):
        # Refused on purpose; the browser writes it down all the same.
        person.complaints = [
            told for told in person.complaints if not any(c in told for c in ("401", "409", "410"))
        ]
