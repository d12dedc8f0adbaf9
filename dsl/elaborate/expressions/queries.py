"""Elaborates queries: `the card in Z`, `number of players where ...`, `the player with most X`."""

from dsl.elaborate.core import expressions as ex
from dsl.elaborate.core.context import Context
from dsl.elaborate.core.kinds import all_of, of_noun
from dsl.elaborate.expressions import ends, names, properties
from dsl.elaborate.expressions.order_of_play import beginning_with
from dsl.ir import nodes as ir
from dsl.ir.nodes import NUMBER, Kind
from dsl.names.built_ins import CONSTANT_NAMES
from dsl.names.symbols import VariableSymbol, ZoneSymbol
from dsl.names.types import comparable, fits, nouns, words
from dsl.source import Span
from dsl.syntax import nodes as n
from dsl.walk import nodes_of


def query(c: Context, node: n.Query) -> ir.Expression:
    """`number of ...`, `any ...`, `no ...`, `every ...`."""
    if node.kind == "every":
        return noun(c, node.noun)
    if node.kind == "number":
        return ir.CountOf(noun(c, node.noun), span=node.span)
    found = _some(c, node)
    return found if node.kind == "any" else ir.Not(found, span=node.span)


def _some(c: Context, node: n.Query) -> ir.Expression:
    over = without(c, _noun_base(c, node.noun), node.noun.other_than)
    if node.noun.where is None:
        return ir.Some(over, -1, None, span=node.span)
    with c.block():
        candidate = c.bind(node.noun.binding, over.type.one(), hidden_name="candidate")
        with c.with_candidate(candidate, node.noun.binding):
            return ir.Some(over, candidate.slot, ex.condition(c, node.noun.where), span=node.span)


def best_of(c: Context, node: n.BestOf) -> ir.Expression:
    """`highest X of players`, `total X of ...`: a number, or of values of an enum one of these."""
    over = noun(c, node.noun)
    with c.block():
        candidate = c.bind(node.noun.binding, over.type.one(), hidden_name="candidate")
        return _best_of_each(c, node, over, candidate)


def _best_of_each(c: Context, node: n.BestOf, over: ir.Expression, candidate: ir.Local) -> ir.Expression:
    with c.with_candidate(candidate, node.noun.binding):
        value = _value_of_each(c, node, candidate)
        if node.how != "total" and value.type.kind is Kind.VALUE and not value.type.many:
            return _best_value(c, node, over, candidate, value)
        value = c.expect(value, NUMBER, node.value.span, f"what the {node.how} is taken of")
    return ir.BestOf(ir.Aggregate(node.how), over, candidate.slot, value, span=node.span)


def _value_of_each(c: Context, node: n.BestOf, candidate: ir.Local) -> ir.Expression:
    """What is taken of each; of what each has for several values, that of all of them, or of the value itself."""
    named, span = node.value, node.value.span
    name = named.name if isinstance(named, n.Property) and named.index is None else named
    symbol = c.e.scope.find(name.text) if isinstance(name, n.Name) and c.find(name.text) is None else None
    if not isinstance(symbol, VariableSymbol) or len(symbol.dimensions) != 2:
        return ex.expression(c, named)
    first, last = (dimension.type for dimension in symbol.dimensions)
    said = named.owner if isinstance(named, n.Property) else None
    owner = ex.expression(c, said) if said is not None else candidate
    if not fits(owner.type, first):
        return ex.expression(c, named)
    if said is not None and fits(candidate.type, last):
        return ir.Read(symbol.name, (owner, candidate), symbol.type, span=span)
    of_each = ir.Local(c.new_slot(symbol.name), symbol.name, last, span=span)
    read = ir.Read(symbol.name, (owner, of_each), symbol.type, span=span)
    return ir.BestOf(ir.Aggregate(node.how), ir.AllOf(last, last.list(), span=span), of_each.slot, read, span=span)


def _best_value(
    c: Context, node: n.BestOf, over: ir.Expression, candidate: ir.Local, value: ir.Expression
) -> ir.Expression:
    """That of one who has most of it; none where nobody has any."""
    has = ir.Compare("!=", value, ir.Constant(ir.NONE, ir.NOTHING), span=node.span)
    among = ir.Filter(over, candidate.slot, has, over.type, span=node.span) if value.type.optional else over
    by = ir.Criterion(node.how == "highest", _place(value, node.span), node.value.span.text, span=node.span)
    ranked = ir.Ranked(among, candidate.slot, (by,), over.type, span=node.span)
    has_it = ir.Function("first", (ranked,), over.type.one().or_none(), span=node.span)  # all of them have the same
    with c.with_candidate(has_it):
        return ex.expression(c, node.value)


# ---------------------------------------------------------------- the ...


def the(c: Context, node: n.The) -> ir.Expression:
    """`the card in Z`, `the X of Y`, `the player with most X then most Y`, `the card in Z where ...`."""
    if node.ranking:
        ranked = ranked_list(c, node)
        one = ranked.type.one().or_none()
        return (ir.Function("last", (ranked,), one, span=node.span) if ends.runs_up(c, ranked.over) else
                ir.First(ranked, one, span=node.span))  # fmt: skip
    if node.of is not None:
        return properties.property_of(c, n.Property(node.noun, None, node.of, span=node.span))
    if node.inside is None and node.where is None and node.start is None and node.other_than is None:
        return _the_alone(c, node)
    over = _picked(c, _candidates(c, node.noun, node.inside, node.span), node)
    one = over.type.one().or_none()
    match over:
        case ir.Contents(zone) if node.where is None and zone.type == ir.ZONE:
            return ir.PileEnd(ir.PileSide.TOP, zone, None, one, span=node.span)
        case ir.Filter(ir.Contents(zone)) if node.where is None and zone.type == ir.ZONE:
            return ir.Function("last", (over,), one, span=node.span)
        case _:
            return ends.first(c, over, node.span)


def _the_alone(c: Context, node: n.The) -> ir.Expression:
    """`the winner` is `winner`; of a kind of thing, it must be said which."""
    text = node.noun.text
    if c.find(text) is None and ex.kind_named(c, text) is not None:
        where = "`the player with most COUNTER`" if text == "player" else f"`the {text} in ZONE`"
        acts = ("whoever acts is `you`, and a sentence without a subject is an order to you: `gain 1 COUNTER`",)
        c.e.wrong("the-which", f"which {text}?", node.span, label="there may be many",
                  help=(*(acts if text == "player" and c.you is not None else ()),
                        f"say which one: {where} or `the {text} in ... where ...`"))  # fmt: skip
    return names.name(c, node.noun, None)


def ranked_list(c: Context, node: n.The) -> ir.Ranked:
    """All that share the best rank."""
    over = _picked(c, _candidates(c, node.noun, node.inside, node.span), node)
    slot = c.new_slot(node.noun.text)
    with c.with_candidate(ir.Local(slot, node.noun.text, over.type.one(), span=node.span)):
        by = tuple(_criterion(c, ranking) for ranking in node.ranking)
    return ir.Ranked(over, slot, by, over.type, span=node.span)


def _criterion(c: Context, ranking: n.Ranking) -> ir.Criterion:
    value = c.expect(_rank_value(c, ranking.value), NUMBER, ranking.value.span, f"what one has {ranking.how} of")
    return ir.Criterion(ranking.how in ("most", "latest", "highest"), value, ranking.span.text, span=ranking.span)


def _rank_value(c: Context, node: n.Expression) -> ir.Expression:
    """What is ranked by: a number, or the place of a value in its enum."""
    value = ex.expression(c, node)
    return _place(value, node.span) if value.type.kind is Kind.VALUE and not value.type.many else value


def _place(value: ir.Expression, span: Span) -> ir.Expression:
    """Where a value stands in its enum."""
    return ir.Arithmetic("+", value, ir.Constant(0, NUMBER), span=span)


# ---------------------------------------------------------------- nouns


def noun(c: Context, node: n.Noun) -> ir.Expression:
    """The list that a query's noun stands for."""
    return _picked(c, _noun_base(c, node), node)


def _picked(c: Context, over: ir.Expression, node: n.Noun | n.The) -> ir.Expression:
    """Those of a list from one on, without others, for which what is said holds."""
    over = without(c, beginning_with(c, over, node.start, node.span), node.other_than)
    return filtered(c, over, node.binding, node.where, node.span) if node.where is not None else over


def _noun_base(c: Context, node: n.Noun) -> ir.Expression:
    if isinstance(node.name, n.Name):
        is_kind = c.find(node.name.text) is None and ex.kind_named(c, node.name.text) is not None
        if is_kind or node.inside is not None:
            return _candidates(c, node.name, node.inside, node.span)
    elif node.inside is not None:
        c.e.wrong(
            "unclear-noun", "it is unclear what is meant here", node.span,
            label="a kind of thing, then `in`, then where", help=("write it like `number of cards in hand of you`",),
        )  # fmt: skip
    if isinstance(node.name, n.Name):
        _known_noun(c, node.name)
    return ex.list_of(c, node.name)


def _known_noun(c: Context, name: n.Name) -> None:
    """A word that is neither a kind of thing nor a name at all."""
    scope = c.e.scope
    if c.find(name.text) or scope.find(name.text) or scope.definitions(name.text) or scope.values_named(name.text):
        return
    if c.candidate is not None or name.text in CONSTANT_NAMES:
        return
    lists = {k for k, s in scope.names.items() if isinstance(s, ZoneSymbol)} | set(scope.defines) | c.local_names()
    c.e.unknown(name, "there is no kind of thing called", ex.kinds(c), "unknown-kind", "the kinds of things are", lists)


def _candidates(c: Context, word: n.Name, inside: n.Expression | None, span: Span) -> ir.Expression:
    """The things a noun ranges over: all of a kind, or those in a zone or list."""
    kind = ex.kind_named(c, word.text)
    if kind is None:
        c.e.unknown(word, "there is no kind of thing called", ex.kinds(c), "unknown-kind", "the kinds of things are")
    if inside is None:
        return all_of(c, word, kind, span)
    over = ex.list_of(c, inside)
    if not comparable(over.type.one(), kind):
        group = words(over.items[0].type if isinstance(over, ir.ListOf) and len(over.items) == 1 else over.type)
        c.e.wrong("wrong-kind", f"there are no {nouns(kind)} in {group}", inside.span,
                  label=f"this is {group}", help=(f"say where those {nouns(kind)} are",))  # fmt: skip
    return of_noun(c, over, word, kind, span)


def filtered(c: Context, over: ir.Expression, binding: n.Name | None, where: n.Expression, span: Span) -> ir.Expression:
    """Those for which a condition holds; in it, a bare property is the candidate's."""
    with c.block():
        candidate = c.bind(binding, over.type.one(), hidden_name="candidate")
        with c.with_candidate(candidate, binding):
            holds = ex.condition(c, where)
        if over.type.kind is Kind.PLAYER and c.you is not None:
            _about_whom(c, candidate, holds, where)
        return ir.Filter(over, candidate.slot, holds, over.type, span=span)


def _about_whom(c: Context, candidate: ir.Local, holds: ir.Expression, where: n.Expression) -> None:
    """In a condition on players, `you` is whoever acts; one that speaks of nobody else picks all of them, or none."""
    read = {node.slot for node in nodes_of(holds, ir.Local)}
    if isinstance(c.you, ir.Local) and c.you.slot in read and candidate.slot not in read:
        c.e.wrong(
            "you-among-others", "in this condition, `you` is not each of the players in turn, but whoever acts already",
            where.span, label="this holds of all of them, or of none",
            help=(
                "to leave somebody out, write `... other than ...` in place of `where`",
                "else give each of them a name, and say it of that: `each player as one where one is ...`",
            ),
        )  # fmt: skip


def without(c: Context, over: ir.Expression, other: n.Expression | None) -> ir.Expression:
    """`... other than X`, or than several. Of several dice that show the same, each leaves out one."""
    if other is None:
        return over
    item = ex.expression(c, other, over.type.one())
    if not comparable(item.type.one(), over.type.one()):
        c.e.wrong(
            "never-in", f"{words(item.type)} is never among {nouns(over.type)}", other.span,
            label=f"this is {words(item.type)}", help=(f"name one of the {nouns(over.type)}, or leave it out",),
        )  # fmt: skip
    if over.type.kind is Kind.DIE:
        return ir.Function("without_each", (over, ex.as_list(item, other.span)), over.type, span=other.span)
    return ir.Without(over, item, over.type, span=other.span)
