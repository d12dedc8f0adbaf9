"""New states, copies of states and their ends, as Python text. No list is copied that never changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dsl.ir import nodes as ir
from dsl.walk import statements_in
from interpreter.program.model.layout import COMMON
from interpreter.program.model.nodes import Copied, LookAgain, parts
from interpreter.program.model.program import Program
from interpreter.runtime.chance import name_hash
from interpreter.runtime.state import first_values, own_attributes, under_way


def state_functions(program: Program, journal: bool) -> list[str]:
    """The functions `fresh(seed)`, `clone(st)` and `end(st)`, after which nothing is under way or asked."""
    return [*_fresh(program, journal), "", *_clone(program), "", *_end(program)]


def _fresh(program: Program, journal: bool) -> list[str]:
    values = first_values(program.layout)
    values["journal"] = [] if journal else None
    return beginning_with("fresh", program, values)


def beginning_with(name: str, program: Program, values: Mapping[str, Any]) -> list[str]:
    """The function of that name that takes a seed and makes a state in which attributes have these values."""
    lines = [f"def {name}(seed):", "    st = new(State)"]
    shared = {"kind", "owner"} & _fixed_lists(program)
    for attribute, worth in values.items():
        if attribute in shared:
            lines.insert(0, f"{name}_{attribute} = {_text(worth)}")
        lines.append(f"    st.{attribute} = {f'{name}_{attribute}' if attribute in shared else _text(worth)}")
    if program.layout.streams:
        lines.append("    seed = mix(seed)")
    for attribute, stream in program.layout.streams.items():
        lines.append(f"    st.{attribute} = mix(seed ^ {name_hash(stream)})")
    return [*lines, "    return st"]


def _text(worth: Any) -> str:
    """A value as text; a list of many equal numbers is written shortly."""
    if isinstance(worth, list) and len(worth) > 2 and len(set(map(str, worth))) == 1 and not isinstance(worth[0], list):
        return f"[{worth[0]!r}] * {len(worth)}"
    return repr(worth)


def _clone(program: Program) -> list[str]:
    lines = ["def clone(st):", "    other = new(State)"]
    fixed = _fixed_lists(program)
    values = first_values(program.layout)
    for name in (*COMMON, *own_attributes(program.layout)):
        is_list = isinstance(values.get(name), list) and name not in fixed
        if name not in ("zones", "stack", "journal"):
            lines.append(f"    other.{name} = st.{name}{'[:]' if is_list else ''}")
    return [
        *lines,
        "    other.zones = [*map(copy_of, st.zones)]",
        "    other.stack = stack = st.stack[:]",
        "    for place in range(1, len(stack), 2):",
        "        stack[place] = stack[place][:]",
        "    other.journal = None if st.journal is None else st.journal[:]",
        "    return other",
    ]


def _end(program: Program) -> list[str]:
    return [
        "def end(st):",
        "    st.pc = st.player = st.site = -1",
        "    st.options = st.offers = ()",
        "    st.can_pass = 0",
        "    st.stack = []",
        "    st.frame = []",
        "    st.held = 0",
        "    st.later = []",
        "    st.deciding = (-1, -1)",
        *(f"    st.{attribute} = {nothing!r}" for attribute, nothing in under_way(program.layout).items()),
        "    return -1",
    ]


def _fixed_lists(program: Program) -> set[str]:
    """Lists of a state that nothing in the program changes."""
    fixed = {"kind", "owner"}
    fixed.update(slot.attribute for slot in program.layout.fields.values())
    for routine in program.routines.values():
        for node in statements_in(parts(routine)):
            if isinstance(node, ir.Create):
                return set()
            if isinstance(node, Copied | LookAgain):
                fixed.discard("kind")
            if isinstance(node, ir.WriteAttribute):
                fixed.discard(program.layout.fields[node.field].attribute)
    return fixed
