"""The log: one stream, text for people or JSON lines for machines, the libraries' lines among ours.

What must not stand in a log is taken out of every line, wherever it came from, tracebacks too: tokens,
what is kept under a telling name, and numbers as long as a secret deal's.
"""

import logging
import re
import sys
from collections.abc import MutableMapping
from typing import Any, Final, Literal, TextIO

import structlog
from structlog.typing import Processor

from agnes.service.identity import ALPHABET, PLAYER_ID_LENGTH

LogFormat = Literal["text", "json"]
LogLevel = Literal["debug", "info", "warning", "error"]

_HIDDEN: Final = "***"
_TELLING: Final = frozenset(
    {"authorization", "cookie", "deal", "nonce", "password", "redis_url", "secret", "secret_key", "token"}
)
_SECRET_TEXT: Final = re.compile(
    rf"\b[{ALPHABET}]{{{PLAYER_ID_LENGTH}}}\.[{ALPHABET}]{{20,}}"  # a token
    r"|(?<=agnes_session=)[^\s;,]+"
    r"|(?i:(?<=bearer )\S+)"
    r"|\b[0-9]{17,21}\b"  # a secret deal's number
    r"|(?<=://)[^\s/@]*@"  # a password in a URL
)


def set_up_logging(log_format: LogFormat, log_level: LogLevel, stream: TextIO | None = None) -> None:
    """Sends every logger of this process to `stream` (standard error), in place of what was set up before.

    uvicorn is to be started with `log_config=None`. Its lines for each request and connection are shown at
    `debug` only.
    """
    stream = stream or sys.stderr
    level = logging.getLevelNamesMapping()[log_level.upper()]
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        _hide_by_name,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.make_filtering_bound_logger(level),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                *(_as_json() if log_format == "json" else _as_text(colours=stream.isatty())),
            ],
        )
    )
    logging.basicConfig(handlers=[handler], level=level, force=True)
    logging.captureWarnings(True)
    logging.getLogger("uvicorn.error").addFilter(_is_ours_to_mend)
    # Every connection and request would be a line of its own.
    for noisy in ("uvicorn.access", "uvicorn.error"):
        logging.getLogger(noisy).setLevel(level if log_level == "debug" else max(level, logging.WARNING))


def _is_ours_to_mend(record: logging.LogRecord) -> bool:
    """False for what clients did, though uvicorn calls it an error.

    Bytes that are no text, which are answered with 1007, and handshakes that are refused with a document.
    """
    if record.msg == "ASGI callable returned without completing handshake.":
        return False
    return not (record.exc_info and record.exc_info[0] is UnicodeDecodeError)


def _as_json() -> list[Any]:
    return [
        structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
        structlog.processors.format_exc_info,
        _hide_in_values,
        structlog.processors.JSONRenderer(sort_keys=True),
    ]


def _as_text(*, colours: bool) -> list[Any]:
    return [
        structlog.processors.TimeStamper(fmt="%H:%M:%S", utc=False),
        _one_line,
        structlog.dev.ConsoleRenderer(
            colors=colours, exception_formatter=structlog.dev.plain_traceback, pad_event_to=0, pad_level=False
        ),
        _hide_in_text,
    ]


def _hide_by_name(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    for name in _TELLING & event.keys():
        event[name] = _HIDDEN
    return event


def _hide_in_values(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    for name, value in event.items():
        if not isinstance(value, bool | float | None):
            text = value if isinstance(value, str) else str(value)
            hidden = _SECRET_TEXT.sub(_HIDDEN, text)
            if hidden != text:
                event[name] = hidden
    return event


def _hide_in_text(_: Any, __: str, line: str) -> str:
    return _SECRET_TEXT.sub(_HIDDEN, line)


def _one_line(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """A message cannot pass for two, nor steer the terminal; values are quoted by the renderer."""
    text = str(event["event"])
    if not text.isprintable():
        event["event"] = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)
    return event
