"""`bylaws COMMAND ...`: finds the command, runs it, and ends cleanly whatever happens.

Exit codes: 0 for fine, 1 for findings or failures, 2 for wrong use or a fault of ours, 130 when interrupted,
141 when nobody reads on. Which commands there are is said in `interpreter.cli.commands`.
"""

import codecs
import errno
import gc
import os
import re
import sys
import unicodedata
from argparse import ArgumentParser
from collections.abc import Sequence
from contextlib import nullcontext
from importlib import import_module
from typing import NoReturn, TypeGuard

from dsl import VERSION
from interpreter.cli.commands import COMMANDS, module_of
from interpreter.cli.exit_codes import CLOSED_PIPE, FINDINGS, FINE, INTERRUPTED, WRONG
from interpreter.cli.output.outlet import outlets
from interpreter.cli.wrong_use import FaultyRules, WrongUse
from interpreter.our_fault import our_fault
from interpreter.runtime.stack_room import with_room

#: No name, path or list on the command line is longer; of numbers, Python reads no longer ones.
LONGEST = 4200
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command and gives the exit code."""
    if arguments is None:  # in a process of its own nearly all that is made stays, and looking through it takes time
        gc.set_threshold(10_000, 20, 20)
    _open_what_is_closed()
    _print_what_the_terminal_can()
    with outlets():
        code = with_room(lambda: _ended(list(sys.argv[1:] if arguments is None else arguments)))
    if arguments is None:
        gc.freeze()  # the process ends: what it has made goes with it, and need not be looked through before
    return code


def _ended(arguments: list[str]) -> int:
    """The exit code of the command, whatever happens."""
    try:
        code = _run(arguments)
        sys.stdout.flush()
        return code
    except SystemExit as end:  # argparse ends so, after it has said why
        return end.code if isinstance(end.code, int) else WRONG
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return CLOSED_PIPE
    except FaultyRules:
        return FINDINGS
    except WrongUse as fault:
        _complain(str(fault), fault.help)
        return WRONG
    except Exception as fault:
        if _is_load_error(fault):
            _complain(str(fault), fault.help)
            return WRONG
        if os.environ.get("BYLAWS_DEBUG") == "1":
            raise
        if isinstance(fault, OSError) and fault.errno == errno.ENAMETOOLONG:
            _complain("no file can have so long a name", "write a shorter one")
            return WRONG
        if isinstance(fault, OSError) and fault.errno in _NO_ROOM:
            _drop_output()
            _complain("not everything could be written: the disk is full", "make room, or write somewhere else")
            return WRONG
        _complain(
            our_fault(fault),
            "please report it, with the command and the rules; BYLAWS_DEBUG=1 before the command shows the place",
        )
        return WRONG


def _run(arguments: list[str]) -> int:
    if any(len(word) > LONGEST for word in arguments):
        raise WrongUse(f"a word on the command line is longer than {LONGEST:,} letters", "write less")
    try:
        os.getcwd()
    except OSError as fault:
        raise WrongUse("the folder that you are in has been deleted", "go to another one: cd") from fault
    match arguments:
        case [] | ["help" | "-h" | "--help"]:
            print(_help(), end="")
            return FINE if arguments else WRONG
        case ["-V" | "--version", *_]:
            print(f"bylaws {VERSION}")
            return FINE
        case ["help" | "-h" | "--help", command, *_]:
            return _run([command, "--help"])
        case [command, *rest] if command in COMMANDS:
            options = parser_of(command).parse_args(rest)
            if options.no_cache:
                os.environ["BYLAWS_CACHE"] = "off"  # so that processes which are begun from here know it too
            from dsl.cache import until_the_end  # `--help` needs nothing of it

            with nullcontext() if command == "serve" else until_the_end():  # tables come and go
                return int(import_module(module_of(command)).run(options))
        case [command, *_]:
            raise _no_such_command(command)
    raise AssertionError("every list of arguments is one of these")


class Arguments(ArgumentParser):
    """Says in one sentence what is wrong with the words after a command."""

    def error(self, message: str) -> NoReturn:
        """Raises WrongUse in place of printing the whole usage."""
        raise WrongUse(_plain(message), f"`{self.prog} --help` explains the command")


def _plain(message: str) -> str:
    """Rewords a message of argparse for people."""
    message = message.removeprefix("argument ")
    for pattern, said in _SAID.items():
        if found := re.fullmatch(pattern, message):
            return said.format(*(group.strip("'").replace("', '", ", ") for group in found.groups()))
    return message


_SAID = {
    r"--players: invalid int value: '(all|.*[.,].*)'": (
        "--players takes one number of players here, not {}: `bylaws simulate` takes several"
    ),
    r"(\S+): invalid int value: '(.*)'": "{} takes a whole number, and {} is none",
    r"(\S+): invalid choice: '(.*)' \(choose from (.*)\)": "{} cannot be {}; there are {}",
    r"(\S+): expected one argument": "{} needs something behind it",
    r"(\S+): not allowed with argument (\S+)": "say {1} or {0}, not both",
    r"one of the arguments (\S+) (\S+) is required": "say {0} or {1}",
    r"unrecognized arguments: (.*)": "{} means nothing here",
    r"the following arguments are required: (.*)": "{} is missing",
}


def parser_of(command: str) -> ArgumentParser:
    """The parser of the arguments of a command."""
    summary, arguments = COMMANDS[command]
    parser = Arguments(prog=f"bylaws {command}", description=summary[:1].upper() + summary[1:] + ".")
    for add in arguments:
        add(parser)
    parser.add_argument("--no-cache", action="store_true", help="work out everything anew, and keep nothing of it")
    return parser


def _help() -> str:
    width = max(map(len, COMMANDS))
    lines = [f"  {name:<{width}}  {command.summary}\n" for name, command in COMMANDS.items()]
    return f"""usage: bylaws COMMAND GAME [options]

Plays, tests and measures games that are written in Bylaws.
A GAME is the name of one that comes along, a folder, or a .bylaws file.

{"".join(lines)}
`bylaws COMMAND --help` explains a command, `bylaws --version` tells the version.
"""


def _no_such_command(command: str) -> WrongUse:
    from dsl.nearest import nearest

    near = nearest(command, COMMANDS)
    if command.startswith("-"):
        return WrongUse(f"there is no option {command} before the command", "`bylaws --help` lists the commands")
    advice = f"did you mean `bylaws {near[0]}`?" if near else f"there are {', '.join(COMMANDS)}"
    return WrongUse(f"there is no command {command}", advice)


def _is_load_error(fault: Exception) -> TypeGuard[WrongUse]:
    """Whether rules could not be read, which is wrong use as well; told without importing what reads them."""
    module = sys.modules.get("dsl.disk.files")
    return module is not None and isinstance(fault, module.LoadError)


def _complain(message: str, help: str) -> None:
    print(f"bylaws: {message}", file=sys.stderr)
    if help:
        print(f"        {help}", file=sys.stderr)


def _open_what_is_closed() -> None:
    """A stream that was closed before we began reads and writes nothing."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def _print_what_the_terminal_can() -> None:
    """Files and pipes are UTF-8. For a sign that an old terminal has not, it is shown a plain one."""
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")  # bytes that are no letters are no answer
    codecs.register_error("plain", _plain_sign)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            encoding = None if stream.isatty() else "utf-8"
            stream.reconfigure(encoding=encoding, errors="plain" if stream.isatty() else "replace")


def _plain_sign(problem: UnicodeError) -> tuple[str, int]:
    assert isinstance(problem, UnicodeEncodeError)
    sign = problem.object[problem.start]
    plain = unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode()
    return _PLAIN_SIGNS.get(sign, plain or "?"), problem.start + 1


_PLAIN_SIGNS = {"\N{PLUS-MINUS SIGN}": "+-", "\N{EN DASH}": "-", "\N{EM DASH}": "-", "\N{MINUS SIGN}": "-",
                "\N{MULTIPLICATION SIGN}": "x", "\N{RIGHTWARDS ARROW}": "->"}  # fmt: skip


def _drop_output() -> None:
    """Drops unwritten output, which Python would try to write again at its end."""
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


if __name__ == "__main__":
    sys.exit(main())
