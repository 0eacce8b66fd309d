"""A client of the public interface, written from the page on the protocol alone.

    async with Crowd(url) as crowd:
        ada = await crowd.guest("Ada")
        race = await ada.make(game="sorel", seats=1)
        seat = await ada.connect(race["id"])
        await seat.move("D")

Each answer and message is checked as it comes: its shape, its number in the logs, what it does to a board.
"""

import asyncio
import json
from copy import deepcopy
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any, Final, Self

import httpx
from tests.protocol import shapes
from tests.protocol.board import Board
from tests.protocol.contract import Contract
from tests.protocol.shapes import Shape
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

Json = dict[str, Any]
PATIENCE_S: Final = 15.0
PROTOCOL: Final = Subprotocol("agnes.v1")
LOGGED: Final = ("score", "race")


class Answer:
    """An HTTP answer: `status`, `body` as JSON, `headers`, and its `text` as it came."""

    def __init__(self, response: httpx.Response) -> None:
        self.status, self.headers, self.text = response.status_code, response.headers, response.text
        self.body: Any = json.loads(response.text) if "json" in response.headers["content-type"] else None

    def ok(self, status: int, shape: Shape) -> Json:
        """The body, if the status is this one and the shape fits."""
        assert self.status == status, f"{self.status} {self.text}"
        assert self.headers["content-type"] == "application/json"
        shape(self.body, "body")
        body: Json = self.body
        return body

    def problem(self, status: int, kind: str) -> Json:
        """The body, if it is the problem document `kind`, as in `/problems/race-full`."""
        assert self.headers["content-type"] == "application/problem+json", f"{self.status} {self.text}"
        shapes.PROBLEM(self.body, "problem")
        assert (self.body["status"], self.body["type"]) == (status, f"/problems/{kind}"), self.text
        assert self.status == status
        body: Json = self.body
        return body


class Crowd:
    """Guests of one server; at its end all that they opened is closed.

    With a `contract` each message and answer is held against the server's documents too.
    """

    def __init__(self, url: str, contract: Contract | None = None) -> None:
        self.url, self.contract = url, contract
        # No cookies are kept, so that only what a request says counts.
        cookies = CookieJar(policy=DefaultCookiePolicy(allowed_domains=[]))
        # Idle connections are dropped before the server does so, which might be at the moment of a request.
        limits = httpx.Limits(keepalive_expiry=2)
        self.http = httpx.AsyncClient(
            base_url=url, cookies=cookies, timeout=PATIENCE_S, trust_env=False, verify=False, limits=limits
        )
        self.sockets: list[ClientConnection] = []

    async def guest(self, name: str) -> "Person":
        answer = Answer(await self.http.post("/api/players", json={"name": name}))
        return Person(self, answer.ok(201, shapes.GUEST))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        await asyncio.gather(*[socket.close() for socket in self.sockets])
        await self.http.aclose()


class Person:
    """A guest: `id`, `name`, `token`. `heard` is every text that the server sent to them."""

    def __init__(self, crowd: Crowd, guest: Json) -> None:
        self.crowd = crowd
        self.id: str = guest["id"]
        self.name: str = guest["name"]
        self.token: str = guest["token"]
        self.heard: list[str] = []

    async def call(self, method: str, path: str, body: Any = None, **more: Any) -> Answer:
        """Any request, as this person."""
        headers = {"authorization": f"Bearer {self.token}"} | more.pop("headers", {})
        if body is not None:
            more["json"] = body
        answer = Answer(await self.crowd.http.request(method, path, headers=headers, **more))
        self.heard.append(answer.text)
        if self.crowd.contract:
            kind = answer.headers["content-type"]
            self.crowd.contract.check_answer(method, path, answer.status, kind, answer.body)
        return answer

    async def make(self, **fields: Any) -> Json:
        return (await self.call("POST", "/api/races", {"game": "bernauer"} | fields)).ok(201, shapes.RACE)

    async def race(self, race_id: str) -> Json:
        return (await self.call("GET", f"/api/races/{race_id}")).ok(200, shapes.RACE)

    async def act(self, race_id: str, verb: str, body: Any = None) -> Answer:
        """`join`, `leave`, `ready`, `start`, `kick`, `finish` or `rematch`."""
        return await self.call("POST", f"/api/races/{race_id}/{verb}", body)

    async def does(self, race_id: str, verb: str, body: Any = None) -> Json:
        """The same, where it is to work: answers with the race."""
        answer = await self.act(race_id, verb, body)
        return answer.ok(201 if answer.status == 201 and verb == "rematch" else 200, shapes.RACE)

    async def replay(self, race_id: str, player: str) -> Json:
        return (await self.call("GET", f"/api/races/{race_id}/boards/{player}")).ok(200, shapes.REPLAY)

    async def connect(self, race_id: str, **more: Any) -> "Connection":
        """A websocket, its welcome read and answered, so that what happens from now on is sent at once."""
        opened = Connection(self, race_id, await self.dial(race_id, **more))
        await opened.until("welcome")
        await opened.resume()
        return opened

    async def dial(self, race_id: str, **more: Any) -> ClientConnection:
        """A bare websocket."""
        headers = more.pop("headers", {"authorization": f"Bearer {self.token}"})
        settings = {"subprotocols": [PROTOCOL], "additional_headers": headers, "max_queue": None} | more
        address = f"ws{self.crowd.url[4:]}/ws/races/{race_id}"
        socket = await connect(address, proxy=None, compression=None, **settings)
        self.crowd.sockets.append(socket)
        return socket


class Connection:
    """One websocket of one person, with what a page would keep: the race, the boards and both kinds of log.

    `log` is every message in the order it came. `again` holds what came a second time.
    """

    def __init__(self, person: Person, race_id: str, socket: ClientConnection) -> None:
        self.person, self.race_id, self.socket = person, race_id, socket
        self.log: list[Json] = []
        self.seq = -1
        self.race: Json = {}
        self.you: str | None = None
        self.boards: dict[str, Board] = {}
        self.again: list[Json] = []
        self.watchers: int | None = None
        self.surprises: list[str] = []
        self._first_seen: dict[tuple[str, int], Json] = {}

    @property
    def board(self) -> Board:
        """One's own."""
        return self.boards[self.person.id]

    def player(self, player_id: str) -> Json:
        found: Json = next(player for player in self.race["players"] if player["id"] == player_id)
        return found

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def resume(self) -> None:
        """Ask for what comes after all that is known here."""
        boards = {player: board.n for player, board in self.boards.items()}
        await self.send(type="resume", seq=self.seq, boards=boards)

    async def come_back(self) -> "Connection":
        """Another socket after this one broke; it goes on from what is known here, not from its welcome."""
        socket = await self.person.dial(self.race_id)
        back = Connection(self.person, self.race_id, socket)
        back.seq, back.race, back.you = self.seq, deepcopy(self.race), self.you
        back.boards = deepcopy(self.boards)
        async with asyncio.timeout(PATIENCE_S):
            greeting = json.loads(await socket.recv())
        shapes.MESSAGES["welcome"](greeting, "welcome")
        await back.resume()
        return back

    async def next(self) -> Json:
        """The next message, checked and taken in."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                raw = await self.socket.recv()
        except TimeoutError:
            last = [json.dumps(message)[:300] for message in self.log[-3:]]
            raise AssertionError(f"silence after {last}") from None
        assert isinstance(raw, str), f"a binary frame: {raw!r}"
        self.person.heard.append(raw)
        message: Json = json.loads(raw)
        shapes.check_message(message)
        if self.person.crowd.contract:
            self.person.crowd.contract.check_message(message)
        self._take_in(message)
        self.log.append(message)
        return message

    async def until(self, kind: str, **fields: Any) -> Json:
        """Read on to the next message of this type with these fields; a function as a value is asked."""
        while True:
            message = await self.next()
            if message["type"] == kind and all(
                _matches(message[name], want) for name, want in fields.items()
            ):
                return message

    async def until_state(self, state: str) -> Json:
        """Read on until the race is in this state, which it may be already; answers with the race."""
        while self.race["state"] != state:
            await self.until("race")
        return self.race

    async def caught_up(self) -> None:
        """Read all that was sent before the answer to a question that the server can only refuse."""
        await self.send(type="watch", player="nobody")
        await self.until("refused", of="watch")

    async def move(self, move: str, n: int | None = None) -> Json:
        """Send a move, by default as the next of one's board; answers with its `moved` or `rejected`."""
        n = self.board.n + 1 if n is None else n
        await self.send(type="move", n=n, move=move)
        while True:
            message = await self.next()
            if message["type"] == "rejected" and message["n"] == n:
                return message
            if message["type"] == "moved" and (message["player"], message["n"]) == (self.person.id, n):
                return message

    async def played(self, moves: list[str]) -> Json:
        """Play moves that are to be accepted; answers with what the last one did."""
        answer: Json = {}
        for move in moves:
            answer = await self.move(move)
            assert answer["type"] == "moved", answer
        return answer

    async def closed(self) -> int:
        """Read on until the server closes; the close code."""
        try:
            while True:
                await self.next()
        except ConnectionClosed as end:
            if end.rcvd is None:
                raise AssertionError("the connection broke without a close") from end
            return end.rcvd.code

    async def close(self) -> None:
        await self.socket.close()

    def _take_in(self, message: Json) -> None:
        kind = message["type"]
        if kind == "welcome":
            self.seq, self.race, self.you = message["seq"], deepcopy(message["race"]), message["you"]
            self.boards.clear()
            if message["board"] is not None:
                self._lay(message["board"])
        elif kind == "board":
            self._lay(message)
        elif kind == "moved":
            self._moved(message)
        elif kind in LOGGED:
            step = message["seq"] - self.seq
            if step <= 0:  # asked for by a resume while it was on its way
                self.again.append(message)
                return
            assert step == 1 or message.get("merged"), f"a hole in the race's log: {self.seq}, then {message}"
            self.seq = message["seq"]
            self._score(message) if kind == "score" else self._race(message)
        elif kind == "presence":
            for player in self.race["players"]:  # who has just left the seat may still be spoken of
                if player["id"] == message["player"]:
                    player["connected"] = message["connected"]
        elif kind == "watchers":
            self.watchers = message["count"]

    def _lay(self, message: Json) -> None:
        mine = message["player"] == self.person.id
        assert ("legal" in message) == mine, f"legal is for its own player alone: {message}"
        self.boards[message["player"]] = Board(message)

    def _moved(self, message: Json) -> None:
        assert ("legal" in message) == (message["player"] == self.person.id)
        board = self.boards[message["player"]]
        key = (message["player"], message["n"])
        if message["n"] <= board.n:
            self.again.append(message)
            first = self._first_seen.get(key, message)
            assert first["move"] == message["move"]
            return
        board.apply(message)
        self._first_seen[key] = message

    def _score(self, message: Json) -> None:
        player = self.player(message["player"])
        player |= {name: message[name] for name in shapes.STANDING}

    def _race(self, message: Json) -> None:
        """What a whole race says of a score without any `score` message having said so is a surprise."""
        told = {player["id"]: player for player in self.race["players"]}
        for player in message["race"]["players"]:
            before = told.get(player["id"], player)
            for name in shapes.STANDING:
                if before[name] != player[name]:
                    self.surprises.append(
                        f"{message['change']}: {player['name']}.{name} {before[name]} -> {player[name]}"
                    )
        self.race = deepcopy(message["race"])  # the log keeps what was said


def _matches(value: object, want: object) -> bool:
    return bool(want(value)) if callable(want) else value == want
