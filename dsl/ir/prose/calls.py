"""Says procedures by what they do, and what leaves a loop or a text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import evolve

from dsl.ir import nodes as ir
from dsl.ir.prose.nouns import Noun, spelt
from dsl.ir.prose.values import Wordless

if TYPE_CHECKING:
    from dsl.ir.prose.statements import Writer

#: Procedures within one another whose statements are told in place of their names.
_DEPTH = 2


def call(w: Writer, s: ir.Call, behind: Sequence[ir.Statement]) -> tuple[list[str], Writer]:
    """The clauses of what a procedure does, and a writer who can speak of its answer `behind` it. Raises `Wordless`."""
    from dsl.ir.prose.statements import named_often

    procedure = w.values.lexicon.procedures[s.procedure]
    if len(w.within) >= _DEPTH or s.procedure in w.within:
        raise Wordless(s, f"what `{spelt(s.procedure)}` does")
    you = w.values.called[0] if s.you is None else w.noun(s.you)
    called: Mapping[int, Noun] = {0: you, **{n: w.noun(a) for n, a in enumerate(s.arguments, 1)}}
    inside = evolve(
        w, values=evolve(w.values, called=called), slots=procedure.body.slots,
        ambiguous=w.ambiguous | named_often(procedure.body), within=(*w.within, s.procedure),
    )  # fmt: skip
    does = unless_left(procedure.body.statements)
    if s.slot < 0:
        return inside.clauses(does), w
    told, answer = inside.deciding(does, s.slot, behind)
    return told, w.calling(s.slot, answer)


def unless_left(statements: Sequence[ir.Statement]) -> Sequence[ir.Statement]:
    """A body that is left under a condition: the same, with all that follows under the opposite one."""
    for place, s in enumerate(statements):
        match s:
            case ir.If(condition, (*then, ir.Leave(None)), ()):
                behind = tuple(unless_left(statements[place + 1 :]))
                rest = (evolve(s, condition=condition, then=tuple(then), otherwise=behind),) if then or behind else ()
                return (*statements[:place], *rest)
    return statements


def leaving(w: Writer, s: ir.Leave | ir.Stop) -> str:
    """What ends a text or what is done again and again. Raises `Wordless` where it could be read as another end."""
    if isinstance(s, ir.Stop):
        if w.loops > 1:
            raise Wordless(s, "which of two repetitions ends")
        return "stop repeating this"
    if s.value is not None or w.within or w.in_rule:
        raise Wordless(s, "what is left, and what is done still")
    return "skip the rest of this text"
