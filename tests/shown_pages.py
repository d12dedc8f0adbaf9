"""Pages that are followed step by step: their files are written, and their commands say what stands below them.

A note in a comment says what a block of rules is: `file: PATH` is all of a file; `last line of: PATH` comes in place of
that line; ``instead of `LINE` in: PATH`` in place of that one; `add to: PATH` behind its end. `with PATH: OLD | NEW`
before commands bends a file for just these.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import frozen

from tests.unit.interpreter.cli.commands import run

_BLOCK = re.compile(r"(?:^<!-- (?P<note>[^\n]*) -->\n)?^```(?P<kind>\w*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


@frozen
class Block:
    """A fenced block, and what its note says."""

    kind: str
    text: str
    note: str


def blocks(page: str) -> list[Block]:
    """The fenced blocks of a page, in their order."""
    return [Block(found["kind"], found["text"], found["note"] or "") for found in _BLOCK.finditer(page)]


@frozen
class Shown:
    """A command of the page, what is typed into it, and what it says; `...` is anything."""

    arguments: tuple[str, ...]
    typed: str
    said: str

    @property
    def pattern(self) -> str:
        """What it says, as an expression that matches all of it."""
        lines = ("(?:.*\n)*" if line == "..." else f"{_line(line)}\n" for line in self.said.split("\n"))
        return "".join(lines)


def _line(line: str) -> str:
    return ".*".join(map(re.escape, line.split("...")))


def follow(page: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> int:
    """Does in the present folder what the page says; how many commands were compared with what they say there."""
    ran = 0
    for block in blocks(page):
        match block.kind:
            case "bylaws":
                _write(block)
            case "console":
                bent = _bend(block.note)
                for shown in _commands(block.text):
                    _check(shown, monkeypatch, capsys)
                    ran += 1
                for path, text in bent:
                    path.write_text(text)
    return ran


def _write(block: Block) -> None:
    kind, _, name = block.note.rpartition(": ")
    path = Path(name)
    match kind:
        case "file":
            path.parent.mkdir(exist_ok=True)
            path.write_text(block.text)
        case "last line of":
            path.write_text("\n".join([*path.read_text().splitlines()[:-1], block.text]))
        case "add to":
            path.write_text(path.read_text() + block.text)
        case _ if kind.startswith("instead of "):
            _replace(path, kind.removeprefix("instead of `").removesuffix("` in"), block.text)
        case _:
            raise AssertionError(f"rules without a file: {block.text}")


def _replace(path: Path, line: str, text: str) -> None:
    lines = path.read_text().splitlines(keepends=True)
    (place,) = (k for k, one in enumerate(lines) if one.strip() == line)
    path.write_text("".join([*lines[:place], text, *lines[place + 1 :]]))


def _bend(note: str) -> list[tuple[Path, str]]:
    """Changes a file as the note says; gives what stood there before."""
    if not note:
        return []
    name, _, change = note.removeprefix("with ").partition(": ")
    old, new = change.split(" | ")
    before = Path(name).read_text()
    assert before.count(old) == 1
    Path(name).write_text(before.replace(old, new))
    return [(Path(name), before)]


def _commands(text: str) -> Iterator[Shown]:
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, *lines = part.rstrip().split("\n")
        program, *arguments = command.split()
        assert program == "bylaws"
        typed = [line.removeprefix("> ") for line in lines if line.startswith("> ")]
        said = [line for line in lines if not line.startswith("> ")]
        yield Shown(tuple(arguments), "".join(f"{line}\n" for line in typed), "\n".join(said))


def _check(shown: Shown, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    jobs = ("--jobs", "1") if shown.arguments[0] in ("simulate", "compare", "sweep") else ()
    monkeypatch.setattr("sys.stdin", io.StringIO(shown.typed))
    done = run(capsys, *shown.arguments, *jobs)
    said = "".join(f"{line.rstrip()}\n" for line in (done.out + done.err).splitlines())
    assert re.fullmatch(shown.pattern, said), f"bylaws {' '.join(shown.arguments)} says\n{said}\nand not\n{shown.said}"
