"""What the log shows, as lines of a real stream; and what it never shows."""

import io
import json
import logging
import secrets
from collections.abc import Callable, Iterator

import pytest
import structlog

from agnes.log import LogFormat, set_up_logging
from agnes.service.identity import Identity, new_player_id, new_secret_deal

TOKEN = Identity(b"sixteen bytes or more").token_for(new_player_id(secrets.token_bytes))
DEAL = str(new_secret_deal(secrets.token_bytes).deal)


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level, access = root.handlers[:], root.level, logging.getLogger("uvicorn.access").level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    logging.getLogger("uvicorn.access").setLevel(access)
    logging.captureWarnings(False)
    structlog.reset_defaults()


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def logged(
    write: Callable[[], object], log_format: LogFormat = "text", stream: io.StringIO | None = None
) -> str:
    stream = stream or io.StringIO()
    set_up_logging(log_format, "info", stream)
    write()
    return stream.getvalue()


def test_text_is_a_line_for_people() -> None:
    line = logged(lambda: structlog.get_logger("agnes.web").info("race made", race="bfgj", seats=4))
    assert line.count("\n") == 1
    assert "[info] race made" in line
    assert "race=bfgj seats=4" in line
    assert "\x1b" not in line


def test_text_has_colours_on_a_terminal_alone() -> None:
    assert "\x1b[" in logged(lambda: structlog.get_logger().info("hello"), stream=Terminal())


def test_json_is_an_object_a_line() -> None:
    line = logged(lambda: structlog.get_logger("agnes.web").info("race made", race="bfgj", seats=4), "json")
    entry = json.loads(line)
    assert entry.pop("time").endswith("Z")
    assert entry == {"event": "race made", "level": "info", "logger": "agnes.web", "race": "bfgj", "seats": 4}


@pytest.mark.parametrize("log_format", ["text", "json"])
def test_lines_of_libraries_are_among_ours(log_format: LogFormat) -> None:
    out = logged(lambda: logging.getLogger("uvicorn.error").warning("started %s", "now"), log_format)
    assert "started now" in out
    assert "warning" in out


def test_below_the_level_there_is_nothing_and_requests_only_at_debug() -> None:
    def write() -> None:
        structlog.get_logger().debug("small talk")
        logging.getLogger("uvicorn.access").info("GET /")

    assert logged(write) == ""
    stream = io.StringIO()
    set_up_logging("json", "debug", stream)
    write()
    assert [json.loads(line)["event"] for line in stream.getvalue().splitlines()] == ["small talk", "GET /"]


@pytest.mark.parametrize("log_format", ["text", "json"])
@pytest.mark.parametrize(
    "write",
    [
        lambda: structlog.get_logger().info(
            "in", token=TOKEN, cookie=f"a={TOKEN}", deal=int(DEAL), nonce="n"
        ),
        lambda: structlog.get_logger().info("in", headers={"x": TOKEN}, number=int(DEAL)),
        lambda: structlog.get_logger().info(f"in {TOKEN} {DEAL}"),
        lambda: logging.getLogger("lib").error("in %s of %s", TOKEN, DEAL),
        lambda: structlog.get_logger().info("in", url="redis://me:hunter2@db.example"),
        lambda: logging.getLogger("lib").error("in Authorization: Bearer hunter2, agnes_session=hunter2; x"),
    ],
)
def test_secrets_are_taken_out(log_format: LogFormat, write: Callable[[], object]) -> None:
    out = logged(write, log_format)
    assert "***" in out
    assert not [secret for secret in (TOKEN, DEAL, "hunter2", '"n"') if secret in out]


@pytest.mark.parametrize("log_format", ["text", "json"])
def test_secrets_are_taken_out_of_tracebacks(log_format: LogFormat) -> None:
    def write() -> None:
        try:
            raise ValueError(f"{TOKEN} {DEAL}")
        except ValueError:
            structlog.get_logger().exception("failed")
            logging.getLogger("lib").exception("failed")

    out = logged(write, log_format)
    assert out.count("ValueError: *** ***") == 2


def test_what_is_no_secret_stays_as_it_is() -> None:
    entry = json.loads(
        logged(lambda: structlog.get_logger().info("x", at=1_790_000_000_000, n=None, ok=True), "json")
    )
    assert (entry["at"], entry["n"], entry["ok"]) == (1_790_000_000_000, None, True)


def test_a_message_cannot_pass_for_two_lines() -> None:
    out = logged(lambda: structlog.get_logger().info("a\n12:00:00 [error] forged\x1b[31m", name="x\ny"))
    assert out.count("\n") == 1
    assert "\x1b" not in out
