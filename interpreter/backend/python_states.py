"""New states, copies of states and their ends, as Python text. No list is copied that never changes."""

from __future__ import annotations

from typing import Any

from dsl.ir import nodes as ir
from interpreter.chance import name_hash
from interpreter.program.layout import COMMON
from interpreter.program.nodes import Copied, LookAgain, Plain, Program
from interpreter.program.walk import statements_in
from interpreter.state import first_values, own_attributes, under_way


def state_functions(program: Program, journal: bool) -> list[str]:
    """The functions `fresh(seed)`, `clone(st)` and `end(st)`, after which nothing is under way or asked."""
    return [*_fresh(program, journal), "", *_clone(program), "", *_end(program)]


def _fresh(program: Program, journal: bool) -> list[str]:
    lines = ["def fresh(seed):", "    st = new(State)"]
    values = first_values(program.layout)
    values["journal"] = [] if journal else None
    lines += [f"    st.{name} = {_text(worth)}" for name, worth in values.items()]
    if program.layout.streams:
        lines.append("    seed = mix(seed)")
    for attribute, name in program.layout.streams.items():
        lines.append(f"    st.{attribute} = mix(seed ^ {name_hash(name)})  # {name}")
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
        "    other.zones = [zone[:] for zone in st.zones]",
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
        parts: Any = routine.statements if isinstance(routine, Plain) else tuple(routine.blocks.values())
        for node in statements_in(parts):
            if isinstance(node, ir.Create):
                return set()
            if isinstance(node, Copied | LookAgain):
                fixed.discard("kind")
            if isinstance(node, ir.WriteAttribute):
                fixed.discard(program.layout.fields[node.field].attribute)
    return fixed
