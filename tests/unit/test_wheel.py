"""What is installed is whole: every module, game, grammar and library file is in the wheel."""

import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

REPOSITORY = Path(__file__).parents[2]
ROOMS = ("dsl", "games", "grammar", "interpreter")
NOT_SHIPPED = shutil.ignore_patterns("__pycache__", "*.pyc")


@pytest.mark.slow
def test_a_wheel_holds_every_file_of_the_four_rooms(tmp_path: Path) -> None:
    checkout, made = tmp_path / "checkout", tmp_path / "made"
    checkout.mkdir()
    for room in ROOMS:
        shutil.copytree(REPOSITORY / room, checkout / room, ignore=NOT_SHIPPED)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(REPOSITORY / name, checkout)
    here = {path.relative_to(checkout).as_posix() for room in ROOMS for path in files(checkout / room)}
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--wheel-dir",
        str(made),
        str(checkout),
    ]
    subprocess.run(command, check=True)
    (wheel,) = made.iterdir()
    packed = set(ZipFile(wheel).namelist())
    assert here - packed == set()
    assert {name.split("/")[0] for name in packed if ".dist-info/" not in name} == set(ROOMS)


def files(folder: Path) -> list[Path]:
    """Every file in the folder and those in it."""
    return [path for path in folder.rglob("*") if path.is_file()]
