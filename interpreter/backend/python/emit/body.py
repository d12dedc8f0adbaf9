"""Builds the body of one generated function: its statements so far, and the names in use in it."""

import ast
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import NoReturn, TypeVar, cast

from attrs import define, field

from interpreter.backend.python.emit import tree
from interpreter.backend.python.emit.names import plain_name
from interpreter.backend.python.emit.tree import Filling

_T = TypeVar("_T")


class _NeedsStatements(Exception):
    """An expression needs statements before it."""


class _Closed(list[ast.stmt]):
    """A block to which no statement can be added."""

    def _refuse(self, _: object) -> NoReturn:
        raise _NeedsStatements

    append = extend = __iadd__ = _refuse


class _Among(AbstractContextManager[list[ast.stmt]]):
    """Meanwhile, statements are added to others; a class, since that is done for nearly every statement."""

    __slots__ = ("body", "outer", "statements")

    def __init__(self, body: "Body", statements: list[ast.stmt]) -> None:
        self.body, self.outer, self.statements = body, body.statements, statements

    def __enter__(self) -> list[ast.stmt]:
        self.body.statements = self.statements
        return self.statements

    def __exit__(self, *_: object) -> None:
        self.body.statements = self.outer


@define
class Body:
    """`statements` are those to which the next is added: of the function, or of the innermost block that is open."""

    statements: list[ast.stmt] = field(factory=list)
    names: dict[str, int] = field(factory=dict)

    def do(self, template: str, /, **holes: Filling) -> None:
        """Adds statements."""
        self.statements += tree.stmts(template, **holes)

    def put(self, place: ast.expr, result: ast.expr) -> None:
        """Adds an assignment."""
        self.statements.append(tree.assign(place, result))

    def begin(self, template: str, /, **holes: Filling) -> None:
        """Adds a statement such as `if x: pass`, and enters its block."""
        self.statements = self._begun(template, holes)

    def enter(self, condition: ast.expr) -> None:
        """Adds an `if`, and enters its block."""
        self.statements.append(statement := tree.If(condition, [], []))
        self.statements = statement.body

    def block(self, template: str, /, **holes: Filling) -> AbstractContextManager[list[ast.stmt]]:
        """Adds a statement such as `if x: pass`, whose block gets what is added meanwhile."""
        return self._among(self._begun(template, holes))

    def _begun(self, template: str, holes: Mapping[str, Filling]) -> list[ast.stmt]:
        (statement,) = tree.stmts(template, **holes)
        self.statements.append(statement)
        inside = cast("ast.If", statement).body
        inside.clear()
        return inside

    def nested(self) -> AbstractContextManager[list[ast.stmt]]:
        """Leaves, at the end, the blocks that are entered meanwhile."""
        return self._among(self.statements)

    def when(self, *conditions: ast.expr | None) -> AbstractContextManager[list[ast.stmt]]:
        """Adds an `if` with all of these conditions, or none if there are none."""
        inside = self.statements
        if (condition := tree.both(*conditions)) is not None:
            inside.append(statement := tree.If(condition, [], []))
            inside = statement.body
        return self._among(inside)

    def otherwise(self) -> AbstractContextManager[list[ast.stmt]]:
        """Adds to the `else` of the statement added last."""
        return self._among(cast("ast.If", self.statements[-1]).orelse)

    def captured(self) -> AbstractContextManager[list[ast.stmt]]:
        """Collects what is added meanwhile, to be put elsewhere."""
        return self._among(_Closed() if isinstance(self.statements, _Closed) else [])

    def _among(self, statements: list[ast.stmt]) -> AbstractContextManager[list[ast.stmt]]:
        return _Among(self, statements)

    def as_expression(self, write: Callable[[], _T]) -> _T | None:
        """Generates something without statements; None if it needs some."""
        outer = self.statements
        self.statements = _Closed()
        try:
            return write()
        except _NeedsStatements:
            return None
        finally:
            self.statements = outer

    # ------------------------------------------------------------ names

    def name(self, wish: str) -> ast.Name:
        """Makes a name that is not in use yet, as wished or with a number."""
        plain = plain_name(wish)
        used = self.names.get(plain, 0)
        self.names[plain] = used + 1
        return tree.name(plain if not used else f"{plain}_{used + 1}")

    def kept(self, result: ast.expr, wish: str = "t") -> ast.expr:
        """Gives a value a name, if it is neither a name nor a number."""
        if tree.is_simple(result):
            return result
        found = self.name(wish)
        self.put(found, result)
        return found

    def named(self, result: ast.expr, wish: str = "t") -> tuple[ast.expr, ast.expr]:
        """Names a value within an expression: gives it for where it is evaluated first, and for later on."""
        if tree.is_simple(result):
            return result, result
        found = self.name(wish)
        return tree.NamedExpr(tree.Name(found.id, tree.STORE), result), found

    def at_least(self, result: ast.expr, low: ast.expr) -> ast.expr:
        """The larger of a result and `low`."""
        first, later = self.named(result)
        return tree.IfExp(tree.compare(first, ">", low), later, low)

    def at_most(self, result: ast.expr, high: ast.expr) -> ast.expr:
        """The smaller of a result and `high`."""
        first, later = self.named(result)
        return tree.IfExp(tree.compare(first, "<", high), later, high)
