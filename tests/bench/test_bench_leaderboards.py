"""The benchmark of leaderboards runs, reports and keeps its limit."""

import pytest
from tests.bench.bench_leaderboards import main

SMALL_RUN = ["--small", "200", "--large", "20000", "--times", "200"]


def test_a_hundred_times_as_many_entries_cost_no_multiple(capsys: pytest.CaptureFixture[str]) -> None:
    # Were any of it to look at every entry, it would be some hundred times as slow.
    assert main([*SMALL_RUN, "--most", "10"]) == 0
    assert capsys.readouterr().out.count(" times\n") == 4


def test_a_limit_that_is_not_kept_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--small", "100", "--large", "100", "--times", "3", "--most", "0.001"]) == 1
    assert "not within 0.001 times" in capsys.readouterr().err
