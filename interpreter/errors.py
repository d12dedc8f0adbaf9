"""Errors of rules: faults while they run, and constructs that cannot be lowered."""

from typing import Final

from dsl.frozen import frozen
from dsl.ir.limits import LARGEST_NUMBER, MOST_IN_FORCE, MOST_PIECES, MOST_STEPS
from dsl.source import NO_SPAN, Span

#: What a RuleFault says; `{}` is the name of a definition or procedure, then a number.
BY_ZERO: Final = "nothing can be divided by 0"
DISAGREE: Final = "two exceptions to `{}` disagree, and neither stands above the other"
TOO_OFTEN: Final = "this goes on more often than the rules allow"
TOO_LONG: Final = f"the rules go on and on here without anybody deciding anything: more than {MOST_STEPS:,} steps"
TOO_LARGE: Final = f"a number goes beyond {LARGEST_NUMBER:,} here"
TOO_MANY_PIECES: Final = f"there are more than {MOST_PIECES:,} pieces here"
TOO_LONG_LIST: Final = f"there are more than {MOST_PIECES:,} things in one list here"
TOO_MANY_IN_FORCE: Final = f"this holds more than {MOST_IN_FORCE:,} times at once"
TOO_DEEP: Final = "rules call each other here without end"
DEEPER: Final = "`{}` may not go more than {} deep"
TOO_MANY: Final = "the game does not come to an end"


class RuleFault(Exception):
    """The rules themselves went wrong in play: the fault of a rule file, not of the engine.

    `trail` names the rules that led there, outermost first, where the engine keeps it (the reference does).
    """

    def __init__(self, span: Span, message: str, trail: tuple[tuple[str, Span], ...] = ()) -> None:
        super().__init__(message)
        self.span = span
        self.message = message
        self.trail = trail


def fault_words(fault: RuleFault) -> str:
    """A fault of the rules for their designer, with its place and trail."""
    where = f"{fault.span.source.path}:{fault.span.line}: " if fault.span.in_file else ""
    lines = [f"The rules go wrong here: {where}{fault.message}"]
    for _, span in fault.trail:
        line = f"  in {span.text.partition(chr(10))[0].rstrip(' :')} ({span.source.path}:{span.line})"
        if span.in_file and line != lines[-1]:
            lines.append(line)
    return "\n".join(lines)


@frozen
class Lacking:
    """Something that was understood but cannot be played yet; or, with a `name`, that no game may have."""

    what: str
    span: Span = NO_SPAN
    name: str = ""


class LoweringError(Exception):
    """A rule set cannot be played: everything in it that stands in the way."""

    def __init__(self, lacking: tuple[Lacking, ...]) -> None:
        super().__init__("; ".join(entry.what for entry in lacking))
        self.lacking = lacking


class GaveUp(Exception):
    """A game that was to be played in one go is to be played in the ordinary way."""
