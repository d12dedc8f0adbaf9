"""Elaborates cards: what is printed on them, their number and zone, and what their text does."""

from functools import partial
from itertools import pairwise
from typing import NoReturn

import attrs

from dsl.diagnostic import Label
from dsl.elaborate.core import expressions as ex
from dsl.elaborate.core import statements
from dsl.elaborate.core.context import Context, Local
from dsl.elaborate.core.elaborator import Elaborator, attempt
from dsl.elaborate.core.meanings import meaning_of
from dsl.elaborate.core.titles import rule_texts
from dsl.elaborate.expressions import values
from dsl.elaborate.statements import lasting
from dsl.ir import nodes as ir
from dsl.ir.nodes import NUMBER, PLAYER, Kind, Type
from dsl.listing import joined
from dsl.names import combinations
from dsl.names.state import spoken
from dsl.names.symbols import CardTypeSymbol, EnumSymbol, ParameterSymbol, ZoneSymbol, what
from dsl.names.title_values import called, kinds_titled, titled
from dsl.names.types import words
from dsl.names.unknown import unknown
from dsl.syntax import nodes as n
from dsl.walk import nodes_in


def card_type(e: Elaborator, symbol: CardTypeSymbol) -> ir.CardType:
    """A kind of card, with what is printed on it."""
    printed = tuple(ir.PieceField(name, type_) for name, type_ in symbol.fields.items())
    personal = isinstance(symbol.node, n.Tokens) and symbol.node.owner is not None
    token = isinstance(symbol.node, n.Tokens)
    return ir.CardType(symbol.node.name.text, printed, personal, _face(e, symbol), token, span=symbol.node.span)


def _face(e: Elaborator, symbol: CardTypeSymbol) -> str:
    """How the cards are shown: a text with fields of theirs in braces."""
    text = next((t.value for t in symbol.node.traits if t.kind == "printed"), None)
    if not isinstance(text, n.Text):
        return ""
    for name in combinations.in_braces(text):
        if name not in symbol.fields:
            attempt(lambda x: _no_such_field(e, symbol, x), n.Name(name, span=text.span))
    return text.text


def deck(e: Elaborator, node: n.Deck) -> list[ir.Card]:
    """The entries of a deck, in the order written."""
    symbol = attempt(lambda d: _kind(e, d), node)
    where = attempt(lambda d: _where(e, d), node)
    cards: list[ir.Card] = []
    texts: list[object] = []
    of_all = about_all(node)
    for entry in node.entries:
        if isinstance(entry, n.RuleText):
            texts.append(entry)
            continue
        if isinstance(entry, n.CardEntry):
            above = rule_texts(() if entry is of_all else texts)
            make = partial(_entry, e, symbol, entry, where, above)
            cards += meaning_of(e, entry, (where, where and where.span, above), make)
        texts = []
    return cards


def about_all(node: n.Deck) -> object:
    """The first entry, if words stand above it and above no other: they are about all of them."""
    entries = [entry for entry in node.entries if isinstance(entry, n.CardEntry)]
    below = [b for a, b in pairwise(node.entries) if isinstance(a, n.RuleText) and isinstance(b, n.CardEntry)]
    return entries[0] if below == entries[:1] and below else None


def _entry(
    e: Elaborator, symbol: CardTypeSymbol | None, entry: n.CardEntry, where: ir.ZoneAt | ir.Zones | None,
    texts: tuple[ir.RuleText, ...],
) -> tuple[ir.Card, ...]:  # fmt: skip
    """The cards that an entry stands for; what is wrong with the first is wrong with all of them."""
    done: list[ir.Card] = []
    before = len(e.diagnostics)
    said = combinations.in_braces(entry.title)
    in_title = tuple(each.name.text for each in combinations.several(entry) if each.name.text in said)
    for one in _each_of(e, entry):
        done.append(attrs.evolve(card(e, symbol, one, _of_title(e, where, one), texts), in_title=in_title))
        if len(e.diagnostics) > before:
            break
    return tuple(done)


def _each_of(e: Elaborator, entry: n.CardEntry) -> tuple[n.CardEntry, ...]:
    """The cards that an entry stands for; without what is said of each, if that is wrong."""
    with e.under(entry.title.text):
        found = attempt(lambda x: _combinations(e, x), entry)
    plain = tuple(a for a in entry.attributes if isinstance(a, n.Lasts) or not isinstance(a.value, n.EachValue))
    return found or (attrs.evolve(entry, attributes=plain),)


def _combinations(e: Elaborator, entry: n.CardEntry) -> tuple[n.CardEntry, ...]:
    several = combinations.several(entry)
    if not several:
        return (entry,)
    for each in several:
        match each.value.values:
            case n.Name() as name if name.text not in e.scope.enums:
                e.unknown(name, "there is no enum called", e.scope.enums, "unknown-enum", "the enums are")
            case n.Range() as spread:
                values.whole_range(e, spread)
    count, names = combinations.how_many(e.scope, entry), [each.name.text for each in several]
    if count > combinations.MOST:
        e.wrong(
            "too-many-cards", f"these are {count} cards", entry.title.span,
            label=f"one line may stand for {combinations.MOST}", help=("take smaller numbers",),
        )  # fmt: skip
    for said in combinations.in_braces(entry.title):
        if said not in names:
            e.wrong(
                "not-said-of-each", f"`{{{said}}}` is not said with `each` of these cards", entry.title.span,
                label="in braces stands what differs from card to card",
                help=(f"what differs is: {joined(names)}",),
            )  # fmt: skip
    return combinations.each_card(e.scope, entry)


def _kind(e: Elaborator, node: n.Deck) -> CardTypeSymbol:
    name = node.card_type
    symbol = e.scope.names.get(name.text)
    if isinstance(symbol, CardTypeSymbol):
        return symbol
    if symbol is not None:
        e.wrong(
            "not-cards", f"`{name.text}` is {what(symbol)}, not a kind of card", name.span,
            label="a kind of card is wanted",
            help=(f"the kinds of cards are: {joined(sorted(e.scope.names_of(CardTypeSymbol)))}",),
        )  # fmt: skip
    kinds = e.scope.names_of(CardTypeSymbol)
    e.unknown(name, "there are no cards called", kinds, "unknown-cards", "the kinds of cards are")


def _where(e: Elaborator, node: n.Deck) -> ir.ZoneAt | ir.Zones:
    named = node.zone
    if isinstance(named, n.Name) and named.text not in e.scope.names:
        e.unknown(named, "there is no zone called", e.scope.names_of(ZoneSymbol), "unknown-zone", "the zones are")
    by_title = isinstance(named, n.Name) and _titles(e, named.text) is not None
    zone = ex.expression(Context(e), named, None if by_title else ir.ZONE)
    if isinstance(zone, ir.Zones) and (_by_title(e, node, zone) or _one_each(e, zone)):
        return zone
    if not isinstance(zone, ir.ZoneAt):
        e.wrong(
            "not-a-zone", f"a deck lies in a zone, not in {words(zone.type)}", named.span,
            label=f"this is {words(zone.type)}",
            help=(
                "declare one, such as `zone draw_pile: stack, face down`",
                "a deck for each player lies in `ZONE of players`",
            ),
        )  # fmt: skip
    return zone


def _one_each(e: Elaborator, zones: ir.Zones) -> bool:
    """Whether these are one zone of each player."""
    symbol = e.scope.names.get(zones.zone)
    return (
        isinstance(symbol, ZoneSymbol) and symbol.dimensions[0].dimension is ir.Dimension.PLAYER
        and [index is None for index in zones.at] == [True, *[False] * (len(zones.at) - 1)]
    )  # fmt: skip


def _titles(e: Elaborator, zone: str) -> EnumSymbol | None:
    """The titles for each of which there is such a pile."""
    symbol = e.scope.names.get(zone)
    by = symbol.dimensions[-1:] if isinstance(symbol, ZoneSymbol) else ()
    return titled(e.scope, by[0].type) if by else None


def _by_title(e: Elaborator, node: n.Deck, zones: ir.Zones) -> bool:
    """Whether these are piles for the titles of the cards, of everybody or of each player."""
    enum = _titles(e, zones.zone)
    if enum is None or any(index is not None for index in zones.at):
        return False
    kind, kinds = node.card_type.text, kinds_titled(e.scope, enum)
    if kind not in kinds:
        e.wrong(
            "wrong-kind", f"`{zones.zone}` has no pile for the titles of {kind} cards", node.zone.span,
            label=f"a {enum.name} is the title of one of the {joined(kinds, 'or')} cards",
            help=(f"give their titles piles too: write `titles of {kind}` in `enum {enum.name}`, behind a comma",),
        )  # fmt: skip
    return True


def _of_title(e: Elaborator, where: ir.ZoneAt | ir.Zones | None, entry: n.CardEntry) -> ir.ZoneAt | ir.Zones | None:
    """Where the card lies: of piles by title, in that of its own."""
    enum = _titles(e, where.zone) if isinstance(where, ir.Zones) and where.at[-1] is None else None
    if enum is None or not isinstance(where, ir.Zones):
        return where
    pile = ir.Constant(enum.place(called(entry.title.text)) or 0, Type(Kind.VALUE, enum.name))
    if len(where.at) == 1:
        return ir.ZoneAt(where.zone, (pile,), span=where.span)
    return attrs.evolve(where, at=(*where.at[:-1], pile))


_NOWHERE = ir.ZoneAt("", ())


def card(
    e: Elaborator, symbol: CardTypeSymbol | None, entry: n.CardEntry, where: ir.ZoneAt | ir.Zones | None,
    texts: tuple[ir.RuleText, ...],
) -> ir.Card:  # fmt: skip
    """One entry; without a symbol or a zone (which was reported) only its text is looked at."""
    with e.under(entry.title.text):
        printed: list[tuple[str, int]] = []
        values.check_said_once(e, entry.attributes)
        for a in entry.attributes:
            if symbol is not None and isinstance(a, n.Attribute):
                printed.append((a.name.text, attempt(partial(_printed, e, symbol), a) or 0))
            elif isinstance(a, n.Lasts):
                _check_lasts(e, a)
        said = tuple(t.words for t in (*texts, *rule_texts(nodes_in(entry.body))))
        kind = symbol.node.name.text if symbol is not None else ""
        copies = attempt(lambda x: _copies(e, x), entry) or ir.Constant(1, NUMBER, span=entry.span)
        return ir.Card(
            entry.title.text, kind, copies, where or _NOWHERE, tuple(printed), _effect(e, entry), said,
            isinstance(where, ir.Zones), _parts(e, entry), _standing(e, entry), span=entry.span,
        )  # fmt: skip


def _check_lasts(e: Elaborator, node: n.Lasts) -> None:
    c = Context(e, slots=["you"])
    c.you = ir.Local(0, "you", PLAYER)
    attempt(lambda d: lasting.until(c, d), node.duration)


def _copies(e: Elaborator, entry: n.CardEntry) -> ir.Expression:
    """How many there are: a number, or what a parameter or a definition says."""
    match entry.copies:
        case None:
            return ir.Constant(1, NUMBER, span=entry.span)
        case n.Number() as number:
            copies = values.constant(e, number, NUMBER, "how many copies there are")
            return ir.Constant(copies, NUMBER, span=number.span)
        case n.Name() as name:
            defined = any(not d.arguments for d in e.scope.definitions(name.text))
            if not defined and not isinstance(e.scope.names.get(name.text), ParameterSymbol):
                known = e.scope.names_of(ParameterSymbol)
                e.unknown(name, "there is no parameter called", known, "unknown-parameter", "the parameters are")
            return ex.number(Context(e), name, "how many copies there are")


def _printed(e: Elaborator, symbol: CardTypeSymbol, a: n.Attribute) -> int:
    kind = symbol.fields.get(a.name.text)
    if kind is None:
        _no_such_field(e, symbol, a.name)
    return values.printed(e, a, kind)


def _no_such_field(e: Elaborator, symbol: CardTypeSymbol, name: n.Name) -> NoReturn:
    kind = symbol.node.name.text
    found = unknown(name, f"{kind} cards have no `{name.text}`", symbol.fields, rule="unknown-field")
    e.wrong_name(
        "unknown-field", name, found.message, label=found.label, fix=found.fix,
        labels=(Label(symbol.node.name.span, "declared here"),),
        help=(f"to print it on {kind} cards, declare it: `cards {kind}: ..., {name.text}: number`",),
    )  # fmt: skip


def _effect(e: Elaborator, entry: n.CardEntry) -> ir.Body | None:
    """The text of a card: `you` is its controller, `this` the card itself in slot 1."""
    said = tuple(x for x in entry.body if not isinstance(x, n.WhenPart | n.Standing))
    lasts = tuple(a for a in entry.attributes if isinstance(a, n.Lasts))
    if not lasts and not any(not isinstance(x, n.RuleText | n.BadLine) for x in said):
        return None
    c = _text_context(e, entry)
    for given in lasts:
        rules = tuple(x for x in said if isinstance(x, lasting.RULES))
        said = tuple(x for x in said if not isinstance(x, lasting.RULES))
        began = attempt(lambda a: lasting.begin(c, a.duration, rules, a.span), given)  # noqa: B023
        if began is not None:
            return ir.Body(tuple(c.slots), (began, *statements.sequence(c, said)))
    done = statements.sequence(c, said)
    return ir.Body(tuple(c.slots), done)


def _standing(e: Elaborator, entry: n.CardEntry) -> tuple[int, ...]:
    """What the card does by lying somewhere, without its text being carried out: `as long as this is in ...`."""
    found = [attempt(lambda s: lasting.standing(e, entry, s), x) for x in entry.body if isinstance(x, n.Standing)]
    return tuple(number for number in found if number is not None)


def _parts(e: Elaborator, entry: n.CardEntry) -> tuple[ir.CardPart, ...]:
    """What a card's text says under `when NAME:`."""
    found: list[ir.CardPart] = []
    for part in entry.body:
        if isinstance(part, n.WhenPart):
            c = _text_context(e, entry)
            done = statements.block(c, part.body.items)
            found.append(ir.CardPart(part.name.text, ir.Body(tuple(c.slots), done), span=part.span))
    return tuple(found)


def _text_context(e: Elaborator, entry: n.CardEntry) -> Context:
    c = Context(e, slots=["you", "this"])
    c.you = ir.Local(0, "you", PLAYER)
    c.this = ir.Local(1, "this", Type(Kind.PIECE))
    c.names[-1]["controller"] = Local(0, PLAYER, True, entry.title.span)
    return c


# ---------------------------------------------------------------- values of enums


def enumeration(e: Elaborator, symbol: EnumSymbol) -> ir.Enumeration:
    """An enum, the spaces of a board, or a group of counters."""
    listed = tuple(_value(e, symbol, v) for v in symbol.values)
    node = symbol.node
    across = node.across.value if isinstance(node, n.Spaces) and node.across is not None else 0
    track = isinstance(node, n.Track) and node.whole
    board = track or isinstance(node, n.Spaces)
    fields = tuple(ir.PieceField(name, type_) for name, type_ in symbol.attributes.items())
    return ir.Enumeration(symbol.name, listed, symbol.ring, board, across, track, fields, span=node.span)


def _value(e: Elaborator, symbol: EnumSymbol, node: n.EnumValue | n.CounterItem | n.Seat) -> ir.Value:
    title = node.title.text if node.title else spoken(node.name.text)
    attributes: list[tuple[str, int]] = []
    if not isinstance(node, n.CounterItem):
        values.check_said_once(e, node.attributes)
    for a in () if isinstance(node, n.CounterItem) else node.attributes:
        if isinstance(a, n.Attribute):
            attributes.append((a.name.text, attempt(partial(_attribute, e, symbol), a) or 0))
    if isinstance(node, n.Seat):
        attributes.append(("place", node.place.value))
    return ir.Value(node.name.text, title, tuple(attributes))


def _attribute(e: Elaborator, symbol: EnumSymbol, a: n.Attribute) -> int:
    return values.printed(e, a, symbol.attributes[a.name.text])
