import re

from dsl.diagnostic import Edit, Fix
from dsl.lint.rule import Found, Subject, rule, warning
from dsl.lint.said import places
from dsl.syntax import nodes as n

_LIKE_IDS = re.compile(
    r"\[[ \t]*[A-Za-z]+[ \t_.-]*[Rr]?[0-9]+[ \t]*(?:[,;]?[ \t]*[A-Za-z]+[ \t_.-]*[Rr]?[0-9]+[ \t]*)*\]"
)
_LIKE_AN_ID = re.compile(r"([A-Za-z]+)[ \t_.-]*([Rr]?[0-9]+)")
_AN_ID = re.compile(r"\[[a-z]+-R?[0-9]+\]")


@rule("T105")
def misspelt_clause(subject: Subject) -> Found:
    """What looks like ids of clauses and is none, where the game has such ids."""
    texts = subject.syntax(n.RuleText)
    prefixes = {clause.split("-")[0] for text in texts for clause in text.clauses}
    for text in texts:
        for place, found in places(_LIKE_IDS, text.span):
            ids = _LIKE_AN_ID.findall(found[0])
            if _AN_ID.fullmatch(found[0]) or any(prefix.lower() not in prefixes for prefix, _ in ids):
                continue
            meant = " ".join(f"[{prefix.lower()}-{number.upper()}]" for prefix, number in ids)
            yield warning(
                "misspelt-clause", f"`{found[0]}` is not the id of a clause", place, label="players see this",
                help=(f"write `{meant}`",), fix=Fix(f"write `{meant}`", (Edit(place, meant),), safe=False),
            )  # fmt: skip
