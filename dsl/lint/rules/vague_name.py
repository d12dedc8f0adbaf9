import re
from collections.abc import Iterator

from dsl.lint.declared import declared
from dsl.lint.rule import Found, Level, Subject, rule, warning
from dsl.syntax import nodes as n

_VAGUE = re.compile(
    r"[A-Za-z]|(?:tmp|temp|foo|baz|stuff|misc|dummy|asdf|qwerty|var)_?\d*|(?:thing|something|blah)_?\d+"
)


@rule("N102", Level.INFO)
def vague_name(subject: Subject) -> Found:
    """One letter, or a word for anything at all."""
    for name in (*(one.name for one in declared(subject)), *_in_bodies(subject)):
        if _VAGUE.fullmatch(name.text):
            yield warning(
                "vague-name", f"the name `{name.text}` says nothing", name.span, label="what is it?",
                help=("name it after what it stands for in the game",),
            )  # fmt: skip


def _in_bodies(subject: Subject) -> Iterator[n.Name]:
    """What has a name in a body alone, and what procedures are told."""
    yield from (let.name for let in subject.syntax(n.Let))
    yield from (decided.name for decided in subject.syntax(n.Decided))
    yield from (told.name for told in subject.syntax(n.ProcedureParameter))
    yield from (loop.name for loop in subject.syntax(n.ForEach))
    yield from (loop.name for loop in subject.syntax(n.ForRange))
    yield from (noun.binding for noun in subject.syntax(n.ChoiceNoun) if noun.binding is not None)
    yield from (choice.binding for choice in subject.syntax(n.ChooseNumber) if choice.binding is not None)
