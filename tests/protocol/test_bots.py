"""The server's own players, as those who race against them see them."""

from tests.protocol.client import Connection, Crowd
from tests.protocol.conftest import StartServer


async def test_bots_play_by_themselves_also_after_a_restart(start_server: StartServer) -> None:
    server = start_server(bot_speed=20)
    async with Crowd(server.url) as crowd:
        ann = await crowd.guest("Ann")
        # A deal that can be won, and takes some seventy moves: nobody is done before the restart.
        race = await ann.make(game="bernauer", deal="10", seats=3, bots=2, bot_level="keen", study_s=0)
        bots = [player for player in race["players"] if player["bot"]]
        assert [(bot["level"], bot["ready"], bot["connected"]) for bot in bots] == [("keen", True, True)] * 2
        seat = await ann.connect(race["id"])
        await seat.resume()
        await seat.send(type="start")
        await seat.until_state("running")
        await moved(seat, {bot["id"] for bot in bots})
        server.kill()
        server.restart()
        seat = await ann.connect(race["id"])
        await seat.resume()
        await moved(seat, {bot["id"] for bot in bots})
        await seat.send(type="give_up")


async def moved(seat: Connection, players: set[str]) -> None:
    """Read on until each of these has scored or dealt a row."""
    while players:
        told = await seat.until("score")
        if told["status"] == "playing" and (told["t_ms"] or told["rows"]):
            players.discard(told["player"])


async def test_a_person_takes_a_bots_place(crowd: Crowd) -> None:
    ann, ben = await crowd.guest("Ann"), await crowd.guest("Ben")
    race = await ann.make(seats=2, bots=1)
    joined = await ben.does(race["id"], "join")
    assert [player["name"] for player in joined["players"]] == ["Ann", "Ben"]
    (await (await crowd.guest("Cem")).act(race["id"], "join")).problem(409, "race-full")


async def test_a_seat_is_left_for_its_maker(crowd: Crowd) -> None:
    ann = await crowd.guest("Ann")
    answer = await ann.call("POST", "/api/races", {"game": "sorel", "seats": 2, "bots": 2})
    answer.problem(422, "bad-request")


async def test_a_quick_race_has_bots_until_people_come_and_starts_by_itself(crowd: Crowd) -> None:
    ann, ben = await crowd.guest("Ann"), await crowd.guest("Ben")
    race = (await ann.call("POST", "/api/races/quick", {"game": "sorel"})).body
    assert [player["bot"] for player in race["players"]] == [False, True, True]
    assert race["starts_by"] > race["made_at"]
    assert race["visibility"] == "public"
    same = (await ben.call("POST", "/api/races/quick", {"game": "sorel"})).body
    assert same["id"] == race["id"]


async def test_more_strong_bots_than_can_think_at_a_time_all_play(start_server: StartServer) -> None:
    server = start_server(bot_speed=20)
    async with Crowd(server.url) as crowd:
        ann = await crowd.guest("Ann")
        race = await ann.make(game="sorel", seats=8, bots=7, bot_level="strong", study_s=0)
        bots = {player["id"]: player["level"] for player in race["players"] if player["bot"]}
        assert list(bots.values()) == ["strong"] * 7
        seat = await ann.connect(race["id"])
        await seat.resume()
        await seat.send(type="start")
        await seat.until_state("running")
        await moved(seat, set(bots))
        await seat.send(type="give_up")
