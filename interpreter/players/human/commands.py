"""Commands that a person can type besides an answer."""

from collections.abc import Mapping
from types import MappingProxyType

from dsl.frozen import frozen
from interpreter.text.log.journal import LogLine

#: Each command with what it does, as the help shows it.
COMMANDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "?": ("? [NAME]", "the rules of this step, or of a step, action or card by name"),
        "why": ("why ANSWER", "why something cannot be chosen"),
        "look": ("look [PLACE]", "every card that you know, place by place"),
        "log": ("log", "everything that has happened, as far as you know"),
        "ask": ("ask", "asks you again for what you answered with `always in any order`"),
        "undo": ("undo, b", "takes your last decision back, if nothing came of it yet"),
        "save": ("save [FILE]", "saves the game"),
        "rules": ("rules", "the whole rulebook"),
        "help": ("help", "this list"),
        "quit": ("quit", "leaves the game"),
    }
)
_OTHER_WORDS = {"exit": "quit", "q": "quit", "h": "help", "b": "undo", "back": "undo", "rule": "?", "history": "log"}


@frozen
class Command:
    """A command and what stands behind it."""

    name: str
    argument: str = ""


def command(typed: str) -> Command | None:
    """The command that is meant, or None if it is none. A slash before it says that it is one."""
    text = typed.strip()
    if text.startswith("?"):
        return Command("?", text[1:].strip())
    name, _, argument = text.removeprefix("/").partition(" ")
    name = _OTHER_WORDS.get(name.casefold(), name.casefold())
    if name in COMMANDS and (not argument or "[" in COMMANDS[name][0] or name == "why"):
        return Command(name, argument.strip())
    return None


def help_page() -> list[LogLine]:
    """Lists all that can be typed."""
    width = max(len(form) for form, _ in COMMANDS.values())
    return [
        LogLine("Answer with the number or letter before an answer, or with its first letters.", 0),
        LogLine("Where a number is asked for, type the number itself.", 0),
        *(LogLine(f"  {form:<{width}}  {meaning}") for form, meaning in COMMANDS.values()),
    ]
