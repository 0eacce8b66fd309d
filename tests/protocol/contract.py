"""The server's own documents of its interface, as something that messages and answers can be held against."""

import re
from typing import Any, Self

import httpx
from jsonschema import Draft202012Validator

Json = dict[str, Any]


class Contract:
    """What `/api/openapi.json` and `/api/asyncapi.json` promise; AssertionError for what they do not."""

    def __init__(self, openapi: Json, asyncapi: Json) -> None:
        self.openapi, self.asyncapi = openapi, asyncapi
        self._operations = {
            (method.upper(), path): operation
            for path, operations in openapi["paths"].items()
            for method, operation in operations.items()
            if "responses" in operation
        }
        self._messages = {
            action: dict(self._by_type(action, operation["messages"]))
            for action, operation in asyncapi["operations"].items()
        }

    @classmethod
    async def of(cls, url: str) -> Self:
        async with httpx.AsyncClient(base_url=url, trust_env=False, verify=False) as http:
            documents = [await http.get(f"/api/{name}.json") for name in ("openapi", "asyncapi")]
        return cls(*[document.raise_for_status().json() for document in documents])

    @property
    def operations(self) -> set[tuple[str, str]]:
        """Method and path, with `{id}` where one varies."""
        return set(self._operations)

    def message_types(self, action: str) -> set[str]:
        """The `type` of all messages that the server may `"send"` or `"receive"`."""
        return set(self._messages[action])

    def check_message(self, message: Json, action: str = "send") -> None:
        validator = self._messages[action].get(message.get("type", ""))
        assert validator, f"no message of type {message.get('type')} is documented"
        _check(validator, message)

    def check_answer(self, method: str, path: str, status: int, content_type: str, body: Any) -> None:
        operation = self._operation(method, path)
        if operation is None:
            return
        answer = operation["responses"].get(str(status))
        assert answer, f"{method} {path} is not said to answer with {status}"
        assert content_type in answer["content"], f"{method} {path}: {status} {content_type}"
        schema = answer["content"][content_type].get("schema")
        if schema and "json" in content_type:
            _check(self._validator(schema, self.openapi), body)

    def _operation(self, method: str, path: str) -> Json | None:
        for (known, template), operation in self._operations.items():
            if known == method and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", template), path):
                found: Json = operation
                return found
        return None

    def _by_type(self, action: str, messages: list[Json]) -> list[tuple[str, Draft202012Validator]]:
        found = []
        for reference in messages:
            payload = self._resolve(self._resolve(reference))["payload"]
            schema = self._resolve(payload)
            found.append((schema["properties"]["type"]["const"], self._validator(payload, self.asyncapi)))
        assert found, f"nothing to {action}"
        return found

    def _resolve(self, reference: Json) -> Json:
        found: Any = self.asyncapi
        for name in reference["$ref"].removeprefix("#/").split("/"):
            found = found[name]
        assert isinstance(found, dict)
        return found

    @staticmethod
    def _validator(schema: Json, document: Json) -> Draft202012Validator:
        return Draft202012Validator(schema | {"components": document["components"]})


def _check(validator: Draft202012Validator, value: Any) -> None:
    fault = next(iter(validator.iter_errors(value)), None)
    assert fault is None, f"{fault.json_path}: {fault.message}"
