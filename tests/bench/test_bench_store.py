"""The benchmark of the database runs and reports."""

import pytest
from tests.bench.bench_store import POLICIES, main


def test_it_compares_and_keeps_its_limit(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--seconds", "0.05", "--least", "1000"]) == 1
    said = capsys.readouterr()
    assert said.out.count("pooled redis-py, ") == 3
    assert said.out.count("appendfsync ") == 2 * len(POLICIES)
    assert "not 1000" in said.err
