"""Applies a variant to rules: its edits one after another, each on what the ones before it left."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from attrs import evolve

from dsl.diagnostic import Diagnostic
from dsl.frozen import frozen
from dsl.syntax import nodes as n
from dsl.variant.edits.card_edits import add_card, remove_card, replace_card
from dsl.variant.edits.enum_edits import extend_enum
from dsl.variant.edits.flow_edits import extend, insert, remove, replace, replace_define
from dsl.variant.edits.headings import replace_heading
from dsl.variant.edits.line_edits import edit_lines
from dsl.variant.edits.parameters import set_parameter
from dsl.variant.edits.siblings import replaced
from dsl.variant.provenance import Change
from dsl.variant.rules import Named, Outcome, Rules, name_of

Texts = tuple[n.RuleText, ...]
_Bodied = TypeVar("_Bodied", n.Replace, n.Extend, n.InsertLines, n.ReplaceLines)


@frozen
class Paragraph:
    """An edit with the `>` lines above it, or such lines that are about no single edit."""

    texts: Texts
    edit: n.Edit | None


def apply(rules: Rules, variant: n.Variant) -> tuple[Rules, tuple[Diagnostic, ...]]:
    """The rules with a variant on top, and what is wrong with its edits. A faulty edit changes nothing."""
    faults = []
    title = variant.title.text
    for paragraph in paragraphs(variant.edits):
        after = _edited(rules, paragraph, title)
        if isinstance(after, Rules):
            rules = after
        else:
            faults.append(evolve(after, heading=f"Variant {title}"))
    return rules, tuple(faults)


def paragraphs(edits: Sequence[n.Edit]) -> Iterator[Paragraph]:
    """The edits, each with its rule text. Lines that open a variant are about all of it, and stand alone."""
    texts: list[n.RuleText] = []
    opening = True
    for edit in edits:
        if isinstance(edit, n.RuleText):
            texts.append(edit)
            continue
        if opening and texts:
            yield Paragraph(tuple(texts), None)
            texts = []
        opening = False
        yield Paragraph(tuple(texts), edit)
        texts = []
    if texts:
        yield Paragraph(tuple(texts), None)


def _edited(rules: Rules, paragraph: Paragraph, variant: str) -> Outcome:
    texts, edit = paragraph.texts, paragraph.edit
    match edit:
        case n.Insert():
            return insert(rules, evolve(edit, flow=evolve(edit.flow, body=_worded(edit.flow.body, texts))), variant)
        case n.Replace():
            return replace(rules, _with_texts(edit, texts), variant)
        case n.Extend():
            return extend(rules, _with_texts(edit, texts), variant)
        case n.InsertLines():
            return edit_lines(rules, _with_texts(edit, texts), variant)
        case n.ReplaceLines():
            return edit_lines(rules, _with_texts(edit, texts), variant)
        case n.RemoveLines():
            return edit_lines(_said_of_all(rules, texts), edit, variant)
        case n.ExtendEnum():
            return extend_enum(rules, edit, texts, variant)
        case n.ReplaceDefine():
            return replace_define(rules, edit, texts, variant)
        case n.ReplaceHeading():
            return replace_heading(rules, edit, texts, variant)
        case n.ReplaceCard():
            return replace_card(rules, edit, texts, variant)
        case n.AddCard():
            return add_card(rules, edit, texts, variant)
        case n.SetParameter():
            return set_parameter(rules, edit, texts, variant)
        case n.Remove():
            return remove(_said_of_all(rules, texts), edit, variant)
        case n.RemoveCard():
            return remove_card(_said_of_all(rules, texts), edit, variant)
        case None | n.RuleText() | n.BadLine():
            return _said_of_all(rules, texts)
        case _:
            return _declared(rules, texts, edit, variant)


def _with_texts(edit: _Bodied, texts: Texts) -> _Bodied:
    return evolve(edit, body=edit.body and _worded(edit.body, texts))


def _worded(body: n.Block, texts: Texts) -> n.Block:
    return evolve(body, items=(*texts, *body.items), inline=body.inline and not texts)


def _said_of_all(rules: Rules, texts: Texts) -> Rules:
    """The rules with words that are about no single thing in them; they stand with those of the game itself."""
    game = next((item for item in rules.items if isinstance(item, n.Game)), None)
    if game is None or not texts:
        return rules
    return evolve(rules, items=replaced(rules.items, game, evolve(game, settings=(*game.settings, *texts))))


def _declared(rules: Rules, texts: Texts, edit: n.Declaration, variant: str) -> Rules:
    change = Change("declared", type(edit).__name__.lower(), _name(edit), variant, edit)
    return rules.changed((*rules.items, *texts, edit), change)


def _name(declaration: n.Declaration) -> str:
    """What a declaration is known by; a rule at an event, for one, has no name."""
    match declaration:
        case n.Deck(card_type):
            return card_type.text
        case n.Hook() | n.ExceptionTo() | n.Permission():
            return ""
        case _ if isinstance(declaration, Named):
            return name_of(declaration)
        case _:
            own = getattr(declaration, "name", None)
            return own.text if isinstance(own, n.Name) else ""
