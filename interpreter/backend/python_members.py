"""Whether something is in a list, as Python text, without making the list where that can be asked of the thing itself.

A piece knows where it lies, so `this is in market of players` asks for its zone; of `every Card in hand of player
where ready` each part is asked in turn.
"""

from __future__ import annotations

from dsl.ir import nodes as ir
from interpreter.backend.python_code import Code, test, value
from interpreter.backend.python_definitions import inside
from interpreter.backend.python_fixed import constant_zones
from interpreter.backend.python_sure import sure
from interpreter.backend.python_text import conjunct, operand


def is_in(c: Code, node: ir.IsIn) -> str | None:
    """The text of the condition, or None if the list has to be made for it."""
    if node.item.type.many or not _asks_the_thing(c, node.group):
        return None
    text = value(c, node.item)
    if sure(c, node.item):
        return _member(c, c.text.kept(text, "p") if _often(node.group) else text, node.group)
    if not _often(node.group):
        first, later = c.named(text, "p")
        return f"({_member(c, later, node.group)} if {first} >= 0 else 0)"
    name = c.text.kept(text, "p")
    before = c.mark()
    found = _member(c, name, node.group)
    if c.mark() == before:
        return f"({found} if {name} >= 0 else 0)"
    c.rewind(before)
    answer = c.text.name("t")
    c.text.line(f"{answer} = 0")
    with c.text.block(f"if {name} >= 0:"):
        c.text.line(f"{answer} = {_member(c, name, node.group)}")
    return answer


def _asks_the_thing(c: Code, group: ir.Expression) -> bool:
    """Whether a piece can be asked for being in a list, and nothing goes wrong by asking only that one."""
    match group:
        case ir.Contents():
            return True
        case ir.Filter(over, _, where):
            return _asks_the_thing(c, over) and not c.unit.cost(where)[1]
        case ir.Derived(name) if not c.unit.definitions[name].exceptions:
            return _asks_the_thing(c, c.unit.definitions[name].value)
        case _:
            return False


def _often(group: ir.Expression) -> bool:
    """Whether the thing stands several times in the text of the condition."""
    return not isinstance(group, ir.Contents)


def _member(c: Code, thing: str, group: ir.Expression) -> str:
    """The condition for a thing that is not none."""
    match group:
        case ir.Contents(zone):
            return _lies_in(c, thing, zone)
        case ir.Filter(over, slot, where):
            return _passes(c, thing, over, slot, where)
        case ir.Derived(name, arguments):
            definition = c.unit.definitions[name]
            return _member(inside(c, definition, arguments), thing, definition.value)
        case _:
            raise AssertionError("a list that has to be made")


def _lies_in(c: Code, piece: str, zone: ir.Expression) -> str:
    places = constant_zones(c.unit.layout, zone)
    if places is None:
        if zone.type.many:
            return f"st.zone[{piece}] in {operand(value(c, zone))}"
        return f"st.zone[{piece}] == {operand(value(c, zone))}"
    if len(places) == 1:
        return f"st.zone[{piece}] == {places[0]}"
    wanted = tuple(int(place in places) for place in range(len(c.unit.layout.zone_names)))
    in_a_row = places == tuple(range(places[0], places[-1] + 1))
    name = f"{places[0]} to {places[-1]}" if in_a_row else " ".join(map(str, places))
    return f"{c.unit.table(f'among zones {name}', wanted)}[st.zone[{piece}]]"


def _passes(c: Code, thing: str, over: ir.Expression, slot: int, where: ir.Expression) -> str:
    before = c.mark()
    there = _member(c, thing, over)
    later = c.mark()
    with c.with_local(slot, thing, sure=True):
        passes = test(c, where)
    if c.mark() == later:
        return f"{conjunct(there)} and {conjunct(passes)}"
    c.rewind(before)
    name = c.text.name("t")
    c.text.line(f"{name} = {_member(c, thing, over)}")
    with c.text.block(f"if {name}:"), c.with_local(slot, thing, sure=True):
        c.text.line(f"{name} = {test(c, where)}")
    return name
