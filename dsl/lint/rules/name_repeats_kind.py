"""A name that says once more what kind of thing it is.

The line that declares it says already that it is a zone or a counter, and every sentence about it gets longer by a word
that players do not use.

Bad:
    zone attic_zone: stack, face down
    after step evening: move every card in stall to attic_zone

Good:
    zone attic: stack, face down
    after step evening: move every card in stall to attic
"""

from dsl.lint.declared import declared
from dsl.lint.rule import Found, Level, Subject, rule, warning

#: Rulebooks have a "scheme phase" and a "full round".
_AS_PLAYERS_SAY = ("round", "phase", "step", "action")


@rule("N107", Level.INFO)
def name_repeats_kind(subject: Subject) -> Found:
    """A name that ends, behind a `_`, with the word that declares it; a phase may well be called `day_phase`."""
    for one in declared(subject):
        if one.kind in _AS_PLAYERS_SAY:
            continue
        short = one.name.text.removesuffix(f"_{one.kind}")
        if short != one.name.text:
            yield warning(
                "name-repeats-kind", f"the name of the {one.kind} `{one.name.text}` says that it is a {one.kind}",
                one.name.span, label="said twice", help=(f"call it `{short}`, or after what it is for",),
            )  # fmt: skip
