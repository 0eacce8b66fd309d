"""Reading the body of a request: JSON, bounded, checked against a model."""

from typing import Final, TypeVar

from starlette.requests import ClientDisconnect, Request

from agnes.protocol.base import Message
from agnes.web.problems import Problem

BODY_MOST: Final = 64 * 1024

M = TypeVar("M", bound=Message)


async def read_body(request: Request, model: type[M], *, may_be_empty: bool = False) -> M:
    """The body as `model`; an empty one counts as `{}` where it may be. Raises Problem or ValidationError."""
    raw = b""
    try:
        async for chunk in request.stream():
            raw += chunk
            if len(raw) > BODY_MOST:
                raise Problem("too-large", f"A request has {BODY_MOST} bytes at most.")
    except ClientDisconnect:
        # Nobody reads this answer; it is no mistake of ours either, to be logged as one.
        raise Problem("bad-json", "The request broke off.") from None
    if not raw.strip() and may_be_empty:
        return model.model_validate({})
    media = request.headers.get("content-type", "application/json").partition(";")[0].strip().lower()
    if media != "application/json":
        raise Problem("unsupported-media")
    return model.model_validate_json(raw)
