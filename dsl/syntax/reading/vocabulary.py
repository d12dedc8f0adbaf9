"""Names the words of the language as a person meets them: what may stand where, and what to call it.

All of it is asked of the parse tables by way of sample lines, so that it follows the grammar by itself.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from dsl.syntax.reading.grammar import grammar_tables
from dsl.syntax.reading.layout import Marks, mark
from dsl.syntax.reading.lines import Scanner, Token
from dsl.syntax.reading.machine import expected, runs
from dsl.syntax.reading.phrases import (
    BAD,
    CONTEXTS,
    GROUPS,
    IGNORED_IN_CONTEXT,
    LABELS,
    NAMES_AFTER,
    SENTENCES,
    Context,
)

#: These stand only behind a whole phrase, where no name can.
_BEHIND_A_PHRASE = frozenset(("again", "decides"))
_LIKELY = ("a", "an", ":", ",", "to", "from", "of", "at", "by", "as", "with", "is", "and")


class Vocabulary:
    """Everything about words that is worked out once."""

    def __init__(self) -> None:
        self.tables = grammar_tables()
        self.scanner = Scanner(self.tables)
        self.marks = Marks.of(self.tables)
        self.words = {number: text for text, number in self.tables.literals.items()}
        self.words[self.tables.numbers["_COMMA"]] = ","
        self.bad = frozenset(k for name, k in self.tables.numbers.items() if name.startswith(BAD))
        self.contexts = [(context, self._at(context.headers, "")) for context in CONTEXTS]
        groups = [(self._at(group.headers, group.sample), group.phrase) for group in GROUPS]
        self.groups = sorted(groups, key=lambda group: -len(group[0]))
        self.line_words = self._line_words()
        joining = frozenset(word for word in self._after_names() if word.isalpha() and len(word) > 1)
        self.reserved = (self.line_words | joining) - self._event_words() - _BEHIND_A_PHRASE
        sentences = self._at(("setup:",), "you may"), self._at(("setup:",), "a")
        self.verbs = frozenset(word for kinds in sentences for word in self.literals(kinds) if word.isalpha())

    def states_after(self, headers: Sequence[str], sample: str) -> list[int]:
        """The states where a sample breaks off that stands under some headers."""
        states = [self.tables.first_state]
        for header in headers:
            self._run(states, [*self.scan(header), mark(self.marks.newline), mark(self.marks.indent)])
        self._run(states, self.scan(sample))
        return states

    def states_in(self, context: Context) -> list[int]:
        """The states at the beginning of a line there."""
        return self.states_after(context.headers, "")

    def label(self, kind: int, after: str) -> str:
        """What to call a terminal, behind the word `after`."""
        name = self.tables.terminals[kind]
        if name == "NAME":
            return NAMES_AFTER.get(after, LABELS[name])
        return LABELS.get(name) or f"`{self.words[kind]}`"

    def literals(self, kinds: Iterable[int]) -> list[str]:
        """Those among them that are spelt out."""
        return [self.words[kind] for kind in kinds if kind in self.words]

    def by_likeliness(self, words: Sequence[str], before: str) -> list[str]:
        """Words that could all stand before that one: the likeliest first, and none that only might."""
        article = "an" if before[:1] in tuple("aeiou") else "a"
        unlikely = {"a", "an", "all", "'s", "[", "("} - {article}
        unlikely |= {"each"} if not before else {"of"} if before[0].isdigit() else set()
        plain = [word for word in words if word not in unlikely]
        return sorted(plain, key=lambda word: (_LIKELY.index(word) if word in _LIKELY else len(_LIKELY), word))

    def context_of(self, kinds: Iterable[int], header: str) -> Context | None:
        """The place where just these can begin a line, under a line that begins with the word `header`."""
        ours = self._beginnings(kinds)
        fitting = [context for context, theirs in self.contexts if self._beginnings(theirs) == ours]
        under_it = [context for context in fitting if context.headers and context.headers[-1].startswith(header)]
        return next(iter(under_it if header and under_it else fitting), None)

    def places_for(self, word: str) -> list[str]:
        """Where a line may begin with that word."""
        number = self.tables.literals[word]
        places = [context.place for context, kinds in self.contexts if number in kinds]
        return [SENTENCES] if SENTENCES in places else places

    def _at(self, headers: Sequence[str], sample: str) -> frozenset[int]:
        return frozenset(expected(self.tables, self.states_after(headers, sample)) - self.bad)

    def _beginnings(self, kinds: Iterable[int]) -> frozenset[int]:
        ignored = {*self.bad, *(self.tables.numbers[name] for name in IGNORED_IN_CONTEXT)}
        return frozenset(kind for kind in kinds if kind not in ignored)

    def _after_names(self) -> Iterator[str]:
        """The words that can stand right behind a name."""
        name = self.tables.numbers["NAME"]
        for state in {row[name] for row in self.tables.actions if row.get(name, -1) >= 0}:
            yield from self.literals(self.tables.actions[state])

    def _event_words(self) -> frozenset[str]:
        """`drawing`, `paying`: they stand only behind who does it, where no name can, and are good names for steps."""
        return frozenset(self.literals(self._at((), "after any a as b")))

    def _line_words(self) -> frozenset[str]:
        found = {word for _, kinds in self.contexts for word in self.literals(kinds) if word.isalpha()}
        return frozenset(found | {"otherwise", "and"})

    def scan(self, text: str) -> list[Token]:
        """The tokens of a sample line."""
        tokens, _ = self.scanner.scan(text, 0, len(text))
        return self.scanner.with_clauses(text, tokens, tokens)

    def _run(self, states: list[int], tokens: list[Token]) -> None:
        failed = runs(self.tables, states, tokens)
        assert failed is None, f"the sample fails at {tokens[failed].text!r}"


@cache
def vocabulary() -> Vocabulary:
    """The words of the grammar."""
    return Vocabulary()
