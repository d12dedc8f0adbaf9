"""Hoists loads: what a function reads from the state repeatedly is read once, where the function begins.

Only lists that are the same objects as long as the state exists: of pieces, and of variables with indices.
"""

import ast

from attrs import define, field

from dsl.ir import nodes as ir
from dsl.walk import nodes_in
from interpreter.backend.python.emit import tree
from interpreter.backend.python.emit.code import Code
from interpreter.program.model.nodes import parts


def hoist(c: Code, body: list[ast.stmt], *, of_loops: bool = False) -> list[ast.stmt]:
    """Hoists loads out of `body`, which is changed; gives the statements for its beginning.

    With `of_loops`, only of what some loop in it reads.
    """
    layout = c.unit.layout
    lists = {"zones", "zone", "seen", *(slot.attribute for slot in layout.variables.values() if slot.sizes)}
    routines = c.unit.program.routines.values()
    zones_stay = not any(isinstance(node, ir.Swap) for routine in routines for node in nodes_in(parts(routine)))
    loads = _Loads(c, lists, layout.zone_names if zones_stay else ())
    if of_loops:
        loads.wanted = set()
        loads.look_in(body, in_loop=False)
    loads.replace_in(body)
    return [tree.assign(name, load) for name, load in loads.found.values()]


@define
class _Loads:
    """Replaces loads by names.

    `found`: the name and the load, by what is loaded; `same`: that name, by other names of the same thing. Expressions
    may be in several places, so each is replaced by another one, once (`known`, by identity). `wanted`: what is to be
    hoisted; None is all.
    """

    c: Code
    lists: set[str]
    zones: tuple[str, ...]
    found: dict[str, tuple[ast.Name, ast.expr]] = field(factory=dict)
    same: dict[str, ast.Name] = field(factory=dict)
    known: dict[int, ast.AST] = field(factory=dict)
    wanted: set[str] | None = None
    seen: set[int] = field(factory=set)

    def look_in(self, body: list[ast.stmt], *, in_loop: bool) -> None:
        """Finds what loops in these statements read."""
        for statement in body:
            for name in statement._fields:
                part = getattr(statement, name)
                if isinstance(part, list) and part and isinstance(part[0], ast.stmt):
                    self.look_in(part, in_loop=in_loop or isinstance(statement, ast.For | ast.While))
                elif in_loop or (isinstance(statement, ast.While) and name == "test"):
                    self._look_at(part)

    def _look_at(self, part: object) -> None:
        for node in part if isinstance(part, list) else [part]:
            if isinstance(node, ast.AST) and id(node) not in self.seen:
                self.seen.add(id(node))
                if (found := self._load(node)) is not None:
                    assert self.wanted is not None
                    self.wanted.add(found[0])
                for name in node._fields:
                    self._look_at(getattr(node, name))

    def replace_in(self, body: list[ast.stmt]) -> None:
        """Rewrites statements in place."""
        for statement in body:
            for name in statement._fields:
                part = getattr(statement, name)
                if isinstance(part, ast.expr):
                    setattr(statement, name, self._replaced(part))
                elif isinstance(part, list) and part and isinstance(part[0], ast.stmt):
                    self.replace_in(part)
                elif isinstance(part, list):
                    setattr(statement, name, [self._replaced(item) for item in part])

    def _replaced(self, node: ast.AST) -> ast.AST:
        match node:
            case ast.Name(identifier):
                return self.same.get(identifier, node)
            case ast.Constant() | ast.expr_context() | ast.operator() | ast.unaryop() | ast.boolop() | ast.cmpop():
                return node
        if id(node) not in self.known:
            self.known[id(node)] = self._name_of(node) or self._rebuilt(node)
        return self.known[id(node)]

    def _name_of(self, node: ast.AST) -> ast.Name | None:
        if (found := self._load(node)) is not None and (self.wanted is None or found[0] in self.wanted):
            what, wish, load = found
            if what not in self.found:
                self.found[what] = self.c.out.name(wish), load
            return self.found[what][0]
        if isinstance(node, ast.NamedExpr):
            replaced = self._replaced(node.value)
            if isinstance(replaced, ast.Name):
                return self.same.setdefault(node.target.id, replaced)
        return None

    def _load(self, node: ast.AST) -> tuple[str, str, ast.expr] | None:
        """What is loaded, the name that is wished for it, and the load."""
        match node:
            case ast.Subscript(ast.Attribute(ast.Name("st"), "zones"), ast.Constant(int(place)), ast.Load()):
                return (f"zone {place}", self.zones[place], node) if self.zones else None
            case ast.Subscript(ast.Name("choose"), ast.Constant(int(seat))):
                return f"choose {seat}", f"choose_{seat}", node
            case ast.Attribute(ast.Name("st"), attribute, ast.Load()) if attribute in self.lists:
                return attribute, attribute, node
        return None

    def _rebuilt(self, node: ast.AST) -> ast.AST:
        parts = [getattr(node, name) for name in node._fields]
        after = [[*map(self._replaced, part)] if isinstance(part, list) else self._part(part) for part in parts]
        return node if after == parts else type(node)(*after)

    def _part(self, part: object) -> object:
        return self._replaced(part) if isinstance(part, ast.AST) else part
