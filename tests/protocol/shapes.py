"""What each message and answer looks like, word for word as the page on the protocol has it.

A shape is a function that raises ShapeError for a value that does not fit. Fields that the page does not name
are passed over, as it asks of clients.
"""

import re
from collections.abc import Callable
from typing import Any, Final

Shape = Callable[[Any, str], None]


class ShapeError(AssertionError):
    """`where` in the message says which part of it does not fit."""


def fail(where: str, value: object, wanted: str) -> None:
    raise ShapeError(f"{where} is {value!r}, wanted {wanted}")


def number(least: int = 0, most: int | None = None) -> Shape:
    def check(value: Any, where: str) -> None:
        if type(value) is not int or value < least or (most is not None and value > most):
            fail(where, value, f"a whole number from {least} to {most}")

    return check


def flag(value: Any, where: str) -> None:
    if type(value) is not bool:
        fail(where, value, "true or false")


def text(pattern: str = r".+") -> Shape:
    def check(value: Any, where: str) -> None:
        if not isinstance(value, str) or not re.fullmatch(pattern, value, re.DOTALL):
            fail(where, value, f"text like {pattern}")

    return check


def one_of(*words: str) -> Shape:
    def check(value: Any, where: str) -> None:
        if not isinstance(value, str) or value not in words:
            fail(where, value, f"one of {words}")

    return check


def maybe(shape: Shape) -> Shape:
    def check(value: Any, where: str) -> None:
        if value is not None:
            shape(value, where)

    return check


def many(shape: Shape, least: int = 0, most: int | None = None) -> Shape:
    def check(value: Any, where: str) -> None:
        if not isinstance(value, list) or len(value) < least or (most is not None and len(value) > most):
            fail(where, value, f"a list of {least} to {most}")
        for index, item in enumerate(value):
            shape(item, f"{where}[{index}]")

    return check


def table(key: Shape, entry: Shape) -> Shape:
    def check(value: Any, where: str) -> None:
        if not isinstance(value, dict):
            fail(where, value, "an object")
        for name, item in value.items():
            key(name, f"{where}: key")
            entry(item, f"{where}.{name}")

    return check


def record(fields: dict[str, Shape], optional: dict[str, Shape] | None = None) -> Shape:
    extra = optional or {}

    def check(value: Any, where: str) -> None:
        if not isinstance(value, dict):
            fail(where, value, "an object")
        missing = fields.keys() - value.keys()
        if missing:
            raise ShapeError(f"{where}: {sorted(missing)} missing")
        for name, item in value.items():
            known = fields.get(name) or extra.get(name)
            if known:
                known(item, f"{where}.{name}")

    return check


RANK: Final = r"[A23456789TJQK]"
CARD: Final = rf"{RANK}[CSHD]"
TIME: Final = number(1_600_000_000_000, 4_000_000_000_000)
ID: Final = text(r"[a-z0-9_-]{3,64}")
SECRET: Final = text(r"[^A-Z]{16,}")
DEAL: Final = text(r"[1-9][0-9]{0,20}")
PILE: Final = r"S|F|[TR][1-7]"
SHOWN: Final = text(rf"{CARD}|\?\?")
MOVE: Final = text(r"T[1-7]>(F|T[1-7](:([2-9]|[1-4][0-9]))?)|R[1-7]>(F|T[1-7])|D|X|U")
GAME: Final = one_of("bernauer", "sorel")
STATE: Final = one_of("lobby", "countdown", "study", "running", "finished")
STATUS: Final = one_of("waiting", "playing", "won", "blocked", "gave_up", "timed_out")
REASON: Final = text(r"[a-z]+(-[a-z]+)*")
OPTIONS: Final = record({"redeal": flag, "face_down": flag, "base": maybe(text(RANK)), "time_bonus": flag})

STANDING: Final[dict[str, Shape]] = {
    "score": number(0, 52),
    "bonus": number(0, 52),
    "t_ms": number(),
    "status": STATUS,
    "rank": maybe(number(1)),
    "opened": number(0, 4),
    "rows": number(),
}
PLAYER: Final = record(
    {"id": ID, "name": text(), "seat": number(0, 64), "bot": flag, "connected": flag, "ready": flag}
    | STANDING,
    # beyond the page: the name looks like another's here; how well a bot plays
    {"alike": flag, "level": maybe(one_of("calm", "keen", "strong"))},
)
RACE: Final = record(
    {
        "id": ID,
        "game": GAME,
        "options": OPTIONS,
        "state": STATE,
        "seats": number(1, 64),
        "players": many(PLAYER, 0, 64),
        "host": maybe(ID),  # none in a lobby that all have left
        "visibility": one_of("private", "public"),
        "watch": one_of("live", "delayed", "finished"),
        "commitment": text(r"[0-9a-f]{64}"),
        "starts_at": maybe(TIME),
        "ends_at": maybe(TIME),
        "deal": maybe(DEAL),
        "nonce": maybe(text()),
        "match": maybe(
            record(
                {"of": number(1, 5), "number": number(1, 5), "points": table(ID, lambda value, where: None)},
                {
                    "times": table(ID, number()),
                    "ranks": table(ID, number(1)),
                    "next_at": maybe(TIME),
                },
            )
        ),
        "rematch": maybe(ID),
    },
    # beyond the page
    {
        "made_at": TIME,
        "time_limit_s": maybe(number(1)),
        "closing_s": number(),
        "study_s": number(),
        "closing": flag,
        "starts_by": maybe(TIME),
        "link": maybe(text(r"https?://\S+")),
        "daily": maybe(record({"date": text(r"\d{4}-\d\d-\d\d"), "game": GAME, "closes_at": TIME})),
    },
)
LEADER: Final = record({"player": ID, "name": text(), "score": number(0, 104)})
LISTED: Final = record(
    {
        "id": ID,
        "game": GAME,
        "options": OPTIONS,
        "state": one_of("lobby", "countdown", "study", "running"),
        "seats": number(1, 64),
        "taken": number(0, 64),
        "host": text(),
        "leader": maybe(LEADER),
        "made_at": TIME,
    },
    # beyond the page
    {
        "host_name": text(),
        "watch": one_of("live", "delayed", "finished"),
        "starts_by": maybe(TIME),
        "bots": number(0, 63),
        "deals": number(1, 5),
        "best": many(LEADER, most=4),
    },
)
RACES: Final = record({"races": many(LISTED), "next": maybe(text())})
GUEST: Final = record({"id": ID, "name": text(), "token": SECRET})
ME: Final = record({"id": ID, "name": text()})
REPLAY: Final = record(
    {
        "game": GAME,
        "options": OPTIONS,
        "deal": DEAL,
        "moves": many(record({"move": MOVE, "t_ms": number()})),
        "score": number(1, 52),
        "status": STATUS,
    }
)
PROBLEM: Final = record(
    {
        "type": text(r"/problems/[a-z]+(-[a-z]+)*"),
        "title": text(),
        "status": number(400, 599),
        "detail": text(r".{8,}"),
    },
    {"field": text()},  # beyond the page, as RFC 9457 allows: which one is wrong
)

ENTRY: Final = record(
    {
        "rank": number(1),
        "player": ID,
        "name": text(),
        "score": number(1),
        "t_ms": maybe(number()),  # no time and no status where wins or days are counted
        "status": maybe(STATUS),
    },
    {"longest": maybe(number(1))},  # beyond the page
)
LEADERBOARD: Final = record(
    {"total": number(), "entries": many(ENTRY, 0, 50)},
    {"offset": number(), "yours": maybe(ENTRY)},  # beyond the page
)
YOURS: Final = record(
    {"status": STATUS, "score": number(1, 52), "t_ms": number(), "rank": maybe(number(1))},
    # beyond the page
    {"percentile": maybe(number(1, 100)), "streak": number(), "longest": number(), "marked": flag},
)
DATE: Final = text(r"\d{4}-\d\d-\d\d")
DAILY: Final = record(
    {
        "date": DATE,
        "game": GAME,
        "race": ID,
        "closes_at": TIME,
        "players": number(),
        "yours": maybe(YOURS),
    },
    # beyond the page
    {
        "starts_at": TIME,
        "next_at": TIME,
        "today": DATE,
        "now": TIME,
        "commitment": text(r"[0-9a-f]{64}"),
        "deal": maybe(DEAL),
        "nonce": maybe(text()),
        "field": record({"finished": number(), "won": number(), "median": maybe(number(1, 52))}),
    },
)
DAILIES: Final = record(
    {"dailies": many(DAILY, 2, 2)},
    # beyond the page
    {
        "today": DATE,
        "now": TIME,
        "next_at": TIME,
        "streak": maybe(record({"current": number(), "longest": number(), "today_done": flag})),
    },
)

_BOARD: Final[dict[str, Shape]] = {
    "player": ID,
    "n": number(),
    "t_ms": number(),
    "base": text(RANK),
    "foundations": record(dict.fromkeys("CDHS", number(0, 13))),
    "tableau": many(many(text(CARD)), 7, 7),
    "reserve": many(many(SHOWN), 0, 7),
    "stock": number(0, 52),
    "open_stock": many(text(CARD), 0, 2),
    "redeals": number(0, 1),
    "score": number(1, 52),
    "status": STATUS,
}
_LEGAL: Final = {"legal": many(MOVE), "finish": flag}  # `finish` is beyond the page
_MORE: Final = {"nothing_more": flag}  # beyond the page
_STEP: Final = record({"from": text(PILE), "to": text(PILE), "cards": many(SHOWN, 1)})
_TURNED: Final = record({"pile": text(PILE), "card": SHOWN})
BOARD: Final = record({"type": one_of("board"), **_BOARD}, _LEGAL | _MORE)

RULES: Final = [
    "not-below",
    "same-colour",
    "other-colour",
    "not-a-run",
    "not-one-suit",
    "space-wants-base-minus-one",
    "foundation-wants-next",
    "covered",
    "face-down",
    "stock-empty",
    "no-redeal",
    "no-undo",
    "no-such-card",
]
_REJECTED: Final = [
    *("illegal", "out-of-turn", "not-running", "not-yours", "malformed", "too-fast", "too-many"),
    "try-later",  # not on the page, which lets more be added: the database is away
]
_CHANGES: Final = [
    *("joined", "left", "renamed", "ready", "host"),
    *("countdown", "study", "running", "closing", "finished", "match", "rematch"),
]

MESSAGES: Final[dict[str, Shape]] = {
    "welcome": record(
        {
            "type": one_of("welcome"),
            "seq": number(),
            "now": TIME,
            "you": maybe(ID),
            "race": RACE,
            "board": maybe(BOARD),
        },
        {"version": text()},  # beyond the page
    ),
    "board": BOARD,
    "moved": record(
        {
            "type": one_of("moved"),
            "player": ID,
            "n": number(1),
            "move": MOVE,
            "steps": many(_STEP),
            "turned": many(_TURNED),
            "score": number(1, 52),
            "status": STATUS,
            "t_ms": number(),
        },
        _LEGAL,
    ),
    "rejected": record(
        {
            "type": one_of("rejected"),
            "n": maybe(number(-(10**9))),
            "move": maybe(text(r".*")),
            "reason": one_of(*_REJECTED),
            "rule": maybe(one_of(*RULES)),
        },
        {"detail": maybe(text())},  # beyond the page
    ),
    "refused": record(
        {"type": one_of("refused"), "of": maybe(text(r".*")), "reason": REASON, "detail": text()}
    ),
    "score": record({"type": one_of("score"), "seq": number(1), "player": ID, **STANDING}, {"merged": flag}),
    "race": record(
        {
            "type": one_of("race"),
            "seq": number(1),
            "change": one_of(*_CHANGES),
            "race": RACE,
        },
        {"merged": flag},
    ),
    # beyond the page
    "nothing_more": record({"type": one_of("nothing_more"), "player": ID, "n": number()}),
    "presence": record({"type": one_of("presence"), "player": ID, "connected": flag}),
    "pulse": record({"type": one_of("pulse"), "player": ID}),  # beyond the page
    "watchers": record({"type": one_of("watchers"), "count": number()}),
    "leaders": record(
        {"type": one_of("leaders"), "top": many(ENTRY, 0, 10), "yours": YOURS, "total": number()}
    ),
    "problem": record({"type": one_of("problem"), "reason": REASON, "detail": text()}),
}


def check_message(message: Any) -> None:
    """ShapeError unless it is one of the messages that a server may send."""
    if not isinstance(message, dict) or message.get("type") not in MESSAGES:
        fail("message", message, f"an object of type {sorted(MESSAGES)}")
    MESSAGES[message["type"]](message, message["type"])
