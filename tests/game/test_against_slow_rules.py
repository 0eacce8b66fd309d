"""Lines of play in which the rules must agree with their slow twin, and with themselves, at every step."""

from __future__ import annotations

from dataclasses import asdict

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tests.game.mirror import Mirror, drawn
from tests.game.slow_rules import SlowGame
from tests.game.tables import VARIANTS, refused

from agnes.game import Change, Game, Options, State, Undo, rules_for
from agnes.game.cards import TEXT, texts
from agnes.game.deal import HIGHEST, dealing_order


class Play(RuleBasedStateMachine):
    fast: Game
    slow: SlowGame
    mirror: Mirror

    @initialize(
        variant=st.sampled_from(VARIANTS),
        undo=st.sampled_from(("all", "quiet", "none")),
        number=st.integers(1, HIGHEST) | st.integers(31990, 32010),
    )
    def deal(self, variant: tuple[str, Options], undo: Undo, number: int) -> None:
        game, options = variant
        self.fast = Game.deal(rules_for(game, options, undo), number)
        self.slow = SlowGame(game, texts(dealing_order(number)), undo=undo, **asdict(options))
        self.mirror = Mirror(self.fast.state)

    @rule(choice=st.integers(0, 60), wish=st.sampled_from(("F", "F", "D", "X", "")))
    def move(self, choice: int, wish: str) -> None:
        moves = [move for move in self.fast.legal if move.endswith(wish)] or self.fast.legal
        if moves:
            self.play(moves[choice % len(moves)])

    @precondition(lambda self: "U" in self.fast.legal)
    @rule(times=st.integers(1, 3))
    def undo(self, times: int) -> None:
        for _ in range(times):
            if "U" in self.fast.legal:
                self.play("U")

    def play(self, move: str) -> None:
        before = self.fast
        self.fast, change = before.play(move)
        self.slow.play(move)
        self.mirror.apply(change)
        assert (change.move, self.fast.n, before.n + 1) == (move, before.n + 1, self.fast.n)
        assert named(change).isdisjoint(
            before.state.hidden_from_player() & self.fast.state.hidden_from_player()
        )

    @invariant()
    def the_tables_are_equal(self) -> None:
        view = asdict(self.fast.state.view())
        del view["base_card"]
        assert view == self.slow.view()
        assert (self.fast.score, self.fast.outcome) == (self.slow.score(), self.slow.outcome())
        assert self.fast.state.rows == self.slow.rows
        assert self.mirror.table == drawn(self.fast.state)

    @invariant()
    def legal_is_what_is_played(self) -> None:
        legal = self.fast.legal
        assert len(set(legal)) == len(legal)
        every_move = self.slow.every_move(most=self.slow.longest() + 1)
        assert set(legal) <= set(every_move)
        for move in every_move:
            assert (move in legal) == self.slow.allows(move), move
            if move in legal:
                assert self.fast.play(move)[1].move == move
            else:
                assert refused(self.fast, move) != "unreadable"

    @invariant()
    def the_state_is_whole_and_can_be_stored(self) -> None:
        state = self.fast.state
        assert sorted(state.all_cards()) == list(range(52))
        stored = state.encode()
        assert stored.isascii()
        assert len(stored) < 130
        assert State.decode(stored) == state
        assert State.decode(stored).encode() == stored

    @invariant()
    def nothing_tells_the_hidden_cards(self) -> None:
        """Exchange the hidden cards among each other: whatever can be seen or tried stays the same."""
        twin = Game(self.fast.rules, self.fast.number, exchanged(self.fast.state))
        assert twin.state.view() == self.fast.state.view()
        assert twin.legal == tuple(move for move in self.fast.legal if move != "U")
        if self.fast.legal:
            for pile in range(1, 8):
                for move in (f"R{pile}>F", f"T{pile}>F", f"R{pile}>T{pile}"):
                    if move not in self.fast.legal:
                        assert refusal(twin, move) == refusal(self.fast, move)

    def teardown(self) -> None:
        if hasattr(self, "fast"):
            again = Game.replay(self.fast.rules, self.fast.number, self.fast.moves)
            assert (again.n, again.state, again.legal) == (self.fast.n, self.fast.state, self.fast.legal)
            assert again.state.encode() == self.fast.state.encode()


def named(change: Change) -> set[str]:
    cards = {card for step in change.steps for card in step.cards} | {turn.card for turn in change.turned}
    return cards & set(TEXT)


def refusal(game: Game, move: str) -> str:
    try:
        game.play(move)
    except Exception as error:
        return repr(error)
    raise AssertionError(move)


def exchanged(state: State) -> State:
    """The state with its face-down cards in the reverse order."""
    hidden = [card for card in (*sum(state.reserve, ()), *state.stock) if state.hidden >> card & 1]
    other = dict(zip(hidden, reversed(hidden), strict=True))
    return state._replace(
        reserve=tuple(tuple(other.get(card, card) for card in pile) for pile in state.reserve),
        stock=tuple(other.get(card, card) for card in state.stock),
    )


Play.TestCase.settings = settings(
    max_examples=30,
    stateful_step_count=25,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink],  # to explain takes minutes
    suppress_health_check=[HealthCheck.too_slow],
)
TestPlay = Play.TestCase
