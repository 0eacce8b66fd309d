"""A small checkout to test `run` on; the real pip and uv install its two packages, without network."""

import base64
import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
SH = shutil.which("sh") or "/bin/sh"
# All that `run` may call beside a Python and uv; each exists on a fresh Debian and on macOS.
TOOLS = (
    *("cat", "cksum", "cmp", "cp", "dirname", "find", "grep", "id"),
    *("ln", "mkdir", "mv", "readlink", "rm", "sleep", "uname"),
)
PYTHON = str(Path(sys.base_prefix) / "bin" / "python3")
UV = shutil.which("uv", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")

PROGRAM = """\
import os, sys, tiny
print(sys.argv[1:], os.environ["AGNES_DATA_DIR"], os.getpid())
"""
PYTEST = """\
import os, sys, agnes
print(sys.argv[1:], os.getcwd())
"""
BUILD = """\
import sys
print("building")
sys.exit({status})
"""


class Checkout:
    """A folder with `run`, lists of packages and a program; `bin` is all that it finds in PATH."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "a checkout"
        self.bin = folder / "bin"
        self.wheels = folder / "wheels"
        self.env = {
            "PATH": str(self.bin),
            "HOME": str(folder),
            "PIP_NO_INDEX": "1",
            "PIP_CONFIG_FILE": os.devnull,
            "PIP_FIND_LINKS": str(self.wheels),
            "UV_CONFIG_FILE": str(folder / "uv.toml"),
            "UV_FIND_LINKS": str(self.wheels),
            "UV_PYTHON_DOWNLOADS": "never",
        }

    def make(self) -> None:
        solver = self.root / "server" / "agnes" / "solver"
        for made in (self.bin, self.wheels, self.root / "requirements", solver / "kernel"):
            made.mkdir(parents=True)
        (solver / "kernel" / "search.py").write_text("")
        self.compiler(works=True)
        shutil.copy(ROOT / "run", self.root)
        Path(self.env["UV_CONFIG_FILE"]).write_text("no-index = true\n")
        for tool in TOOLS:
            (self.bin / tool).symlink_to(shutil.which(tool) or tool)
        (self.root / "server" / "agnes" / "__main__.py").write_text(PROGRAM)
        program = make_wheel(self.wheels, "tiny", "VERSION = 1\n")
        tests = make_wheel(self.wheels, "pytest", PYTEST)
        for name, lines in {"run": [program], "test": [program, tests]}.items():
            (self.root / "requirements" / f"{name}.txt").write_text("\n".join(lines) + "\n")

    def use(self, installer: str) -> None:
        (self.bin / "python3").symlink_to(PYTHON)
        if installer == "uv":
            assert UV, "uv is part of requirements/check.txt"
            (self.bin / "uv").symlink_to(UV)

    def compiler(self, *, works: bool) -> None:
        """What compiling the solver comes to. The solver's sources are others then."""
        build = self.root / "server" / "agnes" / "solver" / "build.py"
        # Python takes a source of the same length and the same second for the one that it has compiled.
        shutil.rmtree(build.parent / "__pycache__", ignore_errors=True)
        build.write_text(BUILD.format(status=0 if works else 1))

    def command(self, name: str, script: str) -> None:
        """Puts a command of ours into PATH."""
        (self.bin / name).unlink(missing_ok=True)
        (self.bin / name).write_text(f"#!{SH}\n{script}\n")
        (self.bin / name).chmod(0o755)

    def run(self, *words: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [SH, str(self.root / "run"), *words],
            cwd=cwd or self.root,
            env=self.env,
            capture_output=True,
            text=True,
            check=False,
        )

    def has(self, module: str) -> bool:
        return any((self.root / ".venv").glob(f"lib/python*/site-packages/{module}.py"))


def make_wheel(folder: Path, name: str, source: str) -> str:
    """Makes version 1.0 of a package of one module. Returns its line for a hash-locked list."""
    path = folder / f"{name}-1.0-py3-none-any.whl"
    info = f"{name}-1.0.dist-info"
    files = {
        f"{name}.py": source,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = [f"{info}/RECORD,,"]
    with zipfile.ZipFile(path, "w") as wheel:
        for file, text in files.items():
            wheel.writestr(file, text)
            digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
            record.append(f"{file},sha256={digest},{len(text)}")
        wheel.writestr(f"{info}/RECORD", "\n".join(record) + "\n")
    return f"{name}==1.0 --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}"
