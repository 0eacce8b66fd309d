"""`agnes` as it is but for some of its times, which are shortened so that tests can wait for them.

A connection is pinged every second instead of every quarter of a minute, who watches late sees a board as it
was two seconds ago instead of thirty, and a quick race starts after one second instead of fifteen.
"""

import sys
from typing import Final

PING_S: Final = 1.0
DELAY_MS: Final = 2_000
QUICK_WAIT_MS: Final = 1_000


def main() -> int:
    from agnes import app
    from agnes.cli import main
    from agnes.service import lobbies, watching

    vars(app)["PING_S"] = PING_S
    vars(watching)["DELAY_MS"] = DELAY_MS
    vars(lobbies)["QUICK_WAIT_MS"] = QUICK_WAIT_MS
    return main()


if __name__ == "__main__":
    sys.exit(main())
