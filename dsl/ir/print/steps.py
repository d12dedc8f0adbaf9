"""Statements of the IR, one a line, with the place in the rules each comes from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from dsl.ir import nodes as ir
from dsl.ir.nodes import Manner
from dsl.ir.print.phrases import Names, inner, phrase, text_of
from dsl.source import Span

INDENT = "    "
_PLACE_AT = 88  # the column of the places, unless a line is longer


def body_lines(body: ir.Body, game: ir.Game, depth: int) -> Iterator[str]:
    """Every statement of a body."""
    yield from _block(body.statements, Names(game, body.slots), depth)


def line(text: str, span: Span, depth: int) -> str:
    """One line, with its place in the rules if it has one."""
    text = INDENT * depth + text
    return f"{text:<{_PLACE_AT}}{place(span)}".rstrip() if len(text) < _PLACE_AT else f"{text}  {place(span)}".rstrip()


def place(span: Span) -> str:
    """`game.bylaws:12`, or nothing for what no file says."""
    return f"# {span.source.path.rsplit('/', 1)[-1]}:{span.line}" if span.in_file else ""


def _block(statements: tuple[ir.Statement, ...], n: Names, depth: int) -> Iterator[str]:
    for s in statements:
        yield from _statement(s, n, depth)


def _statement(s: ir.Statement, n: Names, depth: int) -> Iterator[str]:
    """The statement's own line, and those of the blocks in it."""
    match s:
        case ir.Choose():
            yield from _choose(s, n, depth)
        case ir.If():
            yield from _if(s, n, depth)
        case ir.ForEach(slot, over, body, one_moment):
            moment = ", at one moment" if one_moment else ""
            yield line(f"for each {n.slot(slot)} in {phrase(over, n)}{moment}:", s.span, depth)
            yield from _block(body, n, depth + 1)
        case ir.Together(body):
            yield line("at one moment:", s.span, depth)
            yield from _block(body, n, depth + 1)
        case ir.ForRange(slot, low, high, body):
            yield line(f"for each {n.slot(slot)} from {phrase(low, n)} to {phrase(high, n)}:", s.span, depth)
            yield from _block(body, n, depth + 1)
        case ir.While(condition, bound, _, body):
            most = f", at most {phrase(bound, n)} times" if bound is not None else ""
            yield line(f"while {phrase(condition, n)}{most}:", s.span, depth)
            yield from _block(body, n, depth + 1)
        case ir.AllAtOnce(slot, over, choices, body):
            yield line(f"all at once, each {n.slot(slot)} in {phrase(over, n)}:", s.span, depth)
            yield from _block(choices, n, depth + 1)
            yield line("then, one after another:", s.span, depth)
            yield from _block(body, n, depth + 1)
        case ir.DecidedBy(player, decider, body):
            yield line(f"what {phrase(player, n)} is asked is decided by {phrase(decider, n)}:", s.span, depth)
            yield from _block(body, n, depth + 1)
        case ir.Turn(player, body):
            yield line(f"turn of {phrase(player, n)}:", s.span, depth)
            yield from _block(body, n, depth + 1)
        case ir.Unsupported(what, body):
            yield line(f"not playable yet: {what}", s.span, depth)
            yield from _block(body, n, depth + 1)
        case _:
            yield line(_simple(s, n), s.span, depth)


def _if(s: ir.If, n: Names, depth: int) -> Iterator[str]:
    yield line(f"if {phrase(s.condition, n)}:", s.span, depth)
    yield from _block(s.then, n, depth + 1)
    if s.otherwise:
        yield INDENT * depth + "otherwise:"
        yield from _block(s.otherwise, n, depth + 1)


def _choose(s: ir.Choose, n: Names, depth: int) -> Iterator[str]:
    manner = "" if s.manner is Manner.PLAIN else f"{s.manner} "
    may = "may choose" if s.optional else "chooses"
    yield line(f"{phrase(s.player, n)} {manner}{may} {n.slot(s.slot)} {_options(s.options, n)}", s.span, depth)
    if about := ", ".join(_about(s, n)):
        yield INDENT * (depth + 1) + about
    yield from _block(s.body, n, depth + 1)
    if s.otherwise:
        yield INDENT * depth + "without an answer:"
        yield from _block(s.otherwise, n, depth + 1)


def _about(s: ir.Choose, n: Names) -> Iterator[str]:
    """The question and what goes with it."""
    if s.prompt:
        yield f"asking {text_of(s.prompt, n)}"
    if s.pass_label:
        yield f'passing "{s.pass_label}"'
    if s.offers:
        yield f"beside {' and '.join(s.offers)}"
    if s.hidden_options:
        yield "options are hidden"
    if not s.announced:
        yield "nobody else learns of it"


def _options(options: ir.Options, n: Names) -> str:
    match options:
        case ir.FromList(candidates, several=False):
            return f"from {phrase(candidates, n)}"
        case ir.FromList(candidates, least, most):
            return f"from {phrase(candidates, n)}, {phrase(least, n)} to {phrase(most, n)} of them"
        case ir.FromRange(low, high):
            return f"from {phrase(low, n)} to {phrase(high, n)}"
        case ir.FromMenu(labels, conditions):
            pairs = zip(labels, conditions, strict=True)
            return "among " + ", ".join(f'"{x}"' + (f" if {phrase(c, n)}" if c else "") for x, c in pairs)
        case ir.FromActions(names):
            return f"among actions {', '.join(names)}"
        case ir.InOrder(group):
            return f"as an order of {phrase(group, n)}"
        case _:
            assert_never(options)


# ---------------------------------------------------------------- statements without a block


def _simple(s: ir.Statement, n: Names) -> str:
    match s:
        case ir.SetLocal(slot, value):
            return f"let {n.slot(slot)} be {phrase(value, n)}"
        case ir.Write(variable, at, value):
            return f"set {phrase(ir.Read(variable, at, value.type), n)} to {phrase(value, n)}"
        case ir.Change(variable, at, amount, down):
            verb = "lower" if down else "raise"
            return f"{verb} {phrase(ir.Read(variable, at, amount.type), n)} by {phrase(amount, n)}"
        case ir.Transfer():
            return _transfer(s, n)
        case ir.MovePieces():
            return _move(s, n)
        case ir.Draw(player, amount, source, target, slot):
            drawn = f"{phrase(amount, n)} from {phrase(source, n)} to {phrase(target, n)}"
            return f"{phrase(player, n)} draws {drawn} as {n.slot(slot)}"
        case ir.Shuffle(zone):
            return f"shuffle {phrase(zone, n)}"
        case ir.Reveal(pieces, to):
            return f"reveal {phrase(pieces, n)}" + (f" to {phrase(to, n)}" if to is not None else "")
        case ir.Flip(pieces, up):
            return f"turn {phrase(pieces, n)} face {'up' if up else 'down'}"
        case ir.Create(card_type, amount, each, zone, owner):
            kind = f"{card_type} of each {each}" if each else card_type
            return f"create {phrase(amount, n)} {kind} in {phrase(zone, n)}, owned by {phrase(owner, n)}"
        case ir.Swap(left, right):
            return f"swap {phrase(left, n)} and {phrase(right, n)}"
        case ir.Roll(die, amount, slot, secret=secret):
            return f"{'secretly ' if secret else ''}roll {phrase(amount, n)} {die} as {n.slot(slot)}"
        case ir.TakeActions():
            return _take(s, n)
        case ir.Stop():
            return "stop"
        case ir.Leave(None):
            return "return"
        case ir.Leave(value):
            return f"decide {phrase(value, n)}" if value is not None else "return"
        case ir.Call():
            return _call(s, n)
        case ir.DoText(part, card, this, you):
            by = f" as {phrase(you, n)}" if you is not None else ""
            on = "" if this == card else f", for {phrase(this, n)}"
            return f"do {part or 'the text'} of {phrase(card, n)}{on}{by}"
        case ir.Begin(effect, held, until):
            kept = ", ".join(phrase(h, n) for h in held)
            return f"effect {effect} begins{_until(until, n)}, keeping {kept}"
        case ir.Become(effect, held, piece, original, keeping, until):
            but = f" but for {', '.join(keeping)}" if keeping else ""
            kept = ", ".join(phrase(h, n) for h in held)
            copy = f"{phrase(piece, n)} is a copy of {phrase(original, n)}{but}"
            return f"effect {effect} begins{_until(until, n)}, keeping {kept}: {copy}"
        case ir.Finish(effect, instance):
            return f"{phrase(instance, n)} of effect {effect} is over"
        case ir.RunFlow(flow, you):
            return f"run {flow}" + (f" as {phrase(you, n)}" if you is not None else "")
        case ir.Announce(text):
            return f"announce {text_of(text, n)}"
        case ir.GameOver(winners):
            return f"the game ends, won by {phrase(winners, n)}"
        case ir.EndTurn():
            return "end the turn"
        case ir.NextTurn(player):
            return f"the next turn is that of {phrase(player, n)}"
        case ir.Boundary(edge, unit, name):
            return f"{edge} of {unit} {name}".strip()
        case (
            ir.Turn()
            | ir.Choose()
            | ir.If()
            | ir.ForEach()
            | ir.Together()
            | ir.DecidedBy()
            | ir.ForRange()
            | ir.While()
            | ir.AllAtOnce()
        ):
            raise AssertionError("has a block of its own")
        case ir.Unsupported():
            raise AssertionError("has a block of its own")
        case _:
            assert_never(s)


def _until(until: ir.Until | None, n: Names) -> str:
    if until is None:
        return ""
    whose = f" of {phrase(until.owner, n)}" if until.owner is not None else ""
    return f", until {until.edge} of the{' next' if until.following else ''} {until.unit}{whose}"


def _transfer(s: ir.Transfer, n: Names) -> str:
    manner = "" if s.manner is Manner.PLAIN else f"{s.manner} "
    seen = "amount open to all" if s.open else "amount known to those whose counters change"
    way = f"from {_place_words(s.source, n)} to {_place_words(s.target, n)}"
    return f"{manner}{s.verb} {inner(s.amount, n)} {inner(s.counter, n)} {way} ({seen})"


def _place_words(p: ir.Place, n: Names) -> str:
    match p:
        case ir.Bank():
            return "the bank"
        case ir.Holder(player):
            return inner(player, n)
        case ir.Pot(variable, at):
            return phrase(ir.Read(variable, at, ir.NUMBER), n)
        case _:
            assert_never(p)


def _move(s: ir.MovePieces, n: Names) -> str:
    manner = "" if s.manner is Manner.PLAIN else f"{s.manner} "
    end = "the bottom of " if s.at_bottom else ""
    face = f" face {s.face}" if s.face else ""
    return f"{manner}{s.verb} {phrase(s.pieces, n)} to {end}{phrase(s.zone, n)}{face}, by {phrase(s.mover, n)}"


def _take(s: ir.TakeActions, n: Names) -> str:
    most = f"at most {phrase(s.at_most, n)}" if s.at_most is not None else "any number"
    hidden = ", options are hidden" if s.hidden_options else ""
    stop = ", may stop" if s.may_stop else ""
    free = ", then what is free" if s.then_free else ""
    return f"{phrase(s.player, n)} takes {most} of {', '.join(s.actions)}{free}{stop}{hidden}"


def _call(s: ir.Call, n: Names) -> str:
    given = f" with {', '.join(phrase(a, n) for a in s.arguments)}" if s.arguments else ""
    you = f" as {phrase(s.you, n)}" if s.you is not None else ""
    answer = f"let {n.slot(s.slot)} be decided by " if s.slot >= 0 else "do "
    return f"{answer}{s.procedure}{given}{you}"
