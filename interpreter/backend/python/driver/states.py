"""Generates the functions that make, copy and end states. No list is copied that never changes."""

import ast
from collections.abc import Mapping, Set

from dsl.ir import nodes as ir
from dsl.walk import nodes_in
from interpreter.backend.python.emit import tree
from interpreter.backend.python.emit.tree import stmts
from interpreter.program.model.nodes import Copied, RefreshCopies, parts
from interpreter.program.model.program import Program
from interpreter.program.model.state_layers import COMMON
from interpreter.runtime.chance import name_hash
from interpreter.runtime.state import first_values, own_attributes, under_way


def state_functions(program: Program, journal: bool) -> list[ast.stmt]:
    """Generates `fresh(seed)`, `clone(st)` and `end(st)`, after which nothing is active or asked."""
    values = {**first_values(program.layout), "journal": [] if journal else None}
    fixed = fixed_lists(program)
    return [*beginning_with("fresh", program, values, fixed), _clone(program, fixed), _end(program)]


def beginning_with(name: str, program: Program, values: Mapping[str, object], fixed: Set[str]) -> list[ast.stmt]:
    """Generates a function of that name which takes a seed and makes a state with these values of attributes."""
    before: list[ast.stmt] = []
    body = stmts("st = new(State)")
    shared = {"kind", "owner"} & fixed
    for attribute, result in values.items():
        value = tree.literal(result)
        if attribute in shared:
            kept = tree.name(f"{name}_{attribute}")
            before.append(tree.assign(kept, value))
            value = kept
        body.append(tree.assign(tree.state(attribute), value))
    if program.layout.streams:
        body += stmts("seed = mix(seed)")
    for attribute, stream in program.layout.streams.items():
        body += stmts("stream = mix(seed ^ own)", stream=tree.state(attribute), own=name_hash(stream))
    return [*before, tree.function(name, ["seed"], [*body, *stmts("return st")])]


def _clone(program: Program, fixed: Set[str]) -> ast.stmt:
    body = stmts("other = new(State)")
    values = first_values(program.layout)
    other = tree.name("other")
    for name in (*COMMON, *own_attributes(program.layout)):
        is_list = isinstance(values.get(name), list) and name not in fixed
        if name not in ("zones", "stack", "journal"):
            result = tree.state(name)
            place = tree.Attribute(other, name, tree.LOAD)
            body.append(tree.assign(place, tree.expr("result[:]", result=result) if is_list else result))
    body += stmts(_OTHERS)
    return tree.function("clone", ["st"], body)


_OTHERS = """
other.zones = [*map(copy_of, st.zones)]
other.stack = stack = st.stack[:]
for place in range(1, len(stack), 2):
    stack[place] = stack[place][:]
other.journal = None if st.journal is None else st.journal[:]
return other
"""

_NOTHING_ASKED = """
st.pc = st.player = st.site = -1
st.options = st.offers = ()
st.can_pass = 0
st.stack = []
st.frame = []
st.held = 0
st.later = []
st.deciding = (-1, -1)
"""


def _end(program: Program) -> ast.stmt:
    nothing = under_way(program.layout).items()
    others = [tree.assign(tree.state(attribute), tree.literal(result)) for attribute, result in nothing]
    return tree.function("end", ["st"], [*stmts(_NOTHING_ASKED), *others, *stmts("return -1")])


def fixed_lists(program: Program) -> set[str]:
    """The lists of a state that nothing in the program changes."""
    fixed = {"kind", "owner"}
    fixed.update(slot.attribute for slot in program.layout.marks)
    for node in nodes_in(tuple(map(parts, program.routines.values()))):
        kind = type(node)
        if kind is ir.Create:
            return set()
        if kind in _CHANGE_KINDS:
            fixed.discard("kind")
        elif kind in _CHANGE_VARIABLES:
            fixed.discard(program.layout.variables[node.variable].attribute)
    return fixed


_CHANGE_KINDS, _CHANGE_VARIABLES = {Copied, RefreshCopies}, {ir.Write, ir.Change, ir.Pot}
