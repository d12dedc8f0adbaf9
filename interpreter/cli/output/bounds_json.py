"""The bounds of a game for programs; `null` is what has none. The page `docs/ir.md` says what each field holds."""

from math import inf
from typing import Any

from dsl.bounds.report import Bounds, NumberBound, QuestionBound, ZoneBound, without_bound
from dsl.ir import nodes as ir
from dsl.source import Span
from interpreter.cli.output.written import entry
from interpreter.program.cfg.stack_bound import StackBound

#: The form of this document, which has nothing to do with that of the IR.
VERSION = 1


def report(found: Bounds, stack: StackBound | None) -> dict[str, Any]:
    """One object with a list for each kind of thing."""
    way = [str(routine) for routine in stack.by] if stack else []
    return {
        "version": VERSION,
        "game": found.game.title,
        "variants": list(found.game.variants),
        "players": list(found.players),
        "parameters": {name: list(ends) for name, ends in found.parameters.items()},
        "pieces": _amount(found.pieces),
        "zones": [_zone(z) for z in found.zones],
        "variables": [_number(n) for n in found.numbers if not n.on],
        "marks": [_number(n) for n in found.numbers if n.on],
        "rounds": [{"name": r.flow.name, "passes": _amount(r.most), **_place(r.span)} for r in found.rounds],
        "questions": [_question(q) for q in found.questions],
        "effects": [
            {"title": e.effect.title, "at_once": _amount(e.most), **_place(e.span)} for e in found.effects
        ],
        "lists": [
            {"in": one.heading, "name": one.name, "most": _amount(one.most), **_place(one.span)} for one in found.lists
        ],
        "longest_list": _amount(found.longest),
        "stack": stack and {"deepest": stack.deepest, "by": way, "comes_to_itself": stack.is_recursive},
        "without": [one.zone.name if isinstance(one, ZoneBound) else one.name for one in without_bound(found)],
    }  # fmt: skip


def _amount(amount: int | float) -> int | None:
    return None if abs(amount) == inf else int(amount)


def _place(span: Span) -> dict[str, Any]:
    return {"path": span.source.path, "line": span.line} if span.in_file else {}


def _by(dimensions: tuple[ir.Index, ...]) -> list[str]:
    return [d.word for d in dimensions]


def _why(one: ZoneBound | NumberBound) -> dict[str, Any]:
    span = getattr(one.why.node, "span", None)
    return {"why": one.why.words, **({"because_of": _place(span)} if span is not None and span.in_file else {})}


def _zone(z: ZoneBound) -> dict[str, Any]:
    return {
        "name": z.zone.name,
        "by": _by(z.zone.dimensions),
        "most": _amount(z.most),
        "together": _amount(z.together),
        "pieces": [{"title": k.title, "kind": k.card_type, "most": _amount(k.most)} for k in z.kinds],
        **_why(z),
        **_place(z.span),
    }


def _number(n: NumberBound) -> dict[str, Any]:
    return {
        "name": n.name,
        **({"on": n.on} if n.on else {}),
        **({"by": _by(n.dimensions)} if n.dimensions or not n.on else {}),
        "type": str(n.type.kind),
        **({"most": _amount(n.most)} if n.type.many else {}),
        "low": _amount(n.low),
        "high": _amount(n.high),
        **_why(n),
        **_place(n.span),
    }


def _question(q: QuestionBound) -> dict[str, Any]:
    return {
        "site": q.site,
        "in": q.heading,
        "prompt": q.prompt,
        "options": _amount(q.most),
        **entry(q, "offers", "may_pass"),
        "picks": _amount(q.picks),
        **_place(q.span),
    }
