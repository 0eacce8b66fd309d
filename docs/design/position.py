"""Writes looks/content.js: a real race on deal 10 of Agnes Bernauer, the same for all three looks.

    PYTHONPATH=server .venv/bin/python docs/design/position.py

Every score is of a legal play of that deal, replayed here: two players follow the winning line of the
browser's tests at their own pace, the others play by a seeded chance that likes foundations.
"""

import json
import random
from pathlib import Path
from typing import Any

from agnes.game import Game, Options, rules_for

HERE = Path(__file__).parent
LINE = (HERE.parents[1] / "tests/browser/winning_line.txt").read_text().split()
NOW_S = 128
CLOSING_S = 90
LIMIT_S = 480
RULES = rules_for("bernauer", Options(), undo="quiet")

# name, bot, seconds a move, seed of the chance (None: the winning line), moves at most, how it ends
PEOPLE: list[tuple[str, bool, float, int | None, int, str]] = [
    ("Ben", False, 4.01, None, 85, "won"),
    ("You", False, 6.4, None, 85, "timed_out"),
    ("Cleo", False, 4.6, 150, 200, "timed_out"),
    ("Yolande", True, 2.8, 85, 200, "timed_out"),
    ("Mathilde", False, 5.2, 27, 200, "timed_out"),
    ("Dunois", True, 3.5, 175, 200, "timed_out"),
    ("Oluwaseun", False, 3.1, 116, 200, "blocked"),
    ("Jo", False, 8.0, 8, 8, "gave_up"),
]


def line_of(seed: int | None, most: int) -> list[str]:
    """The moves of a player."""
    if seed is None:
        return [*LINE[:19], "T2>T7:3", "T3>F", "T3>T1", *LINE[22:]]
    chance = random.Random(seed)
    game, moves = Game.deal(RULES, 10), []
    while len(moves) < most and game.outcome is None:
        ups = [move for move in game.legal if move.endswith("F")]
        others = [move for move in game.legal if move not in ups and move not in ("U", "D")]
        if ups and chance.random() < 0.95:
            move = chance.choice(ups)
        elif others and chance.random() < 0.9:
            move = chance.choice(others)
        elif "D" in game.legal:
            move = "D"
        elif others or ups:
            move = chance.choice(others or ups)
        else:
            break
        game, _ = game.play(move)
        moves.append(move)
    return moves


def story(moves: list[str], pace: float, end: float) -> list[list[float]]:
    """`[seconds, score, opened, rows]` at each change, up to this time."""
    game = Game.deal(RULES, 10)
    told, last = [[0, 1, 1, 0]], (1, 1, 0)
    rows = at = 0
    for number, move in enumerate(moves, 1):
        at = max(at, round(pace * (number + 0.35 * ((number * 7) % 5 - 2))))
        if at > end:
            break
        game, _ = game.play(move)
        rows += move == "D"
        opened = sum(1 for count in game.state.view().foundations.values() if count)
        now = (game.score, opened, rows)
        if now != last:
            told.append([at, *now])
            last = now
    return told


def at(told: list[list[float]], second: float) -> list[float]:
    return [entry for entry in told if entry[0] <= second][-1]


def person(name: str, bot: bool, pace: float, seed: int | None, most: int, ending: str) -> dict[str, Any]:
    win_s = story(line_of(None, 85), 4.01, LIMIT_S)[-1][0]
    told = story(line_of(seed, most), pace, win_s + CLOSING_S)
    now, before = at(told, NOW_S), at(told, NOW_S - 20)
    reached = next(entry[0] for entry in told if entry[1] == now[1])
    end = next(entry[0] for entry in told if entry[1] == told[-1][1])
    return {
        "name": name,
        "bot": bot,
        "ending": ending,
        "score": now[1],
        "before": before[1],
        "opened": now[2],
        "rows": now[3],
        "reached": reached,
        "final": told[-1][1],
        "t": end,
        "told": told,
    }


def board(moves: list[str]) -> dict[str, Any]:
    game = Game.replay(RULES, 10, moves)
    view = game.state.view()
    return {
        "base": view.base,
        "foundations": dict(view.foundations),
        "tableau": [list(pile) for pile in view.tableau],
        "reserve": [list(pile) for pile in view.reserve],
        "stock": view.stock,
        "score": view.score,
        "legal": [str(move) for move in game.legal],
    }


def main() -> None:
    moves = [*LINE[:19], "T2>T7:3"]
    people = [person(*entry) for entry in PEOPLE]
    for key, score, second in (("place", "score", "reached"), ("rank", "final", "t")):
        order = sorted((-entry[score], entry[second]) for entry in people)
        for entry in people:
            entry[key] = 1 + order.index((-entry[score], entry[second]))
    content = {
        "now": NOW_S,
        "limit": LIMIT_S,
        "closing": CLOSING_S,
        "people": people,
        "thinking": board(moves),
        "scored": board([*moves, "T3>F"]),
        "late": board(LINE[:36]),
        "won": board(LINE),
    }
    parts = ",\n".join(
        f'  "{key}": {json.dumps(value, ensure_ascii=False)}' for key, value in content.items()
    )
    text = f"// Written by ../position.py: a real race.\nconst CONTENT = {{\n{parts}\n}};\n"
    (HERE / "looks/content.js").write_text(text)
    for entry in people:
        print({key: value for key, value in entry.items() if key != "told"})


main()
