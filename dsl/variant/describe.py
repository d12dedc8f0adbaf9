"""Describes an edit in words: `replaces the step `cleaning``."""

from dsl.syntax import nodes as n
from dsl.syntax.unparse.text import text
from dsl.variant.rules import kind_of, name_of
from dsl.variant.targets import called


def described(edit: n.Edit) -> str:
    """The end of a sentence that begins with a variant's title."""
    match edit:
        case n.Insert(timing, kind, anchor, flow):
            number = f" {flow.number.text}" if flow.number else ""
            return f"inserts {flow.kind}{number} {timing} the {called(kind, anchor.text)}"
        case n.Replace(target):
            return f"replaces the {_target(target)}"
        case n.InsertLines(place=place) | n.ReplaceLines(place) | n.RemoveLines(place):
            last = place.inside[-1]
            return f"changes the {called('card', last.text) if isinstance(last, n.Text) else _target(last)}"
        case n.Extend(target):
            return f"extends the {_target(target)}"
        case n.ExtendEnum(more):
            return f"extends the {called(kind_of(more), more.name.text)}"
        case n.Remove(target):
            return f"removes the {_target(target)}"
        case n.ReplaceDefine(definition):
            return f"replaces the {called('define', definition.name.text)}"
        case n.ReplaceHeading(new):
            return f"replaces the {called(kind_of(new), name_of(new))}"
        case n.ReplaceCard(entry):
            return f"replaces the {called('card', entry.title.text)}"
        case n.RemoveCard(title):
            return f"removes the {called('card', title.text)}"
        case n.AddCard(entry):
            return f"adds the {called('card', entry.title.text)}"
        case n.SetParameter(name):
            return f"sets the {called('parameter', name.text)}"
        case _:
            return "says something new here"


def _target(target: n.Target) -> str:
    if target.kind == "game end":
        return called(target.kind, text(target))
    return called(target.kind, target.name.text if target.name else "")
