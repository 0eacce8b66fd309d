"""JavaScript and CSS without what only their readers need. Lines keep their numbers."""

import re
from typing import Final

# A type for the checker beside code: no text of the client has this in quotes.
_CAST: Final = re.compile(r"/\*\* @(?:type|param) [^*]*\*/ ?")


def lightened(source: str) -> str:
    """JavaScript or CSS without comments, casts and indentation.

    No text in quotes may go over the end of a line: `bundle` refuses such a script.
    """
    return "\n".join(_CAST.sub("", line).strip() for line in without_comments(source).split("\n"))


def without_comments(source: str) -> str:
    """JavaScript or CSS with each line that is nothing but comment empty.

    A comment beside code stays: to know whether a quote or a pattern began before it needs a parser.
    """
    lines = source.split("\n")
    at = 0
    while at < len(lines):
        end = _comment_until(lines, at)
        lines[at:end] = [""] * (end - at)
        at = max(end, at + 1)
    return "\n".join(lines)


def _comment_until(lines: list[str], at: int) -> int:
    """The line after a comment that begins with line `at` and ends with a line; `at` where there is none."""
    text = lines[at].strip()
    if text.startswith("//"):
        return at + 1
    if not text.startswith("/*"):
        return at
    last = next((n for n in range(at, len(lines)) if "*/" in lines[n]), len(lines) - 1)
    return last + 1 if lines[last].strip().endswith("*/") else at
