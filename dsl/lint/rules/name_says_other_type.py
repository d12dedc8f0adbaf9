import re

from dsl.ir import nodes as ir
from dsl.lint.rule import Found, Level, Subject, first_line, rule, warning

_LIKE_A_NUMBER = re.compile(r"(?:number_of|amount_of|how_many|count_of)_\w+|\w+_(?:count|amount)")
_LIKE_A_QUESTION = re.compile(r"(?:is|has|can|may|was|are)_\w+")


@rule("N106", Level.INFO)
def name_says_other_type(subject: Subject) -> Found:
    """A yes or no that is called like a number, and a number that is called like a yes or no."""
    game = subject.game
    named: tuple[ir.Variable | ir.Define | ir.Parameter, ...] = (*game.variables, *game.defines, *game.parameters)
    for one in named:
        wanted, name = "", ir.own_name(one.name)
        if one.type == ir.YES_NO and _LIKE_A_NUMBER.fullmatch(name):
            wanted, there = "a number", "a yes or no"
        elif one.type == ir.NUMBER and _LIKE_A_QUESTION.fullmatch(name):
            wanted, there = "a yes or no", "a number"
        if wanted:
            yield warning(
                "name-says-other-type", f"`{name}` is called like {wanted}, and is {there}", first_line(one.span),
                label=f"this is {there}", help=("give it a name that says what it is",),
            )  # fmt: skip
