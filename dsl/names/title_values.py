"""Makes the titles of cards the values of an enum: `enum Pile: titles of Card`.

Such a value is called as it is written in rules, by its title in quotes, so that no other name is in its way.
"""

from collections.abc import Iterable, Iterator
from typing import TypeGuard

from dsl.diagnostic import error
from dsl.ir.nodes import Kind, Type
from dsl.names.combinations import each_card
from dsl.names.symbols import CardTypeSymbol, EnumSymbol, Scope
from dsl.names.type_names import probably, report_unknown
from dsl.syntax import nodes as n


def called(title: str) -> str:
    """The name of the value that stands for a title."""
    return f'"{title}"'


def has_titles(item: object) -> TypeGuard[n.Enum]:
    """Whether these are values of which some are titles."""
    return isinstance(item, n.Enum) and any(isinstance(value, n.TitlesOf) for value in item.values)


def values_of(scope: Scope, enum: n.Enum, items: Iterable[n.TopItem]) -> tuple[n.EnumValue, ...]:
    """The values in order: of a kind of cards, each title once, as the decks list them."""
    decks = [item for item in items if isinstance(item, n.Deck)]
    values: list[n.EnumValue] = []
    for said in enum.values:
        match said:
            case n.EnumValue():
                values.append(said)
            case n.TitlesOf(cards):
                values.extend(_of_kind(scope, cards, decks))
    return tuple(values)


def kinds_titled(scope: Scope, enum: EnumSymbol) -> list[str]:
    """The kinds of cards whose titles are values of an enum."""
    values = enum.node.values if isinstance(enum.node, n.Enum) else ()
    return [kind for value in values if isinstance(value, n.TitlesOf) for kind in _kinds(scope, value.cards)]


def titled(scope: Scope, type_: Type | None) -> EnumSymbol | None:
    """The enum of titles of which a single value is wanted, if it is one."""
    enum = scope.enums.get(type_.name) if type_ is not None and type_.kind is Kind.VALUE and not type_.many else None
    return enum if enum is not None and has_titles(enum.node) else None


def _kinds(scope: Scope, cards: n.Name) -> list[str]:
    """The kind of that name; for one that is misspelt (which is reported) what was probably meant, or any."""
    known = scope.names_of(CardTypeSymbol)
    if cards.text in known:
        return [cards.text]
    return [meant.text] if (meant := probably(cards, known)) else sorted(known)


def _of_kind(scope: Scope, cards: n.Name, decks: Iterable[n.Deck]) -> Iterator[n.EnumValue]:
    kinds = _kinds(scope, cards)
    if kinds != [cards.text]:
        known = scope.names_of(CardTypeSymbol)
        report_unknown(scope, cards, "there are no cards called", known, "unknown-cards", "the kinds of cards are")
    listed = [entry for deck in decks if deck.card_type.text in kinds for entry in deck.entries]
    entries = [entry for entry in listed if isinstance(entry, n.CardEntry)]
    titles: dict[str, n.Text] = {}
    for entry in entries:
        for one in each_card(scope, entry):
            titles.setdefault(one.title.text, one.title)
    if not listed and kinds:
        scope.diagnostics.append(
            error(
                "no-titles", f"no deck lists {cards.text} cards, so they have no titles", cards.span,
                label="the titles of which cards?", help=(f"list them: `deck {cards.text} in ZONE:`",),
            )
        )  # fmt: skip
    for text, title in titles.items():
        yield n.EnumValue(n.Name(called(text), span=title.span), title, (), span=title.span)
