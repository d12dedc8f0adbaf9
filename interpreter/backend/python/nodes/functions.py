"""Generates the built-in functions that give one thing."""

import ast
from collections.abc import Callable, Mapping
from functools import partial

from dsl.ir import nodes as ir
from interpreter.backend.python.emit import tree
from interpreter.backend.python.emit.code import Code, added, items, metered, of_something, value
from interpreter.backend.python.emit.tree import call, expr, num, of_state, state
from interpreter.backend.python.nodes import boards, queries
from interpreter.program.model.setting import absent
from interpreter.runtime.state import READ_AS_IT_IS, depth_attribute, kept_attribute, target_attribute


def function(c: Code, node: ir.Function) -> ast.expr:
    """Generates the value of a function."""
    return FUNCTIONS[node.name](c, node)


def constant_argument(node: ir.Expression) -> int:
    """The value of an argument that is always a constant."""
    assert isinstance(node, ir.Constant), "which is meant is always said"
    return node.value


def _seat(step: int) -> Callable[[Code, ir.Function], ast.expr]:
    sign = "+" if step > 0 else "-"

    def beside(c: Code, node: ir.Function) -> ast.expr:
        def seat(player: ast.expr) -> ast.expr:
            return expr(f"(player {sign} 1) % players", player=player, players=c.unit.players)

        return of_something(c, node.arguments[0], seat, tree.NONE)

    return beside


def _of_piece(attribute: str) -> Callable[[Code, ir.Function], ast.expr]:
    """An item, by piece, of a list of the state, or none."""
    return lambda c, node: of_something(c, node.arguments[0], partial(of_state, attribute), tree.NONE)


def _title(c: Code, node: ir.Function) -> ast.expr:
    layout = c.unit.layout
    titles = c.unit.table("title", tuple(layout.texts.index(kind.title) for kind in layout.kinds))
    return of_something(c, node.arguments[0], lambda piece: tree.at(titles, of_state("kind", piece)), tree.NONE)


def _taken(c: Code, node: ir.Function) -> ast.expr:
    action, player = node.arguments
    first = constant_argument(action) * c.unit.players
    return of_something(c, player, lambda seat: of_state("taken", added(first, seat)), tree.ZERO)


def _kept_from(c: Code, node: ir.Function) -> ast.expr:
    place, piece = node.arguments
    return of_state(kept_attribute(constant_argument(place)), value(c, piece))


def _copies(c: Code, node: ir.Function) -> ast.expr:
    card = constant_argument(node.arguments[0])
    known = c.unit.layout.copies(card)
    if known is not None:
        return tree.values(known)
    return expr("tuple([piece for piece, kind in enumerate(st.kind) if kind == card])", card=card)


def _has_begun(c: Code, node: ir.Function) -> ast.expr:
    card, *in_force = node.arguments
    piece = c.out.kept(value(c, card), "p")
    each = [items(c, effect).expression for effect in in_force]
    if not each:
        return tree.ZERO
    found = tree.joined("or", [expr("effect and is_of(effect, piece)", effect=effect, piece=piece) for effect in each])
    return expr("1 if piece >= 0 and found else 0", piece=piece, found=found)


def _seat_number(c: Code, node: ir.Function) -> ast.expr:
    return of_something(c, node.arguments[0], lambda player: expr("player + 1", player=player), tree.ZERO)


def _holder(c: Code, node: ir.Function) -> ast.expr:
    seats = c.unit.layout.seats
    holders = c.unit.table("holder", lambda: tuple(-1 if seat is None else seat for seat in seats))
    return of_something(c, node.arguments[0], lambda piece: tree.at(holders, of_state("zone", piece)), tree.NONE)


def _face_up(c: Code, node: ir.Function) -> ast.expr:
    everybody = c.unit.layout.everybody

    def is_seen(piece: ast.expr) -> ast.expr:
        known = of_state("seen", piece)
        if c.unit.layout.looked:
            known = expr("seen & everybody", seen=known, everybody=everybody)
        return expr("int(known == everybody)", known=known, everybody=everybody)

    return of_something(c, node.arguments[0], is_seen, tree.ZERO)


def _alike(c: Code, node: ir.Function) -> ast.expr:
    return expr("alike(st, pieces)", pieces=items(c, node.arguments[0]).expression)


def _without_each(c: Code, node: ir.Function) -> ast.expr:
    return call("without_each", *(items(c, argument).expression for argument in node.arguments))


def _better(operator: str) -> Callable[[Code, ir.Function], ast.expr]:
    def better(c: Code, node: ir.Function) -> ast.expr:
        left, right = (c.out.named(value(c, argument)) for argument in node.arguments)
        return tree.IfExp(tree.compare(left[0], operator, right[0]), left[1], right[1])

    return better


def _shifted(c: Code, at: ir.Expression, steps: ast.expr) -> ast.expr:
    enum = c.unit.program.setting.enumerations[at.type.name]
    size = len(enum.values)
    if enum.ring:
        return of_something(c, at, lambda v: expr("(v + steps) % size", v=v, steps=steps, size=size), tree.NONE)
    first, later = c.out.named(value(c, at), "v")
    return expr(
        "there if first >= 0 and 0 <= (there := v + steps) < size else -1",
        first=first, v=later, steps=steps, size=size, there=c.out.name("v"),
    )  # fmt: skip


def _item_of(c: Code, node: ir.Function) -> ast.expr:
    first_place, place = c.out.named(value(c, node.arguments[0]))
    first_items, found = c.out.named(items(c, node.arguments[1]).expression, "items")
    return expr(
        "items[place - 1] if 1 <= first_place <= len(first_items) else -1",
        items=found, place=place, first_place=first_place, first_items=first_items,
    )  # fmt: skip


def _end_of(place: int) -> Callable[[Code, ir.Function], ast.expr]:
    def end(c: Code, node: ir.Function) -> ast.expr:
        if (only := queries.only_one(c, node.arguments[0], place)) is not None:
            return only
        first, found = c.out.named(items(c, node.arguments[0]).expression, "items")
        return tree.IfExp(first, tree.at(found, num(place)), tree.NONE)

    return end


def _value_attribute(c: Code, node: ir.Function) -> ast.expr:
    key, at = node.arguments
    setting = c.unit.program.setting
    name = setting.game.texts[constant_argument(key)]
    gone = absent(node.type)
    printed = (*setting.attribute_table(at.type.name, name, gone), gone)
    return tree.at(c.unit.table(f"{name} of {at.type.name}", printed), value(c, at))


def _parameter(c: Code, node: ir.Function) -> ast.expr:
    setting = c.unit.program.setting
    return num(setting.parameters[setting.game.texts[constant_argument(node.arguments[0])]])


def _of_state(attribute: str) -> Callable[[Code, ir.Function], ast.expr]:
    """An attribute of the state."""
    return lambda c, node: state(attribute)


#: Every built-in function that gives one thing, by its name.
FUNCTIONS: Mapping[str, Callable[[Code, ir.Function], ast.expr]] = {
    "left": _seat(1),
    "right": _seat(-1),
    "owner": _of_piece("owner"),
    "title": _title,
    "seat_number": _seat_number,
    "holder": _holder,
    "face_up": _face_up,
    "alike": _alike,
    "distance": boards.distance,
    "longest_line": boards.longest_line,
    "without_each": _without_each,
    "smaller": _better("<"),
    "larger": _better(">"),
    "pips": lambda c, node: value(c, node.arguments[0]),
    "next": lambda c, node: _shifted(c, node.arguments[0], tree.ONE),
    "shift": lambda c, node: _shifted(c, node.arguments[0], value(c, node.arguments[1])),
    "item": _item_of,
    "first": _end_of(0),
    "last": _end_of(-1),
    "parameter": _parameter,
    "value_attribute": _value_attribute,
    **{component.value: _of_state(target_attribute(component)) for component in READ_AS_IT_IS},
    "game_is_over": _of_state("over"),
    "decider": lambda c, node: call("decider", tree.ST, value(c, node.arguments[0])),
    "seen": lambda c, node: of_state("seen", value(c, node.arguments[0])),
    "metered": lambda c, node: metered(c, node, value(c, node.arguments[1])),
    "metered_each": lambda c, node: metered(c, node, value(c, node.arguments[1])),
    "kept_from": _kept_from,
    "deep": lambda c, node: state(depth_attribute(constant_argument(node.arguments[0]))),
    "taken": _taken,
    "entry": _of_piece("kind"),
    "copies": _copies,
    "place": _of_piece("zone"),
    "has_begun": _has_begun,
}
