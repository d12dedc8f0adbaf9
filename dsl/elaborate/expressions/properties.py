"""Elaborates properties: `name of owner`, `owner's name`, `name[index]`, and the built-in functions."""

from dsl.diagnostic import Label
from dsl.elaborate.core import expressions as ex
from dsl.elaborate.core.context import Context, unknown_value
from dsl.elaborate.core.elaborator import Reported
from dsl.elaborate.expressions import boards, counters, definitions, ends, titles
from dsl.ir import nodes as ir
from dsl.ir.nodes import NUMBER, PLAYER, TEXT, UNKNOWN, Dimension, Index, Kind, Type
from dsl.listing import joined
from dsl.names.built_ins import BY_NAME, BuiltIn
from dsl.names.symbols import (
    ActionSymbol,
    DefineSymbol,
    FlowSymbol,
    ProcedureSymbol,
    Symbol,
    VariableSymbol,
    ZoneSymbol,
    declared_at,
    what,
)
from dsl.names.types import fits, words
from dsl.source import Span
from dsl.syntax import nodes as n


def property_of(c: Context, node: n.Property, expected: Type | None = None) -> ir.Expression:
    """`name of owner`, `owner's name`, `name[index]`."""
    if node.owner is None:
        return _indexed(c, node)
    if boards.part_of(c, node) is not None:
        return function(c, BY_NAME[node.name.text], [node.owner], node.span)
    owner = ex.expression(c, node.owner, _kept_for_titles(c, node) if isinstance(node.owner, n.Text) else None)
    found = own_property(c, node.name, owner, expected, node.index, node.span)
    if found is not None:
        return found
    if (f := BY_NAME.get(node.name.text)) is not None and node.index is None:
        return function(c, f, [node.owner], node.span, owner, expected)
    if (local := c.find(node.name.text)) is not None and owner.type.kind is Kind.PLAYER:
        coin = c.read(node.name.text, local, node.name.span)
        return ir.ReadCounter(counters.as_counter(c, coin, node.name.span), owner, span=node.span)
    return _no_property(c, node, owner)


def _kept_for_titles(c: Context, node: n.Property) -> Type | None:
    """In `price of "Field"`: for what there is one each."""
    match c.e.scope.find(node.name.text):
        case VariableSymbol(dimensions=(first, *_)) | ZoneSymbol(dimensions=(first, *_)):
            return first.type
        case _:
            return next((d.arguments[0] for d in c.e.scope.definitions(node.name.text) if d.arguments), None)


def own_property(
    c: Context, name: n.Name, owner: ir.Expression, expected: Type | None = None, index: n.Expression | None = None,
    span: Span | None = None,
) -> ir.Expression | None:  # fmt: skip
    """The property of that name that `owner` has, or None if such a thing has none of that name."""
    at = span or name.span
    if owner.type.many:
        return _zones_of_many(c, name, owner, index, at)
    if (done := _definition_of(c, name, owner, index, at)) is not None:
        return done
    if owner.type.kind is Kind.PIECE and index is None and (done := _field(c, name.text, owner, at)) is not None:
        return done
    if owner.type.kind is Kind.VALUE and index is None and (done := _printed(c, name.text, owner, at)) is not None:
        return done
    match c.e.scope.find(name.text):
        case VariableSymbol(dimensions=(_, *_)) as symbol:
            return _variable(c, symbol, owner, index, at)
        case ZoneSymbol(dimensions=(_, *_)) as symbol:
            return _zone(c, symbol, owner, index, at)
        case _:
            return None


def _definition_of(
    c: Context, name: n.Name, owner: ir.Expression, index: n.Expression | None, span: Span
) -> ir.Expression | None:
    for d in c.e.scope.definitions(name.text):
        match d.arguments:
            case (first,) if index is None and _owns(owner.type, first):
                return derived(c, d, (owner,), span)
            case (first, second) if index is not None and _owns(owner.type, first):
                return derived(c, d, (owner, ex.typed(c, index, second, "what stands in the brackets")), span)
            case _:
                pass
    return None


def _owns(owner: Type, argument: Type) -> bool:
    return owner.kind is argument.kind and (not argument.name or owner.name == argument.name or not owner.name)


def _field(c: Context, text: str, piece: ir.Expression, span: Span) -> ir.Expression | None:
    found = c.e.scope.fields_named(text)
    if piece.type.name:
        found = [f for f in found if f[0] == piece.type.name]
    if not found:
        return None
    types = {type_ for _, type_ in found}
    if len(types) > 1:
        kinds = joined(k for k, _ in found)
        c.e.wrong(
            "unclear-field", f"`{text}` is printed differently on {kinds} cards", span, label="of which kind of card?",
            help=(f"name the kind of card, as in `the {found[0][0]} in ZONE`",),
        )  # fmt: skip
    in_play = c.e.scope.set_fields.get((text, found[0][1]))
    if in_play is not None:
        return ir.Read(in_play, (piece,), found[0][1], span=span)
    return ir.Attribute(text, piece, found[0][1], span=span)


def _printed(c: Context, text: str, value: ir.Expression, span: Span) -> ir.Expression | None:
    """What is printed on a value of an enum or on a space."""
    enum = c.e.scope.enums.get(value.type.name)
    if enum is None or text not in enum.attributes:
        return None
    key = ir.Constant(c.e.text(text), TEXT)
    return ir.Function("value_attribute", (key, value), enum.attributes[text], span=span)


# ---------------------------------------------------------------- variables and zones by their indices


def _indices(
    c: Context, dimensions: tuple[Index, ...], owner: ir.Expression | None, index: n.Expression | None
) -> tuple[ir.Expression, ...] | None:
    """The indices in order: the owner for the first, what stands in brackets for the last; None if they do not fit."""
    given: list[ir.Expression] = []
    for dimension in dimensions:
        wanted = dimension.type
        if owner is not None and not given and fits(owner.type, wanted):
            given.append(owner)
        elif index is not None:
            given.append(ex.typed(c, index, wanted, "what stands in the brackets"))
            index = None
        else:
            return None
    return tuple(given) if index is None else None


def _variable(
    c: Context, symbol: VariableSymbol, owner: ir.Expression, index: n.Expression | None, span: Span
) -> ir.Expression | None:
    at = _indices(c, symbol.dimensions, owner, index)
    return ir.Read(symbol.name, at, symbol.type, span=span) if at is not None else None


def _zone(
    c: Context, symbol: ZoneSymbol, owner: ir.Expression, index: n.Expression | None, span: Span
) -> ir.Expression | None:
    at = _indices(c, symbol.dimensions, owner, index)
    if at is not None:
        return ir.ZoneAt(symbol.node.name.text, at, span=span)
    if index is None and len(symbol.dimensions) == 2 and owner.type.kind is Kind.PLAYER:
        return ir.Zones(symbol.node.name.text, (owner, None), span=span)
    return None


def _zones_of_many(
    c: Context, name: n.Name, owners: ir.Expression, index: n.Expression | None, span: Span
) -> ir.Expression | None:
    """`placed of players`, `desk[day] of players`: the zones of all of them."""
    symbol = c.e.scope.find(name.text)
    if not isinstance(symbol, ZoneSymbol) or not symbol.dimensions or not isinstance(owners, ir.AllOf):
        return None
    first, *rest = symbol.dimensions
    if not fits(owners.type.one(), first.type) or (index is not None and len(rest) != 1):
        return None
    open_: list[ir.Expression | None] = [None] * len(rest)
    if index is not None:
        open_ = [ex.typed(c, index, rest[0].type, "what stands in the brackets")]
    return ir.Zones(symbol.node.name.text, (None, *open_), span=span)


def _indexed(c: Context, node: n.Property) -> ir.Expression:
    """`pot[kind]`: what there is one of for each value."""
    symbol = c.e.scope.find(node.name.text)
    match symbol:
        case VariableSymbol(dimensions=(_,)):
            at = _indices(c, symbol.dimensions, None, node.index) or ()
            return ir.Read(symbol.name, at, symbol.type, span=node.span)
        case ZoneSymbol(dimensions=(_,)):
            at = _indices(c, symbol.dimensions, None, node.index) or ()
            return ir.ZoneAt(symbol.node.name.text, at, span=node.span)
        case VariableSymbol() | ZoneSymbol() if (own := _indexed_of_candidate(c, node, symbol)) is not None:
            return own
        case VariableSymbol() | ZoneSymbol():
            _not_indexed(c, node, symbol)
        case None if not c.e.scope.definitions(node.name.text):
            c.e.unknown(node.name, "nothing is called", c.e.scope.all_names(), "unknown-name")
    return _not_a_list(c, node)


def _indexed_of_candidate(c: Context, node: n.Property, symbol: VariableSymbol | ZoneSymbol) -> ir.Expression | None:
    """`shown[fives]` in a `where` or a definition: the candidate's."""
    owner, dimensions = c.candidate, symbol.dimensions
    if owner is None or len(dimensions) != 2 or not fits(owner.type, dimensions[0].type):
        return None
    if isinstance(symbol, VariableSymbol):
        return _variable(c, symbol, owner, node.index, node.span)
    return _zone(c, symbol, owner, node.index, node.span)


def _not_indexed(c: Context, node: n.Property, symbol: VariableSymbol | ZoneSymbol) -> None:
    text = node.name.text
    by = [d.word for d in symbol.dimensions]
    if by:
        message = f"there is one `{text}` for each {' and each '.join(by)}"
        help_ = f"say whose: `your {text}[...]` or `{text}[...] of PLAYER`"
        if symbol.dimensions[0].dimension is Dimension.PIECE:
            help_ = f"say on which: `{text}[...] of CARD`"
    else:
        message = f"there is only one `{text}`"
        help_ = f"write `{text}` alone, or declare one for each: `... {text} by ENUM`"
    c.e.wrong("not-indexed", message, node.span, label="which one is meant by the brackets?",
              labels=(Label(declared_at(symbol), "declared here"),), help=(help_,))  # fmt: skip


def _not_a_list(c: Context, node: n.Property) -> ir.Expression:
    text = node.name.text
    c.e.wrong("not-indexed", f"`{text}` cannot be followed by square brackets", node.span,
              label="brackets pick one of several",
              help=("brackets stand behind a counter, flag or zone that was declared `by` an enum",))  # fmt: skip


# ---------------------------------------------------------------- nothing of that name


def _no_property(c: Context, node: n.Property, owner: ir.Expression) -> ir.Expression:
    text, owned = node.name.text, words(owner.type)
    if owner.type.kind is Kind.UNKNOWN:
        return unknown_value(node.span)
    if owner.type.kind is Kind.PIECE and c.e.scope.missing_cards:
        raise Reported
    symbol = c.e.scope.find(text)
    if symbol is not None:
        _belongs_elsewhere(c, node, owned, symbol)
    if definitions_ := c.e.scope.definitions(text):
        _belongs_elsewhere(c, node, owned, definitions_[0])
    if fields := [kind for kind, _ in c.e.scope.fields_named(text) if kind]:
        c.e.wrong("no-such-property", f"{owned} has no `{text}`", node.name.span,
                  label=f"printed on {joined(fields)} cards only", help=_printed_on(c, owner.type))  # fmt: skip
    c.e.unknown(node.name, f"{owned} has nothing called", _properties(c, owner.type), "unknown-property",
                f"{owned} has")  # fmt: skip


def _belongs_elsewhere(c: Context, node: n.Property, owned: str, symbol: Symbol) -> None:
    text = node.name.text
    several = isinstance(node.owner, n.Name) and node.owner.text == "players" and is_kept_for_players(symbol)
    c.e.wrong(
        "no-such-property", f"{owned} has no `{text}`", node.name.span, label=f"`{text}` is {what(symbol)}",
        labels=(Label(declared_at(symbol), "declared here"),),
        help=(_how_to_say(text, symbol), *(_of_players(text, symbol) if several else ())),
    )  # fmt: skip


def is_kept_for_players(symbol: Symbol | None) -> bool:
    """Whether there is one for each player, counted, remembered or defined."""
    match symbol:
        case VariableSymbol(dimensions=dimensions):
            return [d.dimension for d in dimensions] == [Dimension.PLAYER]
        case DefineSymbol(arguments=arguments):
            return arguments == (PLAYER,)
        case _:
            return False


def _of_players(text: str, symbol: Symbol) -> tuple[str, ...]:
    """How something is said of all players, or of some."""
    if isinstance(symbol, VariableSymbol) and symbol.type == NUMBER:
        return (
            f"for everybody, write `no player where {text} is not 3`; for somebody, `any player where {text} = 3`",
            f"of all together, write `total {text} of players`, or `highest {text} of players`",
        )
    return (f"ask `any player where {text} ...`, or `no player where {text} ...`",)


def _how_to_say(text: str, symbol: Symbol) -> str:
    match symbol:
        case VariableSymbol(dimensions=(Index(Dimension.PIECE),)):
            return f"it is a mark on cards: say `{text} of CARD`"
        case VariableSymbol(dimensions=()) | ZoneSymbol(dimensions=()) | DefineSymbol(arguments=()):
            return f"there is only one: write `{text}` alone"
        case VariableSymbol(dimensions=dimensions) | ZoneSymbol(dimensions=dimensions):
            kinds = [d.word for d in dimensions]
            return f"there is one for each {' and each '.join(kinds)}"
        case DefineSymbol(arguments=(first, *_)):
            return f"it is defined of {words(first)}"
        case FlowSymbol() | ActionSymbol() | ProcedureSymbol():
            kind = what(symbol).split()[-1]
            return f"no zone, counter or other thing is called `{text}`, and the {kind} has taken the name: rename one"
        case _:
            return f"write `{text}` alone"


def _printed_on(c: Context, type_: Type) -> tuple[str, ...]:
    fields = dict(c.e.scope.card_types()).get(type_.name)
    if fields is None or not fields.fields:
        return ()
    return (f"on {type_.name} cards is printed: {joined(fields.fields)}",)


def _properties(c: Context, owner: Type) -> set[str]:
    """The names of all that such a thing may have."""
    scope = c.e.scope
    defined = {k for k, same in scope.defines.items() for d in same if d.arguments and _owns(owner, d.arguments[0])}
    kept = {
        k
        for k, s in scope.names.items()
        if isinstance(s, VariableSymbol | ZoneSymbol) and any(_owns(owner, d.type) for d in s.dimensions)
    }
    built_in = {f.name for f in BY_NAME.values() if _takes_one(f) and fits(owner, f.takes[0])}
    if owner.kind is Kind.PIECE:
        built_in |= {f for k, s in scope.card_types() for f in s.fields if not owner.name or owner.name == k}
    enum = scope.enums.get(owner.name) if owner.kind is Kind.VALUE else None
    return defined | kept | built_in | (set(enum.attributes) if enum else set())


def _takes_one(f: BuiltIn) -> bool:
    """Whether a function is of one thing of a certain kind."""
    return len(f.takes) == 1 and not f.takes[0].many and f.takes[0].kind is not Kind.UNKNOWN


# ---------------------------------------------------------------- definitions and functions


def derived(c: Context, symbol: DefineSymbol, arguments: tuple[ir.Expression, ...], span: Span) -> ir.Expression:
    """A definition of these arguments; its type is known once it has been worked out."""
    done = definitions.define(c.e, symbol, span)
    return ir.Derived(definitions.define_key(symbol), arguments, done.type if done is not None else UNKNOWN, span=span)


def applied(c: Context, node: n.Applied) -> ir.Expression:
    """`larger(a, b)`: a function of the language, or a definition of several things."""
    if (f := BY_NAME.get(node.name.text)) is not None:
        return function(c, f, list(node.arguments), node.span)
    defined = c.e.scope.definitions(node.name.text)
    for d in defined:
        if len(d.arguments) == len(node.arguments):
            pairs = zip(node.arguments, d.arguments, strict=True)
            return derived(c, d, tuple(ex.typed(c, a, t) for a, t in pairs), node.span)
    if defined:
        of = joined((t.name or t.kind.value for t in defined[0].arguments), "and")
        said = f"it is defined of {of}" if of else f"write `{node.name.text}` alone"
        c.e.wrong(
            "wrong-arguments", f"`{node.name.text}` is not defined of {len(node.arguments)} things", node.span,
            label="too many or too few", labels=(Label(defined[0].node.name.span, "defined here"),), help=(said,),
        )  # fmt: skip
    of_several = {f.name for f in BY_NAME.values() if len(f.takes) > 1 and f.name != "distance"}
    c.e.unknown(node.name, "there is no function called", {*of_several, *c.e.scope.defines}, "unknown-function",
                "the functions are", BY_NAME)  # fmt: skip


def function(
    c: Context, f: BuiltIn, arguments: list[n.Expression], span: Span, owner: ir.Expression | None = None,
    expected: Type | None = None,
) -> ir.Expression:  # fmt: skip
    """A function of the language. `smaller of (a, b)` says the same as `smaller(a, b)`.

    `owner` is what the only argument has been found to mean, which stands if that fits.
    """
    if len(arguments) == 1 and isinstance(arguments[0], n.ListOf) and len(f.takes) == len(arguments[0].items) > 1:
        arguments = list(arguments[0].items)
    if len(arguments) != len(f.takes):
        things = "1 thing" if len(f.takes) == 1 else f"{len(f.takes)} things"
        c.e.wrong("wrong-arguments", f"`{f.name}` is of {things}, and not of {len(arguments)}", span,
                  label="too many" if len(arguments) > len(f.takes) else "too few",
                  help=(f"write `{f.name}{_signature(f)}`: {f.meaning}",))  # fmt: skip
    if f.name in boards.NAMES:
        return boards.function(c, f, arguments, span)
    if f.name == "tops":
        return ends.tops(c, arguments[0], span)
    if f.name == "title":
        return titles.title(c, owner or ex.expression(c, arguments[0]), arguments[0].span, span, expected)
    if owner is not None and len(f.takes) == 1 and not f.takes[0].many and fits(owner.type, f.takes[0]):
        values: tuple[ir.Expression, ...] = (owner,)
    else:
        values = tuple(_function_argument(c, f, a, t) for a, t in zip(arguments, f.takes, strict=True))
    gives = f.gives
    if f.same is not None:
        gives = values[f.same].type
        gives = gives.one().or_none() if f.item else gives
    name, values = ends.by_place(c, f.name, values, span)
    return ir.Function(name, also_given(c, f, values), gives, span=span)


def also_given(c: Context, f: BuiltIn, values: tuple[ir.Expression, ...]) -> tuple[ir.Expression, ...]:
    """What a function is worked out from: whether a card is playable depends on who would play it."""
    return (*values, c.you or ir.Constant(ir.NONE, PLAYER.or_none())) if f.name == "playable" else values


def _function_argument(c: Context, f: BuiltIn, node: n.Expression, type_: Type) -> ir.Expression:
    if type_.many:
        return ex.list_of(c, node)
    return ex.typed(c, node, type_, f"what `{f.name}` is taken of")


def _signature(f: BuiltIn) -> str:
    if f.name == "distance":
        return " from SPACE to SPACE"
    kinds = ["..." if t == Type(Kind.UNKNOWN) or t.many else (t.name or t.kind.value).upper() for t in f.takes]
    return f" of {kinds[0]}" if len(kinds) == 1 else f"({', '.join(kinds)})"
