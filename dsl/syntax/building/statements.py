"""What is done in a body: sentences with their verbs, decisions, conditions and loops."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dsl.diagnostic import error
from dsl.syntax import nodes as n
from dsl.syntax.building.place import (
    Make,
    Otherwise,
    Part,
    Place,
    all_of,
    constant,
    node,
    only,
    placed,
    trivia,
    value_of,
)


def _order(at: Place, children: list[Any]) -> n.Act:
    manner, verb = children
    return n.Act(None, manner, False, verb, span=at.span, trivia=at.trivia)


def _sentence(optional: bool) -> Make:
    def make(at: Place, children: list[Any]) -> n.Act:
        subject, manner, verb = children
        return n.Act(subject, manner, optional, verb, span=at.span, trivia=at.trivia)

    return make


def _draw(at: Place, children: list[Any]) -> n.Draw:
    (how, amount, noun), source, target, binding = children
    known = amount or n.Number("1", span=at.span)
    return n.Draw(known, how == "to", source, target, binding, noun=noun, single=amount is None, span=at.span)


def _drawn(how: str) -> Make:
    """How much is drawn, and what it is called if that is said."""
    return lambda at, children: (how, *children)


def _roll(at: Place, children: list[Any]) -> n.Roll:
    amount, die, binding = children
    return n.Roll(amount or n.Number("1", span=at.span), die, binding, amount is None, span=at.span)


def _chosen(how: str) -> Make:
    def make(at: Place, children: list[Any]) -> n.ChooseThing:
        *amount, noun = children
        return n.ChooseThing(how, amount[0] if amount else None, noun, span=at.span)

    return make


def _chosen_among(at: Place, children: list[Any]) -> n.ChooseAmong:
    *candidates, binding = children
    return n.ChooseAmong(tuple(candidates), binding, span=at.span)


def _choice_noun(at: Place, children: list[Any]) -> n.ChoiceNoun:
    kind, *parts = children
    p = _by_kind(at, parts)
    return n.ChoiceNoun(kind, p.get("from"), p.get("other than"), p.get("as"), p.get("where"), span=at.span)


def _each_head(at: Place, children: list[Any]) -> n.EachHead:
    kind, *parts = children
    p = _by_kind(at, parts)
    return n.EachHead(kind, p.get("in"), p.get("from"), p.get("other than"), p.get("as"), p.get("where"), span=at.span)


def _by_kind(at: Place, parts: list[Part | None]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for given in parts:
        if given is None:
            continue
        if given.kind in found:
            said = given.value.span
            at.complaints.append(error("said-twice", f"this says `{given.kind}` twice", said, label="the second one"))
        found[given.kind] = given.value
    return found


def _take(at: Place, children: list[Any]) -> n.TakeActions:
    subject, take, (how, amount), names = children
    plural = take == "take"
    return n.TakeActions(subject, how, amount, names, plural=plural, span=at.span, trivia=at.trivia)


def _free_actions(at: Place, children: list[Any]) -> n.TakeActions:
    subject, take = children
    plural = take == "take"
    return n.TakeActions(subject, "free", None, (), plural=plural, span=at.span, trivia=at.trivia)


def _how_many(how: str) -> Make:
    return lambda at, children: (how, children[0] if children else None)


def _wins(at: Place, children: list[Any]) -> n.Wins:
    subject, win = children
    return n.Wins(subject, plural=win == "win", span=at.span, trivia=at.trivia)


def _forfeits(at: Place, children: list[Any]) -> n.Forfeits:
    subject, lose = children
    return n.Forfeits(subject, plural=lose == "lose", span=at.span, trivia=at.trivia)


def _otherwise(at: Place, children: list[Any]) -> Otherwise:
    return Otherwise(*children)


def _otherwise_if(at: Place, children: list[Any]) -> Otherwise:
    texts, comments, condition, body, more = children
    return Otherwise(texts, comments, n.If(condition, body, **_else_fields(more), span=at.span))


def _else_fields(given: Otherwise | None) -> dict[str, Any]:
    if given is None:
        return {"otherwise": None}
    return {"otherwise": given.body, "otherwise_texts": given.texts, "otherwise_trivia": given.trivia}


def _with_else(cls: type[Any]) -> Make:
    def make(at: Place, children: list[Any]) -> Any:
        *fields, given = children
        return placed(cls, at, *fields, **_else_fields(given))

    return make


def _menu(plural: bool) -> Make:
    def make(at: Place, children: list[Any]) -> n.Menu:
        subject, manner, asking, *options = children
        return n.Menu(subject, manner, asking, tuple(options), plural=plural, span=at.span, trivia=at.trivia)

    return make


def _repeat(how: str) -> Make:
    def make(at: Place, children: list[Any]) -> n.Repeat:
        first, second, body = children
        amount, until = (second, first) if how == "until" else (first, second)
        return n.Repeat(how, amount, until, body, span=at.span, trivia=at.trivia)

    return make


def _becomes(at: Place, children: list[Any]) -> n.Becomes:
    subject, original, lasts, keeping = children
    duration, condition = (lasts, None) if isinstance(lasts, n.Duration) else (None, lasts)
    names = keeping or ()
    return n.Becomes(subject, original, duration, condition, names, span=at.span, trivia=at.trivia)


def _turns(at: Place, children: list[Any]) -> n.Turns:
    subject, start, where, condition, bound, body = children
    return n.Turns(subject, start, value_of(where), condition, bound, body, span=at.span, trivia=at.trivia)


def _as(at: Place, children: list[Any]) -> n.As:
    player, decider, body = children
    return n.As(player, body, decider, span=at.span, trivia=at.trivia)


def _loop_list(at: Place, children: list[Any]) -> n.LoopList:
    group, start, where = map(value_of, children)
    return n.LoopList(group, start, where, span=at.span)


_SENTENCES: Mapping[str, Make] = {
    "order": _order,
    "sentence": _sentence(optional=False),
    "each_sentence": _sentence(optional=False),
    "optional": _sentence(optional=True),
    "manner": only,
    "gain": node(n.Transfer, "gain"),
    "lose": node(n.Transfer, "lose"),
    "pay": node(n.Transfer, "pay"),
    "some_of": node(n.SomeOf),
    "equal_to": node(n.EqualTo),
    "all_of": node(n.AllOf),
    "draw": _draw,
    "draw_some": _drawn("some"),
    "draw_to": _drawn("to"),
    "move": node(n.Move),
    "discard": node(n.Discard),
    "reveal": node(n.Reveal),
    "shuffle": node(n.Shuffle),
    "create": node(n.Create),
    "swap": node(n.Swap),
    "give": node(n.GivePieces),
    "give_amount": node(n.GiveAmount),
    "roll": _roll,
    "one_die": constant(None),
    "look": node(n.Look),
    "flip": node(n.Flip),
    "remove": node(n.RemoveFromGame),
    "choose": only,
    "choice": node(n.Choose),
    "asking": only,
    "passing": only,
    "chosen_one": _chosen("one"),
    "chosen_exactly": _chosen("exactly"),
    "chosen_up_to": _chosen("up_to"),
    "chosen_any": _chosen("any"),
    "chosen_number": node(n.ChooseNumber),
    "chosen_order": node(n.ChooseOrder),
    "chosen_among": _chosen_among,
    "cnoun": _choice_noun,
}

RULES: Mapping[str, Make] = {
    **_SENTENCES,
    "let": node(n.Let),
    "decided": node(n.Decided),
    "assign": node(n.Assign),
    "raise_": node(n.Raise, last=(False,)),
    "lower": node(n.Raise, last=(True,)),
    "call": node(n.Call),
    "arguments": all_of,
    "argument": node(n.Argument),
    "preposition": only,
    "return_": node(n.Return),
    "decide": node(n.Decide),
    "needs": node(n.Needs),
    "stop": node(n.Stop),
    "end_turn": node(n.EndTurn),
    "announce": node(n.Announce),
    "take_actions": _take,
    "free_actions": _free_actions,
    "take_word": only,
    "exactly_many": _how_many("exactly"),
    "one_action": _how_many("one"),
    "up_to_many": _how_many("up_to"),
    "any_number": _how_many("any"),
    "wins": _wins,
    "win_word": only,
    "nobody_wins": node(n.Wins, None),
    "forfeits": _forfeits,
    "nothing_happens": node(n.NothingHappens),
    "lose_word": only,
    "becomes": _becomes,
    "as_long_as": only,
    "keeping": only,
    "if_": _with_else(n.If),
    "else_text": all_of,
    "otherwise": _otherwise,
    "otherwise_if": _otherwise_if,
    "otherwise_word": trivia,
    "each": node(n.Each),
    "each_head": _each_head,
    "for_each": node(n.ForEach),
    "for_range": node(n.ForRange),
    "loop_list": _loop_list,
    "together": node(n.Together),
    "while_": node(n.While),
    "repeat": _repeat("times"),
    "repeat_at_most": _repeat("at_most"),
    "repeat_until_": _repeat("until"),
    "repeat_until": only,
    "bound": only,
    "at_once": node(n.AtOnce),
    "turns": _turns,
    "as_": _as,
    "decider": only,
    "may_block": _with_else(n.MayDo),
    "may_choose": _with_else(n.MayChoose),
    "menu": _menu(plural=False),
    "bare_menu": _menu(plural=True),
    "menu_option": node(n.MenuOption),
    "lasting": node(n.Lasting),
    "standing": node(n.Standing),
}
