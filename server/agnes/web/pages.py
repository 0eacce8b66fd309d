"""The page and its files, and whether the server is well."""

from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from agnes import __version__
from agnes.store.errors import StoreError
from agnes.store.keys import PLAYER_S
from agnes.web.client_files import client_dir
from agnes.web.metrics import metrics
from agnes.web.packed import ClientFiles
from agnes.web.problems import explain_problem
from agnes.web.services import Services
from agnes.web.who import COOKIE

# "There is somebody": for the page's script (client/api.js).
KNOWN_COOKIE: Final = "agnes_known"
_FILES: Final = ClientFiles(client_dir())


async def page(request: Request) -> Response:
    """One page for every address; its script looks at the address.

    A cookie that the script can read says whether there is one that says who this is, which it cannot read.
    """
    response = await _FILES.page(request.scope)
    if COOKIE not in request.cookies:
        if KNOWN_COOKIE in request.cookies:
            response.delete_cookie(KNOWN_COOKIE, path="/", samesite="lax")
    elif KNOWN_COOKIE not in request.cookies:
        response.set_cookie(KNOWN_COOKIE, "1", max_age=PLAYER_S, path="/", samesite="lax")
    return response


async def healthz(_: Request) -> Response:
    """The process lives."""
    return PlainTextResponse("ok\n", headers={"Cache-Control": "no-store"})


async def readyz(request: Request) -> Response:
    """It can serve: the database answers and takes writes."""
    services: Services = request.app.state.services
    try:
        await services.database.ping()
    except StoreError as error:
        return PlainTextResponse(f"{error}\n", 503, {"Cache-Control": "no-store", "Retry-After": "2"})
    return JSONResponse({"ready": True, "version": __version__}, headers={"Cache-Control": "no-store"})


def page_routes() -> list[BaseRoute]:
    return [
        Route("/", page),
        Route("/r/{id}", page),
        Route("/healthz", healthz),
        Route("/readyz", readyz),
        Route("/metrics", metrics),
        Route("/problems/{slug}", explain_problem),
        Mount("/static", _FILES),
    ]
