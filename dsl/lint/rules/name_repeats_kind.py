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
