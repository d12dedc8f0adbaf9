from dsl.lint.declared import declared
from dsl.lint.rule import Found, Level, Subject, rule, warning

_WITH_TITLES = ("round", "phase", "step", "action")


@rule("N103", Level.INFO)
def title_missing(subject: Subject) -> Found:
    """What has no title, if at least three, and most, of these have."""
    group = [one for one in declared(subject) if one.kind in _WITH_TITLES]
    missing = [one for one in group if one.title is None]
    if len(missing) * 3 <= len(group) and len(group) - len(missing) > 2:
        for one in missing:
            yield warning(
                "title-missing", f"the {one.kind} `{one.name.text}` has no title", one.name.span,
                label="players read this name", help=(f'write `{one.kind} {one.name.text} "Title"`',),
            )  # fmt: skip
