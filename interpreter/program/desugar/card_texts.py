"""Dispatch of card texts, and the definition of `playable`: whether a text has anything to do."""

from collections.abc import Iterator, Sequence
from typing import TypeGuard, TypeVar

from dsl.ir import nodes as ir
from dsl.ir.bodies import BodyId, BodyKind, bodies, statements_of
from dsl.ir.effects import calls_function
from dsl.listing import grouped
from dsl.walk import nodes_in, rebuilt, rewritten, with_fields
from interpreter.program.desugar.legality import first_question, has_candidate
from interpreter.program.model.constants import NO, YES
from interpreter.program.model.nodes import CallRoutine, Statements
from interpreter.program.model.routine_id import RoutineId, TextOf
from interpreter.program.model.substitute import inlined, renamed

_N = TypeVar("_N")

_CARD = ir.Local(1, "card", ir.PIECE)
_THIS = ir.Local(2, "this", ir.PIECE)
_ENTRIES = ir.NUMBER.list()


def texts(game: ir.Game) -> Iterator[tuple[RoutineId, Statements]]:
    """Yields the dispatching routines: slot 1 is the card whose text it is, slot 2 the card it is done for."""
    by_part = grouped((one.id.name, one.id) for one in bodies(game) if one.id.kind is BodyKind.TEXT)
    asked = (node.part for node in nodes_in(statements_of(game)) if isinstance(node, ir.DoText))
    for part in dict.fromkeys((*by_part, *asked)):
        yield RoutineId(TextOf(part)), _choice(by_part.get(part, []))


def _choice(cards: Sequence[BodyId]) -> Statements:
    """Searches the card by halves."""
    if not cards:
        return ()
    kind = ir.Function("entry", (_CARD,), ir.NUMBER)
    if len(cards) == 1:
        done: Statements = (CallRoutine(RoutineId(cards[0]), (_THIS,)),)
        return (ir.If(ir.Compare("=", kind, ir.Constant(cards[0].number, ir.NUMBER)), done, ()),)
    middle = len(cards) // 2
    lower = ir.Compare("<", kind, ir.Constant(cards[middle].number, ir.NUMBER))
    return (ir.If(lower, _choice(cards[:middle]), _choice(cards[middle:])),)


# ---------------------------------------------------------------- whether there is anything to do


def with_playable(game: ir.Game) -> ir.Game:
    """Defines `playable`, if it is used."""
    if not calls_function(game, "playable"):
        return game

    def change(node: object) -> object:
        below = rebuilt(node, change)
        if isinstance(below, ir.Function) and below.name == "playable":
            return ir.Derived("playable", below.arguments, ir.YES_NO, span=below.span)
        return below

    changed = rewritten(game, change)
    defined = _playable(changed)
    if not any(_asks_again(node) for node in nodes_in(defined.value)):
        return with_fields(changed, defines=(*changed.defines, defined))
    first_asked = _telling(changed, ir.ListOf((), _ENTRIES))
    return with_fields(first_asked, defines=(*first_asked.defines, _once_each(defined)))


def _asks_again(node: object) -> TypeGuard[ir.Derived]:
    return isinstance(node, ir.Derived) and node.define == "playable"


def _telling(node: _N, asked: ir.Expression) -> _N:
    """Passes the cards being evaluated along to every use of `playable`."""

    def change(inner: object) -> object:
        below = rebuilt(inner, change)
        if _asks_again(below):
            return with_fields(below, arguments=(*below.arguments, asked))
        return below

    return rewritten(node, change)


def _once_each(define: ir.Define) -> ir.Define:
    """Guards `playable` against recursion: a text that depends on itself has nothing to do by that path."""
    places = {slot: slot if slot < 2 else slot + 1 for slot in range(len(define.slots))}
    value = renamed(define.value, places, {})
    entry = ir.Function("entry", (ir.Local(0, "card", ir.PIECE),), ir.NUMBER)
    asked = ir.Local(2, "asked", _ENTRIES)
    value = _telling(value, ir.ListOf((asked, entry), _ENTRIES))
    value = ir.Cases(((ir.IsIn(entry, asked), NO),), value, ir.YES_NO)
    slots = (*define.slots[:2], "asked", *define.slots[2:])
    return with_fields(define, arguments=(*define.arguments, _ENTRIES), slots=slots, value=value)


def _playable(game: ir.Game) -> ir.Define:
    """Defines it of a card and who would play it: its first question has a candidate."""
    slots = ["card", "you"]
    cases: list[tuple[ir.Expression, ir.Expression]] = []
    entry = ir.Function("entry", (ir.Local(0, "card", ir.PIECE),), ir.NUMBER)
    for number, card in enumerate(game.cards):
        if card.effect is not None and card.effect.statements:
            is_it = ir.Compare("=", entry, ir.Constant(number, ir.NUMBER))
            cases.append((is_it, _possible(card.effect, slots)))
    value = ir.Cases(tuple(cases), NO, ir.YES_NO)
    return ir.Define("playable", (ir.PIECE, ir.PLAYER), tuple(slots), value, ir.YES_NO, None, ())


def _possible(body: ir.Body, slots: list[str]) -> ir.Expression:
    lets, question = first_question(body.statements)
    if question is None:
        return YES
    known: dict[int, ir.Expression] = {0: ir.Local(1, "you", ir.PLAYER), 1: ir.Local(0, "card", ir.PIECE)}

    def new_slot() -> int:
        slots.append("each")
        return len(slots) - 1

    for let in lets:
        known[let.slot] = inlined(let.value, known, new_slot)
    return inlined(has_candidate(question), known, new_slot)
