"""Elaborates what an action, an option or an offer costs: only who can pay all of it may take it, and pays first.

A cost is a need, its reason, and a payment: counters go to the bank, pieces are chosen and discarded, or go where it
is said. The payment comes behind the questions with which an action begins, so that these still decide whether it can
be taken.
"""

from typing import assert_never

from dsl.elaborate.core import expressions as ex
from dsl.elaborate.core.context import Context
from dsl.elaborate.expressions import counters
from dsl.elaborate.expressions.subjects import you
from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.nodes import NUMBER
from dsl.names.symbols import CardTypeSymbol, ZoneSymbol, singular
from dsl.source import Span
from dsl.syntax import nodes as n

#: The words for pieces of several kinds.
_ANY = ("piece", "card", "token")


@frozen
class _Part:
    """One thing of a cost: so many pieces of the kind `word`, or of a counter, of which there are `there`."""

    node: n.Cost
    word: str
    amount: ir.Expression
    there: ir.Expression
    source: n.Expression | None
    target: n.Expression | None
    place: ir.Expression | None  # the zone that pieces come from
    counter: str = ""  # of players, where that is known before play

    @property
    def price(self) -> ir.Price:
        """What is shown of it."""
        return ir.Price(self.amount, self.counter, self.node.what.span.text, span=self.node.span)


@frozen
class Costs:
    """What makes sure that it can be paid, what is shown of it, and the sentences by which it is paid."""

    needs: tuple[ir.Need, ...]
    prices: tuple[ir.Price, ...]
    paid: tuple[n.Act, ...]

    def with_condition(self, condition: ir.Expression | None, span: Span) -> ir.Expression | None:
        """That it can be paid, and a condition besides."""
        all_of = (*((condition,) if condition is not None else ()), *(need.condition for need in self.needs))
        return ir.And(all_of, span=span) if len(all_of) > 1 else next(iter(all_of), None)


def of_action(c: Context, traits: tuple[n.ActionTrait, ...]) -> Costs:
    """What its heading says that an action costs."""
    said = [trait for trait in traits if trait.cost is not None]
    if said and said[0].kind != "costs":
        c.e.wrong("unexpected-word", f"what about `{said[0].span.text}`?", said[0].span, label="this does not say",
                  help=(f"if it is what the action costs: `costs {said[0].span.text}`",))  # fmt: skip
    return costs(c, tuple(trait.cost for trait in said if trait.cost is not None), None)


def costs(c: Context, said: tuple[n.Cost, ...], payer: n.Expression | None) -> Costs:
    """What somebody pays (None: you)."""
    parts: list[_Part] = []
    source: n.Expression | None = None
    target: n.Expression | None = None
    for cost in reversed(said):  # `1 Cable, 1 Paper from your hand`: what stands at the end holds for all before
        if (word := _word_for_pieces(c, cost.what)) is None:
            who = ex.player(c, payer, "who pays") if payer is not None else you(c, cost.span)
            parts.insert(0, _of_counter(c, cost, who))
        else:
            source, target = cost.source or source, cost.target or target
            parts.insert(0, _of_pieces(c, cost, word, source, target, payer))
    special = sorted(parts, key=lambda part: _ANY.index(part.word) if part.word in _ANY else len(_ANY), reverse=True)
    return Costs(
        tuple(_need(part, parts) for part in parts), tuple(part.price for part in parts),
        tuple(act for k, part in enumerate(special) for act in _paid(part, k, payer)),
    )  # fmt: skip


def is_asked_first(item: n.Item) -> bool:
    """Whether a line is one of those with which an action begins to ask."""
    asks = isinstance(item, n.Act) and isinstance(item.verb, n.Choose) and not item.optional and item.manner is None
    return asks or isinstance(item, n.Let | n.RuleText)


def _word_for_pieces(c: Context, what: n.Expression) -> str | None:
    """The kind of pieces that is meant, if it is one."""
    if not isinstance(what, n.Name) or c.find(what.text) is not None:
        return None
    words = (what.text, singular(what.text))
    return next((w for w in words if w in _ANY or isinstance(c.e.scope.names.get(w), CardTypeSymbol)), None)


def _of_pieces(
    c: Context, node: n.Cost, word: str, source: n.Expression | None, target: n.Expression | None,
    payer: n.Expression | None,
) -> _Part:  # fmt: skip
    if source is None and not isinstance(c.e.scope.names.get("hand"), ZoneSymbol):
        c.e.wrong("no-such-zone", f"where does `{node.span.text}` come from?", node.span, label="it is not said",
                  help=(f"name the zone: `{node.span.text} from ZONE`",))  # fmt: skip
    payer = payer or n.Pronoun("you", span=node.span)
    where = source or n.Property(n.Name("hand", span=node.span), None, payer, span=node.span)
    noun = n.Noun(n.Name(word, span=node.what.span), where, None, None, None, span=node.span)
    there = ex.number(c, n.Query("number", noun, span=node.span))
    amount = ex.number(c, node.amount, "the amount")
    return _Part(node, word, amount, there, where, target, ex.expression(c, where))


def _of_counter(c: Context, node: n.Cost, payer: ir.Expression) -> _Part:
    coin, amount = counters.counter_of(c, node.what), ex.number(c, node.amount, "the amount")
    place = counters.place(c, node.source, coin) if node.source is not None else ir.Holder(payer)
    there: ir.Expression
    name = ""
    match place:
        case ir.Pot(variable, at):
            there = ir.Read(variable, at, NUMBER, span=node.span)
        case ir.Holder(who) if isinstance(coin, ir.Constant):
            name = next(v.name for v in c.e.scope.counters if v.number == coin.value)
            there = ir.Read(name, (who,), NUMBER, span=node.span)
        case ir.Holder(who):
            there = ir.ReadCounter(coin, who, span=node.span)
        case ir.Bank():
            there = amount
        case _:
            assert_never(place)
    return _Part(node, "", amount, there, node.source, node.target, None, name)


def _need(part: _Part, parts: list[_Part]) -> ir.Need:
    """There is as much as this costs, together with all that is paid of the same, or of a kind of it."""
    amount = part.amount
    for other in parts:
        if other is not part and _is_of(other, part):
            amount = ir.Arithmetic("+", amount, other.amount, span=part.node.span)
    words = " ".join(part.node.span.text.split())
    enough = ir.Compare(">=", part.there, amount, span=part.node.span)
    return ir.Need(enough, f"it costs {words}", price=part.price, span=part.node.span)


def _is_of(other: _Part, part: _Part) -> bool:
    """Whether what the other one takes is also counted by this one."""
    if part.place is None or other.place is None:
        return other.there == part.there
    return other.place == part.place and (other.word == part.word or part.word in _ANY)


def _paid(part: _Part, number: int, payer: n.Expression | None) -> tuple[n.Act, ...]:
    """The sentences by which it is paid."""
    span, node = part.node.span, part.node
    if part.place is None:
        amount = n.SomeOf(node.amount, node.what, span=span)
        target = part.target or n.Name("bank", span=span)
        return (_act(n.Transfer("pay", amount, part.source, target, span=span), node, payer),)
    paid = n.Name(f"cost {number + 1}", span=span)  # with a blank in it, it is no name that somebody else gives
    noun = n.ChoiceNoun(n.Name(part.word, span=node.what.span), part.source, None, paid, None, span=span)
    asking = n.Text(f"Which {part.word.replace('_', ' ')} do you pay?", span=span)
    chosen = n.Choose(n.ChooseThing("exactly", node.amount, noun, span=span), asking, None, span=span)
    gone: n.Verb = n.Discard(paid, span=span) if part.target is None else n.Move(paid, part.target, None, span=span)
    return _act(chosen, node, payer), _act(gone, node, payer)


def _act(verb: n.Verb, node: n.Cost, payer: n.Expression | None) -> n.Act:
    return n.Act(payer, None, False, verb, span=node.span)
