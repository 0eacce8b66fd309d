"""The list of public races: what is in it, in which order, and how it is paged and narrowed.

Other tests make races on the same server; each test here looks only for its own.
"""

from typing import Any

from tests.protocol import shapes
from tests.protocol.arena import Arena, seated
from tests.protocol.client import Crowd, Person


async def listed(person: Person, **query: str) -> dict[str, Any]:
    return (await person.call("GET", "/api/races", params=query)).ok(200, shapes.RACES)


async def own(person: Person, **query: str) -> list[dict[str, Any]]:
    """The races of this host, over all pages."""
    page = await listed(person, **query)
    rows: list[dict[str, Any]] = page["races"]
    while page["next"]:
        page = await listed(person, **query, cursor=page["next"])
        assert page["races"]
        rows += page["races"]
    assert len({row["id"] for row in rows}) == len(rows)
    return [row for row in rows if row["host"] == person.id]


async def own_ids(person: Person, **query: str) -> list[str]:
    return [row["id"] for row in await own(person, **query)]


async def test_public_races_newest_first_and_no_others(crowd: Crowd) -> None:
    ada = await crowd.guest("Ada")
    made = [await ada.make(seats=3, visibility=word) for word in ("public", "private", "public", "public")]
    rows = await own(ada)
    assert [row["id"] for row in rows] == [made[3]["id"], made[2]["id"], made[0]["id"]]
    row = rows[0]
    assert (row["game"], row["seats"], row["taken"], row["state"]) == ("bernauer", 3, 1, "lobby")
    assert (row["host"], row["leader"]) == (ada.id, None)


async def test_the_list_is_narrowed_by_game_and_state(crowd: Crowd) -> None:
    ada = await crowd.guest("Ada")
    bernauer = await ada.make(seats=2, visibility="public")
    sorel = await ada.make(seats=2, visibility="public", game="sorel")
    alone = await ada.make(seats=1, visibility="public", game="sorel")
    assert await own_ids(ada, game="bernauer") == [bernauer["id"]]
    assert await own_ids(ada, game="sorel", state="lobby") == [sorel["id"]]
    assert await own_ids(ada, state="running") == [alone["id"]]
    assert await own_ids(ada, game="bernauer", state="running") == []


async def test_what_the_list_cannot_be_asked_for(crowd: Crowd) -> None:
    ada = await crowd.guest("Ada")
    for query in ({"state": "over"}, {"game": "klondike"}, {"cursor": "x" * 500}):
        (await ada.call("GET", "/api/races", params=query)).problem(422, "bad-request")


async def test_the_list_says_how_many_seats_are_taken(crowd: Crowd) -> None:
    race_id, (ada, bea) = await seated(crowd, "Ada", "Bea", seats=3, visibility="public")
    assert [row["taken"] for row in await own(ada)] == [2]
    await bea.does(race_id, "leave")
    assert [row["taken"] for row in await own(ada)] == [1]


async def test_the_list_says_who_would_make_room_and_how_long_it_is(crowd: Crowd) -> None:
    ada = await crowd.guest("Ada")
    await ada.make(seats=3, bots=2, deals=3, visibility="public")
    row = (await own(ada))[0]
    assert (row["taken"], row["bots"], row["deals"], row["best"]) == (3, 2, 3, [])


async def test_a_race_is_listed_with_its_leader_until_it_is_over(arena: Arena) -> None:
    race = await arena.race("public")
    ada = race.people[0]
    assert await own_ids(ada, state="running") == [race.race_id]
    assert await own_ids(ada, state="lobby") == []
    row = (await own(ada))[0]
    assert row["leader"] == row["best"][0]
    assert {one["player"] for one in row["best"]} == {person.id for person in race.people}
    assert {one["score"] for one in row["best"]} == {1}
    await race.end()
    assert await own_ids(ada) == []


async def test_pages_follow_each_other_without_a_hole_while_races_are_made(crowd: Crowd) -> None:
    ada = await crowd.guest("Ada")
    made = [(await ada.make(seats=2, visibility="public"))["id"] for _ in range(60)]
    page = await listed(ada)
    seen = [row["id"] for row in page["races"]]
    assert page["next"], "60 races fit on one page: page more of them"
    await ada.make(seats=2, visibility="public")
    while page["next"]:
        page = await listed(ada, cursor=page["next"])
        seen += [row["id"] for row in page["races"]]
    assert [race_id for race_id in seen if race_id in made] == list(reversed(made))
