"""The built-in functions in the reference back end: each gets the values of its arguments."""

from collections.abc import Callable
from itertools import compress, count

from dsl.ir import nodes as ir
from interpreter.backend.reference.boards import distance, longest_line
from interpreter.backend.reference.context import Context, spend
from interpreter.program.model.setting import absent
from interpreter.program.model.state_layers import Value
from interpreter.runtime.alike import alike
from interpreter.runtime.state import READ_AS_IT_IS, depth_attribute, kept_attribute, target_attribute
from interpreter.runtime.timed_effects import is_of


def _seat(context: Context, _: ir.Function, player: int, steps: int) -> int:
    return (player + steps) % context.program.setting.players if player >= 0 else ir.NONE


def _shift(context: Context, node: ir.Function, at: int, steps: int) -> int:
    enum = context.program.setting.enumerations[node.arguments[0].type.name]
    if at < 0:
        return ir.NONE
    if enum.ring:
        return (at + steps) % len(enum.values)
    return at + steps if 0 <= at + steps < len(enum.values) else ir.NONE


def _at_place(_: Context, __: ir.Function, place: int, items: Value) -> int:
    return items[place - 1] if 1 <= place <= len(items) else ir.NONE


def _from(_: Context, __: ir.Function, items: Value, start: int) -> Value:
    at = items.index(start) if start in items else 0
    return items[at:] + items[:at]


def _without_each(_: Context, __: ir.Function, items: Value, gone: Value) -> Value:
    """Removes the first of each from a list."""
    left = list(items)
    for item in gone:
        if item in left:
            left.remove(item)
    return tuple(left)


def _holder(context: Context, _: ir.Function, piece: int) -> int:
    """The owner of the zone that a piece is in."""
    seat = context.program.layout.seats[context.state.zone[piece]] if piece >= 0 else None
    return ir.NONE if seat is None else seat


def _face_up(context: Context, _: ir.Function, piece: int) -> int:
    everybody = context.program.layout.everybody
    return int(piece >= 0 and context.state.seen[piece] & everybody == everybody)


def _title(context: Context, _: ir.Function, piece: int) -> int:
    layout = context.program.layout
    return layout.texts.index(layout.kinds[context.state.kind[piece]].title) if piece >= 0 else ir.NONE


def _parameter(context: Context, _: ir.Function, name: int) -> int:
    setting = context.program.setting
    return setting.parameters[setting.game.texts[name]]


def _value_attribute(context: Context, node: ir.Function, name: int, at: int) -> int:
    setting = context.program.setting
    gone = absent(node.type)
    if at < 0:
        return gone
    printed = setting.enumerations[node.arguments[1].type.name].values[at].attributes
    called = setting.game.texts[name]
    return next((said for field, said in printed if field == called), gone)


def _taken(context: Context, _: ir.Function, action: int, player: int) -> int:
    return context.state.taken[action * context.program.setting.players + player] if player >= 0 else 0


def _copies(context: Context, _: ir.Function, card: int) -> Value:
    return tuple(compress(count(), map(card.__eq__, context.state.kind)))


def _decider(context: Context, _: ir.Function, player: int) -> int:
    whom, decider = context.state.deciding
    return decider if player >= 0 and player == whom else player


def _metered(context: Context, node: ir.Function, weight: int, found: Value) -> Value:
    """Charges so many steps, for a list so many for each item."""
    spend(context, weight * (len(found) if node.name == "metered_each" else 1), node.span)
    return found


def _of_state(attribute: str) -> Callable[..., Value]:
    return lambda context, _: getattr(context.state, attribute)


#: Every built-in function by its name.
FUNCTIONS: dict[str, Callable[..., Value]] = {
    "left": lambda context, node, player: _seat(context, node, player, 1),
    "right": lambda context, node, player: _seat(context, node, player, -1),
    "seat_number": lambda _, __, player: player + 1 if player >= 0 else 0,
    "holder": _holder,
    "face_up": _face_up,
    "alike": lambda context, _, pieces: alike(context.state, pieces),
    "distance": lambda _, __, columns, cells, first, second: distance(columns, cells, first, second),
    "longest_line": lambda _, __, columns, cells, spaces: longest_line(columns, cells, spaces),
    "owner": lambda context, _, piece: context.state.owner[piece] if piece >= 0 else ir.NONE,
    "title": _title,
    "smaller": lambda _, __, left, right: min(left, right),
    "larger": lambda _, __, left, right: max(left, right),
    "pips": lambda _, __, die: die,
    "next": lambda context, node, at: _shift(context, node, at, 1),
    "shift": _shift,
    "item": _at_place,
    "first": lambda _, __, items: items[0] if items else ir.NONE,
    "last": lambda _, __, items: items[-1] if items else ir.NONE,
    "from": _from,
    "back_from": lambda *given: (first := _from(*given))[:1] + first[:0:-1],
    "without_each": _without_each,
    "parameter": _parameter,
    "value_attribute": _value_attribute,
    **{component.value: _of_state(target_attribute(component)) for component in READ_AS_IT_IS},
    "game_is_over": lambda context, _: context.state.over,
    "taken": _taken,
    "entry": lambda context, _, piece: context.state.kind[piece] if piece >= 0 else ir.NONE,
    "copies": _copies,
    "place": lambda context, _, piece: context.state.zone[piece] if piece >= 0 else ir.NONE,
    "has_begun": lambda _, __, card, *in_force: int(card >= 0 and any(is_of(effect, card) for effect in in_force)),
    "decider": _decider,
    "seen": lambda context, _, piece: context.state.seen[piece],
    "metered": _metered,
    "metered_each": _metered,
    "kept_from": lambda context, _, place, piece: getattr(context.state, kept_attribute(place))[piece],
    "deep": lambda context, _, number: getattr(context.state, depth_attribute(number)),
}
