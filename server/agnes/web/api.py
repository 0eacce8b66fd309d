"""What each call over HTTP does; which there are stands in `endpoints`."""

from starlette.requests import Request
from starlette.responses import Response

from agnes.protocol.base import Message
from agnes.protocol.players import Kick, ReadyBody
from agnes.protocol.race import NewRace, QuickRace, RaceList, RaceOut
from agnes.protocol.replay import BoardOut, StoryOut
from agnes.race.daily import day_of_code
from agnes.service.identity import read_race_code
from agnes.web.bodies import read_body
from agnes.web.problems import Problem
from agnes.web.qr import qr_svg
from agnes.web.services import Services
from agnes.web.who import Caller, caller_of, must_be_known


class Nothing(Message):
    """An empty body, or `{}`."""


async def make_race(request: Request, services: Services) -> Response:
    caller = await _writer(request, services)
    wish = await read_body(request, NewRace)
    made = await services.making.make(wish, caller.player, caller.name)
    return json_of(services.keeping.out(made), 201)


async def quick_race(request: Request, services: Services) -> RaceOut:
    caller = await _writer(request, services)
    wish = await read_body(request, QuickRace)
    return await services.lobbies.quick(wish.game, caller.player, caller.name)


async def list_races(request: Request, services: Services) -> RaceList:
    query = request.query_params
    state, game, cursor = query.get("state"), query.get("game"), query.get("cursor")
    if state not in (None, "", "lobby", "countdown", "study", "running"):
        raise Problem("bad-request", "state: give lobby, countdown, study or running, or leave it out.")
    if game not in (None, "", "bernauer", "sorel"):
        raise Problem("bad-request", "game: give bernauer or sorel, or leave it out.")
    if cursor and not (cursor.isascii() and cursor.isdigit() and len(cursor) < 16):
        raise Problem("bad-request", "cursor: give the `next` of the page before, or leave it out.")
    return await services.lobbies.listed(state or None, game or None, cursor or None)


async def get_race(request: Request, services: Services) -> RaceOut:
    return services.keeping.out(await services.keeping.get(await own_race(request, services)))


async def join(request: Request, services: Services) -> RaceOut:
    caller = await _writer(request, services, Nothing)
    return await services.racing.join(_seated_race(request), caller.player, caller.name)


async def leave(request: Request, services: Services) -> RaceOut:
    caller = await _writer(request, services, Nothing)
    return await services.racing.leave(_seated_race(request), caller.player)


async def ready(request: Request, services: Services) -> RaceOut:
    caller = await _writer(request, services)
    wish = await read_body(request, ReadyBody, may_be_empty=True)
    return await services.racing.ready(_seated_race(request), caller.player, wish.ready)


async def start(request: Request, services: Services) -> RaceOut:
    caller = await _writer(request, services, Nothing)
    return await services.racing.start(_seated_race(request), caller.player)


async def kick(request: Request, services: Services) -> RaceOut:
    caller = await _writer(request, services)
    wish = await read_body(request, Kick)
    return await services.racing.kick(_seated_race(request), caller.player, wish.player)


async def finish(request: Request, services: Services) -> RaceOut:
    caller = await _writer(request, services, Nothing)
    return await services.racing.finish(_seated_race(request), caller.player)


async def rematch(request: Request, services: Services) -> RaceOut:
    caller = await _writer(request, services, Nothing)
    return await services.racing.rematch(_seated_race(request), caller.player)


async def board(request: Request, services: Services) -> BoardOut:
    day = day_of_code(_race_id(request))
    if day is not None:
        told = await services.daily.told_attempt(day, request.path_params["player"])
        return await services.boards.whole(told, request.path_params["player"], None)
    race = (await services.keeping.get(_race_id(request))).race
    asker = None
    if race.state != "finished" and race.terms.alone:
        caller = await caller_of(request, services.people)
        asker = caller.player if caller else None
    return await services.boards.whole(race, request.path_params["player"], asker)


async def story(request: Request, services: Services) -> StoryOut:
    stored = await services.keeping.get(await own_race(request, services))
    return await services.boards.story(stored.race)


async def qr(request: Request, services: Services) -> Response:
    stored = await services.keeping.get(_race_id(request))
    svg = qr_svg(f"{services.public_url(request)}/r/{stored.race.id}")
    return Response(svg, media_type="image/svg+xml", headers={"Cache-Control": "no-store"})


async def _writer(request: Request, services: Services, body: type[Message] | None = None) -> Caller:
    """Who acts; `body` where the request has none to speak of, so that a wrong one is still told."""
    caller = await must_be_known(request, services.people)
    if body is not None:
        await read_body(request, body, may_be_empty=True)
    return caller


async def own_race(request: Request, services: Services) -> str:
    """The race that the address names; of a day of the daily challenge it is the caller's own attempt."""
    race_id = _race_id(request)
    day = day_of_code(race_id)
    if day is None:
        return race_id
    caller = await must_be_known(request, services.people)
    return (await services.daily.attempt_of(day, caller.player)).id


def _seated_race(request: Request) -> str:
    """The race that people sit down in, start and leave; a day of the daily challenge has nothing of that."""
    race_id = _race_id(request)
    day = day_of_code(race_id)
    if day is not None:
        raise Problem(
            "not-allowed",
            f"A day's attempt has no seats: POST /api/daily/{day.date}/{day.game}/start begins yours, and "
            f'{{"type":"give_up"}} on the websocket /ws/races/{day.code} ends it early.',
        )
    return race_id


def _race_id(request: Request) -> str:
    """The code in the address, as a person may have typed it: capitals and hyphens do not matter."""
    typed = str(request.path_params["id"])
    return read_race_code(typed) or typed


def json_of(out: Message, status: int = 200) -> Response:
    headers = {"Cache-Control": "no-store"}
    return Response(out.text(), status, headers, "application/json")
