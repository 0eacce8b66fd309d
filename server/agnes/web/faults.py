"""One sentence for what is wrong with a message: the first fault that pydantic found, in our words.

Pydantic's own sentences speak of inputs and types of Python, and repeat what was sent; these name the field
and say what it takes, and never repeat a value.
"""

from typing import Any, Final, NamedTuple

from pydantic import ValidationError

_DETAIL_MAX: Final = 200
_SAYS: Final = {
    "missing": "is required",
    "string_type": "must be text",
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_from_float": "must be a whole number",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "list_type": "must be a list",
    "tuple_type": "must be a list",
    "dict_type": "must be an object",
    "model_type": "must be an object",
    "model_attributes_type": "must be an object",
    "none_required": "must be null",
    "string_too_short": "must have {min_length} or more characters",
    "string_too_long": "must have {max_length} or fewer characters",
    "too_long": "must have {max_length} or fewer entries",
    "too_short": "must have {min_length} or more entries",
    "greater_than": "must be more than {gt}",
    "greater_than_equal": "must be at least {ge}",
    "less_than": "must be less than {lt}",
    "less_than_equal": "must be at most {le}",
    "literal_error": "must be {expected}",
    "enum": "must be {expected}",
    "string_pattern_mismatch": "must have the form {pattern}",
    "union_tag_invalid": "must be one of {expected_tags}",
    "extra_forbidden": "is not a field here",
}


class Fault(NamedTuple):
    """`slug` is `bad-json` or `bad-request`; `field` the path to it with dots, or "" for the whole."""

    slug: str
    field: str
    detail: str


def describe_fault(error: ValidationError) -> Fault:
    """The first fault in `error`, as a sentence that a person can act on."""
    first = error.errors(include_url=False, include_input=False)[0]
    context: dict[str, Any] = first.get("ctx", {})
    kind = first["type"]
    if kind == "json_invalid":
        return Fault("bad-json", "", _shorten(f"this is not JSON: {context['error']}"))
    loc = first["loc"]
    if kind == "union_tag_not_found":
        field, says = _path((*loc, context["discriminator"].strip("'"))), "is required"
    elif kind in ("value_error", "assertion_error"):
        field, says = _path(loc), str(context["error"])
    else:
        if kind == "union_tag_invalid":
            loc = (*loc, context["discriminator"].strip("'"))
        field, says = _path(loc), _SAYS.get(kind, "is not what is expected here").format_map(context)
    return Fault("bad-request", field, _shorten(f"{field or 'the message'}: {says}"))


def _path(loc: tuple[int | str, ...]) -> str:
    # The name of an unknown field or of an entry is what somebody sent: on one line, in ASCII, not endless.
    return ".".join(ascii(str(part))[1:-1][:40] for part in loc[:6])


def _shorten(sentence: str) -> str:
    return sentence if len(sentence) <= _DETAIL_MAX else sentence[: _DETAIL_MAX - 1] + "…"
