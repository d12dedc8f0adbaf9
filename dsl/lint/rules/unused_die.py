from dsl.ir import nodes as ir
from dsl.lint.rule import Found, Subject, first_line, rule, warning


@rule("C108")
def unused_die(subject: Subject) -> Found:
    """A kind of die that no sentence rolls."""
    rolled = {node.die for node in subject.all(ir.Roll)}
    for die in subject.game.dice:
        if die.name not in rolled:
            yield warning(
                "unused-die", f"no rule rolls the dice `{die.name}`", first_line(die.span), label="never rolled",
                help=("take them away, or say when they are rolled",),
            )  # fmt: skip
