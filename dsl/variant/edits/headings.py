"""Edits what is declared without rules: counters, zones, parameters, dice and the like, and settings of the game."""

from collections.abc import Collection

from attrs import evolve

from dsl.diagnostic import Diagnostic
from dsl.syntax import nodes as n
from dsl.variant.edits.siblings import replaced, reworded
from dsl.variant.provenance import Change
from dsl.variant.rules import Items, Outcome, Rules, decks, kind_of, name_in, name_of
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
    if isinstance(old, n.Cards) and isinstance(new, n.Cards):
        items = _printed_without(items, old, {field.name.text for field in new.fields})
    return rules.changed(items, Change("replaced", kind_of(new), name_of(new), variant, edit, old))


def _printed_without(items: Items, old: n.Cards, kept: Collection[str]) -> Items:
    """The items with decks of cards on which a field that is gone is not printed any more."""
    gone = {field.name.text for field in old.fields} - set(kept)

    def printed(line: n.CardEntry | n.RuleText | n.BadLine) -> n.CardEntry | n.RuleText | n.BadLine:
        if not isinstance(line, n.CardEntry):
            return line
        left = (part for part in line.attributes if not isinstance(part, n.Attribute) or part.name.text not in gone)
        return evolve(line, attributes=tuple(left))

    for deck in decks(items) if gone else ():
        if deck.card_type.text == old.name.text:
            items = replaced(items, deck, evolve(deck, entries=tuple(printed(line) for line in deck.entries)))
    return items


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
