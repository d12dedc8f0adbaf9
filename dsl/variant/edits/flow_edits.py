"""Edits what has a body: steps, phases, rounds, procedures, actions, reactions, setup and ends; and definitions."""

from collections.abc import Mapping

from attrs import evolve

from dsl.diagnostic import Diagnostic, Label, error
from dsl.source import Span
from dsl.syntax import nodes as n
from dsl.syntax.construct import Line
from dsl.syntax.unparse import first_line
from dsl.variant.edits.libraries import remove_library
from dsl.variant.edits.numbering import number_fault, placed_after, placed_before
from dsl.variant.edits.parameters import unsettled
from dsl.variant.edits.siblings import block_of, replaced, reworded, rewritten
from dsl.variant.provenance import Change
from dsl.variant.rules import Bodied, Named, Outcome, Rules, head, kind_of, name_of
from dsl.variant.targets import called, find, find_replaced_end, find_target
from dsl.walk import with_fields


def insert(rules: Rules, edit: n.Insert, variant: str) -> Outcome:
    """A new step, phase or round before or after one that is there."""
    anchor = find(rules, edit.anchor_kind, edit.anchor)
    if isinstance(anchor, Diagnostic):
        return anchor
    assert isinstance(anchor, n.Flow)
    place = placed_after if edit.timing == "after" else placed_before
    inserted = {change.name for change in rules.changes if change.how == "inserted"}
    items = rewritten(rules.items, anchor, lambda around: place(around, anchor, edit.flow, inserted))
    if fault := number_fault(block_of(items, edit.flow), edit.flow):
        return fault
    return rules.changed(items, Change("inserted", edit.flow.kind, edit.flow.name.text, variant, edit))


def replace(rules: Rules, edit: n.Replace, variant: str) -> Outcome:
    """Another body, and with it another rule text, under the old name and number; or another title or heading.

    An edit of nothing but rule text puts other words in place of all that stand on the thing, and leaves its rules.
    """
    thing = find_replaced_end(rules, edit.target) if edit.target.kind == "game end" else find_target(rules, edit.target)
    if isinstance(thing, Diagnostic):
        return thing
    new = _with_heading(thing, edit)
    if edit.body is None:
        if new == thing:
            return _says_nothing(edit)
        return rules.changed(replaced(rules.items, thing, new), _change("replaced", thing, variant, edit, new))
    body = edit.body
    if all(isinstance(item, n.RuleText) for item in body.items):
        old = _body(thing)
        rest = (item for item in old.items if not isinstance(item, n.RuleText))
        body = evolve(old, items=(*body.items, *rest), inline=False)
    new = _with_body(new, body)
    return rules.changed(reworded(rules.items, thing, new), _change("replaced", thing, variant, edit, new))


def extend(rules: Rules, edit: n.Extend, variant: str) -> Outcome:
    """More at the end of a body; a game without a setup gets one."""
    thing = find_target(rules, edit.target)
    if isinstance(thing, Diagnostic):
        return thing if _has_setup(rules) or edit.target.kind != "setup" else _new_setup(rules, edit, variant)
    body = _body(thing)
    target = edit.target.span
    if body.items and (fault := never_run(body.items[-1], called(kind_of(thing), name_of(thing)), target)):
        return fault
    longer = evolve(body, items=(*body.items, *edit.body.items), inline=False)
    items = replaced(rules.items, thing, _with_body(thing, longer))
    return rules.changed(items, _change("extended", thing, variant, edit))


def remove(rules: Rules, edit: n.Remove, variant: str) -> Outcome:
    """The target is gone, with its rule text; a parameter from rulings too. Two variants may remove the same thing."""
    if edit.target.kind == "use" and edit.target.name:
        return remove_library(rules, edit, edit.target.name, variant)
    thing = find_target(rules, edit.target)
    if isinstance(thing, Diagnostic):
        return rules.removed_again(edit, variant) or thing
    items = reworded(rules.items, thing)
    if fault := _left_empty(rules, thing, edit):
        return fault
    if isinstance(thing, n.Parameter):
        items = unsettled(items, (thing,))
    return rules.changed(items, _change("removed", thing, variant, edit))


def replace_define(rules: Rules, edit: n.ReplaceDefine, texts: tuple[n.RuleText, ...], variant: str) -> Outcome:
    """Another value or other cases for a definition, of the same things as before if it does not say of which.

    An edit of nothing but rule text puts other words above it.
    """
    new = edit.definition
    thing = find(rules, "define", new.name)
    if isinstance(thing, Diagnostic):
        return thing
    assert isinstance(thing, n.Define)
    words = tuple(case for case in new.cases if isinstance(case, n.RuleText))
    if words and words == new.cases:
        items = reworded(rules.items, thing, *texts, *words, thing)
        return rules.changed(items, _change("replaced", thing, variant, edit))
    whole = evolve(
        thing, domains=new.domains or thing.domains, combining=new.combining or thing.combining, value=new.value,
        cases=new.cases,
    )  # fmt: skip
    items = reworded(rules.items, thing, *texts, whole)
    return rules.changed(items, _change("replaced", thing, variant, edit))


#: The parts of a heading besides name, number and title.
_HEADINGS: Mapping[type[Named], tuple[str, ...]] = {
    n.Action: ("kind", "traits"),
    n.Flow: ("condition", "bound"),
    n.Procedure: ("parameters", "answer", "depth"),
    n.Reaction: ("trigger",),
}


def _with_heading(thing: Named, edit: n.Replace) -> Named:
    """The thing with what the edit says of its heading; what it does not say stays, and so does a comment beside it."""
    if isinstance(thing, n.GameEnd):
        after, condition = edit.target.name, edit.target.condition
        new: Named = evolve(thing, after=after, condition=condition) if condition or after else thing
    else:
        said = {name: getattr(edit, name) for name in _HEADINGS.get(type(thing), ())}
        new = with_fields(thing, **{name: part for name, part in {**said, "title": edit.new_title}.items() if part})
    return new if new == thing else evolve(new, trivia=evolve(thing.trivia, behind=edit.trivia.behind))


def _says_nothing(edit: n.Replace) -> Diagnostic:
    return error(
        "replaced-by-the-same", f"this leaves the {edit.target.kind} as it is", edit.span,
        help=(
            "to change its rules, write `:` and the new ones below it",
            "to change its heading, write the new one behind the name",
        ),
    )  # fmt: skip


def _change(how: str, thing: Named, variant: str, edit: n.Edit, new: Named | None = None) -> Change:
    return Change(how, kind_of(thing), name_of(new or thing), variant, edit, thing)


def _body(thing: Named) -> n.Block:
    assert isinstance(thing, Bodied)
    return thing.body


def _with_body(thing: Named, body: n.Block) -> Named:
    assert isinstance(thing, Bodied)
    return evolve(thing, body=body)


def _has_setup(rules: Rules) -> bool:
    return any(isinstance(item, n.Setup) for item in rules.items)


def _new_setup(rules: Rules, edit: n.Extend, variant: str) -> Rules:
    setup = n.Setup(edit.body, span=edit.span, trivia=edit.trivia)
    return rules.changed((*rules.items, setup), Change("declared", "setup", "", variant, edit))


def never_run(line: Line, holder: str, span: Span) -> Diagnostic | None:
    """What is wrong with more rules behind a line, if that ends its body."""
    if not isinstance(line, n.Return | n.Decide):
        return None
    return error(
        "extension-never-runs", f"the {holder} ends before it would come to this", head(span),
        labels=(Label(line.span, "it ends here"),),
        help=(f'put it before that line: `insert before "{first_line(line)}" in ...`',),
    )  # fmt: skip


def _left_empty(rules: Rules, thing: Named, edit: n.Remove) -> Diagnostic | None:
    """A phase without anything in it would stay behind."""
    holder = next((flow for flow in rules.named() if isinstance(flow, n.Flow) and _holds(flow, thing)), None)
    if holder is None or any(item is not thing and not isinstance(item, n.RuleText) for item in holder.body.items):
        return None
    return error(
        "nothing-left", f"without this, the {called(holder.kind, holder.name.text)} has nothing in it",
        edit.target.span, labels=(Label(head(holder.span), f"the {holder.kind} that holds it"),),
        help=(f"remove the {holder.kind} itself: `remove {holder.kind} {holder.name.text}`",),
    )  # fmt: skip


def _holds(flow: n.Flow, thing: Named) -> bool:
    return any(item is thing for item in flow.body.items)
