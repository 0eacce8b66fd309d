"""What the HTTP side answers when it refuses: RFC 9457 problem documents, and the page that explains each.

KINDS is the one table of everything that can be refused. `type` is stable and for programs, `detail` is for
people and may change. Nothing of the inside is ever told: an unforeseen error says only that there was one.
"""

# ruff: noqa: N818 (a problem is what RFC 9457 calls it)

import html
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from pydantic import ValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import ExceptionHandler

from agnes.game.errors import GameError
from agnes.race.errors import Refused
from agnes.service.names import InvalidName
from agnes.store.errors import StoreError
from agnes.web.faults import describe_fault

MEDIA_TYPE: Final = "application/problem+json"


class Kind(NamedTuple):
    """A kind of problem: its HTTP status, a short title, and what whoever meets it can do."""

    status: int
    title: str
    help: str


KINDS: Final[Mapping[str, Kind]] = {
    "bad-json": Kind(400, "Not JSON", "Send one JSON object, encoded as UTF-8."),
    "bad-request": Kind(
        422, "Something in the request is wrong", "The detail names the field and what it takes."
    ),
    "not-supported": Kind(422, "Not supported", "This server does not offer that; leave the field out."),
    "not-winnable": Kind(
        422, "This cannot be won", "It is proved: name another deal, or leave `winnable` out."
    ),
    "not-decided": Kind(
        422,
        "Nobody knows whether this can be won",
        "It was not found out in the time there is: name another deal, or leave `winnable` out.",
    ),
    "unknown-player": Kind(
        401, "Who are you?", "Make a player with POST /api/players, then send its cookie or its token."
    ),
    "not-allowed": Kind(403, "Not allowed", "This is for somebody else to do, or never allowed."),
    "not-host": Kind(403, "Only the host can do this", "Ask the host of the race."),
    "not-seated": Kind(
        403, "Only for players of this race", "Take a seat first, while the race is in its lobby."
    ),
    "wrong-origin": Kind(
        403,
        "This page may not act here",
        "The server takes actions from its own pages only. Where it is reached under another address than it "
        "knows, its host sets AGNES_PUBLIC_URL, or AGNES_ORIGINS for further ones.",
    ),
    "no-such-page": Kind(404, "Nothing here", "Check the address."),
    "no-such-race": Kind(404, "No such race", "Check the code. Old races and forgotten lobbies are removed."),
    "no-such-board": Kind(404, "No such board", "Check the address."),
    "no-such-day": Kind(404, "No such day", "There are today's deals, and those of days before."),
    "no-such-code": Kind(
        404, "No such code", "Make a new one on the device where you are signed in; each works once."
    ),
    "no-such-player": Kind(404, "No such player", "That player is not in this race."),
    "method-not-allowed": Kind(
        405, "Not done this way", "The Allow header says which methods this address takes."
    ),
    "day-over": Kind(409, "That day is over", "Play the deal of today."),
    "not-started": Kind(409, "Not started", "Start your attempt at the day's deal first."),
    "race-full": Kind(409, "The race is full", "Watch it, or make one of your own."),
    "race-started": Kind(409, "The race has started", "Watch it, or join its rematch."),
    "already-seated": Kind(409, "Already seated", "You have a seat in this race."),
    "still-racing": Kind(
        409,
        "This device still plays under another name",
        'Send `"leave": true` to give those seats up, or finish those races first.',
    ),
    "not-enough-players": Kind(409, "Not enough players", "Wait for somebody to take a seat, or play alone."),
    "not-running": Kind(
        409, "The race is not running", "Wait for its start; a finished race takes nothing more."
    ),
    "not-finished": Kind(
        409, "The race is not finished", "This is told, or can be done, after the finish only."
    ),
    "too-many": Kind(409, "Too many at once", "End one of them first."),
    "code-used": Kind(410, "The code has been used", "Make a new one; each works once."),
    "code-expired": Kind(410, "The code is too old", "Make a new one, and use it within ten minutes."),
    "too-large": Kind(413, "Too large", "Send less at once."),
    "unsupported-media": Kind(415, "Not JSON", "Send the body as Content-Type: application/json."),
    "too-fast": Kind(429, "Too fast", "Wait as long as the Retry-After header says."),
    "internal": Kind(500, "The server made a mistake", "It has been logged. Trying again may help."),
    "database-away": Kind(503, "The database is away", "Nothing was changed or lost. Try again in a moment."),
    "no-proved-deal": Kind(
        503,
        "No deal proved winnable is at hand",
        "With these options few deals can be won, and more are being looked for. Ask again in a minute, or "
        "leave `winnable` out.",
    ),
    "try-later": Kind(503, "Too much to do", "Try again in a moment."),
}

_OF_STATUS: Final = {
    401: "unknown-player",
    403: "not-allowed",
    404: "no-such-page",
    405: "method-not-allowed",
    413: "too-large",
    415: "unsupported-media",
    429: "too-fast",
    503: "try-later",
}
_OF_STORE: Final = {
    "database_unreachable": "database-away",
    "database_refuses_writes": "database-away",
    "database_busy": "try-later",
}
_RETRY_AFTER_S: Final = 2


class Problem(Exception):
    """A request is refused: `slug` is a key of KINDS, `detail` a sentence about this very case.

    `retry_after_s` tells when asking again makes sense; `extra` are further members of the document.
    """

    def __init__(
        self,
        slug: str,
        detail: str | None = None,
        *,
        retry_after_s: int | None = None,
        headers: Mapping[str, str] | None = None,
        extra: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(slug, detail)
        self.slug = slug
        self.kind = KINDS[slug]
        self.detail = detail or self.kind.help
        self.headers = dict(headers or {})
        if retry_after_s is not None:
            self.headers["Retry-After"] = str(max(1, retry_after_s))
        if self.kind.status == 401:
            self.headers["WWW-Authenticate"] = "Bearer"
        self.extra = extra or {}

    def document(self) -> dict[str, Any]:
        """The members of RFC 9457, section 3.1."""
        return {
            **self.extra,
            "type": f"/problems/{self.slug}",
            "title": self.kind.title,
            "status": self.kind.status,
            "detail": self.detail,
        }

    def response(self) -> Response:
        """The answer. Not kept by caches: a race that is full now may have a seat soon."""
        headers = {"Cache-Control": "no-store", **self.headers}
        return JSONResponse(self.document(), self.kind.status, headers, MEDIA_TYPE)


def problem_of(error: Exception) -> Problem:
    """The problem that an error of any layer is to the outside."""
    match error:
        case Problem():
            return error
        case Refused():
            return Problem(error.reason if error.reason in KINDS else "not-allowed", error.detail)
        case ValidationError():
            fault = describe_fault(error)
            return Problem(fault.slug, fault.detail, extra={"field": fault.field} if fault.field else None)
        case GameError():
            return Problem("bad-request", str(error))
        case InvalidName():
            return Problem("bad-request", f"name: {error.reason}", extra={"field": "name"})
        case StoreError() if error.code in _OF_STORE:
            return Problem(_OF_STORE[error.code], retry_after_s=_RETRY_AFTER_S)
        case HTTPException():
            slug = _OF_STATUS.get(
                error.status_code, "internal" if error.status_code >= 500 else "bad-request"
            )
            return Problem(slug, headers=error.headers)
        case _:
            return Problem("internal")


def problem_handlers() -> dict[Any, ExceptionHandler]:
    """What Starlette takes as `exception_handlers`; errors not foreseen are logged by the server as well."""
    return dict.fromkeys(
        (Problem, Refused, ValidationError, GameError, InvalidName, StoreError, HTTPException, Exception),
        _answer,
    )


async def explain_problem(request: Request) -> Response:
    """`GET /problems/{slug}`: what this kind of problem means, as a page or as JSON."""
    slug = request.path_params["slug"]
    kind = KINDS.get(slug)
    if kind is None:
        raise Problem("no-such-page", "There is no such kind of problem.")
    if "text/html" not in request.headers.get("accept", ""):
        return JSONResponse({"type": f"/problems/{slug}", **kind._asdict()})
    return HTMLResponse(
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{html.escape(kind.title)} · Agnes Race</title>\n"
        f"<main>\n<h1>{html.escape(kind.title)}</h1>\n<p>{html.escape(kind.help)}</p>\n"
        f'<p><code>{slug}</code>, HTTP status {kind.status}</p>\n<p><a href="/">Agnes Race</a></p>\n</main>\n'
    )


async def _answer(_: Any, error: Exception) -> Response:
    return problem_of(error).response()
