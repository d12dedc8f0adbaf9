"""Applies `# ignore[name]: reason` comments: what is found in that line, or in the next one, is meant so."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from dsl.diagnostic import Diagnostic, Edit, Fix, Level, warning
from dsl.frozen import frozen
from dsl.source import Source, Span

#: What is not found by reading, but by `bylaws secrets`: a line that tells what is hidden.
SECRET_TOLD = "secret-told"

_IGNORE = re.compile(r"#[ \t]*ignore\[([^\]\n]*)\][ \t]*(?::[ \t]*(.*))?$")


@frozen
class Ignore:
    """A comment that lets rules pass: `names` in the lines `first` to `last`, counted from 1."""

    names: tuple[str, ...]
    reason: str
    first: int
    last: int
    span: Span

    def covers(self, found: Diagnostic) -> bool:
        """Whether it lets this pass; no error passes, since the game could not be played."""
        if found.level is Level.ERROR:
            return False
        same_file = found.span.source.path == self.span.source.path
        return same_file and found.name in self.names and self.first <= found.span.line <= self.last


def unignored(
    found: Sequence[Diagnostic], sources: Iterable[Source], known: Mapping[str, bool]
) -> Iterator[Diagnostic]:
    """What is not ignored; and the comments that ignore nothing, or say no reason.

    `known` are all names of what can be found, and whether it was looked for.
    """
    ignores = [ignore for source in sources for ignore in ignores_in(source)]
    used: set[tuple[int, str]] = set()
    for one in found:
        covering = [k for k, ignore in enumerate(ignores) if ignore.covers(one)]
        used.update((k, one.name) for k in covering)
        if not covering:
            yield one
    for k, ignore in enumerate(ignores):
        unused = [name for name in ignore.names if (k, name) not in used and known.get(name, True)]
        yield from _complaints(ignore, unused, known)


@lru_cache(maxsize=256)
def ignores_in(source: Source) -> tuple[Ignore, ...]:
    """The comments of a file that let something pass."""
    return tuple(_ignores_in(source)) if "ignore[" in source.text else ()


def _ignores_in(source: Source) -> Iterator[Ignore]:
    lines = source.text.split("\n")
    for number, line in enumerate(lines, start=1):
        found = _IGNORE.search(line.rstrip())
        if found is None or line[: found.start()].count('"') % 2:
            continue
        start = source.line_start(number) + found.start()
        names = tuple(name.strip() for name in found[1].split(",") if name.strip())
        alone = not line[: found.start()].strip()
        last = _next_rule(lines, number) if alone else number
        yield Ignore(names, (found[2] or "").strip(), number, last, Span(source, start, start + len(found[0])))


def _next_rule(lines: list[str], number: int) -> int:
    """The first line below that is no comment."""
    below = number
    while below < len(lines) and lines[below].strip().startswith("#"):
        below += 1
    return below + 1


def _complaints(ignore: Ignore, unused: list[str], known: Mapping[str, bool]) -> Iterator[Diagnostic]:
    if not ignore.reason:
        yield warning(
            "ignore-without-reason", "nobody will know why this is ignored", ignore.span,
            label="a reason is missing", help=(f"write `# ignore[{', '.join(ignore.names)}]: why`",),
        )  # fmt: skip
    for name in unused:
        message = f"nothing called `{name}` is found here" if name in known else f"lint has no rule `{name}`"
        fix = _taken_away(ignore) if len(ignore.names) == 1 else None
        yield warning("unused-ignore", message, ignore.span, label="ignores nothing",
                      help=("take the comment away",), fix=fix)  # fmt: skip


def _taken_away(ignore: Ignore) -> Fix:
    """The comment goes; with its line, if nothing else stands there."""
    source, start, end = ignore.span.source, ignore.span.start, ignore.span.end
    begun = source.line_start(ignore.span.line)
    before = source.text[begun:start]
    if before.strip():
        start = begun + len(before.rstrip())
    else:
        start, end = begun, min(end + 1, len(source.text))
    return Fix("take the comment away", (Edit(Span(source, start, end), ""),), safe=True)
