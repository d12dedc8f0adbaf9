"""Reports on lines for which a change has been found that makes them right."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dsl.diagnostic import Diagnostic, Edit, Fix, error
from dsl.source import Span
from dsl.syntax.faulty_line import FaultyLine, one_of
from dsl.syntax.habits import SIGNS
from dsl.syntax.slips import Repair

_HUGGING = (":", ",")  # these stand right behind a word, and a space behind them


def repaired(line: FaultyLine, repair: Repair) -> Diagnostic:
    """The report on a line that this change makes right, or brings nearer to it."""
    return _REPORTS[repair.kind](line, repair)


def _report(line: FaultyLine, repair: Repair, name: str, message: str, **details: Any) -> Diagnostic:
    """A report that points where the repair does and can carry it out."""
    title, safe = details.pop("title"), details.pop("safe", False)
    edit = Edit(_span_of(line, repair), _spaced(line, repair))
    fix = Fix(title, (edit,), safe) if repair.is_clear else None
    return error(name, message, line.span(*repair.at), fix=fix, **details)


def _span_of(line: FaultyLine, repair: Repair) -> Span:
    """What is replaced; a word that is taken out takes one of the spaces around it along."""
    start, end = repair.change.start, repair.change.end
    text = line.source.text
    if start == end and repair.change.text in _HUGGING:
        start = len(text[:start].rstrip())
        return line.span(start, end)
    if repair.change.text or start == end:
        return line.span(start, end)
    while end < line.trial.line.end and text[end] == " ":
        end += 1
    if end == line.trial.line.end:
        while text[start - 1] == " ":
            start -= 1
    return line.span(start, end)


def _spaced(line: FaultyLine, repair: Repair) -> str:
    """What is put in, with a space where it would run into its neighbours."""
    change, text = repair.change, line.source.text
    if change.start == change.end and change.text in _HUGGING:
        return f"{change.text} " if change.end < line.trial.line.end else change.text
    if change.start != change.end or not change.text.isalpha():
        return change.text
    before = " " if change.start > 0 and not text[change.start - 1].isspace() else ""
    after = " " if change.end < len(text) and not text[change.end].isspace() else ""
    return before + change.text + after


def _written(line: FaultyLine, repair: Repair) -> str:
    start, end = repair.at
    return line.source.text[start:end]


def _colon(line: FaultyLine, repair: Repair) -> Diagnostic:
    opens = "opens a block, so it ends" if line.trial.deeper else "ends"
    return _report(
        line,
        repair,
        "missing-colon",
        f"a line with `{line.first}` {opens} in a colon",
        label="`:` belongs here",
        help=line.example(line.first),
        title="put a colon at the end of the line",
        safe=True,
    )


def _quote(line: FaultyLine, repair: Repair) -> Diagnostic:
    return _report(
        line,
        repair,
        "unclosed-quote",
        "this text in quotes is never closed",
        label='does it end here? close it with "',
        help=('a text begins and ends with " on the same line',),
        title='close it with "',
    )


def _unquoted(line: FaultyLine, repair: Repair) -> Diagnostic:
    return _report(
        line,
        repair,
        "unquoted-text",
        f"`{_written(line, repair)}` is a text for people to read, so it stands in quotes",
        label=f"write `{repair.change.text}`",
        help=line.example(),
        title="put it in quotes",
    )


def _case(line: FaultyLine, repair: Repair) -> Diagnostic:
    word = repair.change.text
    return _report(
        line,
        repair,
        "capital-letter",
        f"`{word}` is written without capital letters, as all words of the language are",
        label=f"write `{word}`",
        title=f"write `{word}`",
        safe=True,
    )


def _spelling(line: FaultyLine, repair: Repair) -> Diagnostic:
    wrong, word = _written(line, repair), repair.change.text
    begins = repair.at[0] == line.trial.line.start
    return _report(
        line,
        repair,
        "misspelt-word",
        f"no line here begins with `{wrong}`" if begins else f"`{wrong}` cannot stand here",
        label=f"did you mean `{word}`?",
        help=line.example(word) or line.example(),
        title=f"write `{word}`",
    )


def _form(line: FaultyLine, repair: Repair) -> Diagnostic:
    wrong, word = _written(line, repair), repair.change.text
    ending = "ends in -s" if len(word) > len(wrong) else "has no -s at its end"
    return _report(
        line,
        repair,
        "verb-form",
        f"`{wrong}` {ending} here",
        label=f"write `{word}`",
        help=("a verb ends in -s behind the one who does it: `ann draws 2`, but `draw 2` and `ann may draw 2`",),
        title=f"write `{word}`",
    )


def _habit(line: FaultyLine, repair: Repair) -> Diagnostic:
    wrong, word = _written(line, repair), repair.change.text
    if not word:
        return _extra(line, repair)
    if not repair.is_clear:
        return _perhaps(line, repair)
    begins = repair.at[0] == line.trial.line.start
    return _report(
        line,
        repair,
        "other-word",
        f"`{wrong}` is written `{word}` here",
        label=f"write `{word}`",
        help=line.example(word.split()[0] if begins else "") if " " not in wrong else (),
        title=f"write `{word}`",
    )


def _perhaps(line: FaultyLine, repair: Repair) -> Diagnostic:
    """A word in whose place another may be meant, or one of several."""
    choices = one_of([f"`{word}`" for word in repair.choices])
    return _report(
        line,
        repair,
        "other-word",
        f"`{_written(line, repair)}` cannot stand here",
        label=f"perhaps {choices} is meant",
        help=line.example(),
        title="",
    )


def _titled(line: FaultyLine, repair: Repair) -> Diagnostic:
    name = repair.change.text
    return _report(
        line,
        repair,
        "title-for-name",
        f"{_written(line, repair)} is a title, and its name is wanted here",
        label=f"write `{name}`",
        help=("titles are for players to read; rules and scenarios use names",),
        title=f"write `{name}`",
    )


def _with_article(word: str) -> str:
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def _nameless(line: FaultyLine, repair: Repair) -> Diagnostic:
    return _report(
        line,
        repair,
        "title-without-name",
        f"{_with_article(line.first)} has a name, by which other rules speak of it, and behind it a title",
        label=f"write `{repair.change.text}`",
        title=f"write `{repair.change.text}`",
    )


def _bracket(line: FaultyLine, repair: Repair) -> Diagnostic:
    return _report(
        line,
        repair,
        "unclosed-bracket",
        "a bracket on this line is never closed",
        label="`)` may belong here",
        help=("close it on this line; inside brackets a line goes on in the next only if that is indented",),
        title="put in `)`",
    )


def _join(line: FaultyLine, repair: Repair) -> Diagnostic:
    name = repair.change.text
    return _report(
        line,
        repair,
        "name-in-two-words",
        f"a name is one word, and `{_written(line, repair)}` is not",
        label=f"write `{name}`",
        help=("names are made of letters, digits and _; what players read goes into a title in quotes",),
        title=f"write `{name}`",
    )


def _missing(line: FaultyLine, repair: Repair) -> Diagnostic:
    choices = one_of([f"`{word}`" for word in repair.choices])
    behind = _written(line, repair)
    return _report(
        line,
        repair,
        "missing-word",
        f"{choices} is missing before `{behind}`" if behind else f"{choices} is missing at the end of this line",
        label=f"{choices} belongs before this" if behind else f"{choices} belongs here",
        help=line.example(),
        title=f"put in `{repair.change.text}`",
    )


def _extra(line: FaultyLine, repair: Repair) -> Diagnostic:
    extra = _written(line, repair)
    if extra in (")", "]"):
        return _unopened(line, repair)
    if extra == "," and repair.at[1] == line.trial.line.end:
        return _trailing_comma(line, repair)
    if extra == "." and repair.at[1] == line.trial.line.end:
        said: tuple[str, ...] = ("a line ends by itself, without a full stop",)
    else:
        said = (SIGNS[extra],) if extra in SIGNS else line.example()
    return _report(
        line,
        repair,
        "extra-word",
        f"the sentence is complete without `{extra}`",
        label="leave it out",
        help=said,
        title=f"leave out `{extra}`",
    )


def _twice(line: FaultyLine, repair: Repair) -> Diagnostic:
    word = _written(line, repair)
    message = f"`{word}` is said twice"
    return _report(line, repair, "doubled-word", message, label="leave it out", title=f"leave out one `{word}`")


def _unopened(line: FaultyLine, repair: Repair) -> Diagnostic:
    message = f"nothing opens this `{_written(line, repair)}`"
    return _report(line, repair, "unopened-bracket", message, label="leave it out, or open it", title="leave it out")


def _trailing_comma(line: FaultyLine, repair: Repair) -> Diagnostic:
    return _report(
        line,
        repair,
        "trailing-comma",
        "nothing follows this comma",
        label="leave it out",
        help=("behind a comma at its end a line goes on in the next, if that is indented further",),
        title="leave out the comma",
    )


def _order(line: FaultyLine, repair: Repair) -> Diagnostic:
    return _report(
        line,
        repair,
        "wrong-order",
        f"`{_written(line, repair)}` stands the wrong way round",
        label=f"write `{repair.change.text}`",
        help=line.example(),
        title=f"write `{repair.change.text}`",
    )


_REPORTS: Mapping[str, Callable[[FaultyLine, Repair], Diagnostic]] = {
    "colon": _colon,
    "quote": _quote,
    "unquoted": _unquoted,
    "case": _case,
    "spelling": _spelling,
    "form": _form,
    "habit": _habit,
    "titled": _titled,
    "nameless": _nameless,
    "bracket": _bracket,
    "join": _join,
    "missing": _missing,
    "extra": _extra,
    "twice": _twice,
    "order": _order,
}
