"""What may come next where somebody is writing: words of the language, and names that the rules declare."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from attrs import frozen

from dsl.editing.meant import own_names_at
from dsl.editing.surroundings import Surroundings
from dsl.names.built_ins import CONSTANTS, FUNCTIONS, WORDS
from dsl.names.declare import TAKEN
from dsl.names.symbols import (
    ActionSymbol,
    CardTypeSymbol,
    DieSymbol,
    EnumSymbol,
    FlowSymbol,
    ProcedureSymbol,
    VariableSymbol,
    ZoneSymbol,
    what,
)
from dsl.source import Source
from dsl.syntax import nodes as n
from dsl.syntax.advice.examples import EXAMPLES
from dsl.syntax.building import Builder
from dsl.syntax.reading.layout import mark_else_texts
from dsl.syntax.reading.lines import Document, LogicalLine, Token, read_lines
from dsl.syntax.reading.machine import Machine, expected, runs
from dsl.syntax.reading.phrases import DECLARING
from dsl.syntax.reading.vocabulary import Vocabulary, vocabulary
from dsl.syntax.reading.white_space import usual_line_ends
from dsl.syntax.recovery.parse_state import Reading
from dsl.syntax.recovery.recover import read_up_to_last
from dsl.walk import nodes_of

#: Stands for the word that is being written; no token of ours.
_CURSOR = "\x7f"
_ITEM = re.compile(r"^(?!asking\b|passing\b)[^\s#]", re.MULTILINE)
_BEGUN = re.compile(r"[^\W\d]?\w*\Z")

#: Behind these, it is said what kind of thing.
_EACH = ("each", "any", "every", "a", "an")
#: What is most likely meant behind a word.
_LIKELY: Mapping[str, tuple[type, ...]] = {
    "do": (ProcedureSymbol,),
    "doing": (ProcedureSymbol,),
    **dict.fromkeys(("step", "phase", "round"), (FlowSymbol,)),
    **dict.fromkeys(("action", "takes", "take"), (ActionSymbol,)),
    **dict.fromkeys(("from", "to", "in", "shuffle"), (ZoneSymbol,)),
    **dict.fromkeys(("deck", "of"), (CardTypeSymbol, EnumSymbol)),
    **dict.fromkeys(_EACH, (CardTypeSymbol, EnumSymbol)),
    **dict.fromkeys(("set", "raise", "lower", "gain", "lose", "pay"), (VariableSymbol,)),
    "roll": (DieSymbol,),
}


@frozen(order=True)
class Candidate:
    """What may stand there, in order of how likely it is; `what` it is, and `examples` of lines that it begins."""

    rank: int
    text: str
    what: str
    examples: tuple[str, ...] = ()


@frozen
class Completion:
    """What may stand in the place of what has been written from `start` up to the cursor."""

    start: int
    candidates: tuple[Candidate, ...]


def completion(text: str, around: Surroundings) -> Completion:
    """What may come behind a text, which ends where somebody is writing.

    What stands around it may be known of an older text of the same file: then names are offered that it declared.
    """
    offset = len(text)
    line = text[text.rfind("\n") + 1 :]
    if line.count('"') % 2:
        start = text.rfind('"') + 1
        return Completion(start, tuple(sorted(_titles(around, text[: start - 1]))))
    begun = _BEGUN.search(text)
    start = begun.start() if begun else offset
    words = vocabulary()
    known = _tokens_before(text[:start], words)
    if known is None or line.lstrip().startswith((">", "#")) or "#" in line:
        return Completion(start, ())
    tokens, states = known
    kinds = expected(words.tables, states) - words.bad
    before = tokens[-1].text if tokens else ""
    rank = 2 if tokens else 0
    found = {w: Candidate(rank, w, "", _examples(w, tokens)) for w in words.literals(kinds) if w.isalpha()}
    if words.tables.numbers["NAME"] in kinds and before not in DECLARING[: DECLARING.index("each")]:
        found |= {one.text: one for one in _names(around, text, before)}
    return Completion(start, tuple(sorted(found.values())))


def _tokens_before(text: str, words: Vocabulary) -> tuple[list[Token], list[int]] | None:
    """The words of the line up to the cursor, and the states of the parse there; None if nothing can come there."""
    at_margin = not text or text.endswith("\n")
    part = _CURSOR if at_margin else text[_item_start(text) :] + _CURSOR
    source = Source("", usual_line_ends(part))
    document = read_lines(source.text, words.scanner)
    mark_else_texts(document.lines, words.marks)
    if not document.lines or document.lines[-1].tokens[-1].text != _CURSOR:
        return None
    states = _states(source, document, words)
    tokens = document.lines[-1].tokens[:-1]
    if states is None or runs(words.tables, states, tokens) is not None:
        return None
    return tokens, states


def _item_start(text: str) -> int:
    """Where the last item begins."""
    return max((found.start() for found in _ITEM.finditer(text)), default=0)


def _own_names(around: Surroundings, text: str) -> set[str]:
    """The names that the rule has for itself at the end of a text: of the item that begins as it does."""
    start = _item_start(text)
    head = text[start:].split("\n", 1)[0]
    for item in around.text.items:
        if around.source.line_text(item.span.line) == head:
            return own_names_at(around, item.span.start + len(text) - start)
    return set()


def _states(source: Source, document: Document, words: Vocabulary) -> list[int] | None:
    """The states of the parse at the beginning of the last line."""
    builder = Builder(words.tables, words.reserved, document, source)
    machine = Machine(words.tables, builder)
    reading = Reading(source, document.text, machine, words, set())
    lines: list[LogicalLine] = document.lines
    return list(machine.states) if read_up_to_last(reading, lines) else None


def _examples(word: str, tokens: list[Token]) -> tuple[str, ...]:
    """Lines that begin with the word, for a word that begins one."""
    return EXAMPLES.get(word, ()) if not tokens else ()


def _names(around: Surroundings, text: str, before: str) -> Iterator[Candidate]:
    """Names that mean something here; the likeliest behind that word first."""
    for name in TAKEN:
        yield Candidate(0 if before in _EACH else 2, name, "")
    for name, meaning in WORDS.items():
        if name.isidentifier():
            yield Candidate(2, name, meaning)
    for one in (*CONSTANTS, *FUNCTIONS):
        yield Candidate(1, one.name, one.explained)
    scope, likely = around.scope, _LIKELY.get(before, ())
    for field in scope.field_names():
        yield Candidate(1, field, "printed on cards")
    for enum in scope.enums.values():
        if not enum.of_counters:
            yield from (Candidate(1, value, f"a value of {enum.name}") for value in enum.value_names())
        yield from (Candidate(1, each, f"printed on each {enum.name}") for each in enum.attributes)
    for name in scope.defines:
        yield Candidate(1, name, "a definition")
    for name, symbol in scope.names.items():
        yield Candidate(0 if isinstance(symbol, likely) else 1, name, what(symbol))
    for name in _own_names(around, text):
        yield Candidate(0, name, "a name in this rule")


def _titles(around: Surroundings, before: str) -> Iterator[Candidate]:
    """Titles that may stand in quotes behind these words."""
    last = re.split(r"[\s,]+", before.rsplit("\n", 1)[-1].strip())[-1]
    scenarios = [node for file in around.files for node in file.items if isinstance(node, n.Scenario)]
    variants = [node for file in around.files for node in file.items if isinstance(node, n.Variant)]
    match last:
        case "like":
            yield from {Candidate(0, node.title.text, "a scenario") for node in scenarios}
        case "with" | "over":
            yield from {Candidate(0, node.title.text, "a variant") for node in variants}
        case "scenario" | "variant" | "game" | "x":
            return
        case _:
            entries = nodes_of(around.rules, n.CardEntry)
            yield from {Candidate(0, entry.title.text, "a card") for entry in entries}
