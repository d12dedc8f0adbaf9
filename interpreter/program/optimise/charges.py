"""What evaluating an expression charges, where that is certain: then it need not be evaluated if nobody reads it."""

from collections.abc import Mapping

from attrs import define, field

from dsl.bounds.evaluate import NO_SLOTS, PREVIOUS, Slots, evaluate
from dsl.ir import nodes as ir
from dsl.ir.limits import LARGEST_NUMBER, MOST_IN_FORCE, MOST_PIECES
from dsl.walk import children
from interpreter.program.model.constant_fold import is_sum
from interpreter.program.model.in_play import InPlay, is_within
from interpreter.program.model.nodes import Definition, Exact, Spend


@define
class Charges:
    """What expressions of a program with these definitions are charged; without `exact`, at most."""

    known: InPlay
    definitions: Mapping[str, Definition]
    exact: bool
    of_definitions: dict[str, tuple[Spend, ...] | None] = field(factory=dict)

    def of(self, node: object, slots: Slots = NO_SLOTS, *, tested: bool = True) -> tuple[Spend, ...] | None:
        """Lists what an expression is charged; None if that may differ, or if it may end in a fault.

        A sum that is compared or added to is not `tested` for its range.
        """
        spent: tuple[Spend, ...] = ()
        bare = isinstance(node, ir.Compare | ir.Arithmetic)
        for child in children(node):
            if (each := self.of(child, slots, tested=not (bare and is_sum(child)))) is None:
                return None
            spent += each
        match node:
            case ir.Function("metered", (ir.Constant(steps), _)):
                return (Spend(steps, span=node.span), *spent)
            case ir.Function("metered_each"):
                return None
            case ir.Derived(name):
                inside = self._of_definition(name)
                return None if inside is None else (*spent, *inside)
            case ir.Arithmetic():
                return spent if not tested or self._is_small(node, slots) else None
            case ir.Divide(right=right):
                sure = self._is_small(node, slots) and not evaluate(right, self.known, slots).has_zero
                return spent if sure else None
            case ir.BestOf(how="total"):
                return spent if not spent and self._is_small(node, slots) else None
            case ir.ListOf(items) if any(item.type.many for item in items):
                return spent if evaluate(node, self.known, slots).most <= MOST_PIECES else None
            case ir.Compare() | ir.Not():
                return spent
            case ir.And() | ir.Or() | ir.Cases() if not self.exact:
                return spent  # perhaps not all is evaluated
            case _:  # of others, parts are perhaps evaluated for each item
                return None if spent else ()

    def _is_small(self, node: ir.Expression, slots: Slots) -> bool:
        return is_within(evaluate(node, self.known, slots), LARGEST_NUMBER)

    def _of_definition(self, name: str) -> tuple[Spend, ...] | None:
        if name not in self.of_definitions:
            self.of_definitions[name] = None  # while it is being counted: it is recursive
            definition = self.definitions[name]
            spent = self.of(definition.value)
            free = not definition.exceptions or self._is_free(definition)
            self.of_definitions[name] = spent if free else None
        return self.of_definitions[name]

    def _is_free(self, definition: Definition) -> bool:
        """Whether applying exceptions charges nothing and never ends in a fault."""
        if definition.combining == "sum" or may_disagree(definition):
            return False
        previous = self.known.previously(definition.name)
        for rule in definition.exceptions:
            slots = {PREVIOUS: previous}
            if isinstance(rule.instances, ir.InForce):
                slots[rule.instance] = self.known.held(rule.instances.effect).several(MOST_IN_FORCE)
            if any(self.of(part, slots) != () for part in children(rule)):
                return False
        return True


def may_disagree(definition: Definition) -> bool:
    """Whether two exceptions of equal standing may apply that contradict each other."""
    ways = [(rule.standing, rule.how) for rule in definition.exceptions if rule.how != "plain"]
    limits = {standing for standing, how in ways if how == "at_least"} & {
        standing for standing, how in ways if how == "at_most"
    }
    exact = [rule for rule in definition.exceptions if rule.how == "instead"]
    if all_the_same(exact, definition.combining):
        return bool(limits)
    several = any(rule.instances is not None for rule in exact) or len(exact) != len({rule.standing for rule in exact})
    return bool(limits) or (several and definition.combining is None)


def all_the_same(rules: list[Exact], combining: ir.Combining | None) -> bool:
    """Whether it makes no difference how many of some exceptions apply, and which, as long as one does."""
    if len(rules) == 1 and rules[0].instances is None:
        return True
    result = {rule.value.value if isinstance(rule.value, ir.Constant) else None for rule in rules}
    return len(result) == 1 and None not in result and combining != "sum"
