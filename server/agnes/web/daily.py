"""The calls about the daily challenge and the leaderboards."""

from typing import Any, Final

from starlette.requests import Request

from agnes.protocol.base import Message
from agnes.protocol.daily import DailiesOut, DailyOut, LeaderboardOut, PageQuery
from agnes.web.bodies import read_body
from agnes.web.problems import Problem
from agnes.web.schemas import Endpoint
from agnes.web.services import Services
from agnes.web.who import caller_of, must_be_known

_DAY: Final = "/api/daily/{date}/{game}"


class Empty(Message):
    """An empty body, or `{}`."""


async def today(request: Request, services: Services) -> DailiesOut:
    return await services.daily.today(await _player(request, services))


async def one_day(request: Request, services: Services) -> DailyOut:
    return await services.daily.of(*_day(request), await _player(request, services))


async def start(request: Request, services: Services) -> DailyOut:
    caller = await must_be_known(request, services.people)
    await read_body(request, Empty, may_be_empty=True)
    return await services.daily.start(*_day(request), caller.player, caller.name)


async def day_board(request: Request, services: Services) -> LeaderboardOut:
    player = await _player(request, services)
    day = services.daily.day(*_day(request))
    return await services.leaderboards.of_day(day, _query(request), player)


async def all_time(request: Request, services: Services) -> LeaderboardOut:
    player = await _player(request, services)
    board = str(request.path_params["board"])
    return await services.leaderboards.of_all_time(board, _query(request), player)


def _day(request: Request) -> tuple[str, str]:
    return str(request.path_params["date"]), str(request.path_params["game"])


def _query(request: Request) -> PageQuery:
    given = request.query_params.multi_items()
    if len(given) != len({name for name, _ in given}):
        raise Problem("bad-request", "Name each part of the query once.")
    return PageQuery.model_validate(dict(given))


async def _player(request: Request, services: Services) -> str | None:
    """Who asks, None for a stranger: what is asked for is there for everyone."""
    caller = await caller_of(request, services.people)
    return caller.player if caller else None


def _get(path: str, summary: str, out: Any, problems: str, query: Any = None) -> Endpoint:
    kinds = (*problems.split(), "unknown-player", "database-away")
    return Endpoint("GET", path, summary, query, out, 200, kinds, auth=False)


DAILY: Final = (
    (_get("/api/daily", "Today's deals, one a game", DailiesOut, "try-later"), today),
    (_get(_DAY, "The deal of a day", DailyOut, "no-such-day try-later"), one_day),
    (
        Endpoint(
            "POST",
            f"{_DAY}/start",
            "Begin my one counted attempt, or find it begun",
            None,
            DailyOut,
            200,
            (
                *("no-such-day", "day-over", "try-later", "unknown-player", "bad-json", "bad-request"),
                *("too-large", "unsupported-media", "wrong-origin", "too-fast", "database-away"),
            ),
        ),
        start,
    ),
    (
        _get(
            f"{_DAY}/leaderboard",
            "The leaderboard of a day",
            LeaderboardOut,
            "no-such-day bad-request",
            PageQuery,
        ),
        day_board,
    ),
    (
        _get(
            "/api/leaderboards/{board}",
            "A leaderboard of all time: `wins` or `streak`",
            LeaderboardOut,
            "no-such-board bad-request",
            PageQuery,
        ),
        all_time,
    ),
)
