"""Edits what is declared without rules: counters, zones, parameters, dice and the like, and settings of the game."""

from attrs import evolve

from dsl.diagnostic import Diagnostic
from dsl.syntax import nodes as n
from dsl.variant.edits.siblings import replaced, reworded
from dsl.variant.provenance import Change
from dsl.variant.rules import Outcome, Rules, kind_of, name_in, name_of
from dsl.variant.targets import find, the_one


def replace_heading(rules: Rules, edit: n.ReplaceHeading, texts: tuple[n.RuleText, ...], variant: str) -> Outcome:
    """All of the line is new; the rule text above it stays, unless the edit comes with its own."""
    new = edit.new
    if isinstance(new, n.Setting):
        return _replace_setting(rules, new, edit, variant)
    old = find(rules, kind_of(new), name_in(new))
    if isinstance(old, Diagnostic):
        return old
    items = reworded(rules.items, old, *texts, new) if texts else replaced(rules.items, old, new)
    return rules.changed(items, Change("replaced", kind_of(new), name_of(new), variant, edit, old))


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
