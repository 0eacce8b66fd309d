"""What the calls about a person do: who one is, on this device and on another, and how one is forgotten."""

import base64

from starlette.requests import Request
from starlette.responses import Response

from agnes.protocol.players import Claim, Erased, Me, NewPlayer, NewPlayerOut, RetentionOut, TransferOut
from agnes.web.api import Nothing, json_of
from agnes.web.bodies import read_body
from agnes.web.problems import Problem
from agnes.web.qr import qr_svg
from agnes.web.services import Services
from agnes.web.who import caller_of, forget, must_be_known, remember, token_of


async def make_player(request: Request, services: Services) -> Response:
    services.pace.new_player(request)
    wish = await read_body(request, NewPlayer)
    player, name, token = await services.people.make(wish.name)
    return _signed_in(request, services, NewPlayerOut(id=player, name=name, token=token))


async def me(request: Request, services: Services) -> Me:
    caller = await must_be_known(request, services.people)
    return Me(id=caller.player, name=caller.name)


async def rename(request: Request, services: Services) -> Me:
    caller = await must_be_known(request, services.people)
    wish = await read_body(request, NewPlayer)
    return Me(id=caller.player, name=await services.people.rename(caller.player, wish.name))


async def transfer(request: Request, services: Services) -> TransferOut:
    caller = await must_be_known(request, services.people)
    await read_body(request, Nothing, may_be_empty=True)
    services.pace.new_code(request, caller.player)
    code, now, expires_at = await services.transfer.code_for(caller.player)
    # Behind the # : a browser sends that part to no server and no other page.
    link = f"{services.public_url(request)}/#claim-{code}"
    picture = base64.b64encode(qr_svg(link)).decode()
    qr = f"data:image/svg+xml;base64,{picture}"
    return TransferOut(code=code, now=now, expires_at=expires_at, link=link, qr=qr)


async def claim(request: Request, services: Services) -> Response:
    services.pace.guess(request)
    wish = await read_body(request, Claim)
    if not await services.transfer.may_guess():
        raise Problem("too-fast", "Too many codes are being tried at once.", retry_after_s=60)
    try:
        caller = await caller_of(request, services.people)
    except Problem:
        caller = None  # somebody who is forgotten by now: they have nothing to lose here
    claimed = await services.transfer.claim(wish.code, caller.player if caller else None, leave=wish.leave)
    out = NewPlayerOut(id=claimed.player, name=claimed.name, token=claimed.token)
    return _signed_in(request, services, out)


async def erase(request: Request, services: Services) -> Response:
    """Asked again, by somebody who is erased already, it is done as well."""
    token, _ = token_of(request)
    player = services.people.named_by(token) if token else None
    if player is None:
        raise Problem("unknown-player")
    await read_body(request, Nothing, may_be_empty=True)
    await services.erasing.erase(player)
    response = json_of(Erased())
    forget(response, secure=services.is_https(request))
    return response


async def retention(_: Request, services: Services) -> RetentionOut:
    return services.retention


def _signed_in(request: Request, services: Services, out: NewPlayerOut) -> Response:
    response = json_of(out, 201)
    remember(response, out.token, secure=services.is_https(request))
    return response
