"""Expressions: from what is written to what is meant, with a type.

`expression(c, node, expected)` is the one door. `expected` helps where a word alone could mean several things
(`support` as a Stance); it is a hint, and whoever needs a type asks `Context.expect`.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from dsl.check.built_ins import BY_NAME, CONSTANT_NAMES, BuiltIn
from dsl.check.scope import (
    CardTypeSymbol,
    DefineSymbol,
    DieSymbol,
    EnumSymbol,
    ParameterSymbol,
    VariableSymbol,
    ZoneSymbol,
    singular,
    spoken,
)
from dsl.check.types import comparable, fits, words
from dsl.ir import nodes as ir
from dsl.ir.elaboration.context import Context
from dsl.ir.nodes import NUMBER, PLAYER, PLAYERS, TEXT, YES_NO, Dimension, Index, Kind, Type
from dsl.source import Span
from dsl.syntax import nodes as n


def expression(c: Context, node: n.Expression, expected: Type | None = None) -> ir.Expression:
    match node:
        case n.Number():
            return ir.Constant(_whole(c, node), NUMBER, span=node.span)
        case n.YesNo(value):
            return ir.Constant(int(value), YES_NO, span=node.span)
        case n.Nothing():
            return ir.Constant(ir.NONE, ir.NOTHING, span=node.span)
        case n.Text(text):
            return _text(c, node, text, expected)
        case n.Name():
            return name(c, node, expected)
        case n.Pronoun():
            return _pronoun(c, node)
        case n.Possessive():
            return possessor(c, node)
        case n.Property():
            return property_of(c, node, expected)
        case n.Applied():
            return _applied(c, node, expected)
        case n.The():
            return the(c, node)
        case n.PileEnd():
            return _pile_end(c, node)
        case n.Brackets(inner):
            return expression(c, inner, expected)
        case n.ListOf(items):
            return _list(c, items, node.span, expected)
        case n.Binary():
            return _binary(c, node)
        case n.Divide():
            return _divide(c, node)
        case n.Negative(inner):
            value = number(c, inner)
            if isinstance(value, ir.Constant):
                return ir.Constant(-value.value, NUMBER, span=node.span)
            return ir.Arithmetic("-", ir.Constant(0, NUMBER), value, span=node.span)
        case n.Not(inner):
            return ir.Not(condition(c, inner), span=node.span)
        case n.Compare():
            return _compare(c, node)
        case n.IsIn():
            return _is_in(c, node)
        case n.IsEmpty(group, negated):
            some = ir.Some(list_of(c, group), -1, None, span=node.span)
            return some if negated else ir.Not(some, span=node.span)
        case n.Exists(inner):
            value = expression(c, inner)
            return ir.Compare("!=", value, ir.Constant(ir.NONE, ir.NOTHING), span=node.span)
        case n.Query():
            return _query(c, node)
        case n.BestOf():
            return _best_of(c, node)


def condition(c: Context, node: n.Expression) -> ir.Expression:
    return c.expect(expression(c, node, YES_NO), YES_NO, node.span, "a condition")


def number(c: Context, node: n.Expression) -> ir.Expression:
    return c.expect(expression(c, node, NUMBER), NUMBER, node.span)


def player(c: Context, node: n.Expression) -> ir.Expression:
    return c.expect(expression(c, node, PLAYER), PLAYER, node.span)


def typed(c: Context, node: n.Expression, type_: Type, what: str = "") -> ir.Expression:
    return c.expect(expression(c, node, type_), type_, node.span, what)


def list_of(c: Context, node: n.Expression) -> ir.Expression:
    """A list: as it is, or what lies in a zone, or all of a kind, or a single thing as a list of one."""
    if isinstance(node, n.Name) and (kind := kind_named(c, node.text)) is not None and c.find(node.text) is None:
        return ir.AllOf(kind, kind.list(), span=node.span)
    return as_list(expression(c, node), node.span)


def as_list(value: ir.Expression, span: Span) -> ir.Expression:
    if value.type.kind is Kind.ZONE:
        return ir.Contents(value, span=span)
    if value.type.many:
        return value
    return ir.ListOf((value,), value.type.list(), span=span)


def kind_named(c: Context, word: str) -> Type | None:
    """The kind of thing that a noun names: player, card, an enum, a card type, a die."""
    for text in (word, singular(word)):
        if text == "player":
            return PLAYER
        if text in ("card", "piece", "token"):
            return Type(Kind.PIECE)
        if text == "die" or text == "dice":
            return Type(Kind.DIE)
        if text in c.e.scope.enums:
            return Type(Kind.VALUE, text)
        symbol = c.e.scope.names.get(text)
        if isinstance(symbol, CardTypeSymbol):
            return Type(Kind.PIECE, text)
        if isinstance(symbol, DieSymbol):
            return Type(Kind.DIE, text)
    return None


# ---------------------------------------------------------------- single words


def _whole(c: Context, node: n.Number) -> int:
    if "." in node.text:
        c.e.wrong("not-whole", f"{node.text} is not a whole number", node.span, help=("counters and amounts are whole",))
    return node.value


def _text(c: Context, node: n.Text, text: str, expected: Type | None) -> ir.Expression:
    """A string: a text, or the title of a card where a card is wanted."""
    return ir.Constant(c.e.text(text), TEXT, span=node.span)


def name(c: Context, node: n.Name, expected: Type | None) -> ir.Expression:
    """What a bare word means: a local, a property of the candidate, a value, something global."""
    text = node.text
    local = c.find(text)
    if local is not None:
        local.used = True
        return ir.Local(local.slot, text, local.type, span=node.span)
    if c.candidate is not None and (found := _of_candidate(c, node, c.candidate, expected)) is not None:
        return found
    if (value := _value(c, node, expected)) is not None:
        return value
    if expected is not None and expected.kind is Kind.COUNTER and (counter := counter_named(c, text)) is not None:
        return ir.Constant(counter.number, ir.COUNTER, span=node.span)
    if (alone := _global(c, node)) is not None:
        return alone
    return _hint_at_owner(c, node)


def _of_candidate(c: Context, node: n.Name, candidate: ir.Expression, expected: Type | None) -> ir.Expression | None:
    """A bare property of the candidate of a `where` or of a definition."""
    if (found := own_property(c, node, candidate, expected)) is not None:
        return found
    f = BY_NAME.get(node.text)
    if f is not None and len(f.takes) == 1 and not f.takes[0].many and fits(candidate.type, f.takes[0]):
        return ir.Function(f.name, (candidate,), f.gives, span=node.span)
    return None


def _value(c: Context, node: n.Name, expected: Type | None) -> ir.Expression | None:
    """An enum's value: of the enum that is expected, else of the only one that has it."""
    found = c.e.scope.values_named(node.text)
    if expected is not None and expected.kind is Kind.VALUE:
        found = [f for f in found if f[0].name == expected.name] or found
    elif any(isinstance(e.node, n.Counters) for e, _ in found):
        found = [f for f in found if not isinstance(f[0].node, n.Counters)]
    if not found:
        return None
    if len(found) > 1:
        names = " or ".join(e.name for e, _ in found)
        c.e.wrong("unclear-value", f"`{node.text}` could be a value of {names}", node.span,
                  help=("give one of the two another name",))  # fmt: skip
    enum, place = found[0]
    return ir.Constant(place, Type(Kind.VALUE, enum.name), span=node.span)


def counter_named(c: Context, text: str) -> VariableSymbol | None:
    symbol = c.e.scope.find(text)
    return symbol if isinstance(symbol, VariableSymbol) and symbol.number >= 0 else None


def _global(c: Context, node: n.Name) -> ir.Expression | None:
    text = node.text
    if text in CONSTANT_NAMES:
        return ir.Function(text, (), CONSTANT_NAMES[text], span=node.span)
    if text == "players":
        return ir.AllOf(PLAYER, PLAYERS, span=node.span)
    for d in c.e.scope.defines.get(text, []):
        if not d.arguments:
            return derived(c, d, (), node.span)
    match c.e.scope.find(text):
        case ParameterSymbol(_, type_):
            return ir.Function("parameter", (ir.Constant(c.e.text(text), TEXT),), type_, span=node.span)
        case VariableSymbol(variable, _, (), type_):
            return ir.Read(variable, (), type_, span=node.span)
        case ZoneSymbol(zone, ()):
            return ir.ZoneAt(zone.name.text, (), span=node.span)
        case _:
            return None


def _hint_at_owner(c: Context, node: n.Name) -> ir.Expression:
    symbol = c.e.scope.find(node.text)
    owned = isinstance(symbol, VariableSymbol | ZoneSymbol) or node.text in c.e.scope.defines
    if owned:
        c.e.wrong(
            "whose", f"whose `{node.text}`?", node.span,
            help=(f"say `your {node.text}`, `{node.text} of PLAYER` or `PLAYER's {node.text}`",),
        )  # fmt: skip
    if symbol is not None:
        c.e.wrong("not-a-value", f"`{node.text}` is no value that can be used here", node.span)
    known = {k for scope in c.names for k in scope} | c.e.scope.all_names()
    c.unknown(node, "nothing is called", known)


def _pronoun(c: Context, node: n.Pronoun) -> ir.Expression:
    match node.word:
        case "you":
            return you(c, node.span)
        case "it":
            return c.it if c.it is not None else _no_pronoun(c, node, "nothing was chosen, drawn or moved before it")
        case "this":
            return c.this if c.this is not None else _no_pronoun(c, node, "`this` is a card whose text runs")
        case "previous":
            if c.previous is None:
                return _no_pronoun(c, node, "`previous` stands in exceptions only")
            return ir.Previous(c.previous, span=node.span)
        case _:
            return possessor(c, n.Possessive("their", span=node.span))


def _no_pronoun(c: Context, node: n.Pronoun, why: str) -> ir.Expression:
    c.e.wrong("no-such-pronoun", f"`{node.word}` means nothing here: {why}", node.span)


def you(c: Context, span: Span) -> ir.Expression:
    if c.you is None:
        c.e.wrong(
            "no-you", "nobody is `you` here", span,
            help=("put it inside `each player:`, a turn or an action, or name the player",),
        )  # fmt: skip
    return evolve(c.you, span=span)


def possessor(c: Context, node: n.Possessive) -> ir.Expression:
    if node.word == "your":
        return you(c, node.span)
    owner = c.candidate if c.candidate is not None else c.subject
    if owner is None:
        c.e.wrong("no-their", f"it is unclear who `{node.word}` refers to", node.span,
                  help=("name the player, or say `your`",))  # fmt: skip
    return evolve(owner, span=node.span)


# ---------------------------------------------------------------- properties


def property_of(c: Context, node: n.Property, expected: Type | None = None) -> ir.Expression:
    """`name of owner`, `owner's name`, `name[index]`."""
    if node.owner is None:
        return _indexed(c, node)
    if not node.name.text:
        c.e.wrong("two-owners", "this has two owners", node.span, help=("keep either `your` or `of ...`",))
    owner = expression(c, node.owner)
    found = own_property(c, node.name, owner, expected, node.index, node.span)
    if found is not None:
        return found
    if (function := BY_NAME.get(node.name.text)) is not None:
        return _function(c, function, [node.owner], node.span)
    if (local := c.find(node.name.text)) is not None and owner.type.kind is Kind.PLAYER:
        return _read_kind(c, node.name, local.slot, local.type, owner, node.span)
    return _no_property(c, node, owner)


def _read_kind(
    c: Context, name_: n.Name, slot: int, type_: Type, owner: ir.Expression, span: Span
) -> ir.Expression:
    """`coin of bidder`, where coin is a local that stands for one of the counters."""
    counter = as_counter(c, ir.Local(slot, name_.text, type_, span=name_.span), name_.span)
    return ir.ReadCounter(counter, owner, span=span)


def as_counter(c: Context, value: ir.Expression, span: Span) -> ir.Expression:
    """The number of a counter, from a value of type COUNTER or of a group of counters."""
    if value.type.kind in (Kind.COUNTER, Kind.UNKNOWN):
        return value
    group = c.e.scope.enums.get(value.type.name) if value.type.kind is Kind.VALUE else None
    if group is None or not isinstance(group.node, n.Counters):
        c.e.wrong("not-a-counter", f"a counter is wanted, and this is {words(value.type)}", span)
    base = next((v.number for v in c.e.scope.counters if v.group == group.name), 0)
    if isinstance(value, ir.Constant):
        return ir.Constant(base + value.value, ir.COUNTER, span=span)
    return ir.Arithmetic("+", value, ir.Constant(base, NUMBER), ir.COUNTER, span=span)


def own_property(
    c: Context,
    name_: n.Name,
    owner: ir.Expression,
    expected: Type | None = None,
    index: n.Expression | None = None,
    span: Span | None = None,
) -> ir.Expression | None:
    """The property of that name that `owner` has, or None if such a thing has none of that name."""
    text, where = name_.text, span or name_.span
    kind = owner.type
    if kind.many and kind.kind is Kind.PLAYER:
        return _zones_of_many(c, name_, owner, where)
    if kind.many:
        return None
    for d in c.e.scope.defines.get(text, []):
        if len(d.arguments) == 1 and _owns(kind, d.arguments[0]):
            return derived(c, d, (owner,), where)
        if len(d.arguments) == 2 and _owns(kind, d.arguments[0]) and index is not None:
            return derived(c, d, (owner, typed(c, index, d.arguments[1])), where)
    if kind.kind is Kind.PIECE and (found := _field(c, text, owner, where)) is not None:
        return found
    if kind.kind is Kind.VALUE and (found := _value_attribute(c, text, owner, where)) is not None:
        return found
    symbol = c.e.scope.find(text)
    if isinstance(symbol, VariableSymbol) and not symbol.of_piece and symbol.dimensions:
        return _variable(c, symbol, owner, index, where)
    if isinstance(symbol, ZoneSymbol) and symbol.dimensions:
        return _zone(c, symbol, owner, index, where)
    return None


def _owns(kind: Type, argument: Type) -> bool:
    return kind.kind is argument.kind and (not argument.name or kind.name == argument.name or not kind.name)


def _field(c: Context, text: str, piece: ir.Expression, span: Span) -> ir.Expression | None:
    found = c.e.scope.fields_named(text)
    if piece.type.name:
        found = [f for f in found if f[0] in ("", piece.type.name)]
    return ir.Attribute(text, piece, found[0][1], span=span) if found else None


def _value_attribute(c: Context, text: str, value: ir.Expression, span: Span) -> ir.Expression | None:
    enum = c.e.scope.enums.get(value.type.name)
    if enum is None or text not in enum.attributes:
        return None
    key = ir.Constant(c.e.text(text), TEXT)
    return ir.Function("value_attribute", (key, value), enum.attributes[text], span=span)


def _index_type(index: Index) -> Type:
    return PLAYER if index.dimension is Dimension.PLAYER else Type(Kind.VALUE, index.name)


def _indices(
    c: Context, dimensions: tuple[Index, ...], owner: ir.Expression | None, index: n.Expression | None, span: Span
) -> tuple[ir.Expression, ...] | None:
    """The indices in order: the owner for the first, what stands in brackets for the last."""
    given: list[ir.Expression] = []
    for dimension in dimensions:
        wanted = _index_type(dimension)
        if owner is not None and not given and fits(owner.type, wanted):
            given.append(owner)
        elif index is not None:
            given.append(typed(c, index, wanted, "what stands in the brackets"))
            index = None
        else:
            return None
    return tuple(given) if index is None else None


def _variable(
    c: Context, symbol: VariableSymbol, owner: ir.Expression, index: n.Expression | None, span: Span
) -> ir.Expression | None:
    at = _indices(c, symbol.dimensions, owner, index, span)
    return ir.Read(symbol.name, at, symbol.type, span=span) if at is not None else None


def _zone(
    c: Context, symbol: ZoneSymbol, owner: ir.Expression, index: n.Expression | None, span: Span
) -> ir.Expression | None:
    at = _indices(c, symbol.dimensions, owner, index, span)
    if at is not None:
        return ir.ZoneAt(symbol.node.name.text, at, span=span)
    if index is None and len(symbol.dimensions) == 2 and owner.type.kind is Kind.PLAYER:
        return ir.Zones(symbol.node.name.text, (owner, None), span=span)
    return None


def _zones_of_many(c: Context, name_: n.Name, players: ir.Expression, span: Span) -> ir.Expression | None:
    """`placed of players`: the zones of all of them."""
    symbol = c.e.scope.find(name_.text)
    if isinstance(symbol, ZoneSymbol) and symbol.dimensions and isinstance(players, ir.AllOf):
        return ir.Zones(symbol.node.name.text, tuple(None for _ in symbol.dimensions), span=span)
    return None


def _indexed(c: Context, node: n.Property) -> ir.Expression:
    """`pot[kind]`, or the zones `desk[day]` of all players."""
    symbol = c.e.scope.find(node.name.text)
    if isinstance(symbol, VariableSymbol) and len(symbol.dimensions) == 1:
        at = _indices(c, symbol.dimensions, None, node.index, node.span)
        return ir.Read(symbol.name, at or (), symbol.type, span=node.span)
    if isinstance(symbol, ZoneSymbol) and len(symbol.dimensions) == 1:
        at = _indices(c, symbol.dimensions, None, node.index, node.span)
        return ir.ZoneAt(symbol.node.name.text, at or (), span=node.span)
    if symbol is None:
        c.unknown(node.name, "nothing is called", c.e.scope.all_names())
    c.e.wrong("not-indexed", f"`{node.name.text}` is not counted by anything that could stand in brackets", node.span)


def _no_property(c: Context, node: n.Property, owner: ir.Expression) -> ir.Expression:
    owned = words(owner.type)
    known = c.e.scope.find(node.name.text) is not None or node.name.text in c.e.scope.defines
    if known or c.e.scope.fields_named(node.name.text):
        c.e.wrong(
            "no-such-property", f"{owned} has no `{node.name.text}`", node.span,
            label=f"`{node.name.text}` belongs to something else",
        )  # fmt: skip
    c.unknown(node.name, f"{owned} has nothing called", c.e.scope.all_names())


def derived(c: Context, symbol: DefineSymbol, arguments: tuple[ir.Expression, ...], span: Span) -> ir.Expression:
    from dsl.ir.elaboration.declarations import (
        define_type,  # the type of a definition is known once it is worked out
    )

    return ir.Derived(define_key(symbol), arguments, define_type(c.e, symbol, span), span=span)


def define_key(symbol: DefineSymbol) -> str:
    """The name of a definition in the IR: with what it is of, where several share a name."""
    kinds = [a.name or a.kind.value for a in symbol.arguments]
    return "_of_".join([symbol.node.name.text, *kinds])


# ---------------------------------------------------------------- functions


def _applied(c: Context, node: n.Applied, expected: Type | None) -> ir.Expression:
    if (function := BY_NAME.get(node.name.text)) is not None:
        return _function(c, function, list(node.arguments), node.span)
    for d in c.e.scope.defines.get(node.name.text, []):
        if len(d.arguments) == len(node.arguments):
            values = tuple(typed(c, a, t) for a, t in zip(node.arguments, d.arguments, strict=True))
            return derived(c, d, values, node.span)
    c.unknown(node.name, "there is no function called", {*BY_NAME, *c.e.scope.defines}, "unknown-function")


def _function(c: Context, f: BuiltIn, arguments: list[n.Expression], span: Span) -> ir.Expression:
    if len(arguments) == 1 and isinstance(arguments[0], n.ListOf) and len(f.takes) == len(arguments[0].items) > 1:
        arguments = list(arguments[0].items)  # `smaller of (a, b)`
    if len(arguments) != len(f.takes):
        c.e.wrong("wrong-arguments", f"`{f.name}` takes {len(f.takes)} values: {f.meaning}", span)
    values = tuple(
        list_of(c, a) if t.many else typed(c, a, t) if t.kind is not Kind.UNKNOWN else expression(c, a)
        for a, t in zip(arguments, f.takes, strict=True)
    )
    gives = f.gives
    if f.same is not None:
        gives = values[f.same].type
        gives = gives.one().or_none() if f.item else gives
    return ir.Function(f.name, values, gives, span=span)


# ---------------------------------------------------------------- the ...


def the(c: Context, node: n.The) -> ir.Expression:
    """`the card in Z`, `the X of Y`, `the player with most X then most Y`, `the card in Z where ...`."""
    if node.ranking:
        ranked = ranked_list(c, node)
        return ir.First(ranked, ranked.type.one().or_none(), span=node.span)
    if node.of is not None:
        return property_of(c, n.Property(node.noun, None, node.of, span=node.span))
    if node.inside is None and node.where is None:
        local = c.find(node.noun.text)
        if local is not None or c.e.scope.find(node.noun.text) is not None:
            return name(c, node.noun, None)
        c.e.wrong("the-which", f"which {node.noun.text}?", node.span,
                  help=(f"say where: `the {node.noun.text} in ZONE`",))  # fmt: skip
    over = _candidates(c, node.noun, node.inside, node.span)
    if node.where is not None:
        over = filtered(c, over, node.binding, node.where, node.span)
    elif isinstance(over, ir.Contents) and over.zone.type == ir.ZONE:
        return ir.PileEnd("top", over.zone, None, over.type.one().or_none(), span=node.span)
    return ir.First(over, over.type.one().or_none(), span=node.span)


def ranked_list(c: Context, node: n.The) -> ir.Expression:
    """All that share the best rank."""
    over = _candidates(c, node.noun, node.inside, node.span)
    slot = c.new_slot(node.noun.text)
    candidate = ir.Local(slot, node.noun.text, over.type.one(), span=node.span)
    with c.with_candidate(candidate):
        by = tuple(
            ir.Criterion(r.how in ("most", "latest"), c.expect(_rank_value(c, r.value), NUMBER, r.span), r.span.text, span=r.span)
            for r in node.ranking
        )
    return ir.Ranked(over, slot, by, over.type, span=node.span)


def _rank_value(c: Context, node: n.Expression) -> ir.Expression:
    """What is ranked by: a number, or the place of a value in its enum."""
    value = expression(c, node)
    if value.type.kind is Kind.VALUE:
        return ir.Arithmetic("+", value, ir.Constant(0, NUMBER), span=node.span)
    return value


def _candidates(c: Context, noun: n.Name, inside: n.Expression | None, span: Span) -> ir.Expression:
    """The things a noun ranges over: all of a kind, or those in a zone or list."""
    kind = kind_named(c, noun.text)
    if inside is not None:
        over = list_of(c, inside)
        if kind is not None and not comparable(over.type.one(), kind):
            c.e.wrong("wrong-kind", f"there are no {noun.text}s in {words(over.type)}", span)
        if kind is not None and kind.name and not over.type.name:
            return _of_kind(c, over, kind, span)
        return over
    if kind is None:
        known = {"player", "card", "die", *c.e.scope.enums, *_card_types(c)}
        c.unknown(noun, "there is no kind of thing called", known, "unknown-kind")
    return ir.AllOf(kind, kind.list(), span=span)


def _of_kind(c: Context, over: ir.Expression, kind: Type, span: Span) -> ir.Expression:
    """Those pieces of a list that are of one kind; where there are no others, that is the list itself."""
    if kind.kind is not Kind.PIECE or len(_card_types(c)) == 1:
        return evolve(over, type=kind.list())
    one = ir.Local(c.new_slot("piece"), "piece", over.type.one(), span=span)
    is_one = ir.IsIn(one, ir.AllOf(kind, kind.list(), span=span), span=span)
    return ir.Filter(over, one.slot, is_one, kind.list(), span=span)


def _card_types(c: Context) -> set[str]:
    return {k for k, s in c.e.scope.names.items() if isinstance(s, CardTypeSymbol)}


def filtered(
    c: Context, over: ir.Expression, binding: n.Name | None, where: n.Expression, span: Span
) -> ir.Expression:
    with c.block():
        candidate = c.bind(binding, over.type.one(), hidden_name="candidate")
        with c.with_candidate(candidate):
            return ir.Filter(over, candidate.slot, condition(c, where), over.type, span=span)


def without(c: Context, over: ir.Expression, other: n.Expression | None) -> ir.Expression:
    if other is None:
        return over
    item = expression(c, other, over.type.one())
    if not comparable(item.type.one(), over.type.one()):
        c.e.wrong("wrong-type", f"{words(item.type)} is never one of {words(over.type)}", other.span)
    return ir.Without(over, item, over.type, span=other.span)


def noun(c: Context, node: n.Noun) -> ir.Expression:
    """The list that a query's noun stands for."""
    over = _noun_base(c, node)
    over = without(c, over, node.other_than)
    if node.where is not None:
        return filtered(c, over, node.binding, node.where, node.span)
    return over


def _noun_base(c: Context, node: n.Noun) -> ir.Expression:
    if isinstance(node.name, n.Name):
        word = node.name.text
        if c.find(word) is None and kind_named(c, word) is not None:
            return _candidates(c, node.name, node.inside, node.span)
        if node.inside is not None:
            return _candidates(c, node.name, node.inside, node.span)
    elif node.inside is not None:
        c.e.wrong("unclear-noun", "it is unclear what is counted here", node.span)
    return list_of(c, node.name)


# ---------------------------------------------------------------- queries


def _query(c: Context, node: n.Query) -> ir.Expression:
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
        with c.with_candidate(candidate):
            return ir.Some(over, candidate.slot, condition(c, node.noun.where), span=node.span)


def _best_of(c: Context, node: n.BestOf) -> ir.Expression:
    over = noun(c, node.noun)
    slot = c.new_slot("candidate")
    with c.with_candidate(ir.Local(slot, "candidate", over.type.one(), span=node.span)):
        value = c.expect(_rank_value(c, node.value), NUMBER, node.value.span)
    return ir.BestOf(node.how, over, slot, value, span=node.span)


# ---------------------------------------------------------------- operators


def _list(c: Context, items: tuple[n.Expression, ...], span: Span, expected: Type | None) -> ir.Expression:
    hint = expected.one() if expected is not None else None
    values = [expression(c, i, hint) for i in items]
    kinds = [v.type for v in values if v.type.kind is not Kind.NOTHING] or [values[0].type]
    for value, item in zip(values, items, strict=True):
        if not comparable(value.type.one(), kinds[0].one()):
            c.e.wrong("mixed-list", f"{words(value.type)} does not go with {words(kinds[0])}", item.span)
    return ir.ListOf(tuple(values), kinds[0].list(), span=span)


def _binary(c: Context, node: n.Binary) -> ir.Expression:
    if node.operator in ("and", "or"):
        parts = tuple(_flat(c, node.operator, node))
        return ir.And(parts, span=node.span) if node.operator == "and" else ir.Or(parts, span=node.span)
    for side in (node.left, node.right):
        if isinstance(side, n.Divide):
            c.e.wrong(
                "division-needs-brackets", "it is unclear what is rounded here", side.span,
                help=(f"put the division in brackets: `({side.span.text}) {node.operator} ...`",),
            )  # fmt: skip
    left = expression(c, node.left, NUMBER)
    if left.type.kind is Kind.VALUE and not left.type.many and node.operator in "+-":
        return _shift(c, node, left)
    c.expect(left, NUMBER, node.left.span)
    return ir.Arithmetic(node.operator, left, number(c, node.right), span=node.span)


def _flat(c: Context, operator: str, node: n.Expression) -> list[ir.Expression]:
    if isinstance(node, n.Binary) and node.operator == operator:
        return [*_flat(c, operator, node.left), *_flat(c, operator, node.right)]
    return [condition(c, node)]


def _shift(c: Context, node: n.Binary, value: ir.Expression) -> ir.Expression:
    """`day + 1`: so many values further, round and round in a ring, else none beyond the ends."""
    steps = number(c, node.right)
    if node.operator == "-":
        steps = ir.Arithmetic("-", ir.Constant(0, NUMBER), steps, span=node.right.span)
    enum = c.e.scope.enums.get(value.type.name)
    ring = enum is not None and enum.ring
    return ir.Function("shift", (value, steps), value.type if ring else value.type.or_none(), span=node.span)


def _divide(c: Context, node: n.Divide) -> ir.Expression:
    if node.rounding is None:
        c.e.wrong(
            "rounding-unsaid", "a division must say how it rounds", node.span,
            help=(f"write `{node.span.text} rounded down` or `... rounded up`",),
        )  # fmt: skip
    left, right = number(c, node.left), number(c, node.right)
    if isinstance(right, ir.Constant) and right.value == 0:
        c.e.wrong("divided-by-zero", "nothing can be divided by 0", node.right.span)
    return ir.Divide(left, right, node.rounding == "up", span=node.span)


def _compare(c: Context, node: n.Compare) -> ir.Expression:
    left = expression(c, node.left)
    if node.operator in ("=", "!=") and (flag := _is_flag(c, node, left)) is not None:
        return flag
    right = expression(c, node.right, left.type)
    if node.operator not in ("=", "!="):
        _check_ordered(c, node, left, right)
    elif not comparable(left.type, right.type):
        c.e.wrong(
            "never-equal", f"{words(left.type)} can never be {words(right.type)}", node.span,
            label=f"{words(left.type)} on the left, {words(right.type)} on the right",
        )  # fmt: skip
    return _guarded(ir.Compare(node.operator, left, right, span=node.span))


def _guarded(compare: ir.Compare) -> ir.Expression:
    """A number that is a property of nothing is none: it is neither more nor less than any, nor equal to one."""
    owners = [*_owners(compare.left), *_owners(compare.right)]
    there = tuple(
        ir.Compare("!=", owner, ir.Constant(ir.NONE, ir.NOTHING), span=compare.span)
        for k, owner in enumerate(owners)
        if owner not in owners[:k]
    )
    if not there:
        return compare
    if compare.operator == "!=":
        return ir.Or((*(ir.Not(t, span=compare.span) for t in there), compare), span=compare.span)
    return ir.And((*there, compare), span=compare.span)


def _owners(side: ir.Expression) -> list[ir.Expression]:
    """Whose property a number is, as far as these may be nobody and nothing."""
    return list(_missing(side)) if side.type.kind in (Kind.NUMBER, Kind.YES_NO, Kind.DIE) else []


def _missing(value: ir.Expression) -> Iterator[ir.Expression]:
    owners: tuple[ir.Expression, ...] = ()
    match value:
        case ir.Attribute(_, owner) | ir.ReadCounter(_, owner):
            owners = (owner,)
        case ir.Read(_, at):
            owners = at
        case ir.Derived(_, arguments) | ir.Function(_, arguments):
            owners = arguments
        case _:
            pass
    for owner in owners:
        is_you = isinstance(owner, ir.Local) and owner.slot == 0
        if owner.type.optional and not owner.type.many and not is_you:
            yield owner
        yield from _missing(owner)


def _is_flag(c: Context, node: n.Compare, left: ir.Expression) -> ir.Expression | None:
    """`c is reversed`: the yes/no property of that name."""
    if not isinstance(node.right, n.Name) or node.spelling == "=" or c.find(node.right.text) is not None:
        return None
    if left.type.many or left.type.kind in (Kind.NUMBER, Kind.YES_NO):
        return None
    found = own_property(c, node.right, left, YES_NO, span=node.span)
    if found is None or found.type != YES_NO:
        return None
    return found if node.operator == "=" else ir.Not(found, span=node.span)


def _check_ordered(c: Context, node: n.Compare, left: ir.Expression, right: ir.Expression) -> None:
    ordered = (Kind.NUMBER, Kind.VALUE, Kind.DIE, Kind.UNKNOWN)
    if left.type.kind not in ordered or left.type.many or not comparable(left.type, right.type):
        c.e.wrong(
            "not-ordered", f"{words(left.type)} is not more or less than {words(right.type)}", node.span,
            help=("compare two numbers, or two values of one enum",),
        )  # fmt: skip


def _is_in(c: Context, node: n.IsIn) -> ir.Expression:
    item = expression(c, node.item)
    group = list_of(c, node.group)
    if not comparable(item.type.one(), group.type.one()):
        c.e.wrong("wrong-type", f"{words(item.type)} is never in {words(group.type)}", node.span)
    found = ir.IsIn(item, group, span=node.span)
    return ir.Not(found, span=node.span) if node.negated else found


def _pile_end(c: Context, node: n.PileEnd) -> ir.Expression:
    zone = typed(c, node.zone, ir.ZONE, "what has a top")
    piece = zone_piece_type(c, zone)
    if node.amount is None:
        return ir.PileEnd(node.end, zone, None, piece.or_none(), span=node.span)
    return ir.PileEnd(node.end, zone, number(c, node.amount), piece.list(), span=node.span)


def zone_piece_type(c: Context, zone: ir.Expression) -> Type:
    return Type(Kind.PIECE)


__all__ = ["EnumSymbol", "as_counter", "as_list", "condition", "expression", "list_of", "noun", "number", "player", "spoken"]
