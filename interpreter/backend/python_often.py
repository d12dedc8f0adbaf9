"""What a function takes from the state again and again gets a name of its own, where the function begins."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from dsl.ir import nodes as ir
from dsl.walk import nodes_in
from interpreter.backend.python_code import Code
from interpreter.program.model.nodes import parts

#: So often something must stand in a function for that; in a loop, once is often enough.
OFTEN = 2
_LIST = re.compile(r"(?<![\w.])st\.(\w+)\[")
_ZONE = re.compile(r"(?<![\w.])st\.zones\[(\d+)\]")
_CHOOSE = re.compile(r"\bchoose\[(\d+)\]")
_LOOP = re.compile(r" *(?:for|while) ")
_TWO_NAMES = re.compile(r"\((\w+) := ([a-z]\w*)\)")


def named_often(c: Code, lines: list[str]) -> list[str]:
    """The lines that give names to lists of the state, and to who chooses; `lines` then use the names.

    Only to lists that are the same lists for as long as a state is: of pieces, and of what there is several times.
    """
    layout = c.unit.layout
    zones = {str(number): name for number, name in enumerate(layout.zone_names)}
    if any(
        isinstance(node, ir.Swap) for routine in c.unit.program.routines.values() for node in nodes_in(parts(routine))
    ):
        zones = {}
    lists = ("zones", "zone", "seen", *(slot.attribute for slot in layout.variables.values() if slot.sizes))
    seats = {str(seat): f"choose_{seat}" for seat in range(c.unit.players)}
    first = [
        *_named(c, lines, _ZONE, zones, ""),
        *_named(c, lines, _LIST, {name: name for name in lists}, "["),
        *_named(c, lines, _CHOOSE, seats, ""),
    ]
    _with_one_name_each(lines, {line.split()[0] for line in first})
    return first


def _named(c: Code, lines: list[str], pattern: re.Pattern[str], wishes: Mapping[str, str], behind: str) -> list[str]:
    """Names for what the pattern finds often, as wished for what stands in it; `behind` it stands that as well."""
    whole: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for line, in_loop in _with_loops(lines):
        for match in pattern.finditer(line):
            whole[match[1]] = match[0].removesuffix(behind)
            counts[match[1]] += OFTEN if in_loop else 1
    names = {what: c.text.name(wishes[what]) for what, times in counts.items() if times >= OFTEN and what in wishes}
    if names:
        text = pattern.sub(lambda m: names[m[1]] + behind if m[1] in names else m[0], "\n".join(lines))
        lines[:] = text.split("\n")
    return [f"    {name} = {whole[what]}" for what, name in names.items()]


def _with_loops(lines: list[str]) -> Iterator[tuple[str, bool]]:
    """The lines, and whether they stand in a loop."""
    loops: list[int] = []
    for line in lines:
        indent = len(line) - len(line.lstrip())
        while loops and indent <= loops[-1]:
            loops.pop()
        yield line, bool(loops)
        if _LOOP.match(line):
            loops.append(indent)


def _with_one_name_each(lines: list[str], names: set[str]) -> None:
    """A name for what has one of these names already is left out."""
    others: dict[str, str] = {}

    def found(match: re.Match[str]) -> str:
        if match[2] not in names:
            return match[0]
        others[match[1]] = match[2]
        return match[2]

    text = _TWO_NAMES.sub(found, "\n".join(lines))
    if others:
        text = re.sub(r"(?<![\w.])(?:" + "|".join(others) + r")\b", lambda match: others[match[0]], text)
        lines[:] = text.split("\n")
