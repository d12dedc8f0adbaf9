"""Operators that plant a fault in Python code: each changes one place in its syntax tree.

A fault is named by its module, the qualified name of its function, the operator and which of the places there it is,
from 1 on. So it stays what it is when the code is laid out anew, and every place of a function can be tried.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from typing import TypeAlias

from attrs import field, frozen

#: What takes the place of a node, one at a time if it can be several; nothing if the operator has no use for it.
Operator: TypeAlias = Callable[[ast.AST], ast.AST | list[ast.AST] | None]


@frozen
class Place:
    """Where an operator can be applied. `number` counts the places of the operator in the function."""

    function: str
    operator: str
    number: int
    before: ast.AST = field(eq=False, repr=False)
    after: ast.AST = field(eq=False, repr=False)

    @property
    def words(self) -> str:
        """What stands there instead of what; of a text of several lines, the line that changes."""
        before, after = self.before, self.after
        if isinstance(before, ast.Constant) and isinstance(after, ast.Constant) and isinstance(before.value, str):
            lines = zip(before.value.split("\n"), str(after.value).split("\n"), strict=True)
            before, after = next((ast.Constant(one), ast.Constant(other)) for one, other in lines if one != other)
        return f"`{_line(before)}` is `{_line(after)}`"


def places(tree: ast.Module, operator: str) -> Iterator[Place]:
    """Every place of a module at which the operator can be applied, in the order written."""
    for function, body in functions(tree):
        for number, (node, changed) in enumerate(_applied(body, OPERATORS[operator]), start=1):
            yield Place(function, operator, number, node, changed)


def planted(tree: ast.Module, function: str, operator: str, number: int) -> ast.Module:
    """The module with the fault; raises LookupError if there is no such place."""
    others = {id(body): body for name, body in functions(tree) if name != function}
    tree = deepcopy(tree, others)  # those stay as they are
    for name, body in functions(tree):
        if name == function:
            for count, (node, changed) in enumerate(_applied(body, OPERATORS[operator]), start=1):
                if count == number:
                    _put(body, node, changed)
                    ast.fix_missing_locations(body)
                    return tree
    raise LookupError(f"no place {number} for `{operator}` in {function}")


def functions(tree: ast.Module) -> Iterator[tuple[str, ast.stmt]]:
    """Every function with its qualified name, and what is defined in it; likewise texts and tables outside of any."""
    for node in tree.body:
        match node:
            case ast.FunctionDef(name):
                yield name, node
            case ast.ClassDef(name, body=body):
                yield from ((f"{name}.{each.name}", each) for each in body if isinstance(each, ast.FunctionDef))
            case ast.Assign([ast.Name(name)], ast.Constant(str()) | ast.Dict()) | ast.AnnAssign(
                ast.Name(name), _, ast.Constant(str()) | ast.Dict()
            ):
                yield name, node


def _applied(body: ast.stmt, operator: Operator) -> Iterator[tuple[ast.AST, ast.AST]]:
    for node in _inside(body):
        changed = operator(node)
        for each in changed if isinstance(changed, list) else [changed]:
            if each is not None and (type(each) is not type(node) or _differ(each, node)):
                yield node, each


def _differ(one: ast.AST, other: ast.AST) -> bool:
    return ast.dump(one) != ast.dump(other)


def _inside(node: ast.AST) -> Iterator[ast.AST]:
    """All that is carried out in a function: without types, assertions and what a fault says."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "args") and not isinstance(node, ast.Call):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.Assert | ast.Raise) or _is_docstring(child) or not isinstance(child, ast.AST):
                continue
            yield child
            yield from _inside(child)


def _is_docstring(node: object) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _put(root: ast.AST, old: ast.AST, new: ast.AST) -> None:
    for parent in ast.walk(root):
        for name, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, name, new)
            elif isinstance(value, list):
                value[:] = [new if each is old else each for each in value]


def _line(node: ast.AST) -> str:
    text = ast.unparse(node).split("\n")[0]
    return text if len(text) <= 100 else f"{text[:97]}..."


# ---------------------------------------------------------------- conditions


def _negated(test: ast.expr) -> ast.expr:
    match test:
        case ast.UnaryOp(ast.Not(), operand):
            return operand
        case _:
            return ast.UnaryOp(ast.Not(), test)


def _with_test(node: ast.AST, change: Callable[[ast.expr], ast.expr]) -> ast.AST | None:
    """The same node, under another condition."""
    match node:
        case ast.If(test, body, orelse):
            return ast.If(change(test), body, orelse)
        case ast.While(test, body, orelse):
            return ast.While(change(test), body, orelse)
        case ast.IfExp(test, body, orelse):
            return ast.IfExp(change(test), body, orelse)
        case ast.comprehension(target, over, [test, *more], is_async):
            return ast.comprehension(target, over, [change(test), *more], is_async)
        case ast.match_case(pattern, ast.expr() as guard, body):
            return ast.match_case(pattern, change(guard), body)
        case _:
            return None


def negate(node: ast.AST) -> ast.AST | None:
    """What is done if something holds is done if it does not."""
    return _with_test(node, _negated)


def always(node: ast.AST) -> ast.AST | None:
    """What is done if something holds is always done."""
    return None if isinstance(node, ast.While) else _with_test(node, lambda _: ast.Constant(True))


def never(node: ast.AST) -> ast.AST | None:
    """What is done if something holds is never done."""
    return _with_test(node, lambda _: ast.Constant(False))


def first_part(node: ast.AST) -> ast.AST | None:
    """Of what is joined by `and` or `or`, only the first counts."""
    return node.values[0] if isinstance(node, ast.BoolOp) else None


def last_part(node: ast.AST) -> ast.AST | None:
    """Of what is joined by `and` or `or`, only the last counts."""
    return node.values[-1] if isinstance(node, ast.BoolOp) else None


def other_word(node: ast.AST) -> ast.AST | None:
    """`and` is `or`, and the other way round."""
    if not isinstance(node, ast.BoolOp):
        return None
    return ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)


_BESIDE: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip


def comparison(node: ast.AST) -> ast.AST | None:
    """A comparison goes one step too far, or is the opposite."""
    if not isinstance(node, ast.Compare):
        return None
    return ast.Compare(node.left, [_BESIDE[type(node.ops[0])](), *node.ops[1:]], node.comparators)


# ---------------------------------------------------------------- statements and values


def drop(node: ast.AST) -> ast.AST | None:
    """A statement is left out."""
    return ast.Pass() if isinstance(node, ast.Expr | ast.AugAssign | ast.Delete) else None


def one_more(node: ast.AST) -> ast.AST | None:
    """A number is one more."""
    number = isinstance(node, ast.Constant) and type(node.value) is int
    return ast.Constant(node.value + 1) if number and isinstance(node, ast.Constant) else None  # type: ignore[operator]


def arithmetic(node: ast.AST) -> ast.AST | None:
    """What is added is taken away, and the other way round."""
    match node:
        case ast.BinOp(left, ast.Add(), right):
            return ast.BinOp(left, ast.Sub(), right)
        case ast.BinOp(left, ast.Sub(), right):
            return ast.BinOp(left, ast.Add(), right)
        case ast.AugAssign(target, ast.Add(), value):
            return ast.AugAssign(target, ast.Sub(), value)
        case ast.AugAssign(target, ast.Sub(), value):
            return ast.AugAssign(target, ast.Add(), value)
        case _:
            return None


def swap(node: ast.AST) -> ast.AST | None:
    """The first two arguments of a call, or parts of a tuple, change places."""
    match node:
        case ast.Call(function, [ast.expr() as one, ast.expr() as two, *more], keywords):
            return ast.Call(function, [two, one, *more], keywords)
        case ast.Tuple([one, two, *more], ast.Load()):
            return ast.Tuple([two, one, *more], ast.Load())
        case _:
            return None


def shorter(node: ast.AST) -> ast.AST | None:
    """A tuple or a list of several loses its last part."""
    match node:
        case ast.Tuple([_, *_] as parts, ast.Load()) if len(parts) > 1:
            return ast.Tuple(parts[:-1], ast.Load())
        case ast.List([_, *_] as parts, ast.Load()) if len(parts) > 1:
            return ast.List(parts[:-1], ast.Load())
        case _:
            return None


def nothing(node: ast.AST) -> ast.AST | None:
    """A keyword argument is none, or no."""
    return ast.keyword(node.arg, ast.Constant(None)) if isinstance(node, ast.keyword) and node.arg else None


# ---------------------------------------------------------------- code that writes code

_IN_TEXT = (
    (" + ", " - "), (" - ", " + "), (" + 1", " + 2"), (" - 1", ""),
    (" <= ", " < "), (" >= ", " > "), (" < ", " <= "), (" > ", " >= "),
    (" == ", " != "), (" += ", " -= "), (" -= ", " += "), (" and ", " or "), (" or ", " and "), (" not ", " "),
    ("[:]", ""), ("_max(", "_min("), ("_min(", "_max("), ("True", "False"), (".append(", ".remove("), (":-1]", "]"),
)  # fmt: skip


#: Words of the language for what is built as nodes: `tree.compare(left, "<", right)`; and instructions of native code.
_WORDS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "=": "!=", "!=": "=", "and": "or", "or": "and",
    **{f"i{bits}.{one}": f"i{bits}.{other}" for bits in (32, 64) for one, other in (
        ("lt_s", "le_s"), ("le_s", "lt_s"), ("gt_s", "ge_s"), ("ge_s", "gt_s"), ("lt_u", "le_u"), ("le_u", "lt_u"),
        ("gt_u", "ge_u"), ("ge_u", "gt_u"), ("eq", "ne"), ("ne", "eq"), ("add", "sub"), ("sub", "add"), ("mul", "add"),
        ("and", "or"), ("or", "and"), ("xor", "or"), ("shl", "shr_u"), ("shr_u", "shr_s"), ("rem_u", "rem_s"),
        ("div_u", "div_s"), ("ctz", "clz"), ("load8_u", "load8_s"), ("load16_u", "load16_s"),
        ("extend_i32_s", "extend_i32_u"), ("extend_i32_u", "extend_i32_s"),
    )},
}


def in_text(node: ast.AST) -> list[ast.AST] | None:
    """A sign of an operation in a text that becomes code is another one."""
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
        return None
    text = node.value
    if text in _WORDS:
        return [ast.Constant(_WORDS[text])]
    found = [(at, sign, other) for sign, other in _IN_TEXT for at in range(len(text)) if text.startswith(sign, at)]
    return [ast.Constant(text[:at] + other + text[at + len(sign) :]) for at, sign, other in sorted(found)]


_NODES = {
    "Lt": "LtE", "LtE": "Lt", "Gt": "GtE", "GtE": "Gt", "Eq": "NotEq", "NotEq": "Eq", "And": "Or", "Or": "And",
    "Add": "Sub", "Sub": "Add", "In": "NotIn", "NotIn": "In", "Is": "IsNot", "IsNot": "Is",
}  # fmt: skip


def in_nodes(node: ast.AST) -> ast.AST | None:
    """A node of the code that is built stands for another operation: `ast.Gt()` for `ast.GtE()`."""
    match node:
        case ast.Attribute(ast.Name("ast") as module, name, context) if name in _NODES:
            return ast.Attribute(module, _NODES[name], context)
        case _:
            return None


def unchecked(node: ast.AST) -> ast.AST | None:
    """Native code looks whether it can go on, and goes on whatever it finds."""
    match node:
        case ast.Call(ast.Attribute(writer, "trap_if", context)):
            return ast.Call(ast.Attribute(writer, "do", context), [ast.Constant("drop")], [])
        case _:
            return None


OPERATORS: Mapping[str, Operator] = {
    "negate": negate,
    "always": always,
    "never": never,
    "first part": first_part,
    "last part": last_part,
    "other word": other_word,
    "comparison": comparison,
    "drop": drop,
    "one more": one_more,
    "arithmetic": arithmetic,
    "swap": swap,
    "shorter": shorter,
    "nothing": nothing,
    "in text": in_text,
    "in nodes": in_nodes,
    "unchecked": unchecked,
}
