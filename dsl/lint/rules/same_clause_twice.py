import re
from itertools import pairwise

from dsl.diagnostic import Edit, Fix, Label
from dsl.lint.rule import Diagnostic, Found, Subject, rule, warning
from dsl.lint.said import places
from dsl.source import Span
from dsl.syntax import nodes as n

_ID = re.compile(r"\[([a-z]+-R?)([0-9]{1,18})\]")


@rule("T118")
def same_clause_twice(subject: Subject) -> Found:
    """Two clauses with one number, one after the other, of which the second would have the next, which is missing."""
    ids = [place for text in subject.syntax(n.RuleText) for place in places(_ID, text.span)]
    known = {(found[1], int(found[2])) for _, found in ids}
    for (first, one), (second, other) in pairwise(ids):
        prefix, number = one[1], int(one[2])
        follows = first.source is second.source and one[0] == other[0] and first.end < second.start
        if follows and (prefix, number + 1) not in known and (prefix, number + 2) in known:
            yield _reported(first, second, f"{prefix}{number + 1:0{len(one[2])}}")


def _reported(first: Span, second: Span, meant: str) -> Diagnostic:
    fix = Fix(f"write `[{meant}]`", (Edit(second, f"[{meant}]"),), safe=False)
    return warning(
        "same-clause-twice", f"this has the number of the clause before it, and `{meant}` is missing", second,
        label="the same again", labels=(Label(first, "the first one"),),
        help=(f"if it is the next clause, write `[{meant}]`",), fix=fix,
    )  # fmt: skip
