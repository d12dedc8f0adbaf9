"""A file is written whole or not at all, whatever goes wrong on the way."""

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from interpreter.table.atomic_write import atomic_file, atomic_write

OLD, NEW = b"old", b"new content\n" * 1000


def fails(error: BaseException) -> Callable[..., None]:
    def failing(*_: object) -> None:
        raise error

    return failing


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "game.save"
    path.write_bytes(OLD)
    return path


def test_a_new_file_obeys_the_users_mask(tmp_path: Path) -> None:
    atomic_write(tmp_path / "new", NEW)
    beside = tmp_path / "beside"
    beside.touch()
    assert (tmp_path / "new").read_bytes() == NEW
    assert (tmp_path / "new").stat().st_mode == beside.stat().st_mode


def test_a_file_is_replaced_and_keeps_its_permissions(old: Path) -> None:
    old.chmod(0o640)
    atomic_write(old, NEW)
    assert old.read_bytes() == NEW
    assert old.stat().st_mode & 0o777 == 0o640
    assert os.listdir(old.parent) == ["game.save"]


def test_a_link_stays_a_link(old: Path) -> None:
    link = old.parent / "link"
    link.symlink_to(old)
    atomic_write(link, NEW)
    assert link.is_symlink()
    assert old.read_bytes() == NEW


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE) as reader:
        atomic_write(pipe, NEW)
        assert reader.communicate(timeout=60)[0] == NEW
    with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE) as reader:
        with atomic_file(pipe) as part:
            part.write_bytes(NEW)
        assert reader.communicate(timeout=60)[0] == NEW
    assert pipe.is_fifo() and os.listdir(tmp_path) == ["pipe"]


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="there is no full device here")
def test_a_full_device_says_so_and_stays(tmp_path: Path) -> None:
    with pytest.raises(OSError) as fault:
        atomic_write("/dev/full", NEW)
    assert fault.value.errno == errno.ENOSPC
    assert Path("/dev/full").is_char_device()


def test_a_relative_path_is_taken_from_here(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(old.parent)
    atomic_write("game.save", NEW)
    assert old.read_bytes() == NEW


def test_a_disk_may_take_a_little_at_a_time(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: real(descriptor, data[:7]))
    atomic_write(old, NEW)
    assert old.read_bytes() == NEW


@pytest.mark.parametrize("step", ["write", "fsync", "replace"])
@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "full"), KeyboardInterrupt()], ids=["full", "interrupt"])
def test_a_failure_leaves_the_old_file_alone(
    old: Path, monkeypatch: pytest.MonkeyPatch, step: str, error: BaseException
) -> None:
    monkeypatch.setattr(os, step, fails(error))
    with pytest.raises(type(error)):
        atomic_write(old, NEW)
    assert old.read_bytes() == OLD
    assert os.listdir(old.parent) == ["game.save"]


def test_a_disk_that_fills_up_on_the_way_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, left = os.write, [5000]

    def write_some(descriptor: int, data: bytes) -> int:
        if not left[0]:
            raise OSError(errno.ENOSPC, "full")
        left[0] -= (written := real(descriptor, data[: left[0]]))
        return written

    monkeypatch.setattr(os, "write", write_some)
    with pytest.raises(OSError, match="full"):
        atomic_write(tmp_path / "game.save", NEW)
    assert os.listdir(tmp_path) == []


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
@pytest.mark.parametrize("step", ["write", "fsync", "replace"])
def test_a_kill_leaves_the_old_file_alone(old: Path, step: str) -> None:
    program = (
        "import os, signal; from interpreter.table.atomic_write import atomic_write\n"
        f"os.{step} = lambda *_: os.kill(os.getpid(), signal.SIGKILL)\n"
        f"atomic_write({str(old)!r}, b'new')"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == -signal.SIGKILL
    assert old.read_bytes() == OLD


def test_the_content_is_safe_before_it_takes_its_place(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []

    def watch(step: str) -> Callable[..., Any]:
        real = getattr(os, step)

        def watched(*arguments: object) -> Any:
            order.append(step)
            return real(*arguments)

        return watched

    for step in ("fsync", "replace"):
        monkeypatch.setattr(os, step, watch(step))
    atomic_write(old, NEW)
    assert order[:2] == ["fsync", "replace"]


@pytest.mark.parametrize("place", ["missing/game.save", "game.save/below", "folder", "x" * 300])
def test_a_place_that_cannot_be_written(old: Path, place: str) -> None:
    (old.parent / "folder").mkdir()
    with pytest.raises(OSError, match=r".+"):
        atomic_write(old.parent / place, NEW)
    assert sorted(os.listdir(old.parent)) == ["folder", "game.save"]
