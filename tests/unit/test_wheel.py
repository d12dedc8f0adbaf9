"""What is installed is whole: every module, game, grammar and library file, and it plays without a checkout."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.unit.interpreter.cli.commands import REPOSITORY

ROOMS = ("dsl", "games", "grammar", "interpreter")
NOT_SHIPPED = shutil.ignore_patterns("__pycache__", "*.pyc")

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a wheel is made from, apart, so that making one leaves nothing behind."""
    folder = tmp_path_factory.mktemp("checkout")
    for room in ROOMS:
        shutil.copytree(REPOSITORY / room, folder / room, ignore=NOT_SHIPPED)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(REPOSITORY / name, folder)
    return folder


@pytest.fixture(scope="module")
def wheel(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    made = tmp_path_factory.mktemp("made")
    pip("wheel", "--no-deps", "--wheel-dir", str(made), str(checkout))
    (found,) = made.iterdir()
    return found


def test_a_wheel_holds_every_file_of_the_four_rooms(checkout: Path, wheel: Path) -> None:
    here = {path.relative_to(checkout).as_posix() for room in ROOMS for path in files(checkout / room)}
    packed = set(ZipFile(wheel).namelist())
    assert here - packed == set()
    assert {name.split("/")[0] for name in packed if ".dist-info/" not in name} == set(ROOMS)


def test_what_is_installed_plays_and_checks_and_finds_its_library(wheel: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    pip("install", "--no-deps", "--no-compile", "--target", str(site), str(wheel))
    (tmp_path / "sale.bylaws").write_text('game "Sale":\n    players: 2 to 4\nuse auctions\ngame ends: nobody wins\n')
    assert bylaws(site, "--version") == "bylaws 0.1.0\n"
    assert "Action the Project!: 2 games" in bylaws(site, "simulate", "action_the_project", "--games", "2")
    two_bots = ("--seats", "random,random", "--seed", "7")
    assert "The seed of this game was 7." in bylaws(site, "play", "action_the_project", *two_bots)
    assert bylaws(site, "check", "sale.bylaws") == "Sale can be played\n"


def bylaws(site: Path, *arguments: str) -> str:
    """What the installed command says, run elsewhere, on the first day of a new home."""
    home = site.parent / "home"
    done = subprocess.run(
        [sys.executable, "-c", f"import sys, dsl; assert dsl.__file__.startswith({str(site)!r}); "
         "from interpreter.cli.main import main; sys.exit(main())", *arguments],
        cwd=site.parent,
        env={**os.environ, "PYTHONPATH": str(site), "HOME": str(home), "XDG_CACHE_HOME": "", "XDG_STATE_HOME": ""},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def pip(*arguments: str) -> None:
    """pip, which says nothing unless something goes wrong."""
    subprocess.run([sys.executable, "-m", "pip", arguments[0], "--quiet", *arguments[1:]], check=True)


def files(folder: Path) -> list[Path]:
    """Every file in the folder and those in it."""
    return [path for path in folder.rglob("*") if path.is_file()]
