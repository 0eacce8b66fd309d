"""The command line, `agnes`. Each verb imports what it needs when it runs, so that all start at once.

Whatever is wrong with what was typed or set is told in one line on standard error, with exit status 2.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Mapping, Sequence
from typing import NoReturn

from agnes import __version__
from agnes.game import GAMES, Game, GameError, Options, parse_deal_number, rules_for
from agnes.settings import Settings, SettingsError, load_settings

_SELFPLAY_GAMES = 2000


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command; answers the exit status: 0 done, 1 it failed, 2 it was asked wrongly."""
    try:
        given = _parser().parse_args(argv)
        return int(given.run(given))
    except (SettingsError, GameError) as error:
        return _complain(str(error))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever reads has seen enough (`agnes deal … | head`): the interpreter must not flush the rest.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _serve(given: argparse.Namespace) -> int:
    settings = _settings(host=given.host, port=given.port)
    from agnes.app import serve

    return serve(settings, lan=given.lan)


def _deal(given: argparse.Namespace) -> int:
    from agnes.layout import layout_of, layout_text

    layout = layout_of(given.game, given.number, given.base)
    sys.stdout.write(json.dumps(layout) + "\n" if given.json else layout_text(layout))
    sys.stdout.flush()
    return 0


def _db_check(_: argparse.Namespace) -> int:
    settings = _settings()
    from agnes.service.check import check

    return check(settings.data_dir, settings.redis_url)


def _db_rebuild(given: argparse.Namespace) -> int:
    settings = _settings()
    from agnes.service.recount import rebuild

    return rebuild(settings.data_dir, settings.redis_url, keep_days=settings.keep_days, compare=given.compare)


def _db_repair(_: argparse.Namespace) -> int:
    settings = _settings()
    if settings.redis_url is not None:
        raise SettingsError("agnes db repair mends the embedded database; AGNES_REDIS_URL names another one")
    from agnes.store.errors import StoreError
    from agnes.store.repair import repair

    try:
        print(repair(settings.data_dir))
    except StoreError as error:
        return _complain(str(error), status=1)
    return 0


def _selfplay(given: argparse.Namespace) -> int:
    from agnes.game.selfplay import tally, variants

    for rules in variants():
        print(tally(rules, range(given.first, given.first + given.games)).line(), flush=True)
    return 0


def _solve(given: argparse.Namespace) -> int:
    from agnes.solver import solve

    options = Options(redeal=given.redeal, face_down=given.face_down, base=given.base)
    rules = rules_for(given.game, options, undo="all")
    for number in given.numbers:
        game = Game.replay(rules, number, given.moves.split())
        began = time.perf_counter()
        answer = solve(game, budget=given.budget)
        ms = round((time.perf_counter() - began) * 1000, 1)
        if given.json:
            said = {"deal": str(number), **answer._asdict(), "ms": ms}
            print(json.dumps(said), flush=True)
        else:
            print(f"deal {number}: {answer.verdict}, {answer.nodes} positions, {ms} ms", flush=True)
            if answer.line:
                print("  " + " ".join(answer.line), flush=True)
    return 0


def _winnability(given: argparse.Namespace) -> int:
    from agnes.solver.winnability import Walk
    from agnes.winnability import CannotResumeError, processors, winnability

    walk = Walk.begin(
        given.game,
        redeal=given.redeal,
        face_down=given.face_down,
        base=given.base,
        first=given.first,
        budget=given.budget,
    )
    parse_deal_number(str(given.first + given.deals - 1))
    workers = given.workers or processors()
    try:
        return winnability(walk, given.deals, workers=workers, as_json=given.json, resume=given.resume)
    except CannotResumeError as error:
        return _complain(str(error))


def _bench(given: argparse.Namespace) -> int:
    from agnes.bench import bench

    return bench(given.races, given.seats)


def _bench_solver(given: argparse.Namespace) -> int:
    from agnes.bench_solver import bench_solver

    return bench_solver(given.decide, peer=given.quagnes is not None, python=given.quagnes or None)


def _settings(**said: object) -> Settings:
    """The environment's settings, with those that the command line says in their place."""
    options = {f"AGNES_{name.upper()}": str(value) for name, value in said.items() if value is not None}
    environ: Mapping[str, str] = {**os.environ, **options}
    return load_settings(environ)


def _complain(line: str, status: int = 2) -> int:
    print(f"agnes: {line}", file=sys.stderr)
    return status


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, and where help is."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}; see {self.prog} --help\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="agnes", description="Race friends on the same deal of Agnes Bernauer or Agnes Sorel."
    )
    parser.add_argument("--version", action="version", version=f"agnes {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    serve = commands.add_parser("serve", help="start the server", description="Start the server.")
    where = serve.add_mutually_exclusive_group()
    where.add_argument("--lan", action="store_true", help="for everyone on the local network, with a QR code")
    where.add_argument("--host", help="the address to listen on, before AGNES_HOST")
    serve.add_argument("--port", help="the port to listen on, before AGNES_PORT; 0 takes a free one")
    serve.set_defaults(run=_serve)

    deal = commands.add_parser("deal", help="show a deal", description="Show how a deal is laid out.")
    deal.add_argument("game", choices=GAMES, metavar="GAME", help=" or ".join(GAMES))
    deal.add_argument("number", metavar="NUMBER", help="the deal's number, the same as PySolFC's")
    deal.add_argument(
        "--base", type=str.upper, metavar="R", help="a base rank chosen by the player: A 2 to 9 T J Q K"
    )
    deal.add_argument("--json", action="store_true", help="as one line of JSON")
    deal.set_defaults(run=_deal)

    solve = commands.add_parser(
        "solve", help="can a deal be won?", description="Whether deals can be won, and how, every card known."
    )
    solve.add_argument("game", choices=GAMES, metavar="GAME", help=" or ".join(GAMES))
    solve.add_argument("numbers", metavar="NUMBER", nargs="+", type=parse_deal_number, help="deal numbers")
    solve.add_argument("--redeal", action="store_true", help="the reserve may be gathered once")
    solve.add_argument("--face-down", action="store_true", help="the reserve is dealt face down")
    solve.add_argument("--base", type=str.upper, metavar="R", help="a chosen base rank: A 2 to 9 T J Q K")
    solve.add_argument("--moves", default="", metavar="MOVES", help='moves made before: "T3>F D"')
    solve.add_argument(
        "--budget",
        type=_count,
        default=1_000_000,
        metavar="NODES",
        help="positions to visit at most (10^6)",
    )
    solve.add_argument("--json", action="store_true", help="one line of JSON a deal")
    solve.set_defaults(run=_solve)

    winnability = commands.add_parser(
        "winnability",
        help="how many deals can be won?",
        description="How many deals can be won, every card known: counted, with 95 % intervals.",
    )
    winnability.add_argument("game", choices=GAMES, metavar="GAME", help=" or ".join(GAMES))
    winnability.add_argument(
        "--deals", type=_count, default=1000, metavar="N", help="deals to count, those of --resume too (1000)"
    )
    winnability.add_argument(
        "--from", dest="first", type=parse_deal_number, default=1, metavar="NUMBER", help="the first deal (1)"
    )
    winnability.add_argument("--redeal", action="store_true", help="the reserve may be gathered once")
    winnability.add_argument("--face-down", action="store_true", help="the reserve is dealt face down")
    winnability.add_argument(
        "--base",
        type=_base,
        metavar="R",
        help="a chosen base rank: A 2 to 9 T J Q K; each: one after another; any: the best for each deal",
    )
    winnability.add_argument(
        "--budget",
        type=_count,
        default=1_000_000,
        metavar="NODES",
        help="positions at most in a search (10^6)",
    )
    winnability.add_argument("--workers", type=_count, metavar="N", help="processes (as many as processors)")
    winnability.add_argument("--json", action="store_true", help="as one line of JSON")
    winnability.add_argument(
        "--resume", metavar="FILE", help="keep the counts in FILE, and go on where that has stopped"
    )
    winnability.set_defaults(run=_winnability)

    db = commands.add_parser("db", help="look after the database", description="Look after the database.")
    verbs = db.add_subparsers(required=True, metavar="COMMAND")
    check = verbs.add_parser("check", help="replay every board and compare it with what is stored")
    check.set_defaults(run=_db_check)
    rebuild = verbs.add_parser(
        "rebuild", help="put leaderboards and streaks right by the boards that are stored"
    )
    rebuild.add_argument("--compare", action="store_true", help="only say what differs")
    rebuild.set_defaults(run=_db_rebuild)
    repair = verbs.add_parser("repair", help="save what can be read of a damaged embedded database")
    repair.set_defaults(run=_db_repair)

    bench = commands.add_parser(
        "bench", help="play races at full speed", description="Play races at full speed, and say how fast."
    )
    bench.add_argument("--races", type=_count, default=10, metavar="N", help="races at once (10)")
    bench.add_argument("--seats", type=_count, default=4, metavar="N", help="players in each (4)")
    bench.set_defaults(run=_bench)
    benches = bench.add_subparsers(metavar="COMMAND")
    solver = benches.add_parser(
        "solver",
        help="solve deals, and say what that costs",
        description="Solve deals compiled and interpreted, and say what that costs, in ratios of this run.",
    )
    solver.add_argument(
        "--decide",
        type=_count,
        action="append",
        default=[],
        metavar="NODES",
        help="also say how many of deals 1 to 1000 are decided within so many positions; can be repeated",
    )
    solver.add_argument(
        "--quagnes",
        nargs="?",
        const="",
        metavar="PYTHON",
        help="also measure the package quagnes, with an interpreter that has it; without one it is fetched "
        "into an environment for this run",
    )
    solver.set_defaults(run=_bench_solver)

    selfplay = commands.add_parser(
        "selfplay", help="play random games of every game and option, checking each"
    )
    selfplay.add_argument("--games", type=_count, default=_SELFPLAY_GAMES, metavar="N", help="of each (2000)")
    selfplay.add_argument(
        "--first", type=parse_deal_number, default=1, metavar="NUMBER", help="the first deal's number (1)"
    )
    selfplay.set_defaults(run=_selfplay)
    return parser


def _base(text: str) -> str:
    return text if text in ("each", "any") else text.upper()


def _count(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 9 and int(text) >= 1):
        raise argparse.ArgumentTypeError(f"{text[:24]!a} is no whole number from 1 to 999999999")
    return int(text)
