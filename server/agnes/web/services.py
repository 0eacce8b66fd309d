"""All that the edge needs, in one place; opened and closed by the application."""

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from agnes.protocol.players import RetentionOut
from agnes.service.analysing import Analysing
from agnes.service.attending import Attending
from agnes.service.boards import Boards
from agnes.service.daily import Daily
from agnes.service.erasing import Erasing
from agnes.service.keeping import Keeping
from agnes.service.leaderboards import Leaderboards
from agnes.service.lobbies import Lobbies
from agnes.service.making import Making
from agnes.service.people import People
from agnes.service.racing import Racing
from agnes.service.solving import Solving
from agnes.service.transfer import Transfer
from agnes.service.winnable import Winnable
from agnes.store.database import Database
from agnes.web.origin import Origins
from agnes.web.pace import Pace


@dataclass(frozen=True, slots=True)
class Services:
    """`link_base` is what links say, if the settings do: `https://agnes.example`."""

    database: Database
    people: People
    transfer: Transfer
    erasing: Erasing
    retention: RetentionOut
    keeping: Keeping
    making: Making
    racing: Racing
    lobbies: Lobbies
    boards: Boards
    solving: Solving
    winnable: Winnable
    analysing: Analysing
    attending: Attending
    daily: Daily
    leaderboards: Leaderboards
    origins: Origins
    pace: Pace
    link_base: str | None

    def public_url(self, connection: HTTPConnection) -> str:
        """The address under which the caller reaches this server, as links should say it."""
        return self.link_base or f"{connection.url.scheme}://{connection.url.netloc}"

    def is_https(self, connection: HTTPConnection) -> bool:
        return self.public_url(connection).startswith("https://")
