"""Reports lines for which a change has been found that makes them right."""

from collections.abc import Mapping

from dsl.diagnostic import Diagnostic, Edit, Fix, error
from dsl.frozen import frozen
from dsl.listing import joined
from dsl.source import Span
from dsl.syntax.advice.faulty_line import FaultyLine
from dsl.syntax.advice.habits import SIGNS
from dsl.syntax.advice.slips import Repair

_HUGGING = (":", ",")  # these stand right behind a word, and a space behind them


@frozen
class _Report:
    """What is said of a kind of repair, with what `_words` gives in braces.

    `like`: the help is an example that begins with the first of these words for which there is one ("" for any).
    """

    name: str
    message: str
    label: str
    title: str
    help: str = ""
    like: tuple[str, ...] = ()
    is_safe: bool = False


_WRITE = ("write `{word}`", "write `{word}`")
_LEAVE_OUT = ("leave it out", "leave out `{wrong}`")
_EXTRA = ("extra-word", "the sentence is complete without `{wrong}`", *_LEAVE_OUT)
_OTHER = ("other-word", "`{wrong}` is written `{word}` here", *_WRITE)
_MISSPELT = ("did you mean `{word}`?", "write `{word}`")

_REPORTS: Mapping[str, _Report] = {
    "colon": _Report("missing-colon", "a line with `{first}` {opens} in a colon", "`:` belongs here",
        "put a colon at the end of the line", like=("{first}",), is_safe=True),
    "quote": _Report("unclosed-quote", "this text in quotes is never closed", 'does it end here? close it with "',
        'close it with "', 'a text begins and ends with " on the same line'),
    "unquoted": _Report("unquoted-text", "`{wrong}` is a text for people to read, so it stands in quotes",
        "write `{word}`", "put it in quotes", like=("",)),
    "case": _Report("capital-letter", "`{word}` is written without capital letters, as all words of the language are",
        *_WRITE, is_safe=True),
    "spelling": _Report("misspelt-word", "`{wrong}` cannot stand here", *_MISSPELT, like=("{word}", "")),
    "spelling first": _Report("misspelt-word", "no line here begins with `{wrong}`", *_MISSPELT, like=("{word}", "")),
    "form": _Report("verb-form", "`{wrong}` {ending} here", *_WRITE,
        "a verb ends in -s behind the one who does it: `ann draws 2`, but `draw 2` and `ann may draw 2`"),
    "habit": _Report(*_OTHER, like=("",)),
    "habit first": _Report(*_OTHER, like=("{beginning}",)),
    "habit phrase": _Report(*_OTHER),
    "habit perhaps": _Report("other-word", "`{wrong}` cannot stand here", "perhaps {choices} is meant", title="",
        like=("",)),
    "titled": _Report("title-for-name", "{wrong} is a title, and its name is wanted here", *_WRITE,
        "titles are for players to read; rules and scenarios use names"),
    "nameless": _Report("title-without-name",
        "{a_first} has a name, by which other rules speak of it, and behind it a title", *_WRITE),
    "bracket": _Report("unclosed-bracket", "a bracket on this line is never closed", "`)` may belong here",
        "put in `)`", "close it on this line; inside brackets a line goes on in the next only if that is indented"),
    "in brackets": _Report("after-where", "this phrase stands in brackets here", "write `{word}`",
        "put it in brackets"),
    "join": _Report("name-in-two-words", "a name is one word, and `{wrong}` is not", *_WRITE,
        "names are made of letters, digits and _; what players read goes into a title in quotes"),
    "missing": _Report("missing-word", "{choices} is missing before `{wrong}`", "{choices} belongs before this",
        "put in `{word}`", like=("",)),
    "missing last": _Report("missing-word", "{choices} is missing at the end of this line", "{choices} belongs here",
        "put in `{word}`", like=("",)),
    "extra": _Report(*_EXTRA, like=("",)),
    "extra sign": _Report(*_EXTRA, "{sign}"),
    "extra stop": _Report(*_EXTRA, "a line ends by itself, without a full stop"),
    "extra comma": _Report("trailing-comma", "nothing follows this comma", "leave it out", "leave out the comma",
        "behind a comma at its end a line goes on in the next, if that is indented further"),
    "extra bracket": _Report("unopened-bracket", "nothing opens this `{wrong}`", "leave it out, or open it",
        "leave it out"),
    "twice": _Report("doubled-word", "`{wrong}` is said twice", "leave it out", "leave out one `{wrong}`"),
    "order": _Report("wrong-order", "`{wrong}` stands the wrong way round", *_WRITE, like=("",)),
}  # fmt: skip


def repaired(line: FaultyLine, repair: Repair) -> Diagnostic:
    """The report on a line that this change makes right, or brings nearer to it: points there, and can carry it out."""
    start, end = repair.at
    wrong = line.source.text[start:end]
    report, words = _REPORTS[_case(line, repair, wrong)], _words(line, repair, wrong)
    help_: tuple[str, ...] = (report.help.format(**words),) if report.help else ()
    for word in report.like:
        help_ = help_ or line.example(word.format(**words))
    edit = Edit(_span_of(line, repair), _spaced(line, repair))
    return error(
        report.name, report.message.format(**words), line.span(start, end), label=report.label.format(**words),
        help=help_, fix=Fix(report.title.format(**words), (edit,), report.is_safe) if repair.is_clear else None,
    )  # fmt: skip


def _case(line: FaultyLine, repair: Repair, wrong: str) -> str:
    """The kind of the repair, or a case of it of which something else is said."""
    begins = repair.at[0] == line.trial.line.start
    ends = repair.at[1] == line.trial.line.end
    kind = "extra" if repair.kind == "habit" and not repair.change.text else repair.kind
    match kind:
        case "habit" if not repair.is_clear:
            return "habit perhaps"
        case "habit" if " " in wrong:
            return "habit phrase"
        case "habit" | "spelling" if begins:
            return f"{kind} first"
        case "missing" if not wrong:
            return "missing last"
        case "extra" if wrong in (")", "]"):
            return "extra bracket"
        case "extra" if wrong in (",", ".") and ends:
            return "extra comma" if wrong == "," else "extra stop"
        case "extra" if wrong in SIGNS:
            return "extra sign"
        case _:
            return kind


def _words(line: FaultyLine, repair: Repair, wrong: str) -> dict[str, str]:
    word, first = repair.change.text, line.first
    return {
        "wrong": wrong,
        "word": word,
        "first": first,
        "a_first": f"{'an' if first[0] in 'aeiou' else 'a'} {first}",
        "beginning": (word.split() or [""])[0],
        "opens": "opens a block, so it ends" if line.trial.deeper else "ends",
        "ending": "ends in -s" if len(word) > len(wrong) else "has no -s at its end",
        "choices": joined(repair.choices or (word,), "or"),
        "sign": SIGNS.get(wrong, ""),
    }


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
