"""Builds the rulebook from the `>` lines of a rule set, in the order of the files, each under its subject."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, TypeAlias

from dsl.elaborate.core.elaborator import Elaborator
from dsl.elaborate.core.meanings import meaning_of
from dsl.elaborate.core.titles import rule_texts, title_of
from dsl.ir import nodes as ir
from dsl.syntax import nodes as n
from dsl.walk import kinds_within, schema

#: Parts of a thing that have words of their own, each with the words above it.
Inner: TypeAlias = list[tuple[n.Flow | n.CardEntry | n.EnumValue, list[n.RuleText]]]


def rulebook(e: Elaborator, items: Iterable[n.TopItem]) -> tuple[ir.Section, ...]:
    """Every line of rule text once, under what it explains; what has no words has no section."""
    return tuple(_sections(e, items))


def _sections(e: Elaborator, items: Iterable[object]) -> Iterator[ir.Section]:
    above: list[n.RuleText] = []
    for item in items:
        match item:
            case n.RuleText():
                above.append(item)
            case n.Ruling() | n.Scenario() | n.Variant():
                above = []
            case _:
                words = tuple((text, text.span) for text in above)
                yield from meaning_of(e, item, words, partial(_of_item, item, above), "rulebook")
                above = []


def _of_item(item: object, above: list[n.RuleText]) -> tuple[ir.Section, ...]:
    return tuple(_section(item, above))


def _section(item: object, above: list[n.RuleText]) -> Iterator[ir.Section]:
    """The words above a thing and in it; steps and cards inside it come after it, with words of their own."""
    if not above and n.RuleText not in kinds_within(item):
        return
    inner: Inner = []
    texts = [*above, *_texts_in(item, inner)]
    if texts:
        kind, name, title = _heading(item)
        yield ir.Section(kind, name, title, rule_texts(texts))
    for part, texts_above in inner:
        yield from _section(part, texts_above)


def _texts_in(item: object, inner: Inner) -> Iterator[n.RuleText]:
    """The words in an item, but for those of the steps and cards in it, which are put into `inner`.

    Words above a step are that step's, and words above a value of an enum that value's; words above a card are about
    several cards, and the deck's.
    """
    if isinstance(item, n.Enum):
        yield from _texts_of(item.values, inner)
        return
    kind: Any = type(item)
    for name in schema(kind).children:
        yield from _texts_of(getattr(item, name), inner)


def _texts_of(value: object, inner: Inner) -> Iterator[n.RuleText]:
    if not isinstance(value, tuple):
        if isinstance(value, n.Block):
            yield from _texts_of(value.items, inner)
        elif hasattr(value, "body"):
            yield from _texts_in(value, inner)
        return
    waiting: list[n.RuleText] = []
    for part in value:
        if isinstance(part, n.RuleText):
            waiting.append(part)
        elif isinstance(part, n.Flow | n.EnumValue):
            inner.append((part, waiting))
            waiting = []
        else:
            yield from waiting
            waiting = []
            if isinstance(part, n.CardEntry):
                inner.append((part, []))
            elif hasattr(part, "__attrs_attrs__"):
                yield from _texts_in(part, inner)
    yield from waiting


def _heading(item: object) -> tuple[str, str, str]:
    """What kind of thing it is, its name, and the heading it gets."""
    match item:
        case n.Setup():
            return "setup", "", "Setup"
        case n.GameEnd():
            return "end", "", "Game end"
        case n.Game(title):
            return "game", "", title.text
        case n.Flow(kind, number, name, title):
            heading = title_of(name, title)
            return kind, name.text, f"{number.text}. {heading}" if number else heading
        case n.Action(_, name, title):
            return "action", name.text, title_of(name, title)
        case n.Counters(group, _, _, _, items):
            first = next((x.name for x in items if isinstance(x, n.CounterItem)), None)
            name_ = group or first or n.Name("")
            return "counters", name_.text, title_of(name_, None)
        case n.CardEntry(title=title):
            return "card", "", title.text
        case n.Deck(card_type):
            return "deck", card_type.text, f"{title_of(card_type, None)} cards"
        case n.EnumValue(name, title):
            return "value", name.text, title_of(name, title)
        case n.ExceptionTo(name):
            return "exception", name.text, title_of(name, None)
        case _ if isinstance(found := getattr(item, "name", None), n.Name):
            title = getattr(item, "title", None)
            heading = title_of(found, title if isinstance(title, n.Text) else None)
            return type(item).__name__.lower(), found.text, heading
        case _:
            return type(item).__name__.lower(), "", ""
