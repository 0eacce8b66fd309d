"""The websocket of a race: frames in, frames out. What they mean is the service's business."""

import asyncio
import json
from contextlib import suppress
from typing import Final

import structlog
from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from agnes.protocol.client import TYPES, client_message
from agnes.protocol.server import Problem as ProblemMessage
from agnes.protocol.server import Refused as RefusedMessage
from agnes.protocol.server import Rejected
from agnes.race import Refused
from agnes.service.attending import LIVE_AFTER_S
from agnes.service.outbox import Close
from agnes.service.viewer import Viewer
from agnes.store.errors import StoreError
from agnes.web.faults import describe_fault
from agnes.web.metrics import SOCKETS
from agnes.web.pace import Frames
from agnes.web.problems import Problem
from agnes.web.services import Services
from agnes.web.who import caller_of, may_write

_log = structlog.get_logger()

SUBPROTOCOL: Final = "agnes.v1"


class Turned(Exception):  # noqa: N818 (away at the door)
    """The socket is accepted only to be told why it is closed."""

    def __init__(self, code: int, reason: str, detail: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.detail = detail


async def race_socket(socket: WebSocket) -> None:
    """`/ws/races/{id}`. A foreign origin gets a 403; every other refusal is told after accepting."""
    services: Services = socket.app.state.services
    if not may_write(socket, services.origins):
        await socket.send_denial_response(Problem("wrong-origin").response())
        return
    offered = socket.scope.get("subprotocols") or []
    await socket.accept(subprotocol=SUBPROTOCOL if SUBPROTOCOL in offered else None)
    if not services.pace.socket_opens(socket):
        await _turn_away(socket, Turned(1013, "try-later", "Too many connections from your address at once."))
        return
    try:
        await _welcome(socket, services, offered)
    finally:
        services.pace.socket_closes(socket)


async def _welcome(socket: WebSocket, services: Services, offered: list[str]) -> None:
    try:
        viewer = await _enter(socket, services, offered)
    except Turned as turned:
        await _turn_away(socket, turned)
        return
    # At its end the server cancels what takes too long; that is no mistake to be told of.
    with SOCKETS.track_inprogress(), suppress(asyncio.CancelledError):
        try:
            await _attend(socket, services, viewer)
        finally:
            await asyncio.shield(_leave(services, viewer))


async def _enter(socket: WebSocket, services: Services, offered: list[str]) -> Viewer:
    if offered and SUBPROTOCOL not in offered:
        raise Turned(4426, "protocol", f"This server speaks {SUBPROTOCOL}; reload the page.")
    try:
        caller = await caller_of(socket, services.people)
    except Problem as problem:
        raise Turned(4401, "unknown-player", problem.detail) from None
    except StoreError as error:
        raise Turned(1013, "try-later", str(error)) from None
    player = caller.player if caller else None
    try:
        race_id = await services.daily.enter(socket.path_params["id"], player)
        return await services.attending.enter(race_id, player)
    except Refused as refused:
        code = 4401 if refused.reason == "unknown-player" else 4404
        raise Turned(code, refused.reason, refused.detail) from None
    except StoreError as error:
        raise Turned(1013, "try-later", str(error)) from None


async def _turn_away(socket: WebSocket, turned: Turned) -> None:
    try:
        await socket.send_text(ProblemMessage(reason=turned.reason, detail=turned.detail).text())
        await socket.close(turned.code, turned.reason)
    except WebSocketDisconnect:
        pass


async def _attend(socket: WebSocket, services: Services, viewer: Viewer) -> None:
    """Read and write until either side closes."""
    live = asyncio.get_running_loop().call_later(LIVE_AFTER_S, viewer.go_live)
    saying = asyncio.Lock()
    reading = asyncio.create_task(_read(socket, services, viewer, saying))
    writing = asyncio.create_task(_write(socket, viewer))
    try:
        await asyncio.wait({reading, writing}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        live.cancel()
        writing.cancel()
        async with saying:  # what was begun is carried out and told to everyone, though its sender has gone
            reading.cancel()
        for result in await asyncio.gather(reading, writing, return_exceptions=True):
            if isinstance(result, Exception) and not isinstance(result, WebSocketDisconnect):
                _log.error("socket failed", race=viewer.race_id, exc_info=result)


async def _leave(services: Services, viewer: Viewer) -> None:
    try:
        await services.attending.leave(viewer)
    except StoreError as error:
        # It is made up for when the database is back.
        _log.warning("leaving not noted", race=viewer.race_id, error=str(error))


async def _read(socket: WebSocket, services: Services, viewer: Viewer, saying: asyncio.Lock) -> None:
    frames = Frames(asyncio.get_running_loop().time())
    while True:
        received = await socket.receive()
        if received["type"] == "websocket.disconnect":
            return
        wait_s = frames.wait_s(asyncio.get_running_loop().time())
        if wait_s is None:
            viewer.close(1008, "too-fast", "You send too much; come back more slowly.")
            await asyncio.Event().wait()  # the writer says the last word, then this is cancelled
        if wait_s:
            await asyncio.sleep(wait_s)
        text = received.get("text")
        if text is None:
            viewer.outbox.put(_malformed("Send text frames, not binary ones."))
            continue
        try:
            message = client_message.validate_json(text)
        except ValidationError as error:
            viewer.outbox.put(_unreadable(text, error))
            continue
        async with saying:
            await services.attending.say(viewer, message)


async def _write(socket: WebSocket, viewer: Viewer) -> None:
    while True:
        out = await viewer.outbox.get()
        if isinstance(out, Close):
            await socket.close(out.code, out.reason[:120])
            return
        try:
            await socket.send_text(out)
        except RuntimeError:
            return  # uvicorn is closing it already, for want of a pong, and waits for what is still unsent


def _unreadable(text: str, error: ValidationError) -> str:
    """The answer to a frame that is no message: `rejected` for a move or nonsense, else `refused`."""
    detail = describe_fault(error).detail
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return _malformed(detail)
    kind = found.get("type") if isinstance(found, dict) else None
    if kind in TYPES and kind != "move":
        return RefusedMessage(of=kind, reason="malformed", detail=detail).text()
    n = found.get("n") if isinstance(found, dict) else None
    readable = isinstance(n, int) and not isinstance(n, bool) and 0 < n < 2**53
    return _malformed(detail, n if readable else None)


def _malformed(detail: str, n: int | None = None) -> str:
    return Rejected(n=n, move=None, reason="malformed", detail=detail).text()
