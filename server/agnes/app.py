"""The composition root: settings once, everything opened in order and closed in reverse."""

import secrets
import socket
import sys
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final

import structlog
import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp

from agnes.log import set_up_logging
from agnes.service.analysing import Analysing
from agnes.service.attending import Attending
from agnes.service.boards import Boards
from agnes.service.bots import Bots
from agnes.service.clockwork import Clockwork, Errand
from agnes.service.counting import Counting
from agnes.service.daily import Daily
from agnes.service.daily_live import DailyLive
from agnes.service.daily_making import DailyMaking
from agnes.service.erasing import Erasing
from agnes.service.hub import Hub
from agnes.service.identity import Identity, new_player_id
from agnes.service.keeping import Keeping
from agnes.service.leaderboards import Leaderboards
from agnes.service.living import Living
from agnes.service.lobbies import Lobbies
from agnes.service.making import Making
from agnes.service.moves import Moves
from agnes.service.nothing_more import NothingMore
from agnes.service.people import People
from agnes.service.pool import BACKGROUND, Pool
from agnes.service.racing import Racing
from agnes.service.retention import retention
from agnes.service.solving import Solving
from agnes.service.stores import Stores
from agnes.service.tasks import Tasks
from agnes.service.transfer import Transfer
from agnes.service.watching import Watching
from agnes.service.winnable import Winnable
from agnes.settings import Settings, SettingsError, secret_key
from agnes.solver import ENGINE
from agnes.store import keys
from agnes.store.analyses import AnalysisStore
from agnes.store.boards import BoardStore
from agnes.store.daily import DailyStore
from agnes.store.database import Database
from agnes.store.embedded import EmbeddedValkey
from agnes.store.errors import StoreError
from agnes.store.leaderboards import Names, WinStore
from agnes.store.listener import Listener
from agnes.store.listing import Listing
from agnes.store.players import PlayerStore
from agnes.store.presence import PresenceStore
from agnes.store.races import RaceStore
from agnes.store.rivals import RivalStore
from agnes.store.streaks import StreakStore
from agnes.store.timers import Timers
from agnes.store.winnable import WinnableStore
from agnes.web.documents import document_routes
from agnes.web.doors import Doors, allow_many_files, guarded
from agnes.web.endpoints import api_routes
from agnes.web.lan import invitation, lan_addresses, lan_names
from agnes.web.origin import Origins, allowed_origins, is_wildcard, origin_of
from agnes.web.pace import Pace
from agnes.web.pages import page_routes
from agnes.web.problems import problem_handlers
from agnes.web.security import SecurityHeaders
from agnes.web.services import Services
from agnes.web.socket import race_socket

_log = structlog.get_logger()

DAY_S: Final = 86_400
FRAME_MOST: Final = 16 * 1024
PING_S: Final = 15.0
"""A connection that does not answer a ping within as long again is lost."""
FAREWELL_S: Final = 5
KEEP_ALIVE_S: Final = 75
"""An idle connection is kept longer than proxies keep theirs (nginx: 60 s): else one of their requests meets
the moment at which it is closed, and is answered by the proxy as an error."""


def serve(settings: Settings, *, lan: bool) -> int:
    """Serve until a signal ends it; answers the exit status. Prints where, once it can be reached."""
    set_up_logging(settings.log_format, settings.log_level)
    allow_many_files()
    host = "0.0.0.0" if lan else settings.host
    try:
        listening = listen_on(host, settings.port)
        port = listening.getsockname()[1]
        addresses = lan_addresses() if is_wildcard(host) else []
        app = create_app(settings, host=host, port=port, addresses=addresses)
    except (SettingsError, OSError) as error:
        print(f"agnes: {error}", file=sys.stderr)
        return 2
    # Outside of the application, so that even its answer to a mistake of ours has the headers.
    https = (settings.public_url or "").startswith("https://")
    server = AnnouncingServer(uvicorn_config(SecurityHeaders(app, https=https), settings))
    shown = "127.0.0.1" if is_wildcard(host) else host
    server.words = f"listening on {origin_of('http', shown, port)}\n"
    if lan:
        server.words += invitation(addresses, port, colours=sys.stdout.isatty(), blocks=_shows_blocks())
    server.run(sockets=[listening])
    if server.started:
        return 0
    print(f"agnes: {app.state.failure or 'the start failed; see the log'}", file=sys.stderr)
    return 1


def listen_on(host: str, port: int) -> socket.socket:
    """A socket bound there; OSError with a sentence that says what to do."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        # What is on its way to a reader that takes nothing any more keeps a lost connection open: this, which
        # each connection inherits, ends it.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(2 * PING_S * 1000))
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise OSError(
            f"cannot listen on {host} port {port} ({error.strerror}): is another server running there? "
            "Set AGNES_PORT to a free one, or to 0 for any"
        ) from None
    listening.set_inheritable(True)
    return listening


def create_app(settings: Settings, *, host: str, port: int, addresses: list[str]) -> Starlette:
    """The application as data; `host`, `port` and `addresses` are where it is going to be reached."""
    origins = allowed_origins(
        public_url=settings.public_url,
        extra=settings.origins,
        host=host,
        port=port,
        local_names=lan_names(addresses),
    )
    link_base = settings.public_url or (origin_of("http", addresses[0], port) if addresses else None)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            try:
                app.state.services = await open_services(settings, origins, link_base, stack)
            except (StoreError, SettingsError) as error:
                app.state.failure = str(error)
                raise
            yield

    app = Starlette(
        routes=[
            *api_routes(),
            *document_routes(),
            WebSocketRoute("/ws/races/{id}", race_socket),
            *page_routes(),
        ],
        exception_handlers=problem_handlers(),
        lifespan=lifespan,
    )
    app.state.failure = None
    return app


def wall_clock() -> int:
    """Milliseconds since the Unix epoch: the one clock of the server."""
    return time.time_ns() // 1_000_000


async def open_services(
    settings: Settings, origins: Origins, link_base: str | None, stack: AsyncExitStack
) -> Services:
    """Everything below the edge, opened in order; `stack` closes it in reverse."""
    secret = secret_key(settings)
    url = settings.redis_url
    if url is None:
        embedded = await EmbeddedValkey.start(settings.data_dir)
        stack.push_async_callback(embedded.stop)
        url = embedded.url
    database = await Database.open(url)
    stack.push_async_callback(database.close)

    process = new_player_id(secrets.token_bytes)
    timers = Timers(database)
    stores = Stores(
        process=process,
        races=RaceStore(
            database, timers, process, keep_s=settings.keep_days * DAY_S, lobby_s=settings.lobby_s
        ),
        boards=BoardStore(database, process),
        players=PlayerStore(database, raced_s=settings.keep_days * DAY_S + settings.lobby_s + keys.RUNNING_S),
        presence=PresenceStore(database),
        timers=timers,
        listing=Listing(database),
        now=wall_clock,
        random=secrets.token_bytes,
    )
    tasks = Tasks()
    hub = Hub(stores.races, process, tasks)
    listener = Listener(url, hub.on_news, hub.on_gap)
    await listener.start()
    stack.push_async_callback(listener.close)
    hub.listen_with(listener)
    await listener.subscribe(keys.PEOPLE)

    living = Living(stores, hub, tasks, grace_ms=settings.grace_s * 1000, lobby_ms=settings.lobby_s * 1000)
    dailies, streaks = DailyStore(database), StreakStore(database)
    wins, rivals = WinStore(database), RivalStore(database)
    counting = Counting(stores, dailies, streaks, wins, rivals, keep_ms=settings.keep_days * DAY_S * 1000)
    keeping = Keeping(stores, hub, living, counting, link_base)
    if not ENGINE.compiled:
        _log.info("the solver runs interpreted, some 80 times slower", why=ENGINE.why)
    pool, background, bots_pool = Pool(), Pool(1, BACKGROUND), Pool(1, BACKGROUND)
    for processes in (pool, background, bots_pool):
        stack.push_async_callback(processes.close)
    solving = Solving(pool, background)
    winnable = Winnable(WinnableStore(database), solving, stores.random, stores.now, tasks)
    making = Making(stores, keeping, winnable)
    racing = Racing(stores, keeping, making, living)
    boards = Boards(stores)
    nothing_more = NothingMore(stores, boards, hub, solving, tasks)
    moves = Moves(stores, boards, hub, racing, nothing_more)
    watching = Watching(stores, boards, keeping, hub, tasks)
    attending = Attending(stores, hub, living, keeping, racing, boards, moves, watching, nothing_more, tasks)
    bots = Bots(stores, boards, moves, racing, bots_pool, settings.bot_speed)
    identity = Identity(secret)
    people = People(stores, identity, racing)
    erasing = Erasing(stores, racing, living)
    erasing.erasers.append(counting.erase)
    daily_making = DailyMaking(dailies, solving, timers, secret, stores.random, stores.now)
    stack.push_async_callback(daily_making.close)
    leaderboards = Leaderboards(Names(database), dailies, streaks, wins, rivals)
    stack.push_async_callback(living.end)
    stack.push_async_callback(tasks.close)
    await living.begin()
    if settings.redis_url is None:  # the embedded database has one server: whoever claimed a timer is gone
        await stores.timers.reclaim(stores.now())
    errands: dict[str, Errand] = {
        "count": counting.go_on,
        "daily": daily_making.go_on,
        "close": counting.close_days,
    }
    Clockwork(stores, keeping, racing, living, bots, erasing, tasks, errands).start()
    await daily_making.begin()
    await counting.begin()
    DailyLive(hub, boards, dailies, leaderboards, tasks).start()
    winnable.start()
    return Services(
        database=database,
        people=people,
        transfer=Transfer(stores, identity, people, racing),
        erasing=erasing,
        retention=retention(keep_days=settings.keep_days, lobby_s=settings.lobby_s),
        keeping=keeping,
        making=making,
        racing=racing,
        lobbies=Lobbies(stores, keeping, making, racing),
        boards=boards,
        solving=solving,
        winnable=winnable,
        analysing=Analysing(stores, AnalysisStore(database, process), solving, tasks),
        attending=attending,
        daily=Daily(stores, dailies, streaks, daily_making, keeping, counting),
        leaderboards=leaderboards,
        origins=origins,
        pace=Pace(settings.connections_per_address),
        link_base=link_base,
    )


def uvicorn_config(app: ASGIApp, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        **guarded(Doors(settings.connections_per_address, settings.trusted_proxies)),
        ws_max_size=FRAME_MOST,
        ws_ping_interval=PING_S,
        ws_ping_timeout=PING_S,
        ws_per_message_deflate=False,
        timeout_keep_alive=KEEP_ALIVE_S,
        timeout_graceful_shutdown=FAREWELL_S,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
    )


class AnnouncingServer(uvicorn.Server):
    """Says where it listens as soon as it can be reached."""

    words = ""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            print(self.words, end="", flush=True)


def _shows_blocks() -> bool:
    return sys.stdout.isatty() and (sys.stdout.encoding or "").lower().startswith("utf")
