"""Collects the variables that rules read and write, and what designers call them."""

from collections import Counter
from collections.abc import Iterator

from dsl.ir import nodes as ir
from dsl.lint.subject import Subject


def read_variables(subject: Subject) -> frozenset[str]:
    """The names of all that is looked at: paid and given counters too, since who has none cannot pay."""
    game = subject.game
    found = {read.variable for read in subject.all(ir.Read)}
    if subject.all(ir.ReadCounter):
        found |= {v.name for v in game.variables if v.number >= 0}
    for transfer in subject.all(ir.Transfer):
        if transfer.verb in ("pay", "give", "lose"):
            found |= set(_moved(transfer, game))
    return frozenset(found)


def written_variables(subject: Subject) -> frozenset[str]:
    """The names of all that a rule may change."""
    found = {write.variable for write in subject.all(ir.Write)} | {change.variable for change in subject.all(ir.Change)}
    for transfer in subject.all(ir.Transfer):
        found |= set(_moved(transfer, subject.game))
    return frozenset(found)


def _moved(transfer: ir.Transfer, game: ir.Game) -> Iterator[str]:
    """The counters that a transfer may take from or add to."""
    for place in (transfer.source, transfer.target):
        if isinstance(place, ir.Pot):
            yield place.variable
    counter = transfer.counter
    number = counter.value if isinstance(counter, ir.Constant) else None
    if any(isinstance(place, ir.Holder) for place in (transfer.source, transfer.target)):
        yield from (v.name for v in game.variables if v.number >= 0 and number in (None, v.number))


def kind_of(variable: ir.Variable) -> str:
    """What a designer calls it: counter, flag, role or pawn."""
    if variable.pawn:
        return "pawn"
    match variable.type.kind:
        case ir.Kind.NUMBER:
            return "counter"
        case ir.Kind.YES_NO:
            return "flag"
        case ir.Kind.PLAYER:
            return "role"
        case _:
            return "remembered thing"


def read_parameters(subject: Subject) -> frozenset[str]:
    """The names of the parameters that something in the rules depends on."""
    asked = (node for node in subject.all(ir.Function) if node.name == "parameter")
    places = (node.arguments[0] for node in asked)
    return frozenset(subject.game.texts[place.value] for place in places if isinstance(place, ir.Constant))


def mentions(subject: Subject) -> Counter[str]:
    """How often each zone is named in the rules, also as the place where a deck lies."""
    named = Counter(node.zone for node in subject.all(ir.ZoneAt))
    named.update(node.zone for node in subject.all(ir.Zones))
    return named
