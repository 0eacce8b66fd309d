"""Whether the disk of the data folder still has room to write."""

import os
from pathlib import Path

NEARLY_FULL = 16 * 2**20  # bytes that are left
SHARE = 0.05  # of a small disk, where that is less
ENOUGH = 2  # times that much lets writing go on, so that it does not stop and go at the brink


def nearly_full(folder: Path, *, already: bool) -> bool:
    """True if writing should stop, or if it has stopped `already`, should stay so."""
    disk = os.statvfs(folder)
    limit = min(NEARLY_FULL, disk.f_blocks * disk.f_frsize * SHARE)
    return disk.f_bavail * disk.f_frsize < limit * (ENOUGH if already else 1)
