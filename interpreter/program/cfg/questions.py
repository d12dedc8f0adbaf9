"""Splits questions into blocks: choices, actions to take, simultaneous answers.

Several things to choose, or an order, are asked for one by one; what was picked so far is in hidden locals, and
control goes on only when the answer is complete.
"""

from typing import assert_never

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.walk import nodes_in, with_fields
from interpreter.program.cfg.builder import Builder, counted
from interpreter.program.model import nodes as p
from interpreter.program.model.constants import NO, NOTHING, ONE, YES, ZERO
from interpreter.program.model.routine_id import action as action_id
from interpreter.program.model.substitute import filled_slots, inlined


@frozen
class _Ends:
    """The labels at which a question goes on when it is answered, passed, or skipped."""

    answered: int
    passed: int
    skipped: int


def choose(b: Builder, s: ir.Choose) -> None:
    """Splits a choice with its body and what is done otherwise."""
    if s.manner is ir.Manner.RANDOMLY:
        _random(b, s)
        return
    answered, passed, join = b.labels.new(), b.labels.new(), b.labels.new()
    _ask(b, s, _Ends(answered, passed, passed), bool(b.in_secret) or s.manner is ir.Manner.SECRETLY)
    b.begin(answered)
    b.all(s.body)
    b.end(p.Goto(join))
    b.begin(passed)
    b.all(s.otherwise)
    b.go_on(join)


def _random(b: Builder, s: ir.Choose) -> None:
    """Splits a random choice with a body that may suspend: the choice itself stays one statement."""
    found = b.hidden("found", ir.YES_NO)
    then, otherwise = ir.SetLocal(found.slot, YES), ir.SetLocal(found.slot, NO)
    b.add(with_fields(s, body=(then,), otherwise=(otherwise,)))
    b.one(ir.If(found, s.body, s.otherwise, span=s.span))


def _ask(b: Builder, s: ir.Choose, ends: _Ends, secret: bool) -> None:
    """Builds a question of any kind; afterwards no block is open."""
    match s.options:
        case ir.InOrder(group):
            _several(b, s, group, None, ends, secret)
        case ir.FromList(candidates, least, most, several=True):
            _several(b, s, candidates, (least, most), ends, secret)
        case ir.FromList(next=True) if not s.optional:
            _next(b, s, s.options.candidates, ends, secret)
        case ir.FromList() | ir.FromRange() | ir.FromMenu() | ir.FromActions():
            may_pass = YES if s.optional else NO
            _question(b, s, s.options, s.slot, may_pass, s.optional and s.hidden_options, ends, secret)
        case _:
            assert_never(s.options)


def _next(b: Builder, s: ir.Choose, candidates: ir.Expression, ends: _Ends, secret: bool) -> None:
    """Builds a choice of the next thing: unasked if it makes no difference, or if the rest is left to the list."""
    left, rest = b.let("left", candidates, candidates.type, s.span), b.hidden("rest", ir.YES_NO)
    b.at_first.append(ir.SetLocal(rest.slot, NO))
    ask, by_itself, leave = b.labels.new(), b.labels.new(), b.labels.new()
    there = ir.CountOf(left)
    alone: ir.Expression = ir.Compare("=", there, ONE)
    if p.are_pieces(s.options) and not _other_pieces(b, s):
        alone = ir.Function("alike", (left,), ir.YES_NO)
    alike = NO if s.hidden_options else alone
    some = ir.Compare(">", there, ZERO)
    b.end(p.Branch(ir.And((some, ir.Or((rest, alike)))), by_itself, ask, span=s.span))
    b.begin(by_itself)
    b.add(ir.SetLocal(s.slot, ir.Function("first", (left,), left.type.one())))
    b.end(p.Goto(ends.answered))
    b.begin(ask)
    may_pass = YES if s.pass_label is not None else NO
    one = with_fields(s.options, candidates=left)
    passes = b.passes_left[-1] if b.passes_left else None
    most = (ZERO, ZERO, passes) if passes is not None else ()
    _question(b, s, one, s.slot, may_pass, False, _Ends(ends.answered, leave, ends.skipped), secret, most)
    b.begin(leave)
    b.add(ir.SetLocal(rest.slot, YES))
    b.end(p.Goto(by_itself))


def _other_pieces(b: Builder, s: ir.Choose) -> bool:
    """Whether the routine has a name for a piece that its question could be compared to."""
    source = b.bodies[b.name]
    named = set(range(source.arity))
    for node in nodes_in(source.statements):
        if isinstance(node, ir.SetLocal | ir.Choose | ir.ForEach | ir.Draw) and node.slot != s.slot:
            named.add(node.slot)
    read = (node for node in nodes_in(source.statements) if isinstance(node, ir.Local))
    return any(node.slot in named and node.type.kind is ir.Kind.PIECE for node in read)


def _question(
    b: Builder, s: ir.Choose, options: ir.Options, slot: int, may_pass: ir.Expression, ask_anyway: bool, ends: _Ends,
    secret: bool, several: tuple[ir.Expression, ...] = (),
) -> None:  # fmt: skip
    """Builds a choice of one thing. After an offered action the same question is asked again."""
    player = _who(b, s.player) if s.offers else s.player
    forget = s.manner is ir.Manner.SECRETLY and p.are_pieces(options)
    answered = b.labels.new() if forget else ends.answered
    offers = tuple(p.Offer(b.action_numbers[name], name, b.labels.new()) for name in s.offers)
    again = b.labels.new()
    secret_options = b.secret_places(options.names) if isinstance(options, ir.FromActions) else ()
    b.go_on(again)
    b.end(
        p.Ask(
            player,
            options,
            slot,
            may_pass,
            ask_anyway,
            secret,
            secret_options,
            offers,
            answered,
            ends.passed,
            ends.skipped,
            s.prompt,
            s.site,
            (b.name,),
            s,
            several=several,
            collected=b.collected,
            span=s.span,
        )
    )
    for offer in offers:
        b.begin(offer.target)
        _act(b, offer.name, player, s)
        b.go_round(again, ends.skipped)
    if forget:
        b.begin(answered)
        b.add(p.Forget(player, span=s.span))
        b.end(p.Goto(ends.answered))


def _who(b: Builder, player: ir.Expression) -> ir.Expression:
    """Evaluates who is asked, once for as long as the question is open."""
    if isinstance(player, ir.Local | ir.Constant):
        return player
    return b.let("asked", player, player.type)


def _act(b: Builder, action: str, player: ir.Expression, s: ir.Choose | ir.TakeActions) -> None:
    """Builds the call of an action."""
    b.one(p.CallRoutine(action_id(action), you=player, site=s.site, span=s.span))


def _several(
    b: Builder, s: ir.Choose, candidates: ir.Expression, bounds: tuple[ir.Expression, ir.Expression] | None,
    ends: _Ends, secret: bool,
) -> None:  # fmt: skip
    """Builds choices one after another. Without `bounds` all are put into an order, where the last one is implied."""
    nothing = ir.ListOf((), candidates.type)
    left = b.let("left", candidates, candidates.type, s.span)
    picked = b.let("picked", nothing, candidates.type)
    pick = b.hidden("pick", candidates.type.one())
    there, taken = ir.CountOf(left), ir.CountOf(picked)
    least, most = _bounds(b, s, bounds, there)
    first, more, put, done, passed, empty = (b.labels.new() for _ in range(6))
    ask_anyway = s.optional and s.hidden_options
    b.end(p.Branch(ir.Compare("<", most or there, ONE), empty, more, span=s.span))
    b.begin(empty)
    b.add(ir.SetLocal(left.slot, nothing))
    b.end(p.Goto(first if ask_anyway else ends.skipped))
    b.begin(more)
    some_left = ir.Compare(">", there, ZERO)  # the same thing may have been there twice, and is picked once
    again = ir.And((ir.Compare("<", taken, most), some_left)) if most else ir.Compare(">", there, ONE)
    b.end(p.Branch(again, first, done, span=s.span))
    b.begin(first)
    none_yet = ir.Compare("=", taken, ZERO)
    enough = ir.Compare(">=", taken, least) if least else NO
    may_pass = ir.Or((enough, none_yet)) if s.optional else enough
    one = ir.FromList(left, ONE, ONE, span=s.options.span)
    whole = ir.Arithmetic("+", taken, there, ir.NUMBER)
    several = (taken, least or whole, most or whole)
    _question(b, s, one, pick.slot, may_pass, ask_anyway, _Ends(put, passed, ends.skipped), secret, several)
    b.begin(put)
    b.add(
        ir.SetLocal(picked.slot, ir.ListOf((picked, pick), candidates.type)),
        ir.SetLocal(left.slot, _without(left, pick)),
    )
    b.end(p.Goto(more))
    b.begin(passed)
    b.end(p.Branch(none_yet, ends.passed, done) if s.optional else p.Goto(done))
    b.begin(done)
    answer = (picked,) if most else (picked, left)
    b.add(ir.SetLocal(s.slot, ir.ListOf(answer, candidates.type)))
    b.end(p.Goto(ends.answered))


def _without(left: ir.Local, pick: ir.Local) -> ir.Expression:
    """What is left to pick from; of several dice that show the same, one is gone."""
    if left.type.kind is ir.Kind.DIE:
        return ir.Function("without_each", (left, ir.ListOf((pick,), left.type)), left.type)
    return ir.Without(left, pick, left.type)


def _bounds(
    b: Builder, s: ir.Choose, bounds: tuple[ir.Expression, ir.Expression] | None, there: ir.Expression
) -> tuple[ir.Local | None, ir.Local | None]:
    """Evaluates how many are to be picked, at least and at most: never more than there are."""
    if bounds is None:
        return None, None
    least, most = (ir.Function("smaller", (value, there), ir.NUMBER) for value in bounds)
    return b.let("least", least, ir.NUMBER, s.span), b.let("most", most, ir.NUMBER, s.span)


# ---------------------------------------------------------------- actions


def take_actions(b: Builder, s: ir.TakeActions) -> None:
    """Builds a loop that asks for one legal action after another, until the number is reached or the player stops.

    What costs nothing may then still be taken, if the rules say so: only stopping ends it.
    """
    player = _who(b, s.player)
    pick = b.hidden("pick", ir.NUMBER)
    left = b.let("left", s.at_most, ir.NUMBER, s.span) if s.at_most is not None else None
    head, ask, exit_ = b.labels.new(), b.labels.new(), b.labels.new()
    choices = tuple(b.labels.new() for _ in s.actions)
    b.go_on(head)
    some_left = ir.Compare(">", left, ZERO) if left is not None else None
    b.end(p.Goto(ask) if some_left is None or s.then_free else p.Branch(some_left, ask, exit_, span=s.span))
    b.begin(ask)
    chosen = b.labels.new()
    conditions = tuple(None if name in b.free_actions else some_left for name in s.actions) if s.then_free else ()
    options = ir.FromActions(s.actions, conditions, span=s.span)
    may_pass = YES if s.may_stop else NO
    b.end(
        p.Ask(
            player,
            options,
            pick.slot,
            may_pass,
            s.may_stop and s.hidden_options,
            False,
            b.secret_places(s.actions),
            (),
            chosen,
            exit_,
            exit_,
            (),
            s.site,
            (b.name,),
            s,
            len(s.actions) - s.beside if s.beside else -1,
            _open_needs(b, s, player) if s.may_stop and s.hidden_options else None,
            (left,) if left is not None else (),
            span=s.span,
        )
    )
    b.begin(chosen)
    b.end(p.Switch(pick.slot, choices))
    for name, label in zip(s.actions, choices, strict=True):
        b.begin(label)
        if left is not None and name not in b.free_actions:
            b.add(ir.SetLocal(left.slot, ir.Arithmetic("-", left, ONE)))
        _act(b, name, player, s)
        b.go_round(head, exit_)
    b.begin(exit_)


def _open_needs(b: Builder, s: ir.TakeActions, player: ir.Expression) -> ir.Expression:
    """Tests whether, as far as is public, one of the actions with secret conditions could be legal."""
    could: list[ir.Expression] = []

    def new_slot() -> int:
        return b.hidden("each", ir.UNKNOWN).slot

    for name in s.actions[: len(s.actions) - s.beside] or s.actions:
        action = b.actions[name]
        if action.secret_question or any(need.secret for need in action.needs):
            needs = tuple(inlined(need.condition, {0: player}, new_slot) for need in action.needs if not need.secret)
            could.append(ir.And(needs) if needs else YES)
    return ir.Or(tuple(could)) if could else NO


# ---------------------------------------------------------------- all at once


def all_at_once(b: Builder, s: ir.AllAtOnce) -> None:
    """Builds a loop in which each answers in secret, into hidden lists; then one that runs the body, seat by seat."""
    filled = sorted(filled_slots(s.asking))
    kept = [b.hidden("answers", ir.PLAYERS) for _ in filled]
    everybody = b.hidden("everybody", s.over.type)
    b.add(ir.SetLocal(everybody.slot, s.over, span=s.span))
    b.add(*(ir.SetLocal(answers.slot, ir.ListOf((), ir.PLAYERS)) for answers in kept))

    def seat(items: ir.Local, place: ir.Local) -> tuple[p.Statement, ...]:
        return (ir.SetLocal(s.slot, ir.Item(items, place, ir.PLAYER)),)

    def answer() -> None:
        b.add(*(ir.SetLocal(slot, NOTHING) for slot in filled))
        before = b.collected
        b.in_secret, b.collected = b.in_secret + 1, before or (*kept,)
        b.all(s.asking)
        b.in_secret, b.collected = b.in_secret - 1, before
        b.add(*(p.Append(answers.slot, slot) for slot, answers in zip(filled, kept, strict=True)))

    def recalled(items: ir.Local, place: ir.Local) -> tuple[p.Statement, ...]:
        answers = (ir.SetLocal(slot, ir.Item(of, place, ir.NUMBER)) for slot, of in zip(filled, kept, strict=True))
        return *seat(items, place), *answers

    counted(b, everybody, seat, answer, s.span)
    counted(b, everybody, recalled, lambda: b.all(s.body), s.span)
