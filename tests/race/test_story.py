"""The story of a race."""

from agnes.race.story import Lead, Run, best_run, leads

ANN = [(0, 1), (1_000, 2), (9_000, 3), (20_000, 4)]
BEN = [(0, 1), (2_000, 2), (5_000, 3), (21_000, 4), (22_000, 5)]


def test_the_lead_changes_when_somebody_goes_ahead() -> None:
    assert leads({"ann": ANN, "ben": BEN}) == [
        Lead(1_000, "ann"),
        Lead(5_000, "ben"),
        Lead(20_000, "ann"),
        Lead(22_000, "ben"),
    ]


def test_drawing_level_is_no_lead() -> None:
    assert leads({"ann": [(0, 1), (1_000, 2)], "ben": [(0, 1), (2_000, 2)]}) == [Lead(1_000, "ann")]


def test_alone_there_is_no_lead() -> None:
    assert leads({"ann": ANN}) == []


def test_the_best_run_is_the_quickest() -> None:
    slow = [(0, 1), *((1_000 * n, n + 1) for n in range(1, 7))]
    quick = [(0, 1), *((30_000 + 100 * n, n + 1) for n in range(1, 6))]
    assert best_run({"ann": slow, "ben": quick}) == Run("ben", 5, 30_100, 30_500)


def test_few_cards_make_no_run() -> None:
    assert best_run({"ann": ANN}) is None


def test_a_card_taken_back_is_none_put_up() -> None:
    assert best_run({"ann": [(0, 1), (1, 2), (2, 1), (3, 2), (4, 3), (5, 4)]}) is None
