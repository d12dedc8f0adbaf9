"""Says what is gained, lost, paid and given: `that player gives 2 coins to you`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsl.ir import nodes as ir
from dsl.ir.nodes import Manner
from dsl.ir.prose.nouns import Noun, amount_of, is_plural
from dsl.ir.prose.values import Wordless

if TYPE_CHECKING:
    from dsl.ir.prose.statements import Writer

#: In a rule on an event: the amount that it is about.
ASKED = Noun("that many", several=True)


def transfer(w: Writer, s: ir.Transfer) -> str:
    """The clause for counters that change hands. Raises `Wordless`."""
    secretly = "" if s.manner is Manner.PLAIN else f"{s.manner} "
    match s.source, s.target:
        case ir.Bank(), ir.Holder(player):
            who, verb, behind = w.noun(player), "gain", ""
        case ir.Holder(player), ir.Bank():
            who, verb, behind = w.noun(player), "pay" if s.verb is ir.TransferVerb.PAY else "lose", ""
        case ir.Holder(player), ir.Holder(other):
            verb = "pay" if s.verb is ir.TransferVerb.PAY else "give"
            who, behind = w.noun(player), f" to {w.noun(other).text}"
        case ir.Holder(player), ir.Pot(pot, at):
            who, verb, behind = w.noun(player), "pay", f" into {w.noun(ir.Read(pot, at, ir.NUMBER)).text}"
        case ir.Pot(pot, at), ir.Holder(player):
            who, verb, behind = w.noun(player), "take", f" from {w.noun(ir.Read(pot, at, ir.NUMBER)).text}"
        case _:
            raise Wordless(s, "counters that no player has")
    return f"{who.begins}{secretly}{who.orders(verb)} {_amount(w, s)}{behind}"


def _amount(w: Writer, s: ir.Transfer) -> str:
    lexicon = w.values.lexicon
    if not isinstance(s.counter, ir.Constant):
        amount = w.noun(s.amount)
        kind = w.values.kind_of(s.counter).text
        if isinstance(s.amount, ir.Constant) or amount == ASKED:
            return f"{amount.text} of {kind}"
        return f"an amount of {kind} equal to {amount.text}"
    of = lexicon.numbered(s.counter.value)
    match s.amount:
        case ir.Constant(number):
            return amount_of(of, number)
        case ir.Function("parameter"):
            return amount_of(of, int(w.noun(s.amount).text))
        case ir.Arithmetic(("+" | "-") as sign, ir.Local(slot), ir.Constant(number)) if (
            w.values.called.get(slot) == ASKED
        ):
            return f"{amount_of(of, number)} {'more' if sign == '+' else 'less'}"
        case _ if w.noun(s.amount) == ASKED:
            return f"as {'many' if is_plural(lexicon.counter(of, True)) else 'much'} {lexicon.counter(of, True)}"
        case _:
            return f"{lexicon.counter(of, True)} equal to {w.noun(s.amount).text}"
