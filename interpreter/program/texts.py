"""The texts of cards: which of them is carried out is found by the card, and so is whether there is anything to do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from dsl.ir import nodes as ir
from interpreter.program.legality import first_question, has_candidate
from interpreter.program.rename import inlined
from interpreter.program.walk import nodes_in, rebuilt, with_fields, works_out

_CARD = ir.Local(1, "card", ir.PIECE)
_THIS = ir.Local(2, "this", ir.PIECE)
_YES, _NO = ir.Constant(1, ir.YES_NO), ir.Constant(0, ir.YES_NO)


def text_routine(part: str) -> str:
    """The routine that carries out the texts of cards, or what they say under `when PART:`."""
    return f"text {part}".strip()


def texts(game: ir.Game) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Each such routine and its statements: slot 1 is the card whose text it is, slot 2 the card it is done for."""
    by_part: dict[str, list[tuple[int, str]]] = {}
    for number, card in enumerate(game.cards):
        if card.effect is not None:
            by_part.setdefault("", []).append((number, f"effect {number}"))
        for said in card.parts:
            by_part.setdefault(said.name, []).append((number, f"part {said.name} {number}"))
    asked = {node.part for node in nodes_in(_bodies(game)) if isinstance(node, ir.DoText)}
    for part in asked | by_part.keys():
        yield text_routine(part), _choice(by_part.get(part, []))


def _bodies(game: ir.Game) -> tuple[object, ...]:
    whole = (game.setup, game.main)
    return (*whole, game.procedures, game.flows, game.actions, game.hooks, game.whenevers, game.ends, game.cards)


def _choice(cards: Sequence[tuple[int, str]]) -> tuple[Any, ...]:
    """Halves the cards until one is left."""
    if not cards:
        return ()
    kind = ir.Function("entry", (_CARD,), ir.NUMBER)
    if len(cards) == 1:
        number, routine = cards[0]
        done = ir.Call(routine, (_THIS,), -1, None, -1)
        return (ir.If(ir.Compare("=", kind, ir.Constant(number, ir.NUMBER)), (done,), ()),)
    middle = len(cards) // 2
    lower = ir.Compare("<", kind, ir.Constant(cards[middle][0], ir.NUMBER))
    return (ir.If(lower, _choice(cards[:middle]), _choice(cards[middle:])),)


# ---------------------------------------------------------------- whether there is anything to do


def with_playable(game: ir.Game) -> ir.Game:
    """The game with `playable` defined, if it is asked for."""
    if not works_out(game, "playable"):
        return game

    def change(node: Any) -> Any:
        below = rebuilt(node, change)
        if isinstance(below, ir.Function) and below.name == "playable":
            return ir.Derived("playable", below.arguments, ir.YES_NO, span=below.span)
        return below

    changed: ir.Game = change(game)
    return with_fields(changed, defines=(*changed.defines, _playable(changed)))


def _playable(game: ir.Game) -> ir.Define:
    """Of a card and who would play it: its text has something to do, as far as its first question shows."""
    slots = ["card", "you"]
    cases: list[tuple[ir.Expression, ir.Expression]] = []
    entry = ir.Function("entry", (ir.Local(0, "card", ir.PIECE),), ir.NUMBER)
    for number, card in enumerate(game.cards):
        if card.effect is not None and card.effect.statements:
            is_it = ir.Compare("=", entry, ir.Constant(number, ir.NUMBER))
            cases.append((is_it, _possible(card.effect, slots)))
    value = ir.Cases(tuple(cases), _NO, ir.YES_NO)
    return ir.Define("playable", (ir.PIECE, ir.PLAYER), tuple(slots), value, ir.YES_NO, None, ())


def _possible(body: ir.Body, slots: list[str]) -> ir.Expression:
    lets, question = first_question(body.statements)
    if question is None:
        return _YES
    known: dict[int, ir.Expression] = {0: ir.Local(1, "you", ir.PLAYER), 1: ir.Local(0, "card", ir.PIECE)}

    def new_slot() -> int:
        slots.append("each")
        return len(slots) - 1

    for let in lets:
        known[let.slot] = inlined(let.value, known, new_slot)
    return inlined(has_candidate(question), known, new_slot)  # type: ignore[no-any-return]
