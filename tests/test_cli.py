"""The command line as a person has it: what it prints, and one line with status 2 for whatever is wrong."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import agnes
from agnes.cli import main
from agnes.layout import layout_of

DEALS = json.loads((Path(__file__).parent / "game" / "data" / "deals.json").read_text())
KEYS = ("base", "columns", "reserve", "stock", "deals")


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in [name for name in os.environ if name.startswith("AGNES_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("AGNES_DATA_DIR", str(tmp_path))


def refusal(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    """The one line on standard error of a command that must be refused."""
    try:
        status: object = main(argv)
    except SystemExit as ended:
        status = ended.code
    out, err = capsys.readouterr()
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1
    return err


@pytest.mark.parametrize("game", ["bernauer", "sorel"])
@pytest.mark.parametrize("at", [0, 20, 39])
def test_a_deal_is_laid_out_as_pysolfc_does(game: str, at: int) -> None:
    expected = DEALS[game][at]
    layout = layout_of(game, expected["number"])
    assert {key: layout[key] for key in KEYS} == {key: expected.get(key, []) for key in KEYS}


def test_deal_in_json_is_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deal", "sorel", "12345678901234567890", "--json"]) == 0
    layout = json.loads(capsys.readouterr().out)
    assert layout == layout_of("sorel", "12345678901234567890")
    assert layout["deal"] == "12345678901234567890"


def test_deal_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deal", "bernauer", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Agnes Bernauer 1"
    assert "base     TH" in lines
    assert "column 3 5D 9S 5C" in lines
    assert "reserve  4H AC 4D 7S 3S TD 4S" in lines
    assert lines[-1] == "deal 3   2H 6H"


def test_a_base_can_be_chosen_in_either_case(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deal", "bernauer", "1", "--base", "a", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["base"] == "AD"


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        ([], "COMMAND"),
        (["sevre"], "sevre"),
        (["deal"], "GAME, NUMBER"),
        (["deal", "agnes", "1"], "'bernauer', 'sorel'"),
        (["deal", "sorel", "0"], "deal number '0'"),
        (["deal", "sorel", "1.5"], "deal number '1.5'"),
        (["deal", "sorel", "9" * 5000], "deal number"),
        (["deal", "sorel", "1", "--base", "10"], "base '10'"),
        (["serve", "--port", "http"], "AGNES_PORT=http: must be"),
        (["serve", "--lan", "--host", "::1"], "not allowed with"),
        (["selfplay", "--games", "0"], "'0' is no whole number"),
        (["db"], "COMMAND"),
    ],
)
def test_what_is_wrong_is_told_in_a_line(
    capsys: pytest.CaptureFixture[str], argv: list[str], said: str
) -> None:
    assert said in refusal(capsys, *argv)


def test_a_wrong_setting_stops_the_start(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AGNES_POTR", "80")
    assert refusal(capsys, "serve") == "agnes: AGNES_POTR is not a setting: did you mean AGNES_PORT?\n"


def test_an_outside_database_is_not_mended_here(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AGNES_REDIS_URL", "redis://db.example")
    assert "AGNES_REDIS_URL" in refusal(capsys, "db", "repair")


def test_selfplay_has_a_line_for_each_variant(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["selfplay", "--games", "1", "--first", "7"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 10
    assert all("games     1" in line for line in lines)


def test_python_runs_the_package_and_a_reader_may_stop_early() -> None:
    server = Path(agnes.__file__).parents[1]
    command = [sys.executable, "-m", "agnes", "deal", "sorel", "1"]
    with subprocess.Popen(command, cwd=server, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0


def test_repair_says_when_there_is_nothing_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["db", "repair"]) == 0
    assert "nothing to repair" in capsys.readouterr().out


def test_a_repair_that_cannot_be_done_is_told_in_a_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("AGNES_DATA_DIR", str(tmp_path / "file"))
    assert main(["db", "repair"]) == 1
    assert capsys.readouterr().err.startswith("agnes: ")
