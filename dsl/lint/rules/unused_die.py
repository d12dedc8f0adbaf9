"""Dice that are never rolled.

They lie in the box, and players ask what for. Either they are left over, or a rule rolls other dice than it should.

Bad:
    dice big_die: from 1 to 20

Good:
    dice big_die: from 1 to 20
    before step morning:
        roll a big_die as luck
        if pips of luck = 20: each player gains 1 fame
"""

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
