"""Elaborates throws of dice: `roll 2 dice as thrown`, `roll every die in thrown where pips < 3 again`."""

import re

from dsl.elaborate.core import expressions as ex
from dsl.elaborate.core.context import Context, Statements
from dsl.elaborate.expressions.subjects import manner_of, who_acts, who_moves
from dsl.elaborate.statements.questions import choices
from dsl.ir import nodes as ir
from dsl.ir.nodes import Kind, Manner, Type
from dsl.names.symbols import DieSymbol
from dsl.names.types import words
from dsl.syntax import nodes as n
from dsl.walk import nodes_of


def roll(c: Context, item: n.Act, doing: n.Roll, subject: ir.Expression | None) -> Statements:
    """`roll 2 dice as thrown`, `roll a die as luck`."""
    text, span = doing.die.text, item.span
    secret = manner_of(item) is Manner.SECRETLY
    who = who_acts(c, subject, span) if secret else who_moves(c, subject)
    dice = c.e.scope.names_of(DieSymbol)
    if text in ("die", "dice") and len(dice) == 1:
        text = next(iter(dice))
    symbol = c.e.scope.names.get(text) or c.e.scope.names.get(text.removesuffix("dice") + "die") or c.e.scope.find(text)
    if not isinstance(symbol, DieSymbol):
        if (sides := re.fullmatch(r"[dD](\d+)", text)) is not None and text not in dice:
            c.e.wrong("unknown-die", f"there are no dice called `{text}`", doing.die.span, label="not declared",
                      help=(f"declare them at the left margin: `dice {text}: from 1 to {sides[1]}`",))  # fmt: skip
        c.e.unknown(doing.die, "there are no dice called", dice, "unknown-die", "the dice are")
    die = symbol.node.name.text
    amount = ex.number(c, doing.amount, "how many are rolled")
    purpose: Statements = ()
    if doing.purpose is not None:
        told = choices.text_parts(c, doing.purpose)
        purpose = (ir.Announce(told, c.site(span), rolled_for=True, span=span),)
    if not doing.single:
        bound = c.bind(doing.binding, Type(Kind.DIE, many=True))
        c.thrown[bound.slot] = die
        return (*purpose, ir.Roll(die, amount, bound.slot, c.site(span), who, secret, span=span))
    rolled = c.bind(None, Type(Kind.DIE, many=True), hidden_name="rolled")
    one = ir.First(rolled, Type(Kind.DIE), span=span)
    single = c.bind(doing.binding, one.type)
    c.thrown[single.slot] = die
    roll = ir.Roll(die, amount, rolled.slot, c.site(span), who, secret, span=span)
    return (*purpose, roll, ir.SetLocal(single.slot, one, span=span))


def again(c: Context, item: n.Act, doing: n.RollAgain, subject: ir.Expression | None) -> Statements:
    """Those dice of a throw, which then are among it with what they show now, behind the others."""
    span, dice = item.span, doing.dice.span
    secret = manner_of(item) is Manner.SECRETLY
    who = who_acts(c, subject, span) if secret else who_moves(c, subject)
    value = ex.expression(c, doing.dice)
    if value.type.kind is not Kind.DIE:
        c.e.wrong("not-dice", f"dice are rolled, not {words(value.type)}", dice, label=f"this is {words(value.type)}",
                  help=("name dice that were rolled: `roll every die in THROWN where pips < 3 again`",))  # fmt: skip
    throws = {node.slot: node for node in nodes_of(value, ir.Local) if node.slot in c.thrown}
    if len(throws) != 1:
        c.e.wrong(
            "which-throw", "of which throw are these dice?", dice, label="no throw of this block is named",
            help=("name it: `roll every die in THROWN where pips < 3 again`, with `roll ... as THROWN` above",),
        )  # fmt: skip
    ((slot, throw),) = throws.items()
    many, one = Type(Kind.DIE, many=True), Type(Kind.DIE)
    rolled, picked = c.bind(None, many, hidden_name="rolled"), c.bind(None, many, hidden_name="again")
    roll = ir.Roll(c.thrown[slot], ir.CountOf(picked, span=span), rolled.slot, c.site(span), who, secret, span=span)
    left = ir.Function("without_each", (ex.as_list(throw, span), picked), many, span=span)
    all_of_them = ir.ListOf((left, rolled), many, span=span)
    now = all_of_them if throw.type.many else ir.First(rolled, one, span=span)
    return (ir.SetLocal(picked.slot, ex.as_list(value, span), span=span), roll, ir.SetLocal(slot, now, span=span))
