"""The day is the server's, wherever the page is read."""

import re
from collections.abc import Iterator

import pytest
from playwright.async_api import expect
from tests.browser import days
from tests.browser.conftest import People
from tests.browser.days import DayServer

ZONES = ("Pacific/Kiritimati", "Etc/GMT+12", "Europe/Lisbon", "Europe/Berlin")  # UTC+14 to UTC-12
LEFT = re.compile(r"\b2:29:[0-9]{2}\b")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DayServer]:
    yield from days.at_noon(tmp_path_factory.mktemp("zones"))


@pytest.mark.parametrize(
    ("date", "words"),
    [
        ("2026-03-29", "Sunday 29 March"),  # summer time begins in Europe
        ("2026-10-25", "Sunday 25 October"),  # and ends
        ("2028-02-29", "Tuesday 29 February"),
    ],
)
async def test_day_and_countdown_are_the_same_everywhere(
    people: People, server: DayServer, date: str, words: str
) -> None:
    server.at(f"{date}T21:30:10")
    for zone in ZONES:
        reader = await people.person("Ann", 390, 844, zone=zone)
        await reader.page.goto("/")
        await expect(reader.part("today")).to_have_text(words)
        await expect(reader.part("next-day")).to_contain_text(LEFT)
        await expect(reader.part("daily-new-sorel")).to_be_visible()
