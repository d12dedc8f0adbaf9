"""Everything that stands on lines of its own, as lines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from dsl.syntax import nodes as n
from dsl.syntax.unparse import declarations as d
from dsl.syntax.unparse.events import event, trigger
from dsl.syntax.unparse.expressions import duration, expression, led, noun, quoted, words
from dsl.syntax.unparse.page import Line, line, row
from dsl.syntax.unparse.scenarios import scenario_head, scene
from dsl.syntax.unparse.sentences import Small, act, choice, each_head, loop_over, menu_head, small


def lines(node: Any) -> list[Line]:
    """The lines of whatever can stand in a file, a body, a variant or a scenario."""
    match node:
        case n.RuleText(text):
            return line(words(">", text), node.trivia)
        case n.Act():
            return line(act(node), node.trivia)
        case _ if isinstance(node, Small):
            return line(small(node), node.trivia)
        case n.Zone():
            return row("zones", d.zone_cells(node), node.trivia)
        case _ if isinstance(node, d.OneLine):
            return line(d.one_line(node), node.trivia)
        case n.Cast() | n.SeedLine() | n.RollsLine() | n.Given() | n.When() | n.Then():
            return scene(node)
        case _:
            return _with_list(node) or _with_body(node) or _statement(node) or _edit(node)


def _all(nodes: Iterable[Any]) -> list[Line]:
    return [each for node in nodes for each in lines(node)]


def _with_list(node: Any) -> list[Line]:
    """Declarations with a list under them, and what stands in such lists."""
    match node:
        case n.Game(title, settings):
            return line(f"game {quoted(title)}:", node.trivia, _all(settings))
        case n.Setting(name, value):
            text = d.spread(value) if isinstance(value, n.Range) else expression(value)
            return line(f"{name.text}: {text}", node.trivia)
        case n.Counters(group, items=items):
            return line(d.counters_head(node), node.trivia, _all(items) if group else ())
        case n.CounterItem(name, title):
            return line(words(name.text, quoted(title)), node.trivia)
        case n.Enum():
            return _enum(node, "enum", node.trivia)
        case n.EnumValue() | n.Seat():
            return row("values", d.value_cells(node), node.trivia)
        case n.Spaces():
            return _listed(node, f"spaces {node.name.text}:", node.trivia)
        case n.Track(name, range_, seats):
            return line(f"track {name.text}, {d.spread(range_)}:", node.trivia, _all(seats))
        case n.Define(value=None, cases=cases):
            return line(d.define_head(node), node.trivia, _all(cases))
        case n.Define(value=value):
            return line(words(d.define_head(node), led("", value)), node.trivia)
        case n.Case(value, condition):
            return row("cases", (expression(value), led("if", condition) or "otherwise"), node.trivia)
        case n.Deck(card_type, zone, entries):
            return line(f"deck {card_type.text} in {expression(zone)}:", node.trivia, _all(entries))
        case n.CardEntry():
            return _card(node, "", node.trivia)
        case n.Ruling(texts=texts):
            return line(d.ruling_head(node), node.trivia, _all(texts))
        case n.Variant(title, base, over, edits):
            head = words("variant", quoted(title), led("of", base), *(led("over", other) for other in over))
            return line(f"{head}:", node.trivia, _all(edits))
        case n.Scenario(parts=parts):
            return line(scenario_head(node), node.trivia, _all(parts))
        case _:
            return []


def _enum(node: n.Enum, before: str, trivia: n.Trivia) -> list[Line]:
    return _listed(node, words(before, node.name.text) + (", ring" if node.ring else "") + ":", trivia)


def _listed(node: n.Enum | n.Spaces, head: str, trivia: n.Trivia) -> list[Line]:
    if not node.inline:
        return line(head, trivia, _all(node.values))
    values = ", ".join(each.text for value in node.values for each in lines(value))
    return line(f"{head} {values}", trivia)


def _card(node: n.CardEntry, before: str, trivia: n.Trivia) -> list[Line]:
    first, *attributes = d.card_cells(node)
    *cells, last = (words(before, first), *attributes)
    return row(before or "cards", (*cells, f"{last}:" if node.body else last), trivia, _all(node.body))


# ---------------------------------------------------------------- bodies


def _body(head: str, block: n.Block, trivia: n.Trivia) -> list[Line]:
    """A line with its block, or with the one sentence behind it."""
    if not block.inline:
        return line(f"{head}:", trivia, _all(block.items))
    if not block.items:
        return line(f"{head}: nothing happens", trivia)
    (sentence,) = _all(block.items)
    return line(f"{head}: {sentence.text}", trivia, opens=f"{head}:")


def _with_body(node: Any) -> list[Line]:
    """What is done when, under a name or on an event."""
    match node:
        case n.Setup(body):
            return _body("setup", body, node.trivia)
        case n.Flow(body=body):
            return _body(d.flow_head(node), body, node.trivia)
        case n.Procedure(body=body):
            return _body(d.procedure_head(node), body, node.trivia)
        case n.Action(body=body):
            return _body(d.action_head(node), body, node.trivia)
        case n.Reaction(body=body):
            return _body(d.reaction_head(node), body, node.trivia)
        case n.Hook(awaited, body):
            return _body(trigger(awaited), body, node.trivia)
        case n.GameEnd(after, condition, body):
            return _body(words("game ends", led("after", after), led("when", condition)), body, node.trivia)
        case n.WhenPart(name, body):
            return _body(f"when {name.text}", body, node.trivia)
        case n.Permission(allowed, about, condition):
            verb = "allow" if allowed else "forbid"
            return line(words(verb, event(about), led("if", condition)), node.trivia)
        case n.ExceptionTo():
            return line(d.exception_line(node), node.trivia)
        case _:
            return []


def _statement(node: Any) -> list[Line]:
    """Statements with a block of their own."""
    match node:
        case n.If(condition, body):
            return [*_body(f"if {expression(condition)}", body, node.trivia), *_otherwise(node)]
        case n.MayDo(subject, manner, label, body):
            head = words(expression(subject), "may", manner, quoted(label))
            return [*_body(head, body, node.trivia), *_otherwise(node)]
        case n.MayChoose(subject, manner, chosen, body):
            head = words(expression(subject), "may", manner, "choose", choice(chosen))
            return [*_body(head, body, node.trivia), *_otherwise(node)]
        case n.Menu(options=options):
            return line(f"{menu_head(node)}:", node.trivia, _all(options))
        case n.MenuOption(label, condition, body):
            return _body(words("option", quoted(label), led("if", condition)), body, node.trivia)
        case n.Lasting(lasting, body):
            return _body(duration(lasting), body, node.trivia)
        case n.Standing(condition, body):
            return _body(f"as long as {expression(condition)}", body, node.trivia)
        case _:
            return _loop(node)


def _loop(node: Any) -> list[Line]:
    """Statements that do their block for each of several, or several times."""
    match node:
        case n.Each(who, body):
            return _body(each_head(who), body, node.trivia)
        case n.ForEach(name, over, body):
            return _body(words("for each", name.text, "in", loop_over(over)), body, node.trivia)
        case n.ForRange(name, low, high, body):
            return _body(words("for each", name.text, led("from", low), led("to", high)), body, node.trivia)
        case n.Together(body):
            return _body("together", body, node.trivia)
        case n.While(condition, bound, body):
            return _body(f"while {expression(condition)}{_bound(bound)}", body, node.trivia)
        case n.Repeat(body=body):
            return _body(_repeat_head(node), body, node.trivia)
        case n.AtOnce(who, body):
            said = noun(who) if isinstance(who, n.Noun) else expression(who)
            return _body(f"all {said} at once", body, node.trivia)
        case n.Turns(subject, start, where, condition, bound, body):
            head = words(
                expression(subject), "take turns", led("from", start), led("where", where), led("while", condition)
            )
            return _body(head + _bound(bound), body, node.trivia)
        case n.As(player, body, decider):
            head = f"as {expression(player)}" + (f", decided by {expression(decider)}" if decider else "")
            return _body(head, body, node.trivia)
        case _:
            return []


def _repeat_head(node: n.Repeat) -> str:
    if node.how == "until":
        return words("repeat", led("until", node.until)) + _bound(node.amount)
    most = "at most" if node.how == "at_most" else ""
    return words("repeat", most, led("", node.amount), "times", led("until", node.until))


def _bound(bound: n.Expression | None) -> str:
    return f", at most {expression(bound)} times" if bound else ""


def _otherwise(node: n.If | n.MayDo | n.MayChoose) -> list[Line]:
    """The lines of what is done if not, with the rule text that stands before it."""
    texts = _all(node.otherwise_texts)
    match node.otherwise:
        case None:
            return []
        case n.If(condition, body) as other:
            head = f"otherwise if {expression(condition)}"
            return [*texts, *_body(head, body, node.otherwise_trivia), *_otherwise(other)]
        case body:
            return [*texts, *_body("otherwise", body, node.otherwise_trivia)]


# ---------------------------------------------------------------- edits of a variant


def _edit(node: Any) -> list[Line]:
    match node:
        case n.Insert(timing, kind, anchor, flow):
            name = words(led("", flow.number), flow.name.text, quoted(flow.title))
            head = words("insert", timing, kind, anchor.text, "as", name)
            return _body(head, flow.body, node.trivia)
        case n.Replace(target, body):
            return _body(f"replace {_target(target)}", body, node.trivia)
        case n.ReplaceDefine(name, value):
            return line(f"replace define {name.text}: {expression(value)}", node.trivia)
        case n.ReplaceCard(entry):
            return _card(entry, "replace", node.trivia)
        case n.AddCard(entry):
            return _card(entry, "add", node.trivia)
        case n.Extend(target, body):
            return _body(f"extend {_target(target)}", body, node.trivia)
        case n.ExtendEnum(more):
            return _enum(more, "extend enum", node.trivia)
        case n.Remove(target):
            return line(f"remove {_target(target)}", node.trivia)
        case n.RemoveCard(title):
            return line(f"remove {quoted(title)}", node.trivia)
        case n.SetParameter(name, value):
            return line(f"set parameter {name.text} = {expression(value)}", node.trivia)
        case _:
            raise TypeError(f"{type(node).__name__} cannot be printed")


def _target(node: n.Target) -> str:
    return words(node.kind, led("", node.name), quoted(node.title))
