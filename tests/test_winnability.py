"""`agnes winnability`: what it prints, and that nothing counted is lost when it is stopped."""

from __future__ import annotations

import io
import itertools
import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import agnes
from agnes.cli import main
from agnes.solver.winnability import Walk
from agnes.winnability import Progress, report, summary

ASKED = Walk.begin("sorel", first=2, budget=300)
COMMAND = ["winnability", "sorel", "--from", "2", "--budget", "300"]
SERVER = str(Path(agnes.__file__).parents[1])


def walked(deals: int) -> Walk:
    walk = ASKED
    while walk.deals < deals:
        walk = walk.counted(walk.look(walk.next))
    return walk


def test_several_processes_count_what_one_would(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "walk"
    assert main([*COMMAND, "--deals", "12", "--workers", "2", "--json", "--resume", str(file)]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(summary(walked(12), 12)))
    assert Walk.decode(file.read_text()) == walked(12)
    assert main([*COMMAND, "--deals", "15", "--workers", "1", "--resume", str(file)]) == 0
    assert capsys.readouterr().out == report(walked(15)) + "\n"


def test_ctrl_c_keeps_what_was_counted(tmp_path: Path) -> None:
    file = tmp_path / "walk"
    command = [sys.executable, "-m", "agnes", *COMMAND, "--deals", "999999", "--json", "--resume", str(file)]
    terminal, other_end = pty.openpty()
    with subprocess.Popen(
        command, env={**os.environ, "PYTHONPATH": SERVER}, stdout=subprocess.PIPE, stderr=other_end, text=True
    ) as process:
        os.close(other_end)
        said = b""
        while b"of 999,999 deals: " not in said:
            said += os.read(terminal, 1000)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate()
    os.close(terminal)
    kept = Walk.decode(file.read_text())
    assert process.returncode == 130
    assert json.loads(out)["deals"] == kept.deals > 0
    assert not json.loads(out)["complete"]
    assert kept == walked(kept.deals)


def test_a_file_of_something_else_is_left_alone(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "walk"
    for text, why in (
        (
            Walk.begin("bernauer", redeal=True, first=2, budget=300).encode(),
            "(bernauer, redeal, deals from 2",
        ),
        ("a letter", "holds no count"),
    ):
        file.write_text(text)
        assert main([*COMMAND, "--resume", str(file)]) == 2
        assert why in capsys.readouterr().err
        assert file.read_text() == text


def test_a_file_that_cannot_be_written_is_told_before_the_work(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main([*COMMAND, "--resume", str(tmp_path / "nowhere" / "walk")]) == 2
    assert capsys.readouterr().err.endswith("cannot be written (No such file or directory)\n")


def test_shares_are_told_with_their_intervals() -> None:
    walk = Walk.decode(json.dumps({**json.loads(ASKED.encode()), "yes": 80, "no": 15, "unknown": 5}))
    assert report(walk).splitlines()[1:] == [
        "can be won         80   80.000%  (71.117% to 86.663%)",
        "cannot             15   15.000%  (9.306% to 23.284%)",
        "unknown             5    5.000%  (2.154% to 11.175%)",
        "winnable, whatever the unknown are: 80.000% to 85.000% (71.117% to 90.694%)",
        "winnable, of the decided alone:     84.211% (75.570% to 90.191%)",
        "in brackets: 95 % intervals by Wilson; positions visited: 0",
    ]
    assert report(ASKED).count("(0.000% to 100.000%)") == 5


def test_a_log_gets_a_line_now_and_then() -> None:
    out, clock = io.StringIO(), itertools.count(0, 20)
    progress = Progress(out, ASKED, 6, lambda: next(clock))
    for deals in (1, 2, 3, 4):
        progress.tell(walked(deals))
    progress.close()
    assert [line.partition(": ")[0] for line in out.getvalue().splitlines()] == [
        "2 of 6 deals",
        "4 of 6 deals",
    ]
    assert out.getvalue().endswith("; 0.1 a second, 40 s left\n")
