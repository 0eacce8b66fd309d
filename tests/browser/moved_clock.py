"""`agnes` with its clock moved: `python moved_clock.py FILE serve`; FILE says by how many ms."""

import sys
from pathlib import Path

from agnes import app, cli


def main(words: list[str]) -> int:
    by = Path(words[0])
    right = app.wall_clock
    app.wall_clock = lambda: right() + int(by.read_text())
    return cli.main(words[1:])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
