"""`agnes` as it is but for its clock, which a test moves: by the milliseconds that a file says at the moment.

    python moved.py offset.bin countdown_ms=300 serve

The file holds one 64-bit integer, little end first. Times are shortened as by `hasty.py`.
"""

import mmap
import runpy
import struct
import sys
from pathlib import Path

from agnes import app


def main(words: list[str]) -> int:
    with Path(words.pop(0)).open("rb") as file:
        offset = mmap.mmap(file.fileno(), 8, access=mmap.ACCESS_READ)
    true_clock = app.wall_clock
    app.wall_clock = lambda: true_clock() + int(struct.unpack("<q", offset[:8])[0])
    hasty = runpy.run_path(str(Path(__file__).with_name("hasty.py")))
    return int(hasty["main"](words))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
