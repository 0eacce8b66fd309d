"""The contract as documents, made from the models: OpenAPI 3.1 for HTTP, AsyncAPI 3.0 for the socket.

Both are plain data, the same at each making, with every `$ref` inside the document.
"""

import http
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple

from pydantic import TypeAdapter

from agnes.web.problems import KINDS, MEDIA_TYPE

Document = dict[str, Any]
_Mode = Literal["validation", "serialization"]
_PARAMETER: Final = re.compile(r"{(\w+)(?::\w+)?}")
_SCHEMAS: Final = "#/components/schemas/"
_PROBLEM: Final[Document] = {
    "type": "object",
    "title": "ProblemDetails",
    "description": "RFC 9457",
    "required": ["type", "title", "status", "detail"],
    "properties": {
        "type": {"type": "string", "format": "uri-reference"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "field": {"type": "string", "description": "the field of the request that it is about"},
    },
}


class Endpoint(NamedTuple):
    """One call over HTTP.

    `path` as Starlette has it. `request` is the model of the body, or for GET and DELETE of the query;
    `response` that of the answer with `status`, None for an answer that is not JSON, of type `media`.
    `problems` are keys of KINDS. `auth` says whether it asks who you are.
    """

    method: str
    path: str
    summary: str
    request: Any | None
    response: Any | None
    status: int
    problems: tuple[str, ...]
    auth: bool = True
    media: str = "application/json"


def openapi(
    endpoints: Sequence[Endpoint],
    models: Iterable[Any] = (),
    *,
    title: str = "Agnes Race",
    version: str = "1",
) -> Document:
    """The OpenAPI 3.1 document of `endpoints`; `models` are described beside those that they name."""
    requests = [endpoint.request for endpoint in endpoints if endpoint.request is not None]
    responses = [endpoint.response for endpoint in endpoints if endpoint.response is not None]
    schema_of, schemas = _schemas(
        {"validation": requests, "serialization": [*responses, *models]}, ref_prefix=_SCHEMAS
    )
    paths: Document = {}
    for endpoint in endpoints:
        operations = paths.setdefault(_PARAMETER.sub(r"{\1}", endpoint.path), {})
        operations[endpoint.method.lower()] = _operation(endpoint, schema_of, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": title, "version": version},
        "paths": paths,
        "components": {
            "schemas": {**schemas, "ProblemDetails": _PROBLEM},
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "agnes_session"},
            },
        },
    }


def asyncapi(
    client_messages: Sequence[Any],
    server_messages: Sequence[Any],
    *,
    title: str = "Agnes Race",
    version: str = "1",
    address: str = "/ws/races/{id}",
) -> Document:
    """The AsyncAPI 3.0 document of the socket: what clients send, what the server sends, a model each."""
    schema_of, schemas = _schemas(
        {"validation": client_messages, "serialization": server_messages}, ref_prefix=_SCHEMAS
    )
    named: Document = {}
    names: dict[str, list[str]] = {"receive": [], "send": []}
    sides: tuple[tuple[str, _Mode, Sequence[Any]], ...] = (
        ("receive", "validation", client_messages),
        ("send", "serialization", server_messages),
    )
    for action, mode, models in sides:
        for model in models:
            name = model.__name__ if model.__name__ not in named else f"{action.title()}{model.__name__}"
            named[name] = {
                "name": name,
                **({"summary": _first_line(model)} if _first_line(model) else {}),
                "payload": schema_of[mode, id(model)],
            }
            names[action].append(name)
    return {
        "asyncapi": "3.0.0",
        "info": {"title": title, "version": version},
        "defaultContentType": "application/json",
        "channels": {
            "race": {
                "address": address,
                "description": "Text frames, one JSON object each; subprotocol agnes.v1.",
                "parameters": {name: {} for name in _PARAMETER.findall(address)},
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in named},
                "bindings": {"ws": {"method": "GET"}},
            }
        },
        "operations": {
            action: {
                "action": action,
                "channel": {"$ref": "#/channels/race"},
                "messages": [{"$ref": f"#/channels/race/messages/{name}"} for name in names[action]],
            }
            for action in ("receive", "send")
        },
        "components": {
            "messages": {name: _for_asyncapi(message) for name, message in named.items()},
            "schemas": _for_asyncapi(schemas),
        },
    }


def _schemas(
    models: Mapping[_Mode, Sequence[Any]], *, ref_prefix: str
) -> tuple[Mapping[tuple[str, int], Document], Document]:
    """Schemas by mode and identity of the model, and the named ones that they refer to."""
    inputs: list[tuple[int, Any, TypeAdapter[Any]]] = [
        (id(model), mode, TypeAdapter(model)) for mode, several in models.items() for model in several
    ]
    by_key, rest = TypeAdapter.json_schemas(inputs, ref_template=f"{ref_prefix}{{model}}")
    schemas = rest.get("$defs", {})
    return (
        {(mode, int(str(key))): schema for (key, mode), schema in by_key.items()},
        {name: schemas[name] for name in sorted(schemas)},
    )


def _operation(
    endpoint: Endpoint, schema_of: Mapping[tuple[str, int], Document], schemas: Document
) -> Document:
    operation: Document = {
        "operationId": _operation_id(endpoint),
        "summary": endpoint.summary,
        "parameters": [
            {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
            for name in _PARAMETER.findall(endpoint.path)
        ],
        "responses": {str(endpoint.status): _answer(endpoint, schema_of), **_refusals(endpoint.problems)},
    }
    if endpoint.request is not None:
        schema = schema_of["validation", id(endpoint.request)]
        if endpoint.method.upper() in ("GET", "DELETE"):
            operation["parameters"] += _query(schema, schemas)
        else:
            operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    if endpoint.auth:
        operation["security"] = [{"token": []}, {"cookie": []}]
    return operation


def _operation_id(endpoint: Endpoint) -> str:
    words = re.findall(r"\w+", _PARAMETER.sub(r"\1", endpoint.path))
    return "_".join([endpoint.method.lower(), *words])


def _answer(endpoint: Endpoint, schema_of: Mapping[tuple[str, int], Document]) -> Document:
    answer: Document = {"description": http.HTTPStatus(endpoint.status).phrase}
    if endpoint.response is not None:
        schema = schema_of["serialization", id(endpoint.response)]
        answer["content"] = {endpoint.media: {"schema": schema}}
    elif endpoint.media != "application/json":
        answer["content"] = {endpoint.media: {}}
    return answer


def _refusals(slugs: Iterable[str]) -> Document:
    """The problems, put together by status: one answer a status, its kinds as examples."""
    by_status: dict[str, list[str]] = {}
    for slug in slugs:
        by_status.setdefault(str(KINDS[slug].status), []).append(slug)
    return {
        status: {
            "description": "; ".join(KINDS[slug].title for slug in kinds),
            "content": {
                MEDIA_TYPE: {
                    "schema": {"$ref": f"{_SCHEMAS}ProblemDetails"},
                    "examples": {slug: {"value": _example(slug)} for slug in kinds},
                }
            },
        }
        for status, kinds in sorted(by_status.items())
    }


def _example(slug: str) -> Document:
    kind = KINDS[slug]
    return {"type": f"/problems/{slug}", "title": kind.title, "status": kind.status, "detail": kind.help}


def _query(schema: Document, schemas: Document) -> list[Document]:
    model = schemas[schema["$ref"].removeprefix(_SCHEMAS)] if "$ref" in schema else schema
    required = model.get("required", ())
    return [
        {"name": name, "in": "query", "required": name in required, "schema": field}
        for name, field in model.get("properties", {}).items()
    ]


def _first_line(model: Any) -> str:
    return (model.__doc__ or "").strip().partition("\n")[0]


def _for_asyncapi(node: Any) -> Any:
    """Its schemas are of JSON Schema draft 7, with a `discriminator` that is the property's name alone."""
    if isinstance(node, list):
        return [_for_asyncapi(part) for part in node]
    if not isinstance(node, dict):
        return node
    done = {key: _for_asyncapi(value) for key, value in node.items()}
    if isinstance(node.get("discriminator"), dict) and "propertyName" in node["discriminator"]:
        done["discriminator"] = node["discriminator"]["propertyName"]
    if isinstance(node.get("prefixItems"), list):
        done["items"] = done.pop("prefixItems")
    return done
