from dsl.lint.rule import Found, Subject, rule, warning
from dsl.nearest import nearest
from dsl.syntax import nodes as n


@rule("T114")
def unknown_clause_covered(subject: Subject) -> Found:
    """An id that stands in no rule text, is no ruling's, and that no scenario with a variant covers."""
    known = {clause for text in subject.syntax(n.RuleText) for clause in text.clauses}
    known |= {ruling.clause.text for ruling in subject.syntax(n.Ruling)}
    known |= {name.text for scenario in subject.scenarios if scenario.variants for name in scenario.covers}
    if not subject.whole or not known:
        return
    for scenario in subject.scenarios:
        for name in scenario.covers if not scenario.variants else ():
            if name.text not in known:
                near = nearest(name.text, sorted(known))
                yield warning(
                    "unknown-clause-covered", f"no rule text has the clause {name.text}", name.span,
                    label=f"did you mean `{near[0]}`?" if near else "nowhere in the rules",
                    help=(f"put `[{name.text}]` where the rule stands, or correct the number",),
                )  # fmt: skip
