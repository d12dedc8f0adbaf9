import re

from dsl.lint.rule import Found, Level, Subject, rule, warning
from dsl.lint.said import places
from dsl.syntax import nodes as n

_ID = re.compile(r"\[([a-z]+-R?[0-9]+)\]")


@rule("T113", Level.INFO)
def clause_without_scenario(subject: Subject) -> Found:
    """The id of a clause, where it stands first, that no scenario names; if one names any."""
    covered = {name.text for scenario in subject.scenarios for name in scenario.covers}
    seen = set(covered)
    for text in subject.syntax(n.RuleText) if covered else ():
        for place, found in places(_ID, text.span):
            if found[1] not in seen:
                seen.add(found[1])
                yield warning(
                    "clause-without-scenario", f"no scenario shows {found[1]}", place, label="covered by none",
                    help=(f'write one: `scenario "..." covers {found[1]}:`',),
                )  # fmt: skip
