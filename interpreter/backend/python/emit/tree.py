"""Python as syntax trees: nodes with lines, templates with holes, and modules made of them.

A template is a constant text of this program, parsed once; its holes are filled with nodes. So nothing that a rule
file, a path or a person says gets into generated code but as a number or as a name made for it (`names.py`).

Expressions are never changed, so one may be in several places. Its line is that of the statement around it: Python asks
a statement for its line before what is in it, and expressions give the line asked for last.
"""

import ast
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache, partial
from typing import TypeAlias, TypeVar, cast

_N = TypeVar("_N", bound=ast.AST)
#: What a hole of a template takes: an expression, a number, or several expressions or statements.
Filling: TypeAlias = "ast.expr | int | Sequence[ast.expr] | Sequence[ast.stmt]"
#: Makes a part of a template out of what its holes are filled with.
_Maker: TypeAlias = Callable[[Mapping[str, object]], object]


class _CurrentLine:
    """The line of the statement that Python asked last."""

    now = 1


#: A function of C, since it is asked of every node (which would be the answer if there were no line).
_of_line = partial(getattr, _CurrentLine, "now")


def _of_statement(statement: object) -> int:
    _CurrentLine.now = statement.line  # type: ignore[attr-defined]
    return _CurrentLine.now


def _placed(kind: type[_N]) -> type[_N]:
    """Makes a class of nodes that have a line."""
    line = _of_statement if issubclass(kind, ast.stmt) else _of_line
    places = {"lineno": property(line), "end_lineno": None, "col_offset": 0, "end_col_offset": 0}
    return cast("type[_N]", type(kind.__name__, (kind,), {**places, "line": 1}))


Name = _placed(ast.Name)
Constant = _placed(ast.Constant)
Attribute = _placed(ast.Attribute)
Subscript = _placed(ast.Subscript)
Call = _placed(ast.Call)
BoolOp = _placed(ast.BoolOp)
BinOp = _placed(ast.BinOp)
IfExp = _placed(ast.IfExp)
NamedExpr = _placed(ast.NamedExpr)
Tuple = _placed(ast.Tuple)
Starred = _placed(ast.Starred)
Assign = _placed(ast.Assign)
If = _placed(ast.If)
Pass = _placed(ast.Pass)
#: A value that is never none under a condition, and none otherwise; and one that never is.
_IfThere, _There = _placed(ast.IfExp), _placed(ast.Subscript)
_UnaryOp = _placed(ast.UnaryOp)
_Compare = _placed(ast.Compare)
_FunctionDef = _placed(ast.FunctionDef)
_Arg = _placed(ast.arg)
_Expr = _placed(ast.Expr)
_List = _placed(ast.List)
_Dict = _placed(ast.Dict)

LOAD, STORE = ast.Load(), ast.Store()
_NOT, _ADD, _AND, _OR = ast.Not(), ast.Add(), ast.And(), ast.Or()


@cache
def num(number: int) -> ast.Constant:
    """A number."""
    return Constant(number)


NONE, ZERO, ONE = num(-1), num(0), num(1)


def name(identifier: str) -> ast.Name:
    """A read of a name."""
    return Name(identifier, LOAD)


ST = name("st")


def state(attribute: str) -> ast.expr:
    """An attribute of the state."""
    return Attribute(ST, attribute, LOAD)


def values(evaluator: Iterable[int]) -> ast.Constant:
    """A tuple of numbers."""
    return _constant(tuple(evaluator))


def literal(result: object) -> ast.expr:
    """A value that is known before play; a list of many equal numbers is abbreviated."""
    match result:
        case [int(first), _, *_] if isinstance(result, list) and result == [first] * len(result):
            return expr("[first] * length", first=first, length=len(result))
        case list():
            return _List([literal(item) for item in result], LOAD)
        case tuple() if any(isinstance(item, list) for item in result):
            return Tuple([literal(item) for item in result], LOAD)
        case dict():
            return _Dict([num(key) for key in result], [literal(found) for found in result.values()])
    return _constant(result)


def _constant(result: object) -> ast.Constant:
    """A constant of any kind: Python takes tuples, too, of which the stubs do not know."""
    return Constant(cast("int", result))


def tuple_of(items: Sequence[ast.expr]) -> ast.expr:
    """A tuple of expressions; a constant, if they are."""
    if all(number_in(item) is not None for item in items):
        return values(cast("int", cast("ast.Constant", item).value) for item in items)
    return Tuple(list(items), LOAD)


def at(items: ast.expr, place: ast.expr) -> ast.expr:
    """An item of a list."""
    return Subscript(items, place, LOAD)


def item(items: ast.expr, place: ast.expr) -> ast.expr:
    """An item of a list that has one at that place."""
    if (known := _items_of(items)) is not None:
        if len(known) == 1:
            return num(known[0])
        if known == tuple(range(len(known))):
            return place
    return at(items, place)


def length(items: ast.expr) -> ast.expr:
    """How many items a list has."""
    known = _items_of(items)
    return call("len", items) if known is None else num(len(known))


def _items_of(node: ast.expr) -> tuple[int, ...] | None:
    """The numbers of a constant tuple."""
    found: object = node.value if isinstance(node, ast.Constant) else None
    return found if isinstance(found, tuple) else None


def of_state(attribute: str, place: ast.expr) -> ast.expr:
    """An item of a list of the state."""
    return Subscript(state(attribute), place, LOAD)


def call(called: str, *arguments: ast.expr) -> ast.expr:
    """A call of a function by its name."""
    return Call(Name(called, LOAD), list(arguments), [])


_COMPARISONS: Mapping[str, ast.cmpop] = {
    "<": ast.Lt(), "<=": ast.LtE(), ">": ast.Gt(), ">=": ast.GtE(), "=": ast.Eq(), "!=": ast.NotEq(),
}  # fmt: skip


def compare(left: ast.expr, operator: str, right: ast.expr) -> ast.expr:
    """A comparison, by one of the language's operators."""
    return _Compare(left, [_COMPARISONS[operator]], [right])


def both(*conditions: ast.expr | None) -> ast.expr | None:
    """The conjunction of those conditions that are not None, if any."""
    there = [condition for condition in conditions if condition is not None]
    return joined("and", there) if there else None


def joined(word: str, conditions: Sequence[ast.expr]) -> ast.expr:
    """Conditions joined by `and` or `or`."""
    return conditions[0] if len(conditions) == 1 else BoolOp(_AND if word == "and" else _OR, list(conditions))


def if_there(condition: ast.expr, thing: ast.expr) -> ast.expr:
    """Something that is never none, under a condition; else none."""
    return _IfThere(condition, thing, NONE)


def there(items: ast.expr, place: ast.expr) -> ast.expr:
    """An item of a list of what is never none."""
    return _There(items, place, LOAD)


def of_there(result: ast.expr, found: Callable[[ast.expr], ast.expr], gone: ast.expr) -> ast.expr | None:
    """`found` of a value that is known to be never none but by its condition, or `gone`; None for other values."""
    if isinstance(result, _There):
        return found(result)
    return IfExp(result.test, found(result.body), gone) if isinstance(result, _IfThere) else None


def truth(result: ast.expr) -> ast.expr:
    """What is true where a value is not 0: without the way over 1 and 0."""
    match result:
        case ast.IfExp(condition, ast.Constant(1), ast.Constant(0)):
            return condition
        case ast.IfExp(condition, ast.Constant(0), ast.Constant(1)):
            return opposite(condition)
    return result


def opposite(condition: ast.expr) -> ast.expr:
    """The negation of a condition."""
    if isinstance(condition, ast.UnaryOp) and isinstance(condition.op, ast.Not):
        return condition.operand
    return _UnaryOp(_NOT, condition)


def total(terms: Sequence[ast.expr]) -> ast.expr:
    """A sum; numbers that come first are added up."""
    found = terms[0]
    for term in terms[1:]:
        known, more = number_in(found), number_in(term)
        found = BinOp(found, _ADD, term) if known is None or more is None else num(known + more)
    return found


def number_in(node: ast.expr) -> int | None:
    """The value of a number, if it is one."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, int) else None


def is_simple(node: ast.expr) -> bool:
    """Whether it is a name or a number, which costs nothing to evaluate again."""
    return isinstance(node, ast.Name) or number_in(node) is not None


def is_constant(node: ast.expr) -> bool:
    """Whether it is a constant number or tuple."""
    return isinstance(node, ast.Constant)


def target(node: ast.expr) -> ast.expr:
    """The same place as a target of an assignment."""
    match node:
        case ast.Name(identifier):
            return Name(identifier, STORE)
        case ast.Attribute(of, attribute):
            return Attribute(of, attribute, STORE)
        case ast.Subscript(of, place):
            return Subscript(of, place, STORE)
        case ast.Tuple(items):
            return Tuple([target(item) for item in items], STORE)
    raise AssertionError("nothing can be assigned to that")


def assign(place: ast.expr, result: ast.expr) -> ast.stmt:
    """Puts a value somewhere."""
    return Assign([target(place)], result, None)


# ---------------------------------------------------------------- templates


def expr(template: str, /, **holes: Filling) -> ast.expr:
    """Fills the holes of an expression template: the names for which something is given."""
    make, found = _expression(template, *holes)
    return cast("ast.expr", make(holes) if make else found)


def stmts(template: str, /, **holes: Filling) -> list[ast.stmt]:
    """Fills the holes of a template of statements; a hole that is a statement by itself takes several."""
    return cast("list[ast.stmt]", _statements(template, *holes)(holes))


@lru_cache(maxsize=1000)
def _expression(template: str, *holes: str) -> tuple[_Maker | None, object]:
    return _part(ast.parse(template, mode="eval").body, frozenset(holes))


@lru_cache(maxsize=1000)
def _statements(template: str, *holes: str) -> _Maker:
    make, _ = _part(ast.parse(template).body, frozenset(holes))
    assert make is not None, "statements are made anew each time"
    return make


def _part(part: object, holes: frozenset[str]) -> tuple[_Maker | None, object]:
    """Compiles a part of a template: what makes it; or the part itself, if it has no hole."""
    match part:
        case list():
            return _list(part, holes)
        case ast.Name(identifier, ctx) if identifier in holes:
            return _hole(identifier, isinstance(ctx, ast.Load)), None
        case ast.Expr(ast.Name(identifier)) if identifier in holes:
            return _statement_hole(identifier), None
        case ast.UnaryOp(ast.USub(), ast.Constant(int(number))):
            return None, num(-number)
        case ast.AST():
            return _node(part, holes)
    return None, part


def _hole(identifier: str, is_read: bool) -> _Maker:
    def read(given: Mapping[str, object]) -> object:
        filling = given[identifier]
        return num(filling) if isinstance(filling, int) else filling

    return read if is_read else lambda given: target(cast("ast.expr", given[identifier]))


def _statement_hole(identifier: str) -> _Maker:
    def statement(given: Mapping[str, object]) -> object:
        filling = given[identifier]
        return _Expr(filling) if isinstance(filling, ast.expr) else filling

    return statement


def _node(node: ast.AST, holes: frozenset[str]) -> tuple[_Maker | None, object]:
    kind = _kind(type(node))
    parts = [_part(getattr(node, field), holes) for field in node._fields]
    if isinstance(node, ast.stmt):  # made anew each time, with lists of its own
        return lambda given: kind(*[make(given) if make else _copied(found) for make, found in parts]), None
    if all(make is None for make, _ in parts):
        return None, kind(*[found for _, found in parts])
    return lambda given: kind(*[make(given) if make else found for make, found in parts]), None


def _copied(part: object) -> object:
    return part[:] if isinstance(part, list) else part


_KINDS: dict[type[ast.AST], type[ast.AST]] = {}


def _kind(kind: type[ast.AST]) -> type[ast.AST]:
    if kind not in _KINDS:
        _KINDS[kind] = _placed(kind) if "lineno" in kind._attributes else kind
    return _KINDS[kind]


def _list(items: list[object], holes: frozenset[str]) -> tuple[_Maker | None, object]:
    parts = [_part(item, holes) for item in items]
    if all(make is None for make, _ in parts) and not any(isinstance(item, ast.stmt) for item in items):
        return None, [found for _, found in parts]

    def made(given: Mapping[str, object]) -> object:
        every: list[object] = []
        for make, found in parts:
            one = make(given) if make else found
            if isinstance(one, list | tuple):
                every.extend(one)
            else:
                every.append(one)
        return every

    return made, None


# ---------------------------------------------------------------- modules


def module(body: list[ast.stmt]) -> ast.Module:
    """A module, whose lines are those of its text."""
    _number(body, 1)
    return ast.Module(body, [])


def function(called: str, parameters: Sequence[str], body: Sequence[ast.stmt]) -> ast.stmt:
    """The definition of a function."""
    arguments = [_Arg(parameter, None, None) for parameter in parameters]
    return _FunctionDef(called, ast.arguments([], arguments, None, [], [], None, []), list(body), [], None, None)


def text(made: ast.Module) -> str:
    """The text of a module."""
    return ast.unparse(made)


def _number(body: list[ast.stmt], line: int) -> int:
    """Numbers the lines of statements as in the text, with `pass` in empty blocks; gives the line after them."""
    if not body:
        body.append(Pass())
    for statement in body:
        line += isinstance(statement, ast.FunctionDef) and line > 1  # an empty one before it
        statement.line = line  # type: ignore[attr-defined]
        line += 1
        if isinstance(inner := getattr(statement, "body", None), list):
            line = _number(inner, line)
        for handler in getattr(statement, "handlers", ()):
            line = _number(handler.body, line + 1)
        if otherwise := getattr(statement, "orelse", None):
            is_elif = isinstance(statement, ast.If) and len(otherwise) == 1 and isinstance(otherwise[0], ast.If)
            line = _number(otherwise, line if is_elif else line + 1)
    return line
