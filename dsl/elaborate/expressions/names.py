"""Resolves single words: a bare name, a pronoun or a possessive."""

from typing import NoReturn

from attrs import evolve

from dsl.diagnostic import Label
from dsl.elaborate.core.context import Context, unknown_value
from dsl.elaborate.core.elaborator import Reported
from dsl.elaborate.expressions import boards, properties, titles
from dsl.elaborate.expressions.subjects import you
from dsl.ir import nodes as ir
from dsl.ir.nodes import PLAYER, PLAYERS, TEXT, UNKNOWN, Dimension, Index, Kind, Type
from dsl.listing import joined
from dsl.names.built_ins import BY_NAME, CONSTANT_NAMES, BuiltIn
from dsl.names.symbols import (
    ActionSymbol,
    CardTypeSymbol,
    DefineSymbol,
    DieSymbol,
    EnumSymbol,
    FlowSymbol,
    GridSymbol,
    ParameterSymbol,
    ProcedureSymbol,
    Symbol,
    VariableSymbol,
    ZoneSymbol,
    declared_at,
    singular,
    what,
)
from dsl.names.types import fits, words
from dsl.source import Span
from dsl.syntax import nodes as n


def name(c: Context, node: n.Name, expected: Type | None) -> ir.Expression:
    """What a bare word means: a local, a property of the candidate, a value, something global."""
    local = c.find(node.text)
    own = _of_candidate(c, node, c.candidate, expected) if c.candidate is not None else None
    if local is not None:
        if own is not None:
            _unclear_owner(c, node)
        return c.read(node.text, local, node.span)
    if own is not None:
        if _stands_alone(c, node):
            _unclear_owner(c, node)
        if c.around is not None and _of_candidate(c, node, c.around[1], expected) is not None:
            _unclear_where(c, node, c.around[0].text)
        return own
    value = _value(c, node, expected)
    alone = _global(c, node, expected)
    if value is not None and alone is not None and not _is_expected(value, expected):
        _unclear(c, node, value.type.name)
    if value is not None and alone is None and expected is not None and expected.kind in (Kind.NUMBER, Kind.YES_NO):
        whose_counter(c, node)
    found = value or alone
    if found is not None:
        return found
    if expected is not None and expected.kind is Kind.UNKNOWN:
        return unknown_value(node.span)  # what it belongs to has been reported
    return _hint_at_owner(c, node, expected)


def whose_counter(c: Context, node: n.Expression) -> None:
    """The name of a counter of players, where a number is wanted, lacks its owner."""
    symbol = c.e.scope.names.get(node.text) if isinstance(node, n.Name) and c.find(node.text) is None else None
    if isinstance(node, n.Name) and isinstance(symbol, VariableSymbol) and symbol.number >= 0:
        whose(c, node, symbol)


def _is_expected(value: ir.Expression, expected: Type | None) -> bool:
    return expected is not None and expected.kind is Kind.VALUE and value.type.name == expected.name


def _unclear(c: Context, node: n.Name, enum: str) -> None:
    symbol = c.e.scope.find(node.text)
    other = what(symbol) if symbol is not None else "a definition"
    c.e.wrong(
        "unclear-name", f"`{node.text}` could be {other} or a value of {enum}", node.span,
        label="which of the two?", help=("give one of the two another name",),
    )  # fmt: skip


# ---------------------------------------------------------------- properties of the candidate


def _of_candidate(c: Context, node: n.Name, candidate: ir.Expression, expected: Type | None) -> ir.Expression | None:
    """A bare property of the candidate of a `where` or of a definition."""
    if expected is not None and expected.kind is Kind.VALUE and _names_value(c, node, expected.name):
        return None
    found = properties.own_property(c, node, candidate, expected)
    if found is not None:
        return found
    f = BY_NAME.get(node.text)
    if node.text == "title" and candidate.type.kind in (Kind.VALUE, Kind.PIECE):
        return titles.title(c, candidate, node.span, node.span, expected)
    if f is None or not f.bare or len(f.takes) != 1 or f.takes[0].many or not fits(candidate.type, f.takes[0]):
        return None
    if f.name in boards.NAMES:
        return boards.of_space(c, f, candidate, node.span) if boards.holds(c, candidate.type) else None
    given = properties.also_given(c, f, (candidate,))
    return ir.Function(f.name, given, f.gives if f.same is None else candidate.type, span=node.span)


def _names_value(c: Context, node: n.Name, enum: str) -> bool:
    symbol = c.e.scope.enums.get(enum)
    return symbol is not None and symbol.place(node.text) is not None


def _stands_alone(c: Context, node: n.Name) -> bool:
    """Whether the word also means something without an owner."""
    if any(not d.arguments for d in c.e.scope.definitions(node.text)):
        return True
    if any(not enum.of_counters for enum, _ in c.e.scope.values_named(node.text)):
        return True
    match c.e.scope.find(node.text):
        case ParameterSymbol() | VariableSymbol(dimensions=()) | ZoneSymbol(dimensions=()):
            return True
        case _:
            return False


def _unclear_owner(c: Context, node: n.Name) -> None:
    candidate = c.candidate.type if c.candidate is not None else UNKNOWN
    c.e.wrong(
        "unclear-name", f"`{node.text}` could belong to {words(candidate)} or stand for something else", node.span,
        label="which of the two?",
        help=(f"say `their {node.text}` or `its {node.text}` for the one, and give the other another name",),
    )  # fmt: skip


def _unclear_where(c: Context, node: n.Name, inner: str) -> None:
    """In a `where` within another: of whom, if the inner one has a name and the outer one has such a thing too."""
    c.e.wrong(
        "unclear-name", f"`{node.text}` could be that of `{inner}` or of the one around it", node.span,
        label="whose?",
        help=(f"say `{node.text} of {inner}` for the one",
              f"for the other, give it a name too: `... as one where ... {node.text} of one`"),
    )  # fmt: skip


# ---------------------------------------------------------------- values of enums, and what stands alone


def _value(c: Context, node: n.Name, expected: Type | None) -> ir.Expression | None:
    """An enum's value: of the enum that is expected, else of the only one that has it."""
    found = c.e.scope.values_named(node.text)
    if expected is not None and expected.kind is Kind.VALUE:
        found = [f for f in found if f[0].name == expected.name] or found
    elif any(not e.of_counters for e, _ in found):
        found = [f for f in found if not f[0].of_counters]
    if not found:
        return None
    if len(found) > 1:
        _of_several(c, node, [e for e, _ in found])
    enum, place = found[0]
    return ir.Constant(place, Type(Kind.VALUE, enum.name), span=node.span)


def _of_several(c: Context, node: n.Name, enums: list[EnumSymbol]) -> None:
    labels = tuple(
        Label(v.name.span, f"a value of {e.name}") for e in enums for v in e.values if v.name.text == node.text
    )
    c.e.wrong(
        "unclear-value", f"`{node.text}` could be a value of {joined((e.name for e in enums), 'or')}", node.span,
        label="which of them?", labels=labels, help=("give one of them another name",),
    )  # fmt: skip


def _global(c: Context, node: n.Name, expected: Type | None) -> ir.Expression | None:
    text = node.text
    if text in CONSTANT_NAMES:
        return _constant(c, CONSTANT_NAMES[text], node.span)
    if text == "players":
        return ir.AllOf(PLAYER, PLAYERS, span=node.span)
    for d in c.e.scope.definitions(text):
        if not d.arguments:
            return properties.derived(c, d, (), node.span)
    if text not in c.e.scope.names and (enum := c.e.scope.enums.get(singular(text))) is not None:
        kind = Type(Kind.VALUE, enum.name)
        return ir.AllOf(kind, kind.list(), span=node.span)
    match c.e.scope.find(text):
        case VariableSymbol(number=number) if number >= 0 and expected is not None and expected.kind is Kind.COUNTER:
            return ir.Constant(number, ir.COUNTER, span=node.span)
        case ParameterSymbol(parameter, type_):
            key = ir.Constant(c.e.text(parameter.name.text), TEXT)
            return ir.Function("parameter", (key,), type_, span=node.span)
        case VariableSymbol(variable, _, (), type_):
            return ir.Read(variable, (), type_, span=node.span)
        case ZoneSymbol(zone, ()):
            return ir.ZoneAt(zone.name.text, (), span=node.span)
        case ZoneSymbol(zone, (Index(Dimension.VALUE),)) if expected is None or expected.many:
            return ir.Zones(zone.name.text, (None,), span=node.span)
        case EnumSymbol() as kind_ if expected is None or expected.many:
            values = Type(Kind.VALUE, kind_.name)
            return ir.AllOf(values, values.list(), span=node.span)
        case _:
            return None


def _constant(c: Context, f: BuiltIn, span: Span) -> ir.Expression:
    if f.name == "cause" and not c.on_event:
        c.e.wrong(
            "no-cause", "`cause` means nothing here: nothing has been caused", span, label="the cause of what?",
            help=("only a rule on an event knows its cause: `after you losing some COUNTER while ...`",),
        )  # fmt: skip
    return ir.Function(f.name, (), f.gives, span=span)


# ---------------------------------------------------------------- names that are no value here


def _hint_at_owner(c: Context, node: n.Name, expected: Type | None) -> ir.Expression:
    symbol = c.e.scope.find(node.text)
    if isinstance(symbol, VariableSymbol | ZoneSymbol):
        whose(c, node, symbol)
    if symbol is not None:
        c.e.wrong_name(
            "not-a-value", node, f"`{node.text}` is {what(symbol)}, which is no value", label="a value is wanted here",
            labels=(Label(declared_at(symbol), "declared here"),), help=_use_of(node.text, symbol),
        )  # fmt: skip
    if definitions := c.e.scope.definitions(node.text):
        whose(c, node, definitions[0])
    if fields := c.e.scope.fields_named(node.text):
        on = joined(k for k, _ in fields if k) or "cards"
        c.e.wrong_name("whose", node, f"whose `{node.text}`?", label=f"the {node.text} of which card?",
                       help=(f"say `{node.text} of CARD`; it is printed on {on}",))  # fmt: skip
    if node.text in BY_NAME:
        c.e.wrong("whose", f"`{node.text}` of what?", node.span, label="of what?",
                  help=(f"`{node.text} of ...`: {BY_NAME[node.text].meaning}",))  # fmt: skip
    unknown_here(c, node, expected)


def unknown_here(c: Context, node: n.Name, expected: Type | None) -> NoReturn:
    """Gives up for a name that nothing declares; the names are listed that could stand there."""
    scope = c.e.scope
    if node.text == "there":
        instead = "write `ZONE is empty` or `ZONE is not empty`, `any card in ZONE` or `no card in ZONE`"
        c.e.wrong_name("unknown-name", node, "`there` stands for nothing", label="not declared", help=(instead,))
    if node.text in ("player", "card"):
        c.e.wrong_name("the-which", node, f"which {node.text} is meant?", label="there may be many",
                       help=_which_of_many(node.text))  # fmt: skip
    everything = c.local_names() | scope.all_names()
    match expected:
        case Type(Kind.ZONE):
            said = "there is no zone called", scope.names_of(ZoneSymbol), "unknown-zone", "the zones are"
        case Type(Kind.VALUE, name) if name in scope.enums:
            said = (
                f"there is no {name} called",
                set(scope.enums[name].value_names()),
                "unknown-value",
                f"a {name} is one of",
            )
        case Type(Kind.PLAYER, many=False):
            said = "there is no player called", _players(c), "unknown-name", "players can be named by"
        case _:
            said = "nothing is called", everything, "unknown-name", ""
    message, likely, rule, listed = said
    c.e.unknown(node, message, likely, rule, listed, everything)


def _which_of_many(kind: str) -> tuple[str, ...]:
    if kind == "player":
        return (
            "for whoever acts, write `you` and `your`; for somebody, `any player where ...`; for the best, "
            "`the player with most ...`",
            "a rule can give the player that it is about a name: `any player as winner`",
        )
    return ("name it when it is chosen, `choose a card from ... as chosen`, or write `the card in ...`",)


def _players(c: Context) -> set[str]:
    """What stands for one player here."""
    locals_ = {name for name in c.local_names() if (local := c.find(name)) and local.type.one() == PLAYER}
    roles = {
        k for k, s in c.e.scope.names.items() if isinstance(s, VariableSymbol) and s.type.one() == PLAYER.or_none()
    }
    return locals_ | roles | ({"you"} if c.you is not None else set())


def whose(c: Context, node: n.Name, symbol: Symbol) -> NoReturn:
    """Gives up for a name of which there is one for each player, card or value."""
    text = node.text
    if isinstance(symbol, VariableSymbol | ZoneSymbol) and Index(Dimension.VALUE) in symbol.dimensions:
        raise Reported  # of what there is one each, is not known
    if (kind := _kept_for(symbol)) != "player":
        one = next(iter(c.e.scope.enums[kind].value_names()), "") if kind in c.e.scope.enums else ""
        help_ = f"say which: `{text}[{one}]`" if one else f"say which: `{text} of ...`"
    elif c.you is not None and not c.you.type.optional and c.candidate is None:
        help_ = f"say `your {text}`, `{text} of PLAYER` or `PLAYER's {text}`"
    else:
        help_ = f"say `{text} of PLAYER` or `PLAYER's {text}`"
    c.e.wrong_name(
        "whose", node, f"whose `{text}`?", label=f"there is one for each {kind}",
        labels=(Label(declared_at(symbol), "declared here"),), help=(help_,),
    )  # fmt: skip


def _kept_for(symbol: Symbol) -> str:
    """What there is one of a thing for: `player`, `Day`, `card`."""
    match symbol:
        case VariableSymbol(dimensions=(first, *_)) | ZoneSymbol(dimensions=(first, *_)):
            return first.word
        case DefineSymbol(arguments=(first, *_)):
            return first.name or first.kind.value
        case _:
            return "player"


def _use_of(text: str, symbol: Symbol) -> tuple[str, ...]:
    match symbol:
        case ProcedureSymbol(answer=None):
            return (f"to run it, write `do {text}`",)
        case ProcedureSymbol():
            return (f"ask for its answer in a line of its own: `let answer be decided by {text} ...`",)
        case ActionSymbol():
            return (f"players take it: `you take one action from {text}`",)
        case FlowSymbol():
            return ("steps, phases and rounds run in the order written",)
        case EnumSymbol():
            return (f"name one of its values: {joined(symbol.value_names())}",)
        case CardTypeSymbol() | DieSymbol():
            return (f"say which: `number of {text} in ...`, `the {text} in ...`",)
        case GridSymbol():
            return (f"say what of it: `centre of {text}`",)
        case _:
            return ()


# ---------------------------------------------------------------- you, their, it, this


def pronoun(c: Context, node: n.Pronoun) -> ir.Expression:
    """`you`, `it`, `this`, `previous`, `them`."""
    match node.word:
        case "you":
            return you(c, node.span)
        case "it":
            return c.it or _means_nothing(c, node, "no card has been chosen, drawn or moved before it in this block",
                                          "name the card: `choose a card from your hand as chosen`")  # fmt: skip
        case "this":
            return c.this or _means_nothing(c, node, "only the text of a card can say `this`",
                                            "name the card, such as `the card in ZONE`")  # fmt: skip
        case "previous" if c.previous is not None:
            return ir.Previous(c.previous, span=node.span)
        case "previous":
            return _means_nothing(c, node, "it is the usual value in an exception", "name the value you mean")
        case _:
            return possessor(c, n.Possessive("their", span=node.span), said=node.word)


def _means_nothing(c: Context, node: n.Pronoun, why: str, instead: str) -> ir.Expression:
    c.e.wrong("no-such-pronoun", f"`{node.word}` means nothing here: {why}", node.span,
              label="what is meant?", help=(instead,))  # fmt: skip


def possessor(c: Context, node: n.Possessive, *, said: str = "") -> ir.Expression:
    """Whose: `your` is the acting player's; `their` the candidate's of a `where`, else the subject's."""
    if node.word == "your":
        return you(c, node.span)
    owner = c.candidate if c.candidate is not None else c.subject
    if owner is None:
        c.e.wrong("no-their", f"nobody is meant by `{said or node.word}` here", node.span, label="who is meant?",
                  help=("name the player, or say `your` for the one who acts",))  # fmt: skip
    return evolve(owner, span=node.span)
