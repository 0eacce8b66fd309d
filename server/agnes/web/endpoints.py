"""Every call over HTTP, in one table: the routes and the published documents are made from it."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from agnes.protocol.analysis import Analysis
from agnes.protocol.base import Message
from agnes.protocol.players import (
    Claim,
    Erased,
    Kick,
    Me,
    NewPlayer,
    NewPlayerOut,
    ReadyBody,
    RetentionOut,
    TransferOut,
)
from agnes.protocol.race import NewRace, QuickRace, RaceList, RaceOut
from agnes.protocol.replay import BoardOut, StoryOut
from agnes.protocol.replaying import Replay, Replayed
from agnes.protocol.solving import Solve, Solved
from agnes.race.daily import day_of_attempt
from agnes.web import api, persons, solving
from agnes.web.daily import DAILY
from agnes.web.problems import Problem
from agnes.web.schemas import Endpoint
from agnes.web.services import Services
from agnes.web.who import may_write

Handler = Callable[[Request, Services], Awaitable[Message | Response]]

_RACE: Final = "/api/races/{id}"
_WRITE: Final = (
    "bad-json",
    "bad-request",
    "too-large",
    "unsupported-media",
    "wrong-origin",
    "too-fast",
    "database-away",
)


def _get(path: str, summary: str, out: Any, problems: str = "", **more: Any) -> Endpoint:
    return Endpoint("GET", path, summary, None, out, 200, tuple(problems.split()), auth=False, **more)


def _act(path: str, summary: str, problems: str, *, body: Any = None) -> Endpoint:
    """Something that a player does to a race, answered with the race."""
    common = ("no-such-race", "unknown-player", "not-allowed", *_WRITE)
    return Endpoint("POST", _RACE + path, summary, body, RaceOut, 200, (*problems.split(), *common))


ENDPOINTS: Final[tuple[tuple[Endpoint, Handler], ...]] = (
    (
        Endpoint("POST", "/api/players", "Make a guest", NewPlayer, NewPlayerOut, 201, _WRITE, auth=False),
        persons.make_player,
    ),
    (Endpoint("GET", "/api/me", "Who am I?", None, Me, 200, ("unknown-player",)), persons.me),
    (
        Endpoint("PATCH", "/api/me", "Rename me", NewPlayer, Me, 200, ("unknown-player", *_WRITE)),
        persons.rename,
    ),
    (
        Endpoint(
            "DELETE",
            "/api/me",
            "Erase me and what is kept of me, for good",
            None,
            Erased,
            200,
            ("unknown-player", *_WRITE),
        ),
        persons.erase,
    ),
    (
        Endpoint(
            "POST",
            "/api/me/transfer",
            "A code that makes another device me, once",
            None,
            TransferOut,
            200,
            ("unknown-player", *_WRITE),
        ),
        persons.transfer,
    ),
    (
        Endpoint(
            "POST",
            "/api/players/claim",
            "Become who made this code on another device",
            Claim,
            NewPlayerOut,
            201,
            ("no-such-code", "code-used", "code-expired", "still-racing", *_WRITE),
            auth=False,
        ),
        persons.claim,
    ),
    (_get("/api/retention", "What is kept how long", RetentionOut), persons.retention),
    (
        Endpoint(
            "POST",
            "/api/races",
            "Make a race and sit down in it",
            NewRace,
            RaceOut,
            201,
            ("unknown-player", "not-winnable", "not-decided", "no-proved-deal", "try-later", *_WRITE),
        ),
        api.make_race,
    ),
    (
        Endpoint(
            "POST",
            "/api/races/quick",
            "A seat in the next public race, or in a new one with bots",
            QuickRace,
            RaceOut,
            200,
            ("unknown-player", *_WRITE),
        ),
        api.quick_race,
    ),
    (
        _get("/api/races", "Public races in lobby or running, newest first", RaceList, "bad-request"),
        api.list_races,
    ),
    (_get(_RACE, "One race", RaceOut, "no-such-race not-started unknown-player"), api.get_race),
    (_act("/join", "Take a seat", "race-full race-started"), api.join),
    (_act("/leave", "Leave the seat; once the cards are out, give up", "not-seated"), api.leave),
    (
        _act("/ready", "Say that you are ready, or not", "not-seated race-started", body=ReadyBody),
        api.ready,
    ),
    (_act("/start", "Host: start the race", "not-host not-seated race-started"), api.start),
    (
        _act(
            "/kick",
            "Host: send somebody away from the lobby",
            "not-host not-seated no-such-player",
            body=Kick,
        ),
        api.kick,
    ),
    (
        _act(
            "/finish",
            "Host: end the race once somebody is done",
            "not-host not-seated not-running",
        ),
        api.finish,
    ),
    (
        _act(
            "/rematch",
            "The same people and options, a new deal",
            "not-seated not-finished try-later",
        ),
        api.rematch,
    ),
    (
        _get(
            _RACE + "/boards/{player}",
            "A board, all that a replay needs: after the finish, or one's own when playing alone",
            BoardOut,
            "no-such-race no-such-player not-finished unknown-player",
        ),
        api.board,
    ),
    (
        Endpoint(
            "POST",
            "/api/solve",
            "Show all: can this position still be won, every card known?",
            Solve,
            Solved,
            200,
            ("try-later", *_WRITE),
            auth=False,
        ),
        solving.solve,
    ),
    (
        Endpoint(
            "POST",
            "/api/replay",
            "Any deal with any moves, as a client that knows no rules can draw it",
            Replay,
            Replayed,
            200,
            _WRITE,
            auth=False,
        ),
        solving.replay,
    ),
    (
        _get(
            _RACE + "/analysis",
            "A finished race looked through: which moves lost the win. Ask again until it is complete",
            Analysis,
            "no-such-race not-finished not-allowed unknown-player too-fast try-later",
        ),
        solving.analysis,
    ),
    (
        _get(
            _RACE + "/story",
            "A finished race told: scores over time, changes of the lead, the best run",
            StoryOut,
            "no-such-race not-finished not-started unknown-player",
        ),
        api.story,
    ),
    (
        _get(_RACE + "/qr.svg", "The invitation as a QR code", None, "no-such-race", media="image/svg+xml"),
        api.qr,
    ),
    *DAILY,
)


def api_routes() -> list[Route]:
    return [
        Route(endpoint.path, _handler(handler, endpoint.auth), methods=[endpoint.method])
        for endpoint, handler in ENDPOINTS
    ]


def _handler(handler: Handler, auth: bool) -> Callable[[Request], Awaitable[Response]]:
    async def handle(request: Request) -> Response:
        services: Services = request.app.state.services
        if day_of_attempt(str(request.path_params.get("id", ""))):
            raise Problem("no-such-race")  # attempts at a daily are reached by way of the day alone
        if request.method not in ("GET", "HEAD"):
            if not may_write(request, services.origins, as_somebody=auth):
                raise Problem("wrong-origin")
            services.pace.writes(request)
        answer = await handler(request, services)
        return answer if isinstance(answer, Response) else api.json_of(answer)

    return handle
