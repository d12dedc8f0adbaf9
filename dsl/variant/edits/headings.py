"""Edits what is declared without rules: counters, zones, parameters, dice and the like, and settings of the game."""

from typing import TypeAlias

from attrs import evolve

from dsl.diagnostic import Diagnostic
from dsl.syntax import nodes as n
from dsl.variant.edits.siblings import replaced, reworded
from dsl.variant.provenance import Change
from dsl.variant.rules import Outcome, Rules
from dsl.variant.targets import the_one

Heading: TypeAlias = (
    n.Counters | n.Zone | n.Role | n.Remember | n.Flag | n.Parameter | n.Cards | n.Tokens | n.Pawn | n.Dice | n.Enum
    | n.Spaces | n.Grid | n.Track
)  # fmt: skip


def replace_heading(rules: Rules, edit: n.ReplaceHeading, texts: tuple[n.RuleText, ...], variant: str) -> Outcome:
    """All of the line is new; the rule text above it stays, unless the edit comes with its own."""
    new = edit.new
    name, kind = name_in(new), word_of(new)
    if isinstance(new, n.Setting):
        return _replace_setting(rules, new, edit, variant)
    known = [item for item in rules.items if isinstance(item, Heading) and word_of(item) == kind]
    same = [item for item in known if name_in(item).text == name.text]
    old = the_one(rules, kind, name.text, name.span, same, [name_in(item).text for item in known])
    if isinstance(old, Diagnostic):
        return old
    items = reworded(rules.items, old, *texts, new) if texts else replaced(rules.items, old, new)
    return rules.changed(items, Change("replaced", kind, name.text, variant, edit, old))


def word_of(heading: Heading | n.Setting) -> str:
    """The word that it is declared with."""
    if isinstance(heading, n.Counters):
        return "counters" if heading.group else "counter"
    return type(heading).__name__.lower()


def name_in(heading: Heading | n.Setting) -> n.Name:
    """What it is known by: of counters in a group, the name of the group."""
    match heading:
        case n.Counters(None, items=(n.CounterItem(name), *_)) | n.Counters(n.Name() as name):
            return name
        case n.Counters():
            raise AssertionError("counters without a group are one counter")
        case _:
            return heading.name


def _replace_setting(rules: Rules, new: n.Setting, edit: n.ReplaceHeading, variant: str) -> Outcome:
    game = next((item for item in rules.items if isinstance(item, n.Game)), None)
    known = [part for part in game.settings if isinstance(part, n.Setting)] if game else []
    same = [setting for setting in known if setting.name.text == new.name.text]
    old = the_one(rules, "setting", new.name.text, new.name.span, same, [setting.name.text for setting in known])
    if isinstance(old, Diagnostic):
        return old
    assert game is not None, "a setting was found in it"
    settings = tuple(new if part is old else part for part in game.settings)
    items = replaced(rules.items, game, evolve(game, settings=settings))
    return rules.changed(items, Change("replaced", "setting", new.name.text, variant, edit))
