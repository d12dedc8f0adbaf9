from dsl.ir import nodes as ir
from dsl.lint.rule import Found, Subject, first_line, rule, warning
from dsl.syntax import nodes as n


@rule("C105")
def unused_definition(subject: Subject) -> Found:
    """A definition that is worked out nowhere; a scenario that names it uses it too, and so does the table."""
    if subject.rules.is_library:
        return
    used = {node.define for node in subject.all(ir.Derived)} | {one.name for one in subject.game.defines if one.shown}
    names = {node.span: node.name.text for node in subject.syntax(n.Define)}
    for define in subject.game.defines:
        name = names.get(define.span)
        if name is not None and define.name not in used and name not in subject.claimed:
            yield warning(
                "unused-definition", f"no rule uses the definition `{name}`", first_line(define.span),
                label="nobody asks for this", help=(f"write `{name}` where the rules mean it, or take it away",),
            )  # fmt: skip
