import re

from dsl.lint.rule import Found, Level, Subject, rule, warning
from dsl.source import Span

_VARIANT = re.compile(r'^variant[ \t]+"([^"\n]*)"', re.MULTILINE)


@rule("T115", Level.INFO)
def variant_without_scenario(subject: Subject) -> Found:
    """The line of a variant whose title stands in no `with` of a scenario."""
    played = {title.text for scenario in subject.scenarios for title in scenario.variants}
    for source in subject.files if subject.scenarios else ():
        for found in _VARIANT.finditer(source.text):
            if found[1] not in played:
                yield warning(
                    "variant-without-scenario", f'no scenario plays the variant "{found[1]}"',
                    Span(source, found.start(), found.end()), label="played by none",
                    help=(f'write one: `scenario "..." with "{found[1]}":`',),
                )  # fmt: skip
