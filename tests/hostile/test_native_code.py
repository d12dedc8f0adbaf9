"""Native code that is not ours: what is kept of it is used only if nobody else can have put it there, and what runs of
it reaches nothing but its own memory.
"""

from __future__ import annotations

import json
import os
import pickle
import shutil
import sys
from collections.abc import Callable, Mapping
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from interpreter.backend.wasm.driver import machine
from interpreter.cli.main import main
from tests.hostile.confined import assert_held, confined_work
from tests.native_play import Native
from tests.tables import game

wasmtime = pytest.importorskip("wasmtime")
MEASURED = ("wall_s", "games_per_s", "decisions_per_s")
SEAL = 32  # so many bytes before what is kept


def simulate(kept: Path) -> int:
    """Simulates games, with native code from that folder, also what was made of small modules."""
    os.environ["XDG_CACHE_HOME"] = str(kept)
    vars(sys.modules[machine.__name__])["_LARGE"] = 0
    return main(("simulate", "kuhn_poker", "--games", "100", "--jobs", "1", "--format", "json"))


def told(folder: Path, kept: Path) -> dict[str, Any]:
    """What it says, but for what it measures."""
    ran = confined_work(folder, partial(simulate, kept))
    assert_held(ran)
    found: dict[str, Any] = json.loads(ran.out)
    assert found["played_by"]["native"] == 100
    return {name: part for name, part in found.items() if name not in MEASURED}


def sealed(path: Path, value: bytes) -> bytes:
    """What is whole, and stands under the name of that entry."""
    return sha256(path.name.encode() + value).digest() + value


class Proof:
    """What leaves a file named PROOF when it is read."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __reduce__(self) -> tuple[Any, ...]:
        return open, (str(self.folder / "PROOF"), "w")


Spoil = Callable[[bytes, bytes], bytes]
SPOILT: Mapping[str, Spoil] = {
    "cut off": lambda entry, other: entry[: len(entry) // 2],
    "one bit": lambda entry, other: entry[:-9] + bytes([entry[-9] ^ 1]) + entry[-8:],
    "another": lambda entry, other: other,
}


@pytest.mark.slow
@pytest.mark.parametrize("how", SPOILT)
def test_what_is_not_as_it_was_kept_is_made_anew(folder: Path, how: str) -> None:
    kept = folder.parent / "kept"
    first = told(folder, kept)
    entries = {path: path.read_bytes() for path in kept.rglob("*") if path.is_file()}
    assert {"code", "machine"} <= {path.name.partition("-")[0] for path in entries}
    others = [*entries.values()][1:] + [*entries.values()][:1]
    for (path, entry), other in zip(entries.items(), others, strict=True):
        path.write_bytes(SPOILT[how](entry, other))
    assert told(folder, kept) == first


def _link_entries(place: Path) -> None:
    elsewhere = shutil.copytree(place, place.parent / "elsewhere")
    for path in place.iterdir():
        path.unlink()
        path.symlink_to(elsewhere / path.name)


def _link_folder(place: Path) -> None:
    place.symlink_to(place.rename(place.parent / "elsewhere"))


def _of_all(place: Path) -> None:
    for path in place.iterdir():
        path.chmod(0o622)


def _to_another(place: Path) -> None:
    for path in place.iterdir():
        os.chown(path, 12345, -1)


ELSEWHERE: Mapping[str, Callable[[Path], object]] = {
    "a link in place of each entry": _link_entries,
    "a link in place of the folder": _link_folder,
    "entries to which all may write": _of_all,
    "a folder to which others have the key": lambda place: place.chmod(0o770),
    "entries of another user": _to_another,
}


@pytest.mark.slow
@pytest.mark.parametrize("how", ELSEWHERE)
def test_what_others_can_have_written_is_not_even_read(folder: Path, how: str) -> None:
    """All entries are whole, and would leave a proof that they have been carried out; the fixture looks for it."""
    if how == "entries of another user" and os.getuid() != 0:
        pytest.skip("only root can give files away")
    kept = folder.parent / "kept"
    first = told(folder, kept)
    for path in (kept / "bylaws").iterdir():
        path.write_bytes(sealed(path, pickle.dumps(Proof(folder.parent))))
    ELSEWHERE[how](kept / "bylaws")
    assert told(folder, kept) == first


@pytest.mark.slow
def test_what_is_no_machine_code_is_made_anew(folder: Path) -> None:
    """Though it is whole, and nobody else can have written it."""
    kept = folder.parent / "kept"
    first = told(folder, kept)
    spoilt = [*kept.rglob("machine-*")]
    for path in spoilt:
        entry = path.read_bytes()[SEAL:]
        path.write_bytes(sealed(path, entry[: len(entry) // 2]))
    assert spoilt and told(folder, kept) == first


GAMES = '(func (export "games") (param i64 i32 i32 i32) {body})'
MEMORY = '(memory (export "memory") 1 1)'
#: What asks for something from outside, of which there is nothing.
ASKING: Mapping[str, str] = {
    "a function": '(import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))'
    + MEMORY + GAMES.format(body="(call $exit (i32.const 0))"),
    "a memory": '(import "env" "memory" (memory 1))' + GAMES.format(body=""),
}  # fmt: skip
#: What goes wrong as soon as it is run: where it would reach beyond its memory, or has no end of calls.
REACHING: Mapping[str, str] = {
    "before its memory": "(i32.store (i32.const -8) (i32.const 1))",
    "behind its memory": "(i32.store (i32.const 65536) (i32.const 1))",
    "far behind its memory": "(i32.store offset=4294967292 (i32.const -4) (i32.const 1))",
    "for more memory": "(if (i32.eq (memory.grow (i32.const 1)) (i32.const -1)) (then unreachable))",
    "for ever deeper": "(call 0 (local.get 0) (local.get 1) (local.get 2) (local.get 3))",
}


def module_of(text: str) -> bytes:
    return bytes(wasmtime.wat2wasm(f"(module {text})"))


@pytest.mark.parametrize("what", ASKING)
def test_a_module_that_asks_for_something_is_refused(what: str) -> None:
    with pytest.raises(wasmtime.WasmtimeError):
        machine.instance(module_of(ASKING[what]))


def test_a_module_that_is_cut_off_is_refused() -> None:
    module = Native(game("kuhn_poker"), ("random",) * 2).machine.compiled.module
    for size in (0, 7, len(module) // 2, len(module) - 1):
        with pytest.raises(wasmtime.WasmtimeError):
            machine.instance(module[:size])


@pytest.mark.parametrize("sparing", [False, True])
@pytest.mark.parametrize("how", REACHING)
def test_a_module_does_not_reach_beyond_its_memory(how: str, sparing: bool) -> None:
    """With room for all addresses, where no access is checked, and without."""
    engine, made = machine._machine_code(module_of(MEMORY + GAMES.format(body=REACHING[how])), sparing)
    store = wasmtime.Store(engine)
    games = wasmtime.Instance(store, made, []).exports(store)["games"]
    assert isinstance(games, wasmtime.Func)
    with pytest.raises(wasmtime.Trap):
        games(store, 0, 1, 1, 0)
