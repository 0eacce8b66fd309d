"""What is left out of a script or sheet is only what its readers need."""

import pytest

from agnes.web.light import lightened, without_comments


def test_what_is_for_the_type_checker_is_left_out() -> None:
    assert lightened("  /** @type {A} */ (a).b(/** @type {C} */ (c));\n") == "(a).b((c));\n"


@pytest.mark.parametrize(
    ("source", "left"),
    [
        ("// a\nb", "\nb"),
        ("/** a */\nb", "\nb"),
        ("/**\n * a\n */\nb", "\n\n\nb"),
        ("/** @type {A} */ (b).c();", "/** @type {A} */ (b).c();"),
        ("a; // b", "a; // b"),
        ("/* a\n b */ c", "/* a\n b */ c"),
        ("`\n  /x`", "`\n  /x`"),
    ],
)
def test_lines_of_comment_become_empty(source: str, left: str) -> None:
    assert without_comments(source) == left
