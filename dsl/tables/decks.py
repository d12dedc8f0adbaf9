"""A deck as a table: a row for each entry, and in it the title, the copies, what is printed, and the text."""

from collections import Counter
from collections.abc import Iterator, Mapping

from dsl.disk.files import shown
from dsl.elaborate.declarations.cards import about_all
from dsl.frozen import frozen
from dsl.loading import Loaded
from dsl.names.collect import collect
from dsl.names.symbols import CardTypeSymbol, Scope
from dsl.node import Node
from dsl.syntax import nodes as n
from dsl.syntax.unparse.text import text
from dsl.tables.columns import Printed
from dsl.tables.texts import Group, groups_in, paragraphs_of
from dsl.walk import nodes_in


@frozen
class Row:
    """An entry of a deck. `printed` are the fields that are said of it, `groups` its `>` lines.

    `above` says whether the first of these stand before it, `has_rules` whether it does something.
    """

    entry: n.CardEntry
    copies: str
    printed: Mapping[str, n.Attribute]
    groups: tuple[Group, ...]
    above: bool
    has_rules: bool

    @property
    def title(self) -> str:
        return self.entry.title.text

    @property
    def first(self) -> Node:
        """What stands first of it."""
        return self.groups[0][0] if self.above else self.entry

    @property
    def text(self) -> str:
        """What is said in words, a paragraph a line."""
        return "\n".join(words for group in self.groups for words in paragraphs_of(group))


@frozen
class DeckTable:
    """A deck of a game. Its name tells it from others: `Spell in draw_pile`."""

    name: str
    deck: n.Deck
    kind: CardTypeSymbol
    scope: Scope
    rows: tuple[Row, ...]

    @property
    def printed(self) -> Printed:
        return Printed(self.deck.card_type.text, tuple(self.kind.fields))

    @property
    def titles(self) -> list[str]:
        return [row.title for row in self.rows]

    @property
    def sheet(self) -> str:
        """The file from which the rules take the deck; empty if it stands in the rules themselves."""
        path = self.rows[0].entry.title.span.source.path if self.rows else ""
        return "" if path == self.deck.span.source.path else path


def decks_of(rules: Loaded) -> list[DeckTable]:
    """The decks that stand in the rules of the game itself, in order."""
    scope, own = collect(rules.items), {shown(path) for path in rules.place.rules}
    met = Counter[str]()
    found = []
    for item in rules.items:
        if isinstance(item, n.Deck) and item.span.source.path in own:
            kind = scope.names[item.card_type.text]
            assert isinstance(kind, CardTypeSymbol), "rules without errors have decks of cards"
            name = f"{item.card_type.text} in {text(item.zone)}"
            met[name] += 1
            number = f" ({met[name]})" if met[name] > 1 else ""
            found.append(DeckTable(name + number, item, kind, scope, tuple(_rows(item))))
    return found


def table_of(deck: DeckTable) -> Iterator[list[str]]:
    """The cells of each row, those of the names of the columns first."""
    yield list(deck.printed.headings)
    for row in deck.rows:
        printed = [cell_of(row.printed.get(name)) for name in deck.kind.fields]
        yield [row.title, row.copies, *printed, row.text, "yes" if row.has_rules else ""]


def cell_of(printed: n.Attribute | None) -> str:
    """What stands in the cell of something printed; nothing if it is not said of the card."""
    if printed is None:
        return ""
    if printed.value is None:
        return "yes"
    return printed.value.text if isinstance(printed.value, n.Text) else text(printed.value)


def _rows(deck: n.Deck) -> Iterator[Row]:
    of_all = about_all(deck)
    above: list[object] = []
    for entry in deck.entries:
        if isinstance(entry, n.CardEntry):
            over = [] if entry is of_all else groups_in(above)
            printed = {a.name.text: a for a in entry.attributes if isinstance(a, n.Attribute)}
            copies = "1" if entry.copies is None else entry.copies.text
            inside = groups_in([*nodes_in(entry.body)])
            yield Row(entry, copies, printed, (*over, *inside), bool(over), _does(entry))
            above = []
        else:
            above.append(entry)


def _does(entry: n.CardEntry) -> bool:
    return any(not isinstance(item, n.RuleText | n.BadLine) for item in entry.body)
