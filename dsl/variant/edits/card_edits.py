"""Edits the lists of cards: a card is known by its title."""

from collections.abc import Sequence

from attrs import evolve

from dsl.diagnostic import Diagnostic, Label, error
from dsl.listing import listed
from dsl.nearest import nearest
from dsl.source import Span
from dsl.syntax import nodes as n
from dsl.variant.edits.siblings import replaced
from dsl.variant.provenance import Change
from dsl.variant.rules import Items, Outcome, Rules, decks, entries, head
from dsl.variant.targets import the_one

EntryLine = n.CardEntry | n.RuleText | n.BadLine


def replace_card(rules: Rules, edit: n.ReplaceCard, texts: tuple[n.RuleText, ...], variant: str) -> Outcome:
    """The card as the edit prints it; it keeps its number of copies unless the edit gives one."""
    entry = find_card(rules, edit.entry.title)
    if isinstance(entry, Diagnostic):
        return entry
    new = evolve(edit.entry, copies=edit.entry.copies or entry.copies)
    items = _with_entry(rules.items, entry, *texts, new)
    return rules.changed(items, _change("replaced", entry, variant, edit))


def remove_card(rules: Rules, edit: n.RemoveCard, variant: str) -> Outcome:
    """All copies of the card are gone. Two variants may remove the same card."""
    entry = find_card(rules, edit.title)
    if isinstance(entry, Diagnostic):
        return rules.removed_again(edit, variant) or entry
    return rules.changed(_with_entry(rules.items, entry), _change("removed", entry, variant, edit))


def add_card(rules: Rules, edit: n.AddCard, texts: tuple[n.RuleText, ...], variant: str) -> Outcome:
    """More copies of a card that is there, or a new one at the end of the only deck that it fits in."""
    title = edit.entry.title
    if any(entry.title.text == title.text for deck in decks(rules.items) for entry in entries(deck)):
        return _more_copies(rules, edit, variant)
    deck = _fitting_deck(rules.items, edit.entry)
    if isinstance(deck, Diagnostic):
        return deck
    longer = evolve(deck, entries=(*deck.entries, *texts, edit.entry))
    return rules.changed(replaced(rules.items, deck, longer), Change("added", "card", title.text, variant, edit))


def find_card(rules: Rules, title: n.Text) -> n.CardEntry | Diagnostic:
    """The card with that title."""
    listed_cards = [entry for deck in decks(rules.items) for entry in entries(deck)]
    found = [entry for entry in listed_cards if entry.title.text == title.text]
    return the_one(rules, "card", title.text, title.span, found, [e.title.text for e in listed_cards])


def _change(how: str, entry: n.CardEntry, variant: str, edit: n.Edit) -> Change:
    return Change(how, "card", entry.title.text, variant, edit, entry)


def _with_entry(items: Items, entry: n.CardEntry, *new: EntryLine) -> Items:
    """The items with other entries in the place of one."""
    deck = next(deck for deck in decks(items) if any(line is entry for line in deck.entries))
    lines: list[EntryLine] = []
    for line in deck.entries:
        lines.extend(new if line is entry else (line,))
    return replaced(items, deck, evolve(deck, entries=tuple(lines)))


def _more_copies(rules: Rules, edit: n.AddCard, variant: str) -> Outcome:
    entry = find_card(rules, edit.entry.title)
    if isinstance(entry, Diagnostic):
        return entry
    given = edit.entry
    if (given.attributes and given.attributes != entry.attributes) or (given.body and given.body != entry.body):
        return _another_card(given, entry)
    before, more = _copies(entry), _copies(given)
    if before is None or more is None:
        return _not_counted(given, entry)
    number = n.Number(str(before + more), span=(given.copies or given).span)
    items = _with_entry(rules.items, entry, evolve(entry, copies=number))
    return rules.changed(items, _change("added", entry, variant, edit))


def _copies(entry: n.CardEntry) -> int | None:
    """How many there are, unless a parameter says so."""
    match entry.copies:
        case None:
            return 1
        case n.Number() as number:
            return number.value
        case n.Name():
            return None


def _not_counted(given: n.CardEntry, entry: n.CardEntry) -> Diagnostic:
    title = entry.title.text
    return error(
        "copies-of-a-parameter",
        f'how many "{title}" there are is the value of a parameter, to which nothing can be added',
        given.title.span,
        labels=(Label(head(entry.span), "the parameter stands here"),),
        help=(f'`replace NUMBER x "{title}"` says how many, and `set parameter` changes the value',),
    )


def _another_card(given: n.CardEntry, entry: n.CardEntry) -> Diagnostic:
    title = entry.title.text
    return error(
        "card-differs", f'there is a card "{title}" already, and it says something else', given.title.span,
        labels=(Label(head(entry.span), "it is here"),),
        help=(
            f'`add "{title}"` with nothing behind it adds one more like it, `add 2 x "{title}"` two',
            f'`replace "{title}"` changes what it says; another card needs another title',
        ),
    )  # fmt: skip


def _fitting_deck(items: Items, entry: n.CardEntry) -> n.Deck | Diagnostic:
    """The deck whose cards have every attribute that the new card is printed with."""
    all_decks = list(decks(items))
    printed = [attribute for attribute in entry.attributes if isinstance(attribute, n.Attribute)]
    fitting = [deck for deck in all_decks if all(a.name.text in _fields(items, deck) for a in printed)]
    match fitting:
        case [deck]:
            return deck
        case []:
            return _no_deck(items, entry, printed, all_decks)
        case _:
            return _several_decks(entry, fitting)


def _fields(items: Items, deck: n.Deck) -> set[str]:
    kinds = [item for item in items if isinstance(item, n.Cards) and item.name.text == deck.card_type.text]
    return {field.name.text for kind in kinds for field in kind.fields}


def _no_deck(
    items: Items, entry: n.CardEntry, printed: Sequence[n.Attribute], all_decks: Sequence[n.Deck]
) -> Diagnostic:
    known = {name for deck in all_decks for name in _fields(items, deck)}
    unknown = next((attribute for attribute in printed if attribute.name.text not in known), None)
    near = nearest(unknown.name.text, sorted(known)) if unknown else []
    span: Span = unknown.name.span if unknown else entry.title.span
    reason = (
        f"no card has anything called `{unknown.name.text}` printed on it"
        if unknown
        else "no kind of card has all of this printed on it"
    )
    return error(
        "no-deck-for-card", f'"{entry.title.text}" fits into no deck: {reason}', span,
        label=f"did you mean `{near[0]}`?" if near else "",
        help=("a card goes into the deck whose cards have the same things printed on them", _DECK_OF_ITS_OWN),
    )  # fmt: skip


def _several_decks(entry: n.CardEntry, fitting: Sequence[n.Deck]) -> Diagnostic:
    names = listed([f"the deck of `{deck.card_type.text}`" for deck in fitting])
    return error(
        "no-deck-for-card", f'"{entry.title.text}" could go into {names}', entry.title.span,
        labels=tuple(Label(head(deck.span), "it could go here") for deck in fitting), help=(_DECK_OF_ITS_OWN,),
    )  # fmt: skip


_DECK_OF_ITS_OWN = "or say where it goes with a deck in the variant: `deck KIND in ZONE:` and the card below it"
