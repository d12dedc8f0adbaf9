"""The cache: what was kept comes back whole, or not at all; nobody else's is ever read; it stays within its bounds."""

import gc
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from dsl import cache
from dsl.cache import Memory, cached, keep, key_of, nothing_thrown_away, remembered, until_the_end

KEY = key_of("a", "b")
own = pytest.mark.skipif(not hasattr(os, "getuid"), reason="Windows keeps a user's folder closed by itself")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder that does not exist yet."""
    place = tmp_path / "cache" / "bylaws"
    monkeypatch.setattr(cache, "cache_folder", lambda: place)
    monkeypatch.delenv("BYLAWS_CACHE", raising=False)
    return place


@pytest.fixture
def entry(folder: Path) -> Path:
    """The file of an entry."""
    keep("kind", KEY, b"value")
    assert cached("kind", KEY) == b"value"
    (file,) = folder.iterdir()
    return file


def test_what_was_kept_is_found_under_its_kind_and_key_alone(entry: Path) -> None:
    assert cached("other", KEY) is None
    assert cached("kind", key_of("ab")) is None
    keep("kind", KEY, b"another value")
    assert cached("kind", KEY) == b"another value"


def test_keys_tell_parts_from_each_other() -> None:
    assert len({key_of("a", "b"), key_of("ab"), key_of("b", "a"), key_of("a", "b", ""), key_of("")}) == 5
    assert key_of("a") == key_of(b"a")


def test_nothing_is_kept_or_found_if_the_user_does_not_want_it(entry: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BYLAWS_CACHE", "off")
    assert cached("kind", KEY) is None
    keep("kind", key_of("c"), b"value")
    assert list(entry.parent.iterdir()) == [entry]


@own
def test_folder_and_file_are_closed_to_others(entry: Path) -> None:
    assert stat.S_IMODE(entry.parent.stat().st_mode) == 0o700
    assert stat.S_IMODE(entry.stat().st_mode) == 0o600


@own
@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_a_file_that_others_can_write_is_not_read(mode: int, entry: Path) -> None:
    entry.chmod(mode)
    assert cached("kind", KEY) is None


@own
@pytest.mark.parametrize("mode", [0o770, 0o750, 0o707])
def test_a_folder_that_others_can_enter_is_not_used(mode: int, entry: Path) -> None:
    entry.parent.chmod(mode)
    assert cached("kind", KEY) is None
    keep("kind", key_of("c"), b"value")
    assert list(entry.parent.iterdir()) == [entry]


@own
def test_what_belongs_to_another_user_is_not_read(entry: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "getuid", lambda: os.stat(entry).st_uid + 1)
    assert cached("kind", KEY) is None


@own
def test_a_link_is_not_followed(entry: Path) -> None:
    moved = entry.rename(entry.parent.parent / "elsewhere")
    entry.symlink_to(moved)
    assert cached("kind", KEY) is None


def test_a_spoilt_entry_is_not_found_and_is_replaced(entry: Path) -> None:
    whole = entry.read_bytes()
    flipped = whole[:-1] + bytes([whole[-1] ^ 1])
    for spoilt in (b"", b"\0", whole[:-1], whole[:5], whole + b"x", flipped, b"x" + whole[1:]):
        entry.write_bytes(spoilt)
        assert cached("kind", KEY) is None
        keep("kind", KEY, b"value")
        assert cached("kind", KEY) == b"value"


@own
def test_a_pipe_in_the_place_of_an_entry_is_not_waited_for(entry: Path) -> None:
    entry.unlink()
    os.mkfifo(entry, 0o600)
    assert cached("kind", KEY) is None


def test_an_entry_that_cannot_be_unpacked_is_made_anew(folder: Path) -> None:
    keep("kind", KEY, b"no pickle")
    assert remembered("kind", KEY, lambda: "made") == "made"
    assert remembered("kind", KEY, lambda: "made again") == "made"


def test_an_entry_that_was_put_in_the_place_of_another_is_not_found(entry: Path) -> None:
    keep("kind", key_of("c"), b"another value")
    (other,) = set(entry.parent.iterdir()) - {entry}
    other.replace(entry)
    assert cached("kind", KEY) is None


def test_a_folder_that_cannot_be_made_does_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setattr(cache, "cache_folder", lambda: tmp_path / "file" / "bylaws")
    keep("kind", KEY, b"value")
    assert cached("kind", KEY) is None


def test_an_entry_is_written_whole_or_not_at_all(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(source: str, target: Path) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(os, "replace", fails)
    keep("kind", KEY, b"value")
    assert list(folder.iterdir()) == []


def test_what_was_not_used_for_longest_goes_when_there_is_too_much(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(6):
        keep("kind", key_of(str(number)), bytes(1000))
    for number, path in enumerate(sorted(folder.iterdir(), key=lambda p: p.stat().st_mtime_ns)):
        os.utime(path, (number, number))
    assert cached("kind", key_of("0")) is not None  # which counts as used
    monkeypatch.setattr(cache, "MOST", 7000)
    monkeypatch.setattr(cache, "EVERY", 1)
    keep("kind", key_of("6"), bytes(1000))
    left = [number for number in range(7) if cached("kind", key_of(str(number))) is not None]
    assert left == [0, 5, 6]
    assert sum(path.stat().st_size for path in folder.iterdir()) <= 7000


def test_this_program_is_another_one_when_a_file_of_it_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    def now() -> str:
        cache.program.cache_clear()
        return cache.program()

    before = now()
    assert now() == before
    with monkeypatch.context() as m:
        m.setattr(cache, "VERSION", "0.0.0")
        assert now() != before
    with monkeypatch.context() as m:
        m.setattr(cache, "_PROGRAM_FILES", (".py",))
        assert now() != before
    assert now() == before


def test_a_file_counts_as_changed_by_its_size_and_time(tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    seen = set()
    for text, time in (("a", 1), ("ab", 1), ("ab", 2)):
        file.write_text(text)
        os.utime(file, (time, time))
        seen.add(tuple(cache._files_in(str(tmp_path))))
    assert len(seen) == 3


@pytest.fixture
def frozen() -> Iterator[None]:
    """Nothing is exempt from being looked through at first, nor afterwards."""
    gc.unfreeze()
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("frozen")
def test_what_is_made_until_the_end_is_not_looked_through_again() -> None:
    with until_the_end(), nothing_thrown_away():
        assert not gc.isenabled()
    assert gc.isenabled()
    assert gc.get_freeze_count() > 0


@pytest.mark.usefixtures("frozen")
def test_elsewhere_and_in_a_process_that_stays_it_is() -> None:
    with nothing_thrown_away():
        pass
    with until_the_end(), Memory().used(), nothing_thrown_away():
        pass
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0
