"""Who sends a request: the cookie or the bearer token, and whether its page may act here."""

from typing import Final, NamedTuple

from starlette.requests import HTTPConnection
from starlette.responses import Response

from agnes.service.people import People
from agnes.store.keys import PLAYER_S
from agnes.web.origin import Origins
from agnes.web.problems import Problem

COOKIE: Final = "agnes_session"


class Caller(NamedTuple):
    """A known guest."""

    player: str
    name: str


def token_of(connection: HTTPConnection) -> tuple[str | None, bool]:
    """The token sent, and whether it came by cookie; an `Authorization` header counts before the cookie."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token.strip():
        return token.strip(), False
    cookie = connection.cookies.get(COOKIE)
    return (cookie, True) if cookie else (None, False)


async def caller_of(connection: HTTPConnection, people: People) -> Caller | None:
    """Who it is; None for somebody without a token. Problem for a token that is not, or no longer, good."""
    token, _ = token_of(connection)
    if token is None:
        return None
    known = await people.known(token)
    if known is None:
        raise Problem("unknown-player", "This server does not know you, or no longer: make a player anew.")
    return Caller(*known)


async def must_be_known(connection: HTTPConnection, people: People) -> Caller:
    caller = await caller_of(connection, people)
    if caller is None:
        raise Problem("unknown-player")
    return caller


def may_write(connection: HTTPConnection, origins: Origins, *, as_somebody: bool = True) -> bool:
    """Whether a request that changes something, or a socket, may pass (cross-site requests may not).

    `as_somebody` is False where the cookie counts for nothing, so that it can do no harm either.
    """
    _, by_cookie = token_of(connection)
    return origins.allows_write(
        connection.headers.get("origin"),
        by_cookie=by_cookie and as_somebody,
        fetch_site=connection.headers.get("sec-fetch-site"),
    )


def remember(response: Response, token: str, *, secure: bool) -> None:
    """Set the cookie that says who this browser is."""
    response.set_cookie(
        COOKIE, token, max_age=PLAYER_S, path="/", secure=secure, httponly=True, samesite="lax"
    )


def forget(response: Response, *, secure: bool) -> None:
    """Take that cookie away."""
    response.delete_cookie(COOKIE, path="/", secure=secure, httponly=True, samesite="lax")
