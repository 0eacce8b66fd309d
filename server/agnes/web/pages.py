"""The page and its files, and whether the server is well."""

from typing import Final

from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from agnes import __version__
from agnes.store.errors import StoreError
from agnes.web.client_files import client_dir
from agnes.web.metrics import metrics
from agnes.web.problems import explain_problem
from agnes.web.services import Services

# Asked for again each time and answered 304: after an update nobody plays with yesterday's files.
_REVALIDATE: Final = "no-cache"


class ClientFiles(StaticFiles):
    """The files of the client, as they lie; its tests are not for the browser."""

    def file_response(self, *args: object, **kwargs: object) -> Response:
        response = super().file_response(*args, **kwargs)  # type: ignore[arg-type]
        response.headers["Cache-Control"] = _REVALIDATE
        return response

    async def get_response(self, path: str, scope: Scope) -> Response:
        if path.startswith("tests"):
            path = "no-such-file"
        return await super().get_response(path, scope)


async def page(_: Request) -> Response:
    """One page for every address; its script looks at the address."""
    return FileResponse(client_dir() / "index.html", headers={"Cache-Control": _REVALIDATE})


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
        Mount("/static", ClientFiles(directory=client_dir())),
    ]
