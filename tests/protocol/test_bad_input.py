"""Wrong input over HTTP: always a problem document that says what to mend, and nothing is changed."""

import json
from typing import Any

import pytest
from tests.protocol import shapes
from tests.protocol.client import Answer, Crowd, Person


@pytest.fixture
async def ada(crowd: Crowd) -> Person:
    return await crowd.guest("Ada")


WRONG_FIELDS: dict[str, list[Any]] = {
    "game": [None, "", "klondike", "Bernauer", 1, True, ["bernauer"], {"name": "bernauer"}],
    "options": [
        *(None, [], "redeal", 1, {"undo": True}, {"redeal": 1}, {"redeal": None}, {"time_bonus": "yes"}),
        *({"base": ""}, {"base": "t"}, {"base": 5}, {"base": "10"}, {"base": "TC"}, {"face_down": []}),
    ],
    "seats": [None, 0, -1, 65, 1.5, "2", True, [2], 10**30, {"seats": 2}],
    "visibility": [None, "", "hidden", "PUBLIC", True, 1],
    "watch": ["", "now", "LIVE", True, 1, []],
    "deal": [
        "",
        "0",
        "01",
        "-5",
        "1.5",
        "1e3",
        " 1",
        "1 ",
        "ms5",
        "1" * 22,
        5,
        1.5,
        True,
        ["1"],
        "\u0661",
        "abc",
    ],
    "winnable": [None, 1, "yes", []],
    "time_limit_s": [0, -1, 1.5, "60", True, 10**9, []],
    "closing_s": [None, -1, 1.5, "60", True, 10**9, []],
    "study_s": [-1, 1.5, "60", True, 10**9, []],
    "deals": [None, 0, 2, 4, 7, -1, "3", 1.5, []],
    "bots": [None, -1, 64, "1", 1.5, True, []],
}


@pytest.mark.parametrize(("name", "values"), WRONG_FIELDS.items(), ids=WRONG_FIELDS)
async def test_a_wrong_field_of_a_new_race_is_named(ada: Person, name: str, values: list[Any]) -> None:
    for value in values:
        answer = await ada.call("POST", "/api/races", {"game": "bernauer"} | {name: value})
        assert answer.status == 422, f"{value!r}: {answer.text}"
        assert name in answer.problem(422, "bad-request")["detail"], repr(value)


@pytest.mark.parametrize("option", ["redeal", "face_down"])
async def test_sorel_has_no_reserve_and_so_no_such_option(ada: Person, option: str) -> None:
    answer = await ada.call("POST", "/api/races", {"game": "sorel", "options": {option: True}})
    assert option in answer.problem(422, "bad-request")["detail"]


async def test_an_unknown_field_is_an_error_everywhere(ada: Person) -> None:
    race_id = (await ada.make(seats=2))["id"]
    for method, path, body in (
        ("POST", "/api/races", {"game": "sorel"}),
        ("POST", "/api/races", {"game": "sorel", "options": {"redeal": False}}),
        ("POST", "/api/players", {"name": "Bea"}),
        ("PATCH", "/api/me", {"name": "Bea"}),
        ("POST", f"/api/races/{race_id}/kick", {"player": "x"}),
        ("POST", f"/api/races/{race_id}/ready", {}),
        ("POST", f"/api/races/{race_id}/join", {}),
    ):
        body = dict(body)
        inner = body.get("options", body)
        assert isinstance(inner, dict)
        inner["colour"] = "red"
        assert "colour" in (await ada.call(method, path, body)).problem(422, "bad-request")["detail"]
    assert (await ada.call("GET", "/api/me")).body["name"] == "Ada"


NOT_JSON = {
    "nothing": b"",
    "words": b"game=bernauer",
    "half": b'{"game":"bernauer"',
    "more": b'{"game":"bernauer"}{}',
    "no UTF-8": b'{"game":"\xff\xfe"}',
    "deep": b"[" * 10_000,
}


@pytest.mark.parametrize("body", NOT_JSON.values(), ids=NOT_JSON)
async def test_what_is_no_json_is_said_to_be_none(ada: Person, body: bytes) -> None:
    headers = {"content-type": "application/json"}
    answer = await ada.call("POST", "/api/races", headers=headers, content=body)
    answer.problem(400, "bad-json")


@pytest.mark.parametrize("body", [[], "bernauer", 1, None, True])
async def test_a_body_that_is_no_object_is_refused(ada: Person, body: Any) -> None:
    for method, path in (("POST", "/api/races"), ("POST", "/api/players"), ("PATCH", "/api/me")):
        headers = {"content-type": "application/json"}
        answer = await ada.call(method, path, headers=headers, content=json.dumps(body).encode())
        assert answer.status in (400, 422)
        answer.problem(answer.status, answer.body["type"].removeprefix("/problems/"))


@pytest.mark.parametrize("path", ["/api/races", "/api/players"])
async def test_a_huge_body_is_not_read_to_its_end(ada: Person, path: str) -> None:
    body = json.dumps({"game": "bernauer", "name": "x" * 2_000_000}).encode()
    answer = await ada.call("POST", path, headers={"content-type": "application/json"}, content=body)
    answer.problem(413, "too-large")


async def test_nothing_is_made_of_wrong_requests(ada: Person) -> None:
    for body in ({"game": "x"}, {"game": "sorel", "seats": 0}, {"game": "sorel", "x": 1}):
        assert (await ada.call("POST", "/api/races", body | {"visibility": "public"})).status == 422
    page = (await ada.call("GET", "/api/races")).ok(200, shapes.RACES)
    assert not [race for race in page["races"] if race["host"] == ada.id]


GOOD_NAMES = ["A", "Ada", "x" * 24, "Zoë", "Nguyễn Văn", "李小龍", "محمد", "Ada 2", "O'Brien", "👩‍👩‍👧" * 24]


@pytest.mark.parametrize("name", GOOD_NAMES)
async def test_a_name_may_be_any_that_a_person_can_read(crowd: Crowd, name: str) -> None:
    guest = await crowd.guest(name)
    assert guest.name
    assert (await guest.call("GET", "/api/me")).ok(200, shapes.ME) == {"id": guest.id, "name": guest.name}


async def test_a_name_is_kept_in_one_form(crowd: Crowd) -> None:
    assert (await crowd.guest("e\u0301a")).name == "\u00e9a"
    assert (await crowd.guest("  Ada  ")).name == "Ada"


BAD_NAMES = {
    "empty": "",
    "blank": "   ",
    "long": "x" * 25,
    "long in clusters": "e\u0301" * 25,
    "control": "A\x07da",
    "line": "A\nda",
    "null": "A\x00da",
    "direction": "A\u202eda",
    "isolate": "A\u2066da",
    "invisible": "A\u200bda",
    "only invisible": "\u200b\u200d",
    "no character": "A\ufffeda",
    "soft hyphen": "A\u00adda",
    "tag": "A\U000e0041da",
    "huge": "x" * 5000,
}


@pytest.mark.parametrize("name", BAD_NAMES.values(), ids=BAD_NAMES)
async def test_a_bad_name_is_refused_for_a_new_player_and_for_an_old_one(ada: Person, name: str) -> None:
    for method, path in (("POST", "/api/players"), ("PATCH", "/api/me")):
        problem = (await ada.call(method, path, {"name": name})).problem(422, "bad-request")
        assert len(problem["detail"]) < 300
    assert (await ada.call("GET", "/api/me")).body["name"] == "Ada"


@pytest.mark.parametrize("name", [None, 5, True, ["Ada"], {"first": "Ada"}])
async def test_a_name_is_text(ada: Person, name: Any) -> None:
    for method, path in (("POST", "/api/players"), ("PATCH", "/api/me")):
        (await ada.call(method, path, {"name": name})).problem(422, "bad-request")


async def test_a_script_as_a_name_is_text_or_nothing(ada: Person) -> None:
    for name in ("<b>Ada</b>", '"onclick="x', "{{7*7}}"):
        answer = await ada.call("PATCH", "/api/me", {"name": name})
        if answer.status == 200:
            assert answer.body["name"] == name
            assert answer.headers["content-type"] == "application/json"
            assert answer.headers["x-content-type-options"] == "nosniff"
        else:
            answer.problem(422, "bad-request")


async def test_a_stranger_is_asked_who_it_is(crowd: Crowd, ada: Person) -> None:
    race_id = (await ada.make(seats=2))["id"]
    for method, path, body in (
        ("GET", "/api/me", None),
        ("PATCH", "/api/me", {"name": "Bea"}),
        ("POST", "/api/races", {"game": "sorel"}),
        ("POST", f"/api/races/{race_id}/join", None),
        ("POST", f"/api/races/{race_id}/start", None),
    ):
        for headers in ({}, {"authorization": "Bearer nobody"}, {"authorization": f"Bearer {ada.token}x"}):
            answer = Answer(await crowd.http.request(method, path, json=body, headers=headers))
            answer.problem(401, "unknown-player")


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("PUT", "/api/me", 405),
        ("PUT", "/api/races", 405),
        ("GET", "/api/nothing", 404),
        ("GET", "/api/races/4C", 404),
        ("GET", "/api/races/%00", 404),
        ("POST", "/api/races/x/cheat", 404),
    ],
)
async def test_other_addresses_and_methods_are_problems_too(
    ada: Person, method: str, path: str, status: int
) -> None:
    answer = await ada.call(method, path)
    answer.problem(status, answer.body["type"].removeprefix("/problems/"))


async def test_a_guest_gets_a_cookie_that_scripts_cannot_read(crowd: Crowd) -> None:
    response = await crowd.http.post("/api/players", json={"name": "Ada"})
    guest = Answer(response).ok(201, shapes.GUEST)
    cookie, *attributes = response.headers["set-cookie"].split("; ")
    assert {"httponly", "samesite=lax"} <= {attribute.lower() for attribute in attributes}
    assert "secure" not in [attribute.lower() for attribute in attributes]  # plain http here
    known = await crowd.http.get("/api/me", headers={"cookie": cookie})
    assert Answer(known).ok(200, shapes.ME)["id"] == guest["id"]
