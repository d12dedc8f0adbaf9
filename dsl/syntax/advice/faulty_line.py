"""Describes a line that cannot be read, for those who report it."""

from dsl.frozen import frozen
from dsl.listing import listed
from dsl.nearest import nearest
from dsl.source import Source, Span
from dsl.syntax.advice.examples import EXAMPLES
from dsl.syntax.reading.layout import mark
from dsl.syntax.reading.lines import LogicalLine
from dsl.syntax.reading.machine import runs
from dsl.syntax.reading.phrases import Context
from dsl.syntax.reading.trial import Trial
from dsl.syntax.reading.vocabulary import Vocabulary

MOST_NAMED = 5
_GOES_ON = frozenset(("`+`", "`-`", "`*`", "`/`", "`(`", "`[`", "`'s`", "a comparison such as `>`"))


@frozen
class FaultyLine:
    """Where a line fails; `header` is the first word of the line it stands under, `above` the one before."""

    source: Source
    words: Vocabulary
    trial: Trial
    failing: int
    header: str
    above: LogicalLine | None

    @property
    def first(self) -> str:
        """The word that the line begins with."""
        return self.trial.line.tokens[0].text

    @property
    def found(self) -> str:
        """The word at which the line fails; none at its end."""
        tokens = self.trial.line.tokens
        return tokens[self.failing].text if self.failing < len(tokens) else ""

    @property
    def found_span(self) -> Span:
        """That word, or the place just behind the line."""
        if self.failing < len(self.trial.line.tokens):
            return self.span_of(self.failing)
        return self.span(self.trial.line.end, self.trial.line.end)

    def span(self, start: int, end: int) -> Span:
        """A piece of the file."""
        return Span(self.source, start, end)

    def span_of(self, index: int) -> Span:
        """The word of that index."""
        token = self.trial.line.tokens[index]
        return self.span(token.start, token.end)

    def context(self) -> Context | None:
        """What kind of lines stand where this one does."""
        return self.words.context_of(self.trial.expected_at(0), self.header)

    def is_right_elsewhere(self) -> bool:
        """Whether the line would be right in another place."""
        first = self.trial.line.tokens[0]
        if first.text not in self.words.line_words or first.kind in self.trial.expected_at(0):
            return False
        tokens = [*self.trial.line.tokens, mark(self.words.marks.newline)]
        tables = self.words.tables
        return any(runs(tables, self.words.states_in(each), tokens) is None for each, _ in self.words.contexts)

    def is_cut_off(self) -> bool:
        """Whether it would go on with what is above, were it not for rule text between."""
        above = self.above and self.above.tokens[0].kind == self.words.marks.rule_text
        return bool(above) and self.failing == 0 and self.first in ("and", "otherwise")

    def expected(self) -> str:
        """What can stand where the line fails, in a few words."""
        kinds = self.trial.expected_at(self.failing) - self.words.bad
        before = self.trial.line.tokens[self.failing - 1].text if self.failing else ""
        phrases = []
        for group, phrase in self.words.groups:
            if group <= kinds:
                kinds -= group
                phrases += [phrase] if phrase else []
        labels = {self.words.label(kind, before) for kind in kinds}
        labels = labels - _GOES_ON or labels
        phrases += sorted(labels, key=_signs_first)
        if len(phrases) > MOST_NAMED:
            phrases = [*phrases[: MOST_NAMED - 1], "another word"]
        return listed(phrases, "or")

    def example(self, word: str = "") -> tuple[str, ...]:
        """A good sentence that begins like this one, or with that word; if possible one that can stand here."""
        examples = EXAMPLES.get(word or self.sentence_word(), ())
        good = sorted((example for example in examples if self._fits(example)), key=self._unlike)
        return tuple(f"such a line reads like `{example}`" for example in (good or examples)[:1])

    def sentence_word(self) -> str:
        """What the sentence begins with that fails: the word behind the last colon, if that begins one."""
        tokens = self.trial.line.tokens
        for index in range(min(self.failing, len(tokens)) - 1, 0, -1):
            if tokens[index - 1].text == ":" and tokens[index].text in EXAMPLES:
                return tokens[index].text
        return self.first

    def _unlike(self, example: str) -> tuple[bool, int]:
        """How a sample differs from the line: in its second word, as `game "A":` and `game ends ...`; in the others."""
        tokens = [token.text for token in self.trial.line.tokens]
        words = example.split()
        meant = bool(self.found) and bool(nearest(self.found, words))
        return len(tokens) < 2 or words[1:2] != tokens[1:2], -len({*words} & {*tokens}) - 2 * meant

    def _fits(self, example: str) -> bool:
        tokens = self.words.scan(example)
        return runs(self.words.tables, list(self.trial.states), tokens) is None


def _signs_first(label: str) -> tuple[bool, bool, str]:
    return label[1:2].isalpha(), label == "the end of the line", label


def short(text: str) -> str:
    """As much of a word as a sentence can bear."""
    return text if len(text) <= 40 else f"{text[:37]}..."
