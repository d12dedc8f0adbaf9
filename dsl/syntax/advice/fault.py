"""Reports a line that cannot be read: what is wrong, what was expected, and what to do."""

from attrs import evolve

from dsl.diagnostic import Diagnostic, Label, error
from dsl.listing import listed
from dsl.syntax.advice.examples import EXAMPLES
from dsl.syntax.advice.faulty_line import FaultyLine, short
from dsl.syntax.advice.habits import SIGNS
from dsl.syntax.advice.matching import other_way
from dsl.syntax.advice.repair import meant_beginning
from dsl.syntax.advice.repair_reports import repaired
from dsl.syntax.advice.slips import Repair

COMPARISONS = ("<", ">", "<=", ">=", "=", "!=")
FEWEST_WORDS_OF_A_TEXT = 4


def fault_reports(line: FaultyLine, repairs: list[Repair], is_whole: bool) -> list[Diagnostic]:
    """The reports on a line; one for each change that makes it right or brings it nearer to it.

    A change is offered as a fix only if the line is right with all of them (`is_whole`), or if it is safe.
    """
    if not is_whole and _for_players(line) and all(repair.kind == "case" for repair in repairs):
        repairs = []
    reports = [repaired(line, repair) for repair in repairs] or [_unrepaired(line)]
    return [each if is_whole or not each.fix or each.fix.safe else evolve(each, fix=None) for each in reports]


def _unrepaired(line: FaultyLine) -> Diagnostic:
    for special in _SPECIAL:
        if report := special(line):
            return report
    return _unexpected(line)


def _misplaced(line: FaultyLine) -> Diagnostic | None:
    """A line that begins as lines do somewhere else."""
    first = line.trial.line.tokens[0]
    if first.text not in line.words.line_words or first.kind in line.trial.expected_at(0):
        return None
    if first.text in ("otherwise", "and"):
        return _goes_on_with_nothing(line)
    context = line.context()
    return error(
        "misplaced-line", f"a line with `{first.text}` cannot stand {context.place if context else 'here'}",
        line.span_of(0), label=f"it stands {listed(line.words.places_for(first.text), 'or')}",
        help=(f"{context.place}, {context.says}",) if context else (),
    )  # fmt: skip


def _goes_on_with_nothing(line: FaultyLine) -> Diagnostic:
    after = {
        "otherwise": "follows an `if` or a `may` indented as far, with nothing but `>` lines between them",
        "and": "follows a `given`, `when` or `then` line, with nothing between them",
    }
    above = line.above
    labels: tuple[Label, ...] = ()
    if above and line.is_cut_off():
        labels = (Label(line.span(above.start, above.end), "this stands between"),)
    return error(
        f"lone-{line.first}", f"this `{line.first}` goes on with nothing", line.span_of(0), labels=labels,
        help=(f"a line with `{line.first}` {after[line.first]}",),
    )  # fmt: skip


def _rule_text(line: FaultyLine) -> Diagnostic | None:
    if line.trial.line.tokens[0].kind not in (line.trial.marks.rule_text, line.trial.marks.else_text):
        return None
    return error(
        "misplaced-rule-text", "a `>` line cannot stand here", line.span_of(0),
        help=("rule text stands above the rule that it explains, indented as far",),
    )  # fmt: skip


def _unclosed_bracket(line: FaultyLine) -> Diagnostic | None:
    opened = []
    for index, token in enumerate(line.trial.line.tokens[: line.failing + 1]):
        if token.text in ("(", "["):
            opened.append(index)
        elif token.text in (")", "]") and opened:
            opened.pop()
    if line.trial.line.depth <= 0 or not opened:
        return None
    bracket = line.trial.line.tokens[opened[-1]].text
    return error(
        "unclosed-bracket", f"this `{bracket}` is never closed", line.span_of(opened[-1]),
        labels=(Label(line.found_span, f"`{')' if bracket == '(' else ']'}` may belong before this"),),
        help=("close it on this line; inside brackets a line goes on in the next only if that is indented",),
    )  # fmt: skip


def _unopened(line: FaultyLine) -> Diagnostic | None:
    if line.found not in (")", "]") or line.trial.line.depth >= 0:
        return None
    return error("unopened-bracket", f"nothing opens this `{line.found}`", line.found_span, label="leave it out")


def _after_where(line: FaultyLine) -> Diagnostic | None:
    """`where` reaches to the end of its phrase, so what belongs to the phrase stands before it."""
    tokens = line.trial.line.tokens
    earlier = [index for index, token in enumerate(tokens[: line.failing]) if token.text == "where"]
    if not earlier or not line.found:
        return None
    if tokens[line.failing].kind not in line.trial.expected_at(earlier[-1]):
        return None
    if line.found in COMPARISONS:
        message = f"`where` takes in all that follows, so this `{line.found}` is one too many"
        label = "what is compared?"
        instead = f"put the phrase in brackets: `(number of ... where ...) {line.found} ...`"
    else:
        message, label = f"`{line.found}` stands before `where`, not behind it", "this belongs before `where`"
        instead = f"move `{line.found} ...` in front of `where`, or put the phrase with `where` in brackets"
    labels = (Label(line.span_of(earlier[-1]), "this reaches to the end of the phrase"),)
    return error("after-where", message, line.found_span, label=label, labels=labels, help=(instead,))


def _where_of_a_part(line: FaultyLine) -> Diagnostic | None:
    """`title of the card in market where C is V`: it would take in all that follows, so its phrase is closed off."""
    tokens = [token.text for token in line.trial.line.tokens[: line.failing]]
    begins = next((k for k in range(len(tokens) - 1, -1, -1) if tokens[k] in ("the", "any", "no", "every")), None)
    if line.found != "where" or begins is None:
        return None
    phrase = line.source.text[line.trial.line.tokens[begins].start : line.found_span.start].rstrip()
    return error(
        "after-where",
        "`where` takes in all that follows, so its phrase stands in brackets here",
        line.span(line.trial.line.tokens[begins].start, line.found_span.end),
        help=(f"write `({short(phrase)} where ...)`",),
    )


def _two_sentences(line: FaultyLine) -> Diagnostic | None:
    """`and` or a comma before a verb: one sentence too many."""
    tokens = line.trial.line.tokens
    if line.found not in ("and", "then", ",") or line.failing + 1 >= len(tokens):
        return None
    verb = tokens[line.failing + 1]
    (sentences,) = (kinds for context, kinds in line.words.contexts if context.headers == ("setup:",))
    if verb.text not in EXAMPLES or verb.kind not in sentences:
        return None
    rest = line.source.text[verb.start : line.trial.line.end]
    return error(
        "two-sentences", "each line says one thing, and this one says two", line.found_span,
        label="a second sentence begins here", help=(f"write `{short(rest)}` on a line of its own",),
    )  # fmt: skip


def _choice_inside(line: FaultyLine) -> Diagnostic | None:
    """`discard a card`: which one, must have been settled before."""
    tokens = line.trial.line.tokens[: line.failing]
    articles = [token for token in tokens if token.text in ("a", "an")]
    if line.first in ("after", "before", "whenever", "when", "instead", "reaction"):
        return None
    if not articles or not line.found or articles[-1].end > line.found_span.start - 1:
        return None
    if tokens[-1] is not articles[-1] or tokens[-1].shape != line.words.tables.numbers["NAME"]:
        return None
    begins = line.source.text[line.trial.line.start : articles[-1].start].rsplit(":", 1)[-1].strip()
    chosen = f"let it be chosen first: `choose a {line.found} from ... as chosen`, and below that `{begins} chosen`"
    asked = f"if it is enough that there is one, write `{begins} any {line.found} where ...`"
    return error(
        "choice-inside",
        f"this does not say which `{line.found}` is meant",
        line.span(articles[-1].start, line.found_span.end),
        help=(
            asked if begins in ("if", "while", "needs", "otherwise if") else chosen,
            f"if there is just one, write `the {line.found} in ...`",
        ),
    )


def _each_may(line: FaultyLine) -> Diagnostic | None:
    """`each player may`: who may is `you` of a block for each."""
    if line.first != "each" or line.found != "may":
        return None
    before = line.source.text[line.trial.line.start : line.found_span.start].rstrip()
    return error(
        "each-may", "`each` is followed by what each of them does, or by a colon", line.found_span,
        help=(f"write `{before}:`, and below it, indented, `you may ...`",),
    )  # fmt: skip


def _sign(line: FaultyLine) -> Diagnostic | None:
    if (advice := SIGNS.get(line.found)) is None:
        return None
    return error("unknown-sign", f"`{line.found}` has no meaning in a rule", line.found_span, help=(advice,))


def _reserved(line: FaultyLine) -> Diagnostic | None:
    """A word of the language where a name should stand."""
    name = line.words.tables.numbers["NAME"]
    kinds = line.trial.expected_at(line.failing)
    if line.found not in line.words.reserved or name not in kinds or line.failing == 0:
        return None
    tokens = line.trial.line.tokens
    label = line.words.label(name, tokens[line.failing - 1].text)
    before, behind = ([*tokens[k : k + 1], None][0] for k in (line.failing - 1, line.failing + 1))
    if line.found == "of" and behind and before and before.text not in line.words.reserved:
        amount = f"({before.text} of {behind.text})"
        return error("unexpected-word", "an amount of several words stands in brackets", line.found_span,
                     label=f"write `{amount}`")  # fmt: skip
    return error(
        "reserved-word", f"`{line.found}` is a word of the language and cannot be a name", line.found_span,
        label=f"expected {label}", help=("take another name, such as " + f"`the_{line.found}`",),
    )  # fmt: skip


def _beginning(line: FaultyLine) -> Diagnostic | None:
    """A line whose first word tells nothing."""
    first = line.trial.line.tokens[0]
    unknown = line.failing == 0 or (line.failing == 1 and first.text.isidentifier())
    context = line.context()
    if not unknown or not context or line.first in line.words.line_words:
        return None
    meant = "" if _for_players(line) else meant_beginning(line.trial, line.words)
    return error(
        "unknown-line", f"no line {context.place} begins with `{short(first.text)}`", line.span_of(0),
        label=f"did you mean `{meant}`?" if meant else "",
        help=line.example(meant) if meant else (f"{context.place}, {context.says}", *_for_players(line)),
    )  # fmt: skip


def _for_players(line: FaultyLine) -> tuple[str, ...]:
    """What to do with a sentence of a rulebook among the rules."""
    tokens = line.trial.line.tokens
    if len(tokens) < FEWEST_WORDS_OF_A_TEXT or not tokens[0].text[0].isupper():
        return ()
    return ("if players shall read this, begin the line with `>`",)


def _unexpected(line: FaultyLine) -> Diagnostic:
    expected = line.expected()
    subject = f"a line with `{line.first}`" if line.first in line.words.line_words else "this line"
    return error(
        "unexpected-word" if line.found else "unfinished-line",
        f"`{short(line.found)}` cannot stand here" if line.found else f"{subject} is not finished", line.found_span,
        label=f"expected {expected}" if expected else "", help=line.example(),
    )  # fmt: skip


_SPECIAL = (
    *(other_way, _misplaced, _rule_text, _unclosed_bracket, _unopened, _after_where, _where_of_a_part, _two_sentences),
    *(_choice_inside, _each_may, _sign, _reserved, _beginning),
)
