"""What a word in a text means: where that is declared, and everywhere else that it is said."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from attrs import frozen

from dsl.editing.surroundings import Surroundings, Word, names_in
from dsl.names.symbols import CardTypeSymbol, Scope, declared_at, singular
from dsl.names.symbols import what as what_it_is
from dsl.node import Node
from dsl.source import Span
from dsl.syntax import nodes as n
from dsl.syntax.building.reserved import given_name, own_name
from dsl.walk import nodes_in, nodes_of

#: What has names of its own, that mean something else in another one.
_OWNERS = (
    *(n.Flow, n.Action, n.Reaction, n.Procedure, n.Setup, n.GameEnd, n.CardEntry, n.Define, n.Scenario, n.Hook),
    *(n.Replace, n.Extend, n.InsertLines, n.ReplaceLines),
)
#: What is so called means that in some rules alone.
OF_ONE_RULE = ("a name in this rule", "a name in another rule", "a player in scenarios")


@frozen
class Meant:
    """`what` it is, in a word or two; where it is `declared`, if it is; and every place where it is `said`."""

    word: Word
    what: str
    declared: tuple[Span, ...]
    said: tuple[Span, ...]


def meant_at(around: Surroundings, offset: int) -> Meant | None:
    """What the word at a place means; None if there is none, or nothing that anybody has declared."""
    word = around.word_at(offset) or _clause_at(around, offset)
    if word is None:
        return None
    if isinstance(word, n.Text):
        return _titled(around, word)
    if "-" in word.text:
        return _clause(around, word)
    found = (look(around, word) for look in (_of_here, _of_everywhere, _of_the_cast, _of_another_rule))
    return next((meant for meant in found if meant is not None), None)


# ---------------------------------------------------------------- names that end with a rule


def _of_here(around: Surroundings, word: n.Name) -> Meant | None:
    """A name that a rule has for itself: innermost first."""
    for owner in _owners(around, word.span.start):
        given = [name.span for name in _own_names(owner) if name.text == word.text]
        if given:
            said = (name.span for name in names_in(owner) if name.text == word.text)
            return Meant(word, "a name in this rule", (given[0],), tuple(said))
    return None


def _owners(around: Surroundings, offset: int) -> Iterator[Node]:
    """What a place stands in, the innermost first."""
    for item in around.text.items:
        if item.span.start <= offset <= item.span.end:
            inside: list[Node] = [node for node in nodes_in(item) if isinstance(node, _OWNERS)]
            yield from reversed([node for node in inside if node.span.start <= offset <= node.span.end])


def own_names_at(around: Surroundings, offset: int) -> set[str]:
    """The names that the rule has for itself in which a place stands, or behind which one is written."""
    begun = [item for item in around.text.items if item.span.start <= offset][-1:]
    owners = [node for node in nodes_in(tuple(begun)) if isinstance(node, _OWNERS) and node.span.start <= offset]
    return {name.text for owner in owners[-1:] for name in _own_names(owner)}


def _own_names(owner: Node) -> Iterator[n.Name]:
    for node in nodes_in(owner):
        if isinstance(node, n.Cast):
            yield from node.names
        elif isinstance(node, n.SomeAmount):
            yield from (name for name in (node.asked, node.binding) if name is not None)
        elif (name := own_name(node)) is not None:
            yield name


def _of_the_cast(around: Surroundings, word: n.Name) -> Meant | None:
    """Who plays, said in the scenario that this one begins like."""
    spans = around.cast.get(word.text)
    if not spans:
        return None
    here = [span for span in spans if span.source is around.source and span.start <= word.span.start]
    said = (each.span for each in around.own_words if isinstance(each, n.Name) and each.text == word.text)
    return Meant(word, "a player in scenarios", (here[-1] if here else spans[0],), tuple(said))


def _of_another_rule(around: Surroundings, word: n.Name) -> Meant | None:
    """What a procedure takes or a definition is of, named where that is answered; or a value that a variant adds."""
    kinds = (n.ProcedureParameter, n.Domain, n.EnumValue)
    named = [(node, name) for node in nodes_in(around.rules) if isinstance(node, kinds) and (name := given_name(node))]
    spans = [name.span for _, name in named if name.text == word.text]
    if not spans:
        return None
    of_variant = any(isinstance(node, n.EnumValue) for node, name in named if name.text == word.text)
    said = (each.span for each in around.words[word.text] if isinstance(each, n.Name))
    what = "a value that a variant adds" if of_variant else "a name in another rule"
    return Meant(word, what, tuple(spans), _in_order(said))


# ---------------------------------------------------------------- names of the whole game


def _of_everywhere(around: Surroundings, word: n.Name) -> Meant | None:
    name = canonical(around.scope, word.text)
    if name is None:
        return None
    declared = tuple(dict.fromkeys(span for _, span in declarations(around.scope, name) if span.in_file))
    spellings = {name, f"{name}s", singular(name), f"{name.removesuffix('die')}dice", word.text}
    said = (each.span for spelling in spellings for each in around.words.get(spelling, ()) if isinstance(each, n.Name))
    ours = (span for span in said if canonical(around.scope, span.text) == name)
    return Meant(word, next(said_of for said_of, _ in declarations(around.scope, name)), declared, _in_order(ours))


def canonical(scope: Scope, word: str) -> str | None:
    """The name that a word is, or is the plural of; None if the rules declare no such."""
    spellings = (word, f"{word.removesuffix('dice')}die", singular(word), f"{word}s")
    return next((name for name in spellings if any(declarations(scope, name))), None)


def declarations(scope: Scope, name: str) -> Iterator[tuple[str, Span]]:
    """What each thing of exactly that name is, and where it is declared."""
    if (symbol := scope.names.get(name)) is not None:
        yield what_it_is(symbol), declared_at(symbol)
    yield from ((what_it_is(define), define.node.name.span) for define in scope.defines.get(name, ()))
    for enum, place in scope.values_named(name):
        if not enum.of_counters:
            yield f"a value of {enum.name}", enum.values[place].name.span
    for enum in scope.enums.values():
        if name in enum.attributes:
            printed = (each.name for each in nodes_of(enum.node, n.Attribute) if each.name.text == name)
            yield from ((f"printed on each {enum.name}", first.span) for first in islice(printed, 1))
    for kind, symbol in scope.card_types():
        for field in _fields(symbol):
            if field.name.text == name:
                yield f"printed on each {kind}", field.name.span
    for library in scope.libraries.values():
        if library.name.text == name:
            yield "a library", library.name.span
    if (part := scope.parts.get(name)) is not None:
        yield "a part of the text of cards", part.span


def _fields(symbol: CardTypeSymbol) -> Iterator[n.CardField]:
    return (field for field in symbol.node.fields if isinstance(field, n.CardField))


# ---------------------------------------------------------------- clauses of the rulebook


def _clause_at(around: Surroundings, offset: int) -> n.Name | None:
    """The id of a clause in a `>` line."""
    for spans in around.clauses.values():
        for span in spans:
            if span.source is around.source and span.start <= offset <= span.end:
                return n.Name(span.text, span=span)
    return None


def _clause(around: Surroundings, word: n.Name) -> Meant | None:
    """Where the rules say what a clause of the rulebook says, and which scenarios and rulings are about it."""
    declared = tuple(around.clauses.get(word.text, ()))
    said = (*declared, *(each.span for each in around.words.get(word.text, ()) if isinstance(each, n.Name)))
    return Meant(word, "a clause of the rulebook", declared, _in_order(iter(said))) if said else None


# ---------------------------------------------------------------- titles


def _titled(around: Surroundings, word: n.Text) -> Meant | None:
    """What has that title: a card, a scenario, a variant, or whatever else has one."""
    declared = around.titled.get(word.text)
    if not declared:
        return None
    said = (each.span for each in around.words.get(word.text, ()) if isinstance(each, n.Text))
    kind = _KINDS.get(declared[0][0], "a title")
    return Meant(word, kind, tuple(span for _, span in declared), _in_order(said))


_KINDS = {n.CardEntry: "a card", n.Scenario: "a scenario", n.Variant: "a variant"}


def _in_order(spans: Iterator[Span]) -> tuple[Span, ...]:
    return tuple(sorted(dict.fromkeys(spans), key=lambda span: (span.source.path, span.start)))
