"""Phrases the facts that a rule reads, for the player who is asked, as far as that player can know them."""

from collections.abc import Iterator, Sequence

from dsl.ir import nodes as ir
from dsl.ir.effects import BINDERS
from dsl.ir.prose.nouns import amount_of, in_sentence, in_units, is_plural, the
from dsl.walk import children
from interpreter.backend.reference.values import Context, value
from interpreter.text.labels import Words, spoken
from interpreter.text.observability import can_know
from interpreter.text.redaction import is_player
from interpreter.text.rules_in_words import Place

#: What may be a fact of its own.
_SINGLE = (ir.Read, ir.ReadCounter, ir.Attribute, ir.Derived, ir.CountOf, ir.Function)


def facts(scene: Context, words: Words, seat: int, rule: ir.Expression) -> list[str]:
    """A phrase for each thing in `rule` that `seat` can know: `you have 2 coins`, `the price of Lamp is 4`."""
    return list(dict.fromkeys(_facts(scene, words, seat, rule)))


def fact(scene: Context, words: Words, seat: int, rule: ir.Expression, unit: str = "") -> str:
    """Phrases the value of `rule`, if it is a single such fact that `seat` can know, in this `unit`; else nothing."""
    return _fact(scene, words, seat, rule, unit) if can_know(scene, seat, rule) else ""


def _facts(scene: Context, words: Words, seat: int, rule: object, unit: str = "") -> Iterator[str]:
    """`unit`: that of the counter with which it is compared."""
    if type(rule) in BINDERS:
        return
    if isinstance(rule, ir.Compare):
        unit = next((found for side in (rule.left, rule.right) if (found := _unit(words, side))), "")
    if isinstance(rule, _SINGLE) and (said := fact(scene, words, seat, rule, unit)):
        yield said
        return
    for inner in children(rule):
        yield from _facts(scene, words, seat, inner, unit)


def _unit(words: Words, rule: ir.Expression) -> str:
    """In what a counter is told, if it has a unit."""
    return words.program.layout.variables[rule.variable].variable.unit if isinstance(rule, ir.Read) else ""


def _fact(scene: Context, words: Words, seat: int, rule: ir.Expression, unit: str) -> str:
    match rule:
        case ir.Read(name, at):
            indices, variable = [value(scene, index) for index in at], words.program.layout.variables[name].variable
            if variable.is_mark and _is_said(rule.type) and ir.NONE not in indices:
                said = words.value(scene.state, rule.type, value(scene, rule), seat)
                return f"the {words.mark(variable, indices, words.title(scene.state, indices[0]))} is {said}"
            return "" if variable.is_mark else of_variable(words, seat, variable, indices, value(scene, rule))
        case ir.ReadCounter(counter, player) if (number := value(scene, counter)) >= 0:
            layout = words.program.layout
            variable = layout.variables[layout.counters[number]].variable
            return of_variable(words, seat, variable, [value(scene, player)], value(scene, rule))
        case ir.Attribute(field, piece, type_) if (number := value(scene, piece)) >= 0 and _is_said(type_):
            said = words.value(scene.state, type_, value(scene, rule), seat)
            return f"the {spoken(field)} of {words.title(scene.state, number)} is {said}"
        case ir.Derived(name, arguments, type_) if _is_said(type_):
            title = next((define.title for define in words.rules.defines if define.name == name), "")
            named = in_sentence(title) or spoken(ir.own_name(name))
            worth = value(scene, rule)
            said = in_units(unit, worth) if unit else words.value(scene.state, type_, worth, seat)
            if not arguments:
                return f"{the(named)} is {said}"
            if len(arguments) == 1 and arguments[0].type.kind is ir.Kind.PLAYER and not arguments[0].type.many:
                whose = words.whose(value(scene, arguments[0]), seat)
                return f"{whose} {named} {'are' if is_plural(named) else 'is'} {said}"
        case ir.CountOf(ir.Contents(ir.ZoneAt() as zone)):
            number, named = value(scene, rule), words.zone_for(value(scene, zone), seat)
            return f"there is 1 card in {named}" if number == 1 else f"there are {number} cards in {named}"
        case ir.CountOf(over):
            place, number = Place(scene, words, seat), value(scene, rule)
            said = place.one_of(over) if number == 1 else place.several_of(over)
            return f"there {'is' if number == 1 else 'are'} {number or 'no'} {said}" if said else ""
        case ir.Function("active_player") if (player := value(scene, rule)) >= 0:
            return f"it is {words.whose(player, seat)} turn"
    return ""


def _is_said(type_: ir.Type) -> bool:
    """Whether a value of that type says something: yes or no alone would not."""
    return not type_.many and type_.kind is not ir.Kind.YES_NO


def of_variable(words: Words, seat: int, variable: ir.Variable, at: Sequence[int], worth: int) -> str:
    """How it stands with a counter, a role and the like: `you have 2 coins`, `the host is Ben`."""
    if not _is_said(variable.type) or ir.NONE in at:
        return ""
    indices = list(zip(variable.dimensions, at, strict=True))
    owner = next((place for index, place in indices if is_player(index)), ir.NONE)
    if variable.counts and owner >= 0:
        others = [words.index(index, place) for index, place in indices if not is_player(index)]
        said = amount_of(variable, worth) + (f" ({', '.join(others)})" if others else "")
        return f"{'you have' if owner == seat else f'{words.player(owner)} has'} {said}"
    said = words.said(variable.type, None if worth == ir.NONE and variable.type.optional else worth)
    return f"{words.variable(variable, at, seat)} is {said}"
