"""`agnes` as it is but for some of its times, which are made shorter so that tests need not wait for them.

    python hasty.py countdown_ms=300 ping_s=1 serve

Servers of helpers are run by it. What a test is about is never among the times that it shortens.
"""

import sys
from typing import Any, Final

from agnes import app, cli
from agnes.race import race
from agnes.service import lobbies, watching
from agnes.store import lane

TIMES: Final[dict[str, tuple[Any, str]]] = {
    "countdown_ms": (race, "COUNTDOWN_MS"),  # 3 s before each race of two or more
    "delay_ms": (watching, "DELAY_MS"),  # 30 s after which a board is seen by who watches late
    "quick_wait_ms": (lobbies, "QUICK_WAIT_MS"),  # 15 s until a quick race starts by itself
    "ping_s": (app, "PING_S"),  # 15 s from ping to ping, and from ping to pong
    "patience_s": (lane, "PATIENCE_SECONDS"),  # 10 s until a caller is told that the database is away
    "batch_s": (lane, "BATCH_SECONDS"),  # 5 s without an answer until a connection to it counts as dead
}


def main(words: list[str]) -> int:
    while "=" in words[0]:
        name, _, value = words.pop(0).partition("=")
        module, constant = TIMES[name]
        assert constant in vars(module)
        vars(module)[constant] = int(value)
    return cli.main(words)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
