"""`agnes winnability`: how many deals can be won, counted in several processes; it can be resumed."""

import asyncio
import json
import os
import sys
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TextIO

from agnes.service.pool import Cancelled, Pool
from agnes.solver import ENGINE, Verdict
from agnes.solver.winnability import Count, Share, UnreadableWalkError, Walk

AHEAD: Final = 100
"""Deals that are looked at or wait at once, so that a hard one stops only one process."""
SAVED_EVERY_S: Final = 5
WORDS: Final[dict[Verdict, str]] = {"yes": "can be won", "no": "cannot", "unknown": "unknown"}


class CannotResumeError(Exception):
    """The file is not one to go on with, or cannot be written; says what to do."""


def winnability(asked: Walk, deals: int, *, workers: int, as_json: bool, resume: str | None) -> int:
    """Counts up to `deals` deals and prints what was found; the exit status: 0, or 130 after Ctrl-C.

    `asked` is a walk that has counted nothing. With `resume`, a file, what was counted is kept there, and a
    walk that it holds goes on. Raises CannotResumeError.
    """
    kept = None if resume is None else Kept(Path(resume), asked)
    walk = asked if kept is None else kept.walk
    progress = Progress(sys.stderr, walk, deals, time.monotonic)
    if not ENGINE.compiled:
        print(f"The solver runs interpreted, some 80 times slower: {ENGINE.why}.", file=sys.stderr)

    def tell(found: Walk) -> None:
        nonlocal walk
        walk = found
        progress.tell(found)
        if kept is not None:
            kept.tell(found)

    stopped = False
    try:
        asyncio.run(count(walk, deals, workers, tell))
    except KeyboardInterrupt:
        stopped = True
    progress.close()
    if kept is not None:
        kept.write(walk)
    print(json.dumps(summary(walk, deals)) if as_json else report(walk))
    if stopped:
        then = (
            "the same command goes on from here" if resume else "with --resume FILE it could go on from here"
        )
        print(f"Stopped after {walk.deals:,} of {deals:,} deals; {then}.", file=sys.stderr)
    return 130 if stopped else 0


async def count(walk: Walk, deals: int, workers: int, tell: Callable[[Walk], None]) -> None:
    """Calls `tell` with the walk after each deal, in the order of the deals. Cancelled, it ends at once."""
    pool = Pool(min(workers, AHEAD), niceness=0)
    number, end = walk.next, walk.first + deals
    tasks: deque[asyncio.Task[Count]] = deque()
    try:
        while walk.next < end:
            while number < end and len(tasks) < AHEAD:
                tasks.append(asyncio.create_task(pool.run_until_cancelled(_look, walk, number)))
                number += 1
            walk = walk.counted(await tasks[0])
            tasks.popleft()
            tell(walk)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await pool.close()


def _look(cancelled: Cancelled, walk: Walk, number: int) -> Count:
    """In a process of the pool."""
    return walk.look(number, cancelled)


class Kept:
    """A walk in a file."""

    def __init__(self, path: Path, asked: Walk) -> None:
        self._path = path
        self.walk = asked
        try:
            self.walk = Walk.decode(path.read_text("utf-8"))
        except FileNotFoundError:
            pass
        except (OSError, UnicodeDecodeError) as error:
            raise CannotResumeError(f"{path} cannot be read ({error}); name another file") from None
        except UnreadableWalkError as error:
            raise CannotResumeError(f"{path} holds no count of deals: {error}; name another file") from None
        if self.walk.anew() != asked:
            raise CannotResumeError(
                f"{path} counts other deals or other searches ({title(self.walk)}): name another file"
            )
        self.write(self.walk)

    def tell(self, walk: Walk) -> None:
        """Keeps the walk, if some time has gone by."""
        if time.monotonic() - self._written >= SAVED_EVERY_S:
            self.write(walk)

    def write(self, walk: Walk) -> None:
        beside = self._path.with_name(f"{self._path.name}.new")
        try:
            beside.write_text(walk.encode() + "\n", "utf-8")
            beside.replace(self._path)
        except OSError as error:
            raise CannotResumeError(f"{self._path} cannot be written ({error.strerror})") from None
        self._written = time.monotonic()


class Progress:
    """How far it is: one line that changes in a terminal, else a line now and then."""

    def __init__(self, out: TextIO, walk: Walk, deals: int, clock: Callable[[], float]) -> None:
        self._out, self._deals, self._clock = out, deals, clock
        self._same_line = out.isatty()
        self._every = 0.2 if self._same_line else 30.0
        self._begun = self._told = clock()
        self._before = walk.deals

    def tell(self, walk: Walk) -> None:
        now = self._clock()
        if now - self._told < self._every:
            return
        self._told = now
        pace = (walk.deals - self._before) / (now - self._begun)
        left = (self._deals - walk.deals) / pace
        counts = ", ".join(f"{getattr(walk, verdict):,} {verdict}" for verdict in WORDS)
        line = (
            f"{walk.deals:,} of {self._deals:,} deals: {counts}; {pace:,.1f} a second, {_duration(left)} left"
        )
        self._out.write(f"\r{line}\033[K" if self._same_line else f"{line}\n")
        self._out.flush()

    def close(self) -> None:
        if self._same_line:
            self._out.write("\r\033[K")
            self._out.flush()


def title(walk: Walk) -> str:
    """What is counted, in words."""
    options = [name for name, on in (("redeal", walk.redeal), ("face-down reserve", walk.face_down)) if on]
    if walk.base is not None:
        options.append(f"base {walk.base}")
    named = ", ".join([walk.game, *options])
    return f"{named}, deals from {walk.first}, {walk.budget:,} positions at most"


def report(walk: Walk) -> str:
    """What was found, for people."""
    lines = [f"{title(walk)}: {walk.deals:,} deals"]
    for verdict, words in WORDS.items():
        found = walk.share(verdict)
        lines.append(f"{words:11}{getattr(walk, verdict):10,}  {found.share:8.3%}  ({_interval(found)})")
    bounds, decided = walk.winnable(), walk.decided()
    most = (walk.yes + walk.unknown) / walk.deals if walk.deals else 1.0
    lines.append(
        f"winnable, whatever the unknown are: {bounds.share:.3%} to {most:.3%} ({_interval(bounds)})"
    )
    lines.append(f"winnable, of the decided alone:     {decided.share:.3%} ({_interval(decided)})")
    lines.append(f"in brackets: 95 % intervals by Wilson; positions visited: {walk.nodes:,}")
    return "\n".join(lines)


def summary(walk: Walk, deals: int) -> dict[str, Any]:
    """What was found, for programs; every share is `[share, low, high]`."""
    return {
        "game": walk.game,
        "redeal": walk.redeal,
        "face_down": walk.face_down,
        "base": walk.base,
        "first": str(walk.first),
        "budget": walk.budget,
        "deals": walk.deals,
        "complete": walk.deals >= deals,
        "yes": walk.yes,
        "no": walk.no,
        "unknown": walk.unknown,
        "positions": walk.nodes,
        "shares": {verdict: walk.share(verdict) for verdict in WORDS},
        "winnable": walk.winnable(),
        "winnable_of_decided": walk.decided(),
    }


def processors() -> int:
    """How many processes can work at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _interval(share: Share) -> str:
    return f"{share.low:.3%} to {share.high:.3%}"


def _duration(seconds: float) -> str:
    minutes, hours = seconds / 60, seconds / 3600
    return f"{seconds:.0f} s" if minutes < 2 else f"{minutes:.0f} min" if hours < 2 else f"{hours:.0f} h"
