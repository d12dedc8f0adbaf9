"""What the front page shows is so: its files are written, and its commands say what stands below them."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import frozen

from interpreter.cli.main import COMMANDS
from tests.unit.interpreter.cli.commands import REPOSITORY, run

PAGE = (REPOSITORY / "README.md").read_text(encoding="utf-8")

# A note in a comment says what a block of rules is: `file: PATH` is all of a file, `last line of: PATH` comes in place
# of that line. `with PATH: OLD | NEW` before commands bends a file for just these.
BLOCK = re.compile(r"(?:^<!-- (?P<note>[^\n]*) -->\n)?^```(?P<kind>\w*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


@frozen
class Block:
    """A fenced block, and what its note says."""

    kind: str
    text: str
    note: str


BLOCKS = [Block(found["kind"], found["text"], found["note"] or "") for found in BLOCK.finditer(PAGE)]


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


def test_what_the_page_builds_says_what_the_page_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    ran = 0
    for block in BLOCKS:
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
    assert ran > 5


def _write(block: Block) -> None:
    kind, _, name = block.note.partition(": ")
    path = Path(name)
    match kind:
        case "file":
            path.parent.mkdir(exist_ok=True)
            path.write_text(block.text)
        case "last line of":
            path.write_text("\n".join([*path.read_text().splitlines()[:-1], block.text]))
        case _:
            raise AssertionError(f"rules without a file: {block.text}")


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
    jobs = ("--jobs", "1") if shown.arguments[0] == "simulate" else ()
    monkeypatch.setattr("sys.stdin", io.StringIO(shown.typed))
    done = run(capsys, *shown.arguments, *jobs)
    said = "".join(f"{line.rstrip()}\n" for line in (done.out + done.err).splitlines())
    assert re.fullmatch(shown.pattern, said), f"bylaws {' '.join(shown.arguments)} says\n{said}\nand not\n{shown.said}"


def test_both_ways_in_set_up_all_that_they_need(capsys: pytest.CaptureFixture[str]) -> None:
    play, test = (block.text.strip().split(" && ") for block in BLOCKS if not block.kind)
    environment = "python3 -m venv .venv"
    assert play[:2] == [environment, ".venv/bin/pip install -e ."]
    assert test == [environment, '.venv/bin/pip install -e ".[test]"', ".venv/bin/pytest -n 2"]
    program, *arguments = play[2].split()
    assert program == ".venv/bin/bylaws"
    assert run(capsys, *(argument.replace("500", "2") for argument in arguments), "--jobs", "1").code == 0


def test_the_table_of_commands_is_complete() -> None:
    assert set(re.findall(r"^\| [^|]* \| `bylaws (\w+)", PAGE, re.MULTILINE)) == set(COMMANDS)
