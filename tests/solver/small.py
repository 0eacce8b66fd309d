"""Small positions of every variant, and what plain exhaustive search in `agnes.game` says of them."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

from agnes.game import Game, Options, Rules, State, rules_for
from agnes.game.cards import RANKS, Cards, mask
from agnes.game.moves import legal_moves, play
from agnes.game.notation import read_move
from agnes.game.selfplay import play_out
from agnes.solver import solve

VARIANTS: list[tuple[str, Options]] = [
    ("bernauer", Options()),
    ("bernauer", Options(redeal=True)),
    ("bernauer", Options(face_down=True)),
    ("bernauer", Options(redeal=True, face_down=True)),
    ("bernauer", Options(base="7")),
    ("sorel", Options()),
    ("sorel", Options(base="K")),
]


def name_of(variant: tuple[str, Options]) -> str:
    game, options = variant
    named = [name for name in ("redeal", "face_down") if getattr(options, name)]
    return "-".join([game, *named, *([options.base] if options.base else [])])


def can_be_won(rules: Rules, state: State, limit: int) -> bool | None:
    """By looking at every position that can be reached; `None` if they are more than `limit`."""
    seen = {state}
    todo = [state]
    while todo:
        here = todo.pop()
        if here.score == 52:
            return True
        # Depth first, the foundations first: a win is found soon, and a loss costs the same in any order.
        for text in reversed(legal_moves(rules, here)):
            after, _ = play(rules, here, read_move(text))
            if after not in seen:
                seen.add(after)
                todo.append(after)
        if len(seen) > limit:
            return None
    return False


def positions(variant: tuple[str, Options], seed: int) -> Iterator[tuple[Rules, State]]:
    """Endless small positions: few cards left, or few suits, lying about at random, most of them in disorder.

    Some could not come about in play: the solver has to know any position that can be set up.
    """
    chance = random.Random(seed)
    rules = rules_for(*variant)
    while True:
        yield rules, _position(rules, chance)


def late_positions(variant: tuple[str, Options], seed: int) -> Iterator[tuple[Rules, State]]:
    """Endless positions near the end of deals, by turns of one played at random and of a win gone astray."""
    chance = random.Random(seed)
    rules = rules_for(*variant, undo="none")
    for number in itertools.count(chance.randrange(10**6)):
        played = play_out(rules, number).moves
        yield rules, Game.replay(rules, number, played[: len(played) - chance.randrange(12)]).state
        line = solve(Game.deal(rules, number), budget=500).line
        if line:
            game = Game.replay(rules, number, line[: len(line) - chance.randrange(8, 30)])
            for _ in range(chance.randrange(4)):
                if game.legal:
                    game, _ = game.play(chance.choice(game.legal))
            yield rules, game.state


def _position(rules: Rules, chance: random.Random) -> State:
    base = rules.base if rules.base is not None else chance.randrange(len(RANKS))
    up = [13, 13, 13, 13]
    shape = chance.random() * (1 if rules.reserve else 0.5)  # else most can be won at once
    if shape < 0.3:  # two suits from the base card on, no or few spaces
        for suit in chance.choice(((0, 2), (0, 1), (1, 3))):
            up[suit] = chance.choice((0, 0, 0, 1, 2))
    elif shape < 0.5:  # the last ranks of each suit
        for suit in range(4):
            up[suit] -= chance.randint(0, 4)
    elif shape < 0.8:  # a suit or two from the base card on: cards go round past the base
        for suit in chance.sample(range(4), chance.choice((1, 1, 2))):
            up[suit] = chance.choice((0, 0, 1, 5, 7))
    else:
        for suit in range(4):
            up[suit] -= chance.choice((0, 1, 2, 3, 10, 13) if suit < 2 else (0, 1))
    left = [suit * 13 + (base + step) % 13 for suit in range(4) for step in range(up[suit], 13)]
    chance.shuffle(left)
    started = next((suit for suit in range(4) if up[suit]), 0)
    stock: Cards = ()
    if chance.random() < 0.6:
        count = chance.choice((1, 2, 2, 5, 9))
        stock, left = tuple(left[:count]), left[count:]
    reserve: list[list[int]] = [[] for _ in range(7)] if rules.reserve else []
    if rules.reserve:
        for _ in range(min(len(left), chance.choice((0, 1, 3, 7, 10)))):
            reserve[chance.randrange(chance.choice((2, 7)))].append(left.pop())
    columns: list[list[int]] = [[] for _ in range(7)]
    wide = chance.choice((1, 2, 3, 5, 7)) if shape >= 0.3 else 7
    for i, card in enumerate(left):
        columns[i if i < wide else chance.randrange(wide)].append(card)
    if shape < 0.25:  # what is wanted first lies deepest, but for a few
        for column in columns:
            column.sort(key=lambda card: (card - base) % 13)
            if column and chance.random() < 0.4:
                column.append(column.pop(chance.randrange(len(column))))
    chance.shuffle(columns)
    hidden = mask(stock)
    if rules.face_down:
        hidden |= mask(tuple(card for pile in reserve for card in pile if chance.random() < 0.8))
    return State(
        base_card=started * 13 + base,
        foundations=(up[0], up[1], up[2], up[3]),
        columns=tuple(tuple(column) for column in columns),
        reserve=tuple(tuple(pile) for pile in reserve),
        stock=stock,
        hidden=hidden,
        redeals=chance.choice((0, 0, 1)) if rules.redeals else 0,
    )
