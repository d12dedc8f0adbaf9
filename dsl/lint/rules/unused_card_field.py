import re

from dsl.ir import nodes as ir
from dsl.lint.rule import Found, Subject, rule, warning
from dsl.syntax import nodes as n

#: What a title says of each card of a line: `"{rank} of {suit}"`.
_IN_BRACES = re.compile(r"\{\s*(\w+)\s*\}")


@rule("C107")
def unused_card_field(subject: Subject) -> Found:
    """A field, other than a text, that is asked of no card and names none."""
    in_play = {v.name: v.field for v in subject.game.variables if isinstance(v.start, ir.Attribute)}
    read = {node.field for node in subject.all(ir.Attribute)} - set(in_play.values())
    read |= {in_play[node.variable] for node in subject.all(ir.Read) if node.variable in in_play}
    read |= {name for card in subject.syntax(n.CardEntry) for name in _IN_BRACES.findall(card.title.text)}
    told_apart = {node.of_each for node in subject.all(ir.Create)}
    types = {field.name: field.type for kind in subject.game.card_types for field in kind.fields}
    printed: list[n.Cards | n.Tokens] = [*subject.syntax(n.Cards), *subject.syntax(n.Tokens)]
    for cards in printed:
        for field in cards.fields:
            type_ = types[field.name.text]
            if field.name.text in read or type_.kind is ir.Kind.TEXT or type_.name in told_apart - {None}:
                continue
            yield warning(
                "unused-card-field", f"no rule reads the `{field.name.text}` of a {cards.name.text}", field.name.span,
                label="printed, and never looked at", help=("say what it is good for, or take it off the cards",),
            )  # fmt: skip
