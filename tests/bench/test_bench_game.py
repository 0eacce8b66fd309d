"""The benchmark of the rules runs and reports."""

from __future__ import annotations

import pytest
from tests.bench.bench_game import main

from agnes.game.selfplay import variants


def test_it_reports_every_variant_and_keeps_its_limit(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--games", "1", "--most", "0.001"]) == 1
    said = capsys.readouterr()
    assert said.out.count("move + legal, ") == len(variants())
    assert "more than 0.001" in said.err
