"""Prints statements of the IR, one a line, each with its place in the rules."""

from collections.abc import Iterator
from typing import assert_never

from dsl.ir import nodes as ir
from dsl.ir.nodes import Manner
from dsl.ir.print.phrases import Names, inner, phrase, text_of
from dsl.source import Span
from dsl.walk import blocks

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
    yield line(_own_line(s, n), s.span, depth)
    match s:
        case ir.Choose():
            if about := ", ".join(_about(s, n)):
                yield INDENT * (depth + 1) + about
            yield from _block(s.body, n, depth + 1)
        case ir.AllAtOnce():
            yield from _block(s.asking, n, depth + 1)
            yield line("then, one after another:", s.span, depth)
            yield from _block(s.body, n, depth + 1)
        case ir.If():
            yield from _block(s.then, n, depth + 1)
        case _:
            for block in blocks(s):
                yield from _block(block, n, depth + 1)
    if isinstance(s, ir.If | ir.Choose) and s.otherwise:
        yield INDENT * depth + ("otherwise:" if isinstance(s, ir.If) else "without an answer:")
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
        case ir.FromList(candidates, next=True):
            return f"as the next from {phrase(candidates, n)}"
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


def _own_line(s: ir.Statement, n: Names) -> str:
    match s:
        case ir.Choose(player, options, slot, optional):
            may = "may choose" if optional else "chooses"
            return f"{phrase(player, n)} {_manner(s)}{may} {n.slot(slot)} {_options(options, n)}"
        case ir.If(condition):
            return f"if {phrase(condition, n)}:"
        case ir.ForEach(slot, over, _, one_moment):
            return f"for each {n.slot(slot)} in {phrase(over, n)}{', at one moment' if one_moment else ''}:"
        case ir.Together():
            return "at one moment:"
        case ir.ForRange(slot, low, high):
            return f"for each {n.slot(slot)} from {phrase(low, n)} to {phrase(high, n)}:"
        case ir.While(condition, bound):
            most = f", at most {phrase(bound, n)} times" if bound is not None else ""
            return f"while {phrase(condition, n)}{most}:"
        case ir.AllAtOnce(slot, over):
            return f"all at once, each {n.slot(slot)} in {phrase(over, n)}:"
        case ir.DecidedBy(player, decider):
            return f"what {phrase(player, n)} is asked is decided by {phrase(decider, n)}:"
        case ir.Turn(player):
            return f"turn of {phrase(player, n)}:"
        case ir.Unsupported(what):
            return f"not playable yet: {what}"
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
        case ir.Reveal(pieces, to, told=told):
            shown = phrase(pieces if told is None else told, n)
            return f"reveal {shown}" + (f" to {phrase(to, n)}" if to is not None else "")
        case ir.Flip(pieces, up):
            return f"turn {phrase(pieces, n)} face {'up' if up else 'down'}"
        case ir.Create(card_type, amount, each, zone, owner):
            kind = f"{card_type} of each {each}" if each else card_type
            kind = f"copies of {phrase(s.like, n)}" if s.like is not None else kind
            return f"create {phrase(amount, n)} {kind} in {phrase(zone, n)}, owned by {phrase(owner, n)}"
        case ir.Swap(left, right):
            return f"swap {phrase(left, n)} and {phrase(right, n)}"
        case ir.Roll(die, amount, slot, secret=secret):
            return f"{'secretly ' if secret else ''}roll {phrase(amount, n)} {die} as {n.slot(slot)}"
        case ir.TakeActions():
            return _take(s, n)
        case ir.Stop():
            return "stop"
        case ir.Leave(value):
            return f"decide {phrase(value, n)}" if value is not None else "return"
        case ir.Call():
            return _call(s, n)
        case ir.DoText(part, card, this, you):
            by = f" as {phrase(you, n)}" if you is not None else ""
            on = "" if this == card else f", for {phrase(this, n)}"
            return f"do {part or 'the text'} of {phrase(card, n)}{on}{by}"
        case ir.Begin():
            return _begin(s, n)
        case ir.Become(_, _, piece, original, keeping):
            but = f" but for {', '.join(keeping)}" if keeping else ""
            return f"{_begin(s, n)}: {phrase(piece, n)} is a copy of {phrase(original, n)}{but}"
        case ir.Finish(effect, instance):
            return f"{phrase(instance, n)} of effect {effect} is over"
        case ir.RunFlow(flow, you):
            return f"run {flow}" + (f" as {phrase(you, n)}" if you is not None else "")
        case ir.Announce(text, rolled_for=rolled_for):
            return f"{'say what is rolled for:' if rolled_for else 'announce'} {text_of(text, n)}"
        case ir.GameOver(winners):
            return f"the game ends, won by {phrase(winners, n)}"
        case ir.EndTurn():
            return "end the turn"
        case ir.NextTurn(player):
            return f"the next turn is that of {phrase(player, n)}"
        case ir.Boundary(edge, unit, name):
            return f"{edge} of {unit} {name}".strip()
        case _:
            assert_never(s)


def _manner(s: ir.Choose | ir.Transfer | ir.MovePieces) -> str:
    return "" if s.manner is Manner.PLAIN else f"{s.manner} "


def _begin(s: ir.Begin | ir.Become, n: Names) -> str:
    until = ""
    if s.until is not None:
        whose = f" of {phrase(s.until.owner, n)}" if s.until.owner is not None else ""
        until = f", until {s.until.edge} of the{' next' if s.until.following else ''} {s.until.unit}{whose}"
    return f"effect {s.effect} begins{until}, keeping {', '.join(phrase(h, n) for h in s.held)}"


def _transfer(s: ir.Transfer, n: Names) -> str:
    seen = "amount open to all" if s.open else "amount known to those whose counters change"
    way = f"from {_place_words(s.source, n)} to {_place_words(s.target, n)}"
    return f"{_manner(s)}{s.verb} {inner(s.amount, n)} {inner(s.counter, n)} {way} ({seen})"


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
    end = "the bottom of " if s.at_bottom else ""
    face = f" face {s.face}" if s.face else ""
    return f"{_manner(s)}{s.verb} {phrase(s.pieces, n)} to {end}{phrase(s.zone, n)}{face}, by {phrase(s.mover, n)}"


def _take(s: ir.TakeActions, n: Names) -> str:
    most = f"at most {phrase(s.at_most, n)}" if s.at_most is not None else "any number"
    hidden = ", options are hidden" if s.hidden_options else ""
    stop = ", may stop" if s.may_stop else ""
    free = ", then what is free" if s.then_free else ""
    passing = f' passing "{s.pass_label}"' if s.pass_label else ""
    return f"{phrase(s.player, n)} takes {most} of {', '.join(s.actions)}{free}{stop}{hidden}{passing}"


def _call(s: ir.Call, n: Names) -> str:
    given = f" with {', '.join(phrase(a, n) for a in s.arguments)}" if s.arguments else ""
    you = f" as {phrase(s.you, n)}" if s.you is not None else ""
    answer = f"let {n.slot(s.slot)} be decided by " if s.slot >= 0 else "do "
    return f"{answer}{s.procedure}{given}{you}"
