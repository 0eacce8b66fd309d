"""`agnes` as it is but for some of its times, which are shortened so that tests can wait for them.

A connection is pinged every second instead of every quarter of a minute, and who watches late sees a board as
it was two seconds ago instead of thirty. ServerProcess runs this in place of `agnes` within `hasty()`.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

PING_S: Final = 1.0
DELAY_MS: Final = 2_000


@contextmanager
def hasty() -> Iterator[None]:
    """Servers that are started meanwhile are hasty ones."""
    before = os.environ.get("SERVE_FOR_TESTS")
    os.environ["SERVE_FOR_TESTS"] = f"{sys.executable} {__file__} serve"
    try:
        yield
    finally:
        if before is None:
            del os.environ["SERVE_FOR_TESTS"]
        else:
            os.environ["SERVE_FOR_TESTS"] = before


def main() -> int:
    from agnes import app
    from agnes.cli import main
    from agnes.service import watching

    vars(app)["PING_S"] = PING_S
    vars(watching)["DELAY_MS"] = DELAY_MS
    return main()


if __name__ == "__main__":
    sys.exit(main())
