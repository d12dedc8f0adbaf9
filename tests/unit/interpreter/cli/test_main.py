"""The command line finds commands, and ends cleanly however it ends."""

import errno
import io
import os
import subprocess
import sys
import textwrap
from argparse import Namespace
from importlib import import_module
from types import ModuleType

import pytest

from dsl import VERSION, render
from dsl.diagnostic import Level
from interpreter.cli import main as command_line
from interpreter.cli.commands import COMMANDS, FORMATS, LEVELS, Command, module_of
from interpreter.cli.wrong_use import WrongUse
from tests.unit.interpreter.cli.commands import REPOSITORY, run

Say = pytest.CaptureFixture[str]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A command `probe`, whose `run` each test makes up."""
    module = ModuleType("interpreter.cli.writing.probe")
    monkeypatch.setattr(command_line, "COMMANDS", {**COMMANDS, "probe": Command("tries something")})
    monkeypatch.setitem(sys.modules, "interpreter.cli.writing.probe", module)
    monkeypatch.delenv("BYLAWS_DEBUG", raising=False)
    return module


def does(module: ModuleType, what: BaseException | int) -> None:
    """Makes the command give a code or raise."""

    def run_it(options: Namespace) -> int:
        if isinstance(what, BaseException):
            raise what
        return what

    module.run = run_it  # type: ignore[attr-defined]


@pytest.mark.parametrize("asked", [["--help"], ["-h"], ["help"]])
def test_help_lists_every_command(asked: list[str], capsys: Say) -> None:
    ran = run(capsys, *asked)
    assert (ran.code, ran.err) == (0, "")
    for name, command in COMMANDS.items():
        assert f"{name} " in ran.out and command.summary in ran.out


def test_no_command_is_wrong_use(capsys: Say) -> None:
    ran = run(capsys)
    assert ran.code == 2
    assert ran.out.startswith("usage: bylaws COMMAND")


def test_the_version(capsys: Say) -> None:
    assert run(capsys, "--version").out == f"bylaws {VERSION}\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_module_that_explains_itself(name: str, capsys: Say) -> None:
    module = import_module(module_of(name))
    assert module.__doc__ and module.__doc__.startswith(f"`bylaws {name}`")
    ran = run(capsys, name, "--help")
    assert ran.code == 0
    assert ran.out.startswith(f"usage: bylaws {name}")
    assert run(capsys, "help", name).out == ran.out


def test_a_command_that_there_is_not(capsys: Say) -> None:
    ran = run(capsys, "chekc", "x")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "bylaws: there is no command chekc\n        did you mean `bylaws check`?\n"
    assert "check" in run(capsys, "xyzzy").err


def test_wrong_arguments(capsys: Say) -> None:
    ran = run(capsys, "check", "--format", "xml", "x")
    assert (ran.code, ran.out) == (2, "")
    assert "--format cannot be xml; there are full, concise" in ran.err
    assert "`bylaws check --help` explains the command" in ran.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("simulate", "x", "--games", "two"), "--games takes a whole number, and two is none"),
        (("simulate",), "GAME is missing"),
        (("simulate", "x", "--plaiers", "3"), "--plaiers 3 means nothing here"),
        (("simulate", "x", "--seed"), "--seed needs something behind it"),
    ],
)
def test_wrong_arguments_are_told_in_a_sentence(arguments: tuple[str, ...], said: str, capsys: Say) -> None:
    ran = run(capsys, *arguments)
    assert ran.code == 2
    assert said in ran.err


@pytest.mark.parametrize("code", [0, 1, 2])
def test_the_code_of_a_command_is_passed_on(code: int, command: ModuleType, capsys: Say) -> None:
    does(command, code)
    assert run(capsys, "probe").code == code


def test_wrong_use_is_said_in_a_sentence(command: ModuleType, capsys: Say) -> None:
    does(command, WrongUse("there is no such seat", "seats are a, b"))
    ran = run(capsys, "probe")
    assert (ran.code, ran.err) == (2, "bylaws: there is no such seat\n        seats are a, b\n")


def test_our_own_fault_is_said_to_be_ours(command: ModuleType, capsys: Say) -> None:
    does(command, ZeroDivisionError("division by zero"))
    ran = run(capsys, "probe")
    assert (ran.code, ran.out) == (2, "")
    assert "in Bylaws itself" in ran.err and "ZeroDivisionError: division by zero" in ran.err
    assert "report" in ran.err and "Traceback" not in ran.err


def test_the_traceback_is_there_for_who_asks(command: ModuleType, capsys: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BYLAWS_DEBUG", "1")
    does(command, ZeroDivisionError())
    with pytest.raises(ZeroDivisionError):
        run(capsys, "probe")


def test_an_interruption(command: ModuleType, capsys: Say) -> None:
    does(command, KeyboardInterrupt())
    assert run(capsys, "probe").code == 130


def test_rules_that_cannot_be_read_are_wrong_use(capsys: Say) -> None:
    ran = run(capsys, "rulings", "xyzzy")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("bylaws: there is no game, folder or file called xyzzy\n")


def test_a_closed_pipe_is_silent() -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    done = subprocess.run(
        [sys.executable, "-m", "interpreter.cli.main", "--help"],
        cwd=REPOSITORY,
        stdout=write_end,
        stderr=subprocess.PIPE,
    )
    os.close(write_end)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.parametrize("closed", ["stdin", "stdout", "stderr"])
def test_a_stream_that_is_closed_reads_and_writes_nothing(closed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, closed, None)
    assert command_line.main(["check", "last_biscuit"]) == 0


def test_files_and_pipes_are_utf_8_whatever_the_terminal_is(monkeypatch: pytest.MonkeyPatch) -> None:
    piped = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", piped)
    command_line._print_what_the_terminal_can()
    piped.write("Caf\u00e9 \u00b1\n")
    piped.flush()
    assert piped.buffer.getvalue() == "Caf\u00e9 \u00b1\n".encode()


def test_a_terminal_that_knows_few_signs_gets_plain_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(terminal, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys, "stdout", terminal)
    command_line._print_what_the_terminal_can()
    terminal.write("Caf\u00e9 3 \u00b1 1 \u2013 \u4e00\n")
    terminal.flush()
    assert terminal.buffer.getvalue() == b"Cafe 3 +- 1 - ?\n"


def test_help_and_version_import_nothing_that_takes_long() -> None:
    script = f"""
        import sys
        from interpreter.cli.main import main
        codes = [main([name, "--help"]) for name in {list(COMMANDS)}]
        codes += [main(["--help"]), main(["--version"]), main(["no_such"])]
        heavy = {{"lark", "rich", "attr", "attrs", "dsl.loading", "dsl.diagnostic", "interpreter.engine", "inspect"}}
        print(sorted(heavy & set(sys.modules)), set(codes[:-1]), codes[-1], file=sys.stderr)
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)], cwd=REPOSITORY, capture_output=True, text=True
    )
    assert done.stderr.splitlines()[-1] == "[] {0} 2"


def test_words_that_arguments_may_be_are_those_that_there_are() -> None:
    assert FORMATS == render.FORMATS
    assert tuple(level.value for level in Level) == LEVELS


def test_a_full_disk_is_no_fault_of_ours(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(io.StringIO):
        def flush(self) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(sys, "stdout", Full())
    assert command_line.main(["--version"]) == 2
    assert capsys.readouterr().err.startswith("bylaws: not everything could be written: the disk is full\n")
