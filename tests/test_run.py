"""`run` on a small checkout: what it installs and when, how it heals, what it says when it cannot."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from tests.checkout import SH, UV, Checkout, make_wheel

INSTALLERS = ["pip", "uv"] if UV or "CI" in os.environ else ["pip"]
# For what does not depend on the installer: pip needs seconds to make a venv.
FASTEST = pytest.mark.parametrize("first_start", INSTALLERS[-1:], indirect=True)

COMPILED = "Compiling the solver ...\nbuilding\n"
GAVE_UP = "The packages could not be installed: see above. All is as it was before: try again later.\n"


@pytest.fixture
def fresh(tmp_path: Path) -> Checkout:
    """Nothing installed, no Python in PATH."""
    checkout = Checkout(tmp_path)
    checkout.make()
    return checkout


@pytest.fixture(scope="module", params=INSTALLERS)
def first_start(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Checkout, subprocess.CompletedProcess[str]]:
    checkout = Checkout(tmp_path_factory.mktemp("first"))
    checkout.make()
    checkout.use(request.param)
    return checkout, checkout.run()


@pytest.fixture
def installed(first_start: tuple[Checkout, object], tmp_path: Path) -> Checkout:
    """A checkout of its own for each test, installed. It works, so a checkout can be moved."""
    shutil.copytree(first_start[0].root.parent, tmp_path, symlinks=True, dirs_exist_ok=True)
    return Checkout(tmp_path)


def test_the_first_start_installs_what_running_needs_and_serves(
    first_start: tuple[Checkout, subprocess.CompletedProcess[str]],
) -> None:
    checkout, done = first_start
    assert done.stdout.startswith(f"['serve'] {checkout.root}/var"), done.stderr
    assert (checkout.has("tiny"), checkout.has("pytest")) == (True, False)


def test_a_second_start_installs_nothing(installed: Checkout) -> None:
    shutil.rmtree(installed.wheels)
    done = installed.run()
    assert (done.returncode, done.stderr) == (0, "")


def test_the_solver_is_compiled_at_the_first_start(
    first_start: tuple[Checkout, subprocess.CompletedProcess[str]],
) -> None:
    assert first_start[1].stderr.endswith(COMPILED)
    # What that says is for people: standard output is the program's alone.
    assert "building" not in first_start[1].stdout


@FASTEST
def test_other_sources_are_compiled_anew(installed: Checkout) -> None:
    (installed.root / "server" / "agnes" / "solver" / "kernel" / "search.py").write_text("# faster")
    assert installed.run().stderr == COMPILED
    assert installed.run().stderr == ""


@FASTEST
def test_a_compiler_that_has_come_is_tried(installed: Checkout) -> None:
    installed.command("cc", "exit 0")
    assert installed.run().stderr == COMPILED
    assert installed.run().stderr == ""


@FASTEST
def test_without_a_compiler_all_starts_and_nothing_is_said_twice(installed: Checkout) -> None:
    installed.compiler(works=False)
    done = installed.run()
    assert (done.returncode, done.stdout[:9], done.stderr) == (0, "['serve']", COMPILED)
    assert installed.run().stderr == ""


@FASTEST
@pytest.mark.parametrize("works", [True, False])
def test_who_asks_for_the_compiled_solver_is_told_when_there_is_none(
    installed: Checkout, works: bool
) -> None:
    installed.compiler(works=works)
    for _ in range(2):
        done = installed.run("compile")
        assert (done.returncode, done.stdout, done.stderr) == (0 if works else 1, "", COMPILED)


def test_it_works_from_any_folder(installed: Checkout, tmp_path: Path) -> None:
    # A module of that folder is not taken for one of ours.
    (tmp_path / "tiny.py").write_text("raise SystemExit('the wrong one')")
    done = installed.run("--lan", "--port", "0", cwd=tmp_path)
    assert done.stdout.startswith(f"['serve', '--lan', '--port', '0'] {installed.root}/var"), done.stderr


def test_a_data_folder_that_is_named_stays(installed: Checkout) -> None:
    installed.env["AGNES_DATA_DIR"] = "/elsewhere"
    assert installed.run().stdout.startswith("['serve'] /elsewhere ")


def test_other_commands_reach_the_program(installed: Checkout) -> None:
    assert installed.run("agnes", "settings", "two words").stdout.startswith("['settings', 'two words']")


def test_the_program_takes_the_place_of_the_script(installed: Checkout) -> None:
    """So that Ctrl-C and SIGTERM reach it, and no shell is left waiting."""
    with subprocess.Popen(
        [SH, str(installed.root / "run")], env=installed.env, stdout=subprocess.PIPE, text=True
    ) as process:
        out, _ = process.communicate()
    assert out.split()[-1] == str(process.pid)


def test_tests_add_their_packages_and_run_in_the_checkout(installed: Checkout, tmp_path: Path) -> None:
    done = installed.run("test", "-k", "two words", cwd=tmp_path)
    assert done.stdout == f"['-k', 'two words'] {installed.root}\n", done.stderr
    # The longer list holds the shorter one.
    assert installed.run().stderr == ""


def test_a_changed_list_is_installed(installed: Checkout) -> None:
    requirements = installed.root / "requirements"
    shutil.copy(requirements / "test.txt", requirements / "run.txt")
    done = installed.run()
    assert (done.returncode, installed.has("pytest")) == (0, True), done.stderr


def test_a_package_with_another_hash_is_refused(installed: Checkout) -> None:
    make_wheel(installed.wheels, "pytest", "print('forged')\n")
    done = installed.run("test")
    assert (done.returncode, done.stdout, installed.has("pytest")) == (1, "", False)
    assert done.stderr.endswith(GAVE_UP)


@FASTEST
def test_an_installation_that_was_cut_is_made_anew(installed: Checkout) -> None:
    over = subprocess.Popen([SH, "-c", ""])
    over.wait()
    (installed.root / ".venv.installing").symlink_to(str(over.pid))
    (installed.root / ".venv" / "half-made").touch()
    done = installed.run()
    assert (done.returncode, done.stdout[:9]) == (0, "['serve']"), done.stderr
    assert not (installed.root / ".venv" / "half-made").exists()


def test_a_failed_installation_is_tried_again(fresh: Checkout) -> None:
    fresh.use(INSTALLERS[-1])
    kept = fresh.wheels.rename(fresh.wheels.with_name("kept"))
    failed = fresh.run()
    assert (failed.returncode, failed.stdout) == (1, "")
    assert failed.stderr.endswith(GAVE_UP)
    kept.rename(fresh.wheels)
    assert fresh.run().stdout.startswith("['serve']")


@FASTEST
def test_what_is_installed_outlives_an_installation_that_fails(installed: Checkout) -> None:
    shutil.rmtree(installed.wheels)
    assert installed.run("test").stderr.endswith(GAVE_UP)
    done = installed.run()
    assert (done.stdout[:9], done.stderr) == ("['serve']", "")
    assert {path.name for path in installed.root.iterdir()} == {"run", "requirements", "server", ".venv"}


def test_it_waits_while_another_installs(installed: Checkout) -> None:
    installing = installed.root / ".venv.installing"
    installing.symlink_to(str(os.getpid()))
    with subprocess.Popen(
        [SH, str(installed.root / "run")],
        env=installed.env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr
        assert process.stderr.readline() == f"Process {os.getpid()} is installing here: waiting for it ...\n"
        installing.unlink()
        out, _ = process.communicate()
    assert out.startswith("['serve']")


@FASTEST
@pytest.mark.parametrize("ruin", ["its python is gone", "its python was upgraded"])
def test_a_ruined_installation_is_made_anew(installed: Checkout, ruin: str) -> None:
    venv = installed.root / ".venv"
    if ruin == "its python is gone":
        (venv / "bin" / "python").unlink()
        (venv / "bin" / "python").symlink_to("/nowhere/python3")
    else:
        (venv / "installed" / "python").write_text("3.11.0\n")
    done = installed.run()
    assert (done.returncode, done.stdout[:9]) == (0, "['serve']"), done.stderr


def test_an_installation_without_its_installer_is_made_anew(installed: Checkout) -> None:
    shutil.rmtree(installed.root / ".venv" / "lib")
    shutil.rmtree(installed.root / ".venv" / "installed")
    done = installed.run()
    assert (done.returncode, done.stdout[:9]) == (0, "['serve']"), done.stderr


APT = {"apt-get": "exit 1", "apt-cache": "exit 1"}
APT_HAS_12 = APT | {"apt-cache": '[ "$2" = python3.12-venv ] && echo Package: $2'}
OLD = {"python3": "exit 0"}  # as one that is too old does: it runs, and prints no path
BARE = {"python3": 'case "$*" in *ensurepip*) exit 1 ;; esac; echo "$0"'}  # good, but for one module
SHIM = {"python3.12": "echo 'no such version' >&2; exit 127"}


@pytest.mark.parametrize(
    ("commands", "user", "line"),
    [
        (APT, 1000, "sudo apt install python3-venv"),
        (APT, 0, "apt install python3-venv"),
        (APT_HAS_12 | OLD, 1000, "sudo apt install python3.12-venv"),
        (APT_HAS_12 | BARE, 1000, "sudo apt install python3-venv"),
        ({"brew": "exit 1"} | OLD | SHIM, 501, "brew install python@3.13"),
        ({"dnf": "exit 1"}, 1000, "sudo dnf install python3.12"),
        ({"uname": "echo Darwin"}, 501, "open https://www.python.org/downloads/"),
    ],
)
def test_it_says_what_to_type_for_a_python(
    fresh: Checkout, commands: dict[str, str], user: int, line: str
) -> None:
    for name, script in (commands | {"id": f"echo {user}"}).items():
        fresh.command(name, script)
    done = fresh.run()
    assert (done.returncode, done.stderr.splitlines()[-1]) == (1, f"    {line}")


@pytest.fixture
def readable(fresh: Checkout) -> Iterator[Checkout]:
    """A checkout that another user may read and not write."""
    with TemporaryDirectory() as folder:
        shutil.copytree(fresh.root.parent, folder, symlinks=True, dirs_exist_ok=True)
        os.chmod(folder, 0o755)  # noqa: PTH101
        checkout = Checkout(Path(folder))
        checkout.root.chmod(0o555)
        yield checkout
        checkout.root.chmod(0o755)


def test_it_says_so_when_it_cannot_write(readable: Checkout) -> None:
    # For root no folder is closed, so it steps down.
    done = subprocess.run(
        [SH, str(readable.root / "run")],
        env=readable.env,
        user=65534 if os.geteuid() == 0 else None,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith(f"Cannot write into {readable.root}, "), done.stderr


def test_help_needs_no_python(fresh: Checkout) -> None:
    done = fresh.run("help")
    assert (done.returncode, done.stderr) == (0, "")
    assert fresh.run("-h").stdout == fresh.run("--help").stdout == done.stdout


def test_an_unknown_verb_is_refused_with_the_help(fresh: Checkout) -> None:
    done = fresh.run("tests")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == fresh.run("help").stdout + "There is no ./run tests.\n"
