"""The published contract: `/api/openapi.json` and `/api/asyncapi.json`, made from the models once."""

from functools import cache
from typing import get_args

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from agnes import __version__
from agnes.protocol.client import ClientMessage
from agnes.protocol.server import ServerMessage
from agnes.web.endpoints import ENDPOINTS
from agnes.web.schemas import Document, asyncapi, openapi


@cache
def openapi_document() -> Document:
    return openapi([endpoint for endpoint, _ in ENDPOINTS], version=__version__)


@cache
def asyncapi_document() -> Document:
    return asyncapi(_members(ClientMessage), _members(ServerMessage), version=__version__)


def document_routes() -> list[Route]:
    return [Route("/api/openapi.json", _openapi), Route("/api/asyncapi.json", _asyncapi)]


async def _openapi(_: Request) -> Response:
    return JSONResponse(openapi_document())


async def _asyncapi(_: Request) -> Response:
    return JSONResponse(asyncapi_document())


def _members(union: object) -> tuple[type, ...]:
    """The models of an `Annotated[A | B, ...]`."""
    members: tuple[type, ...] = get_args(get_args(union)[0])
    return members
