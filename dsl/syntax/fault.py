"""What is said about a line that cannot be read: what is wrong, what was expected, and what to do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import frozen

from dsl.diagnostic import Diagnostic, Edit, Fix, Label, error
from dsl.source import Source, Span
from dsl.syntax.examples import EXAMPLES
from dsl.syntax.habits import SIGNS
from dsl.syntax.repair import Repair
from dsl.syntax.trial import Trial
from dsl.syntax.vocabulary import Vocabulary, one_of

MOST_NAMED = 5


@frozen
class Fault:
    """A faulty line: where it fails, and the word that begins the line it stands under, if there is one."""

    source: Source
    words: Vocabulary
    trial: Trial
    failing: int
    header: str

    def span(self, start: int, end: int) -> Span:
        return Span(self.source, start, end)

    @property
    def first(self) -> str:
        return self.trial.line.tokens[0].text

    @property
    def found(self) -> str:
        """The word at which the line fails; none at its end."""
        tokens = self.trial.line.tokens
        return tokens[self.failing].text if self.failing < len(tokens) else ""

    @property
    def found_span(self) -> Span:
        """That word, or the place just behind the line."""
        tokens = self.trial.line.tokens
        if self.failing < len(tokens):
            return self.span(tokens[self.failing].start, tokens[self.failing].end)
        return self.span(self.trial.line.end, self.trial.line.end)


def fault_report(fault: Fault, repair: Repair | None) -> Diagnostic:
    """The report on a line, with the repair that makes it right if one was found."""
    if repair:
        return _REPAIRS[repair.kind](fault, repair)
    for special in (
        _misplaced,
        _rule_text,
        _unclosed_bracket,
        _stray_bracket,
        _after_where,
        _odd_sign,
        _beginning,
    ):
        if report := special(fault):
            return report
    return _unexpected(fault)


# ---------------------------------------------------------------- with a repair


def _report(fault: Fault, repair: Repair, name: str, message: str, **details: Any) -> Diagnostic:
    """A report that points where the repair does and can carry it out."""
    title, safe = details.pop("title"), details.pop("safe", False)
    change = repair.change
    edit = Edit(fault.span(change.start, change.end), _spaced(fault, repair))
    fix = Fix(title, (edit,), safe) if len(repair.choices) <= 1 else None
    return error(name, message, fault.span(*repair.at), fix=fix, **details)


def _spaced(fault: Fault, repair: Repair) -> str:
    """What is put in, with a space where it would run into its neighbours."""
    change = repair.change
    if change.start != change.end or not change.text.isalpha():
        return change.text
    text = fault.trial.text
    before = " " if change.start > 0 and not text[change.start - 1].isspace() else ""
    after = " " if change.end < len(text) and not text[change.end].isspace() else ""
    return before + change.text + after


def _missing_colon(fault: Fault, repair: Repair) -> Diagnostic:
    opens = "opens a block, so it ends" if fault.trial.deeper else "ends"
    return _report(
        fault,
        repair,
        "missing-colon",
        f"a line with `{fault.first}` {opens} in a colon",
        label="`:` belongs here",
        help=_example(fault),
        title="put a colon at the end of the line",
        safe=True,
    )


def _unclosed_quote(fault: Fault, repair: Repair) -> Diagnostic:
    return _report(
        fault,
        repair,
        "unclosed-quote",
        "this text in quotes is never closed",
        label="closed here?",
        help=('a text begins and ends with ", on the same line',),
        title='close it with "',
    )


def _wrong_case(fault: Fault, repair: Repair) -> Diagnostic:
    word = repair.change.text
    return _report(
        fault,
        repair,
        "capital-letter",
        f"the words of the language have no capital letters: `{word}`",
        label=f"write `{word}`",
        title=f"write `{word}`",
        safe=True,
    )


def _misspelt(fault: Fault, repair: Repair) -> Diagnostic:
    start, end = repair.at
    wrong, word = fault.source.text[start:end], repair.change.text
    begins = start == fault.trial.line.start
    message = f"no line here begins with `{wrong}`" if begins else f"`{wrong}` cannot stand here"
    return _report(
        fault,
        repair,
        "misspelt-word",
        message,
        label=f"did you mean `{word}`?",
        help=_example(fault, word if begins else None),
        title=f"write `{word}`",
    )


def _habit(fault: Fault, repair: Repair) -> Diagnostic:
    start, end = repair.at
    wrong, word = fault.source.text[start:end], repair.change.text
    message = f"here it is called `{word}`, not `{wrong}`" if word else f"`{wrong}` is not needed here"
    return _report(
        fault,
        repair,
        "other-word",
        message,
        label=f"write `{word}`" if word else "leave it out",
        title=f"write `{word}`" if word else "leave it out",
        help=_example(fault, word.split()[0] if word and start == fault.trial.line.start else None),
    )


def _missing_bracket(fault: Fault, repair: Repair) -> Diagnostic:
    return _unclosed_bracket(fault) or _unexpected(fault)


def _two_words(fault: Fault, repair: Repair) -> Diagnostic:
    start, end = repair.at
    written, name = fault.source.text[start:end], repair.change.text
    return _report(
        fault,
        repair,
        "name-in-two-words",
        f"a name is one word, and `{written}` is not",
        label=f"write `{name}`",
        title=f"write `{name}`",
        help=("names are made of letters, digits and _; what players read goes into a title in quotes",),
    )


def _missing_word(fault: Fault, repair: Repair) -> Diagnostic:
    choices = [f"`{word}`" for word in repair.choices]
    where = f"before `{fault.found}`" if fault.found else "at the end of this line"
    return _report(
        fault,
        repair,
        "missing-word",
        f"{one_of(choices)} is missing {where}",
        label=f"{one_of(choices)} belongs {'before this' if fault.found else 'here'}",
        help=_example(fault),
        title=f"put in `{repair.change.text}`",
    )


def _extra_word(fault: Fault, repair: Repair) -> Diagnostic:
    start, end = repair.at
    extra = fault.source.text[start:end]
    return _report(
        fault,
        repair,
        "extra-word",
        f"the sentence is complete without `{extra}`",
        label="leave it out",
        help=_example(fault),
        title=f"leave out `{extra}`",
    )


def _wrong_order(fault: Fault, repair: Repair) -> Diagnostic:
    start, end = repair.at
    return _report(
        fault,
        repair,
        "wrong-order",
        f"`{fault.source.text[start:end]}` stands the wrong way round",
        label=f"write `{repair.change.text}`",
        help=_example(fault),
        title=f"write `{repair.change.text}`",
    )


_REPAIRS: dict[str, Callable[[Fault, Repair], Diagnostic]] = {
    "colon": _missing_colon,
    "quote": _unclosed_quote,
    "case": _wrong_case,
    "spelling": _misspelt,
    "habit": _habit,
    "bracket": _missing_bracket,
    "join": _two_words,
    "missing": _missing_word,
    "extra": _extra_word,
    "order": _wrong_order,
}


# ---------------------------------------------------------------- without one


def _misplaced(fault: Fault) -> Diagnostic | None:
    """A line that is right somewhere else."""
    words, first = fault.words, fault.trial.line.tokens[0]
    if first.text not in words.line_words or first.kind in fault.trial.expected_at(0):
        return None
    if first.text in ("otherwise", "and"):
        return _goes_on_with_nothing(fault)
    context = words.context_of(fault.trial.expected_at(0), fault.header)
    place = context.place if context else "here"
    return error(
        "misplaced-line",
        f"`{first.text}` cannot stand {place}",
        fault.span(first.start, first.end),
        label=f"stands {one_of(words.places_for(first.text))}",
        help=(context.says,) if context else (),
    )


def _goes_on_with_nothing(fault: Fault) -> Diagnostic:
    first = fault.trial.line.tokens[0]
    after = {
        "otherwise": "follows an `if` or a `may` indented as far, with nothing but `>` lines between them",
        "and": "follows a `given`, `when` or `then` line, with nothing between them",
    }
    return error(
        f"lone-{first.text}",
        f"this `{first.text}` goes on with nothing",
        fault.span(first.start, first.end),
        help=(f"a line with `{first.text}` {after[first.text]}",),
    )


def _rule_text(fault: Fault) -> Diagnostic | None:
    first = fault.trial.line.tokens[0]
    if first.kind != fault.trial.marks.rule_text:
        return None
    return error(
        "misplaced-rule-text",
        "a `>` line cannot stand here",
        fault.span(first.start, first.end),
        help=("rule text stands above the rule that it explains, indented as far",),
    )


def _unclosed_bracket(fault: Fault) -> Diagnostic | None:
    if fault.trial.line.depth <= 0:
        return None
    open_ones = []
    for token in fault.trial.line.tokens[: fault.failing + 1]:
        if token.text in ("(", "["):
            open_ones.append(token)
        elif token.text in (")", "]") and open_ones:
            open_ones.pop()
    if not open_ones:
        return None
    opening = open_ones[-1]
    return error(
        "unclosed-bracket",
        f"this `{opening.text}` is never closed",
        fault.span(opening.start, opening.end),
        labels=(Label(fault.found_span, f"`{')' if opening.text == '(' else ']'}` may belong before this"),),
        help=("close it on this line; inside brackets a line goes on in the next only if that is indented",),
    )


def _stray_bracket(fault: Fault) -> Diagnostic | None:
    if fault.found not in (")", "]") or fault.trial.line.depth >= 0:
        return None
    return error(
        "unopened-bracket", f"nothing opens this `{fault.found}`", fault.found_span, label="leave it out"
    )


def _after_where(fault: Fault) -> Diagnostic | None:
    """`where` reaches to the end of its phrase, so what belongs to the phrase stands before it."""
    tokens = fault.trial.line.tokens
    earlier = [k for k, token in enumerate(tokens[: fault.failing]) if token.text == "where"]
    if not earlier or not fault.found:
        return None
    where = earlier[-1]
    if tokens[fault.failing].kind not in fault.trial.expected_at(where):
        return None
    return error(
        "after-where",
        f"`{fault.found}` stands before `where`, not behind it",
        fault.found_span,
        labels=(
            Label(
                fault.span(tokens[where].start, tokens[where].end), "this reaches to the end of the phrase"
            ),
        ),
        help=(f"move `{fault.found} ...` in front of `where`, or put the phrase with `where` in brackets",),
    )


def _odd_sign(fault: Fault) -> Diagnostic | None:
    if (advice := SIGNS.get(fault.found)) is None:
        return None
    return error(
        "unknown-sign", f"`{fault.found}` has no meaning in a rule", fault.found_span, help=(advice,)
    )


def _beginning(fault: Fault) -> Diagnostic | None:
    """A line whose first word tells nothing."""
    if fault.failing > 1 or fault.first in fault.words.line_words:
        return None
    context = fault.words.context_of(fault.trial.expected_at(0), fault.header)
    if context is None:
        return None
    first = fault.trial.line.tokens[0]
    return error(
        "unknown-line",
        f"no line {context.place} begins with `{_short(first.text)}`",
        fault.span(first.start, first.end),
        help=(context.says,),
    )


def _unexpected(fault: Fault) -> Diagnostic:
    expected = _expected(fault)
    subject = f"a line with `{fault.first}`" if fault.first in fault.words.line_words else "this line"
    message = f"`{_short(fault.found)}` cannot stand here" if fault.found else f"{subject} is not finished"
    return error(
        "unexpected-word" if fault.found else "unfinished-line",
        message,
        fault.found_span,
        label=f"expected {expected}" if expected else "",
        help=_example(fault),
    )


def _expected(fault: Fault) -> str:
    """What can stand where the line fails, in a few words."""
    kinds = fault.trial.expected_at(fault.failing) - fault.words.bad
    before = fault.trial.line.tokens[fault.failing - 1].text if fault.failing else ""
    phrases = []
    for group, phrase in fault.words.groups:
        if group <= kinds:
            kinds -= group
            phrases += [phrase] if phrase else []
    labels = sorted({fault.words.label(kind, before) for kind in kinds}, key=_signs_first)
    phrases += labels
    if len(phrases) > MOST_NAMED:
        phrases = [*phrases[: MOST_NAMED - 1], "another word"]
    return one_of(phrases) if phrases else ""


def _signs_first(label: str) -> tuple[bool, bool, str]:
    return (label[1:2].isalpha(), label == "the end of the line", label)


def _example(fault: Fault, word: str | None = None) -> tuple[str, ...]:
    """A good line that begins like this one."""
    example = EXAMPLES.get(word or fault.first)
    return (f"such a line reads like `{example}`",) if example else ()


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:37]}..."
