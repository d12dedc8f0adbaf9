"""A variant that no scenario plays, in a game that has scenarios.

The scenarios show that the base game is played as its rules say. Of this variant nobody knows: `with "Title"` behind
the title of a scenario puts it on.

Bad:
    scenario "At first":
        played by ann, ben
        then coin of ann is 5
    variant "Rich" of "Frame":
        extend setup: each player gains 5 coins

Good:
    scenario "At first" with "Rich":
        played by ann, ben
        then coin of ann is 10
    variant "Rich" of "Frame":
        extend setup: each player gains 5 coins
"""

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
