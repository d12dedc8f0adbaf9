"""Trigger sites of statements: counters that change hands here, pieces in `on_moves.py`, others in `on_others.py`."""

from collections.abc import Iterator

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.walk import rebuilt_around, with_fields
from interpreter.program.desugar.routines import Source
from interpreter.program.desugar.timed_effects import end_effects
from interpreter.program.model.constants import NOTHING, ZERO
from interpreter.program.model.nodes import CallRoutine, NothingToLose, Statement, Statements, Window
from interpreter.program.model.routine_id import RoutineId, TextOf
from interpreter.program.triggers.on_moves import on_draw, on_move, on_swap
from interpreter.program.triggers.on_others import on_play, on_reveal, on_role, on_roll, on_shuffle
from interpreter.program.triggers.substitution_scope import Scope
from interpreter.program.triggers.trigger_site import Event, Sites, Substitute, event_of, subject_test
from interpreter.program.triggers.trigger_table import TRANSFERS, Fired, Triggers, TriggerTable


def with_sites(table: TriggerTable, source: Source, fired: Fired) -> Source:
    """Puts calls of rules around the statements of a routine that trigger them, but for rules that already fired."""
    sites = Sites(table, Scope(list(source.slots), table.fired_lists(source, fired)), fired, table.on_statements(fired))

    def change(node: object) -> object:
        below = rebuilt_around(node, change)
        match below:
            case ir.Transfer():
                return _on_transfer(sites, below, [t for t in sites.triggers if _may_trigger(t[1], below)])
            case ir.MovePieces():
                return on_move(sites, below)
            case ir.Swap():
                return on_swap(sites, below)
            case ir.Boundary():
                return _on_boundary(sites, below)
            case ir.Draw():
                return on_draw(sites, below)
            case ir.Reveal():
                return on_reveal(sites, below)
            case ir.Write():
                return on_role(sites, below)
            case ir.Shuffle():
                return on_shuffle(sites, below)
            case ir.Roll():
                return on_roll(sites, below)
            case CallRoutine(routine) if routine == RoutineId(TextOf("")):
                table.call_graph.call(routine)
                return on_play(sites, below)
            case CallRoutine():
                return table.reenter(below, fired, sites.scope.fired_lists)
        return below

    statements = rebuilt_around(source.statements, change)
    if statements is source.statements:
        return source
    return with_fields(source, slots=tuple(sites.scope.slots), statements=statements)


def _on_boundary(sites: Sites, b: ir.Boundary) -> object:
    """What ends at a start ends before anything else; what ends at an end does so after all that comes before that."""
    units = (b.unit, b.name) if b.name not in ("", "turn") else (b.unit,)  # a round called so is no turn
    triggers = [t for t in sites.on("boundary") if t[1].name in {f"{b.edge} {unit}" for unit in units}]
    ends = end_effects(sites.table.effects, b.edge, units, b.player)
    if not triggers:
        return ends
    site = sites.at(event_of(b.player, {}, lambda hook, substitute: subject_test(hook, b.player, substitute)))
    before, after = site.all(triggers, ir.Timing.BEFORE), site.all(triggers, ir.Timing.AFTER)
    together = (*ends, *before, *after) if b.edge is ir.Edge.START else (*before, *ends, *after)
    return Window(together, span=b.span)


def _may_trigger(hook: ir.HookRule, t: ir.Transfer) -> bool:
    """Compares what is known before play: the verb, the counter, the places."""
    if hook.event not in TRANSFERS or _subject_side(hook, t) is None:
        return False
    both_known = isinstance(hook.counter, ir.Constant) and isinstance(t.counter, ir.Constant)
    if both_known and hook.counter != t.counter:
        return False
    return _places_match(hook.source, t.source) and _places_match(hook.target, t.target)


def _subject_side(hook: ir.HookRule, t: ir.Transfer) -> ir.Expression | None:
    """The player whom the event is about: who gains, or who loses, pays or gives."""
    place = t.target if hook.event == "gain" else t.source
    if hook.event in ("pay", "give") and t.verb.value != hook.event.value:
        return None
    return place.player if isinstance(place, ir.Holder) else None


def _places_match(wanted: ir.Place | None, actual: ir.Place) -> bool:
    if wanted is None:
        return True
    if isinstance(wanted, ir.Pot) and isinstance(actual, ir.Pot):
        return wanted.variable == actual.variable
    return type(wanted) is type(actual)


def _on_transfer(sites: Sites, t: ir.Transfer, triggers: Triggers) -> Statement:
    """Puts a transfer among the rules that it may trigger. Its parts are evaluated before the first of them."""
    if not triggers:
        return t
    if _is_two_events(t, triggers):
        return _on_halves(sites, t, triggers)
    scope = sites.scope
    lets = [scope.let("counter", t.counter, t.span)]
    source, target = scope.let_place(t.source, lets), scope.let_place(t.target, lets)
    counter = ir.Local(lets[0].slot, "counter", ir.COUNTER)
    fixed = with_fields(t, counter=counter, source=source, target=target)
    lets.append(scope.let("asked", ir.Function("larger", (t.amount, ZERO), ir.NUMBER), t.span))
    asked = ir.Local(lets[-1].slot, "asked", ir.NUMBER)
    goes = _actual_amount(with_fields(fixed, amount=asked), t.counter, sites.table.game)
    if happens := _both_exist(t, fixed):
        goes = ir.Cases(((ir.And(happens), goes),), ZERO, ir.NUMBER)
    lets.append(scope.let("amount", goes, t.span))
    event = _TransferEvent(with_fields(fixed, amount=ir.Local(lets[-1].slot, "amount", ir.NUMBER)), asked)
    site = sites.at(Event(event.subject, event.bound, event.tests))
    told: Statements = ()
    if isinstance(source, ir.Holder) and t.manner is not ir.Manner.SECRETLY:
        which = t.counter if isinstance(t.counter, ir.Constant) else counter
        told = (NothingToLose(which, asked, source, target, t.site, span=t.span),)
    return Window((*lets, *told, *site.around(triggers, (event.transfer,))), span=t.span)


def _is_two_events(t: ir.Transfer, triggers: Triggers) -> bool:
    """Whether one player's loss and another's gain must be told apart: a rule may replace either."""
    is_replaced = any(h.timing is ir.Timing.INSTEAD and h.event in ("lose", "gain") for _, h in triggers)
    return is_replaced and isinstance(t.source, ir.Holder) and isinstance(t.target, ir.Holder)


def _on_halves(sites: Sites, t: ir.Transfer, triggers: Triggers) -> Statement:
    """Makes two events: one player loses; then the other gains what was really lost. Both are one window."""
    scope = sites.scope
    lets = [scope.let("counter", t.counter, t.span)]
    source, target = scope.let_place(t.source, lets), scope.let_place(t.target, lets)
    assert isinstance(source, ir.Holder)
    held = ir.ReadCounter(t.counter, source.player)
    before = scope.let("before", held, t.span)
    gone = ir.Arithmetic("-", ir.Local(before.slot, "before", ir.NUMBER), held)
    lost = scope.let("lost", ir.Function("larger", (gone, ZERO), ir.NUMBER), t.span)
    same = t.counter if isinstance(t.counter, ir.Constant) else ir.Local(lets[0].slot, "counter", ir.COUNTER)
    loses = with_fields(t, verb=ir.TransferVerb.LOSE, counter=same, source=source, target=ir.Bank())
    gains = with_fields(
        t, verb=ir.TransferVerb.GAIN, amount=ir.Local(lost.slot, "lost", ir.NUMBER), counter=same,
        source=ir.Bank(), target=target,
    )  # fmt: skip

    def half(event: str, transfer: ir.Transfer) -> Statement:
        return _on_transfer(sites, transfer, [trigger for trigger in triggers if trigger[1].event == event])

    body: Statements = (before, half("lose", loses), lost, half("gain", gains))
    halves: Statement = ir.Together(body, span=t.span)
    if happens := _both_exist(t, with_fields(t, source=source, target=target)):
        halves = ir.If(ir.And(happens), (halves,), (), span=t.span)
    return Window((*lets, halves), span=t.span)


def _both_exist(said: ir.Transfer, stored: ir.Transfer) -> tuple[ir.Expression, ...]:
    """Tests that there is somebody, or a pot, on either side; nothing happens between them otherwise."""
    sides = ((said.source, stored.source), (said.target, stored.target))
    pairs = [pair for one, other in sides for pair in zip(_indices(one), _indices(other), strict=True)]
    return tuple(ir.Compare("!=", place, NOTHING) for index, place in pairs if _may_be_none(index))


def _indices(place: ir.Place) -> tuple[ir.Expression, ...]:
    match place:
        case ir.Holder(player):
            return (player,)
        case ir.Pot(_, at):
            return at
        case ir.Bank():
            return ()


def _may_be_none(index: ir.Expression) -> bool:
    return index.type.optional or not isinstance(index, ir.Constant | ir.Local)


def _actual_amount(t: ir.Transfer, counter: ir.Expression, game: ir.Game) -> ir.Expression:
    """The amount of the event: no more than there is, nor than there is room for, nor less than nothing."""
    amount: ir.Expression = t.amount
    for place, is_source in ((t.source, True), (t.target, False)):
        limits = _limits(place, counter, t.counter, is_source, game)
        if len(set(limits.values())) == 1 and len(limits) == len(_counters(place, counter, game)):
            amount = ir.Function("smaller", (amount, next(iter(limits.values()))), ir.NUMBER)
        elif limits:
            cases = tuple((ir.Compare("=", t.counter, ir.Constant(k, ir.COUNTER)), x) for k, x in limits.items())
            amount = ir.Function("smaller", (amount, ir.Cases(cases, amount, ir.NUMBER)), ir.NUMBER)
    return ir.Function("larger", (amount, ZERO), ir.NUMBER)


def _counters(place: ir.Place, counter: ir.Expression, game: ir.Game) -> list[ir.Variable]:
    """The variables that a transfer may change at a place."""
    match place, counter:
        case ir.Pot(name), _:
            return [v for v in game.variables if v.name == name]
        case ir.Holder(), ir.Constant(number):
            return [v for v in game.variables if v.number == number]
        case ir.Holder(), _:
            return [v for v in game.variables if v.number >= 0]
    return []


def _limits(
    place: ir.Place, counter: ir.Expression, said: ir.Expression, is_source: bool, game: ir.Game
) -> dict[int, ir.Expression]:
    """How much can leave a place, or come there, by the number of the counter; nothing for those without bounds."""
    held: ir.Expression = ir.ReadCounter(said, place.player) if isinstance(place, ir.Holder) else ZERO
    if isinstance(place, ir.Pot):
        held = ir.Read(place.variable, place.at, ir.NUMBER)
    found: dict[int, ir.Expression] = {}
    for variable in _counters(place, counter, game):
        bound = variable.low if is_source else variable.high
        if bound is not None and is_source:
            found[variable.number] = held if bound == ZERO else ir.Arithmetic("-", held, bound)
        elif bound is not None:
            found[variable.number] = ir.Arithmetic("-", bound, held)
    return found


@frozen
class _TransferEvent:
    """A transfer whose parts are in locals, and the tests of the rules that it may trigger."""

    transfer: ir.Transfer
    asked: ir.Local

    def subject(self, hook: ir.HookRule) -> ir.Expression:
        who = _subject_side(hook, self.transfer)
        assert who is not None
        return who

    def bound(self, hook: ir.HookRule) -> tuple[ir.Expression, ...]:
        known: dict[str, ir.Expression] = {
            "subject": self.subject(hook), "amount": self.transfer.amount, "counter": self.transfer.counter,
            "asked": self.asked,
        }  # fmt: skip
        return tuple(known[name] for name in hook.binds)

    def tests(self, hook: ir.HookRule, substitute: Substitute) -> Iterator[ir.Expression]:
        """Tests that the transfer is what the rule is about, as far as only play can decide that."""
        yield ir.Compare(">", self.transfer.amount, ZERO)
        yield from subject_test(hook, self.subject(hook), substitute)
        if hook.counter is not None:
            yield ir.Compare("=", self.transfer.counter, substitute(hook.counter))
        for wanted, actual in ((hook.source, self.transfer.source), (hook.target, self.transfer.target)):
            if wanted is not None and type(wanted) is type(actual):
                for said, index in zip(_indices(wanted), _indices(actual), strict=False):
                    yield ir.Compare("=", index, substitute(said))
