"""Deals with a list of moves that wins them. Source: verdicts of a search apart from the product."""

import csv
from pathlib import Path

_FILE = Path(__file__).parent / "data" / "winning_lines.csv"


def winning_lines() -> dict[str, list[str]]:
    """By deal number of plain Bernauer, the shortest first."""
    with _FILE.open(newline="") as lines:
        return {row["deal"]: row["line"].split() for row in csv.DictReader(lines)}
