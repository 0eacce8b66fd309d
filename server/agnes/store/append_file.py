"""Reading Valkey's append-only files: commands in RESP, one after the other, as they changed the data.

Valkey's own checker takes a base file written by Valkey 9 for a broken one, so it is of no use here.
"""

import mmap
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

Bytes = bytes | mmap.mmap

_COMMAND = re.compile(rb"\*(\d{1,7})\r\n")
_LENGTH = re.compile(rb"\$(\d{1,10})\r\n")


@dataclass(frozen=True)
class Reading:
    """What a file holds, in bytes and in writes (a transaction counts as one)."""

    size: int
    whole_until: int  # where the last write ends before which nothing is damaged
    writes: int  # up to there
    beyond: int  # that could still be read after the damage

    @property
    def damaged(self) -> bool:
        return self.whole_until < self.size


def read_append_file(path: Path) -> Reading:
    with _contents(path) as data:
        whole_until, writes = _whole(data, 0)
        beyond = 0
        place = whole_until
        while place < len(data):
            found = _COMMAND.search(data, place + 1)
            if not found:
                break
            place, more = _whole(data, found.start())
            beyond += more
        return Reading(len(data), whole_until, writes, beyond)


def _whole(data: Bytes, start: int) -> tuple[int, int]:
    """Where the last undamaged write ends, reading on from a start, and how many there were."""
    place = end = start
    writes = 0
    inside = False
    while step := _command(data, place):
        place, name = step
        if name == b"MULTI":
            inside = True
        elif name == b"EXEC":
            inside = False
        if not inside:
            end = place
            writes += name != b"SELECT"
    return end, writes


def _command(data: Bytes, place: int) -> tuple[int, bytes] | None:
    """The end of the command that begins here, and its name in capitals; None if there is no whole one."""
    head = _COMMAND.match(data, place)
    if not head:
        return None
    place = head.end()
    name = b""
    for _ in range(int(head[1])):
        length = _LENGTH.match(data, place)
        if not length:
            return None
        place = length.end() + int(length[1])
        if data[place : place + 2] != b"\r\n":
            return None
        name = name or data[length.end() : place].upper()
        place += 2
    return place, name


@contextmanager
def _contents(path: Path) -> Iterator[Bytes]:
    if path.stat().st_size == 0:
        yield b""  # which cannot be mapped
        return
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        yield data
