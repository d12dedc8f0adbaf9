"""Selects the pieces that a noun denotes: those of one kind, all cards, all tokens, or every piece."""

from attrs import evolve

from dsl.elaborate.core.context import Context
from dsl.ir import nodes as ir
from dsl.ir.nodes import Kind, Type
from dsl.names.symbols import CardTypeSymbol, singular
from dsl.source import Span
from dsl.syntax import nodes as n

_DECLARED_BY = {"card": n.Cards, "token": n.Tokens}


def all_of(c: Context, noun: n.Name, kind: Type, span: Span) -> ir.Expression:
    """Everything that a noun means, wherever it is; `kind` is the type of one."""
    return of_noun(c, ir.AllOf(kind, kind.list(), span=span), noun, kind, span)


def of_noun(c: Context, over: ir.Expression, noun: n.Name, kind: Type, span: Span) -> ir.Expression:
    """Those of a list that a noun means; where there are no others, that is the list itself."""
    if over.type.name and (kind.name or over.type.kind is not Kind.PIECE):
        return over
    wanted = meant(c, noun, kind)
    if wanted is None or over.type.name in wanted:
        return evolve(over, type=kind.list()) if kind.name else over
    one = ir.Local(c.new_slot("piece"), "piece", over.type.one(), span=span)
    type_ = kind.list() if kind.name else over.type
    return ir.Filter(over, one.slot, is_one(one, kind, wanted, span), type_, span=span)


def meant(c: Context, noun: n.Name, kind: Type) -> tuple[str, ...] | None:
    """The kinds of pieces that a noun means, by their names; None if there are no others."""
    symbols = c.e.scope.of_kind(CardTypeSymbol)
    if kind.kind is not Kind.PIECE:
        return None
    if kind.name:
        return None if len(symbols) == 1 else (kind.name,)
    declared = _DECLARED_BY.get(singular(noun.text))
    if declared is None:
        return None
    names = tuple(name for name, s in symbols.items() if isinstance(s.node, declared))
    if symbols and not names and not c.e.scope.missing_cards:
        word = singular(noun.text)
        c.e.wrong(
            "wrong-kind", f"there are no {word}s in this game", noun.span, label=f"nothing is declared as `{word}s`",
            help=("write `piece` for all kinds together, or the name of one kind",),
        )  # fmt: skip
    return None if len(names) in (0, len(symbols)) else names


def is_one(piece: ir.Expression, kind: Type, names: tuple[str, ...], span: Span) -> ir.Expression:
    """Whether a piece is of one of these, which are what `kind` means: a list, if that is all cards or all tokens."""
    kinds = tuple(Type(Kind.PIECE, name) for name in names)
    every = tuple(ir.AllOf(kind, kind.list(), span=span) for kind in kinds)
    return ir.IsIn(piece, every[0] if kind.name else ir.ListOf(every, ir.PIECES, span=span), span=span)
