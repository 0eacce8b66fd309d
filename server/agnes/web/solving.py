"""What is asked of the solver over HTTP, and positions drawn for clients that know no rules."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from starlette.requests import Request

from agnes.protocol.analysis import Analysis
from agnes.protocol.replaying import Replay, Replayed
from agnes.protocol.solving import BUDGET_MOST, Solve, Solved
from agnes.service.replaying import replayed
from agnes.service.solving import affordable
from agnes.web.api import Nothing, own_race
from agnes.web.bodies import read_body
from agnes.web.problems import Problem
from agnes.web.services import Services
from agnes.web.who import must_be_known

R = TypeVar("R")


async def solve(request: Request, services: Services) -> Solved:
    services.pace.searches(request)
    wish = await read_body(request, Solve)
    # Interpreted, the largest budget would keep a process for many minutes: nobody waits so long.
    within = wish.model_copy(update={"budget": min(wish.budget, affordable(BUDGET_MOST))})
    return await _while_connected(request, services.solving.solve(within))


async def replay(request: Request, services: Services) -> Replayed:
    services.pace.replays(request)
    return await replayed(await read_body(request, Replay))


async def analysis(request: Request, services: Services) -> Analysis:
    """Of a daily only who played it is told."""
    services.pace.searches(request)
    race = (await services.keeping.get(await own_race(request, services))).race
    if race.terms.daily is not None:
        caller = await must_be_known(request, services.people)
        if race.seat_of(caller.player) is None:
            raise Problem("not-allowed", "A day's attempt is looked through for who made it.")
    await read_body(request, Nothing, may_be_empty=True)
    return await _while_connected(request, services.analysing.analysis(race))


async def _while_connected(request: Request, search: Coroutine[Any, Any, R]) -> R:
    """What the search finds; once the connection is gone nobody asks for it any more, and it is cancelled.

    To be called when the body has been read.
    """
    searching = asyncio.ensure_future(search)
    leaving = asyncio.ensure_future(_until_gone(request))
    try:
        await asyncio.wait({searching, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not searching.done():
            raise Problem("try-later", "The question was taken back.")
        return searching.result()
    finally:
        leaving.cancel()
        searching.cancel()


async def _until_gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
