from dsl.ir import nodes as ir
from dsl.lint.declared import declared
from dsl.lint.rule import Found, Level, Subject, rule, warning

_BEGINS = (ir.Begin, ir.Become)
_WITH_TITLES = ("round", "phase", "step", "action")


@rule("N103", Level.INFO)
def title_missing(subject: Subject) -> Found:
    """What has no title, if at least three, and most, of these have; and procedures that put something in force."""
    known = list(declared(subject))
    group = [one for one in known if one.kind in _WITH_TITLES]
    missing = [one for one in group if one.title is None]
    if len(missing) * 3 > len(group) or len(group) - len(missing) <= 2:
        missing = []
    untitled = {one.name for one in subject.game.procedures if not one.title}
    bodies = (body for body in subject.bodies if body.kind == "procedure" and body.name in untitled)
    lasting = {body.name for body in bodies if any(map(body.nodes_of, _BEGINS))}
    missing += [one for one in known if one.kind == "procedure" and one.name.text in lasting]
    for one in missing:
        when = " as long as it is in force" if one.kind == "procedure" else ""
        yield warning(
            "title-missing", f"the {one.kind} `{one.name.text}` has no title", one.name.span,
            label=f"players read this name{when}", help=(f'write `{one.kind} {one.name.text} "Title"`',),
        )  # fmt: skip
