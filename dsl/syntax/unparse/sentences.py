"""Sentences of one line: verbs with what they do, choices, and the small statements."""

from __future__ import annotations

from typing import assert_never

from dsl.syntax import nodes as n
from dsl.syntax.unparse.expressions import (
    commas,
    duration,
    expression,
    led,
    noun,
    optional,
    quoted,
    words,
)

_PLURAL_SUBJECTS = ("you", "they", "them")


def act(node: n.Act) -> str:
    """A sentence with a verb: an order, or somebody who does or may do something."""
    match node.subject:
        case None:
            return words(node.manner, _verb(node.verb, ""))
        case n.EachHead():
            return words(each_head(node.subject), node.manner, _verb(node.verb, "s"))
        case subject if node.optional:
            return words(expression(subject), "may", node.manner, _verb(node.verb, ""))
        case subject:
            return words(expression(subject), node.manner, _verb(node.verb, "s"))


def _verb(node: n.Verb, s: str) -> str:
    """A verb with its ending, and what it is about."""
    match node:
        case n.Transfer(verb, amount, source, target):
            return words(verb + s, _amount_of(amount), led("from", source), led("to", target))
        case n.Draw():
            return words(f"draw{s}", node.up_to and "to", _drawn(node), _draw_ends(node))
        case n.Move(pieces, target, face):
            return words(f"move{s}", selection(pieces), "to", expression(target), face and f"face {face}")
        case n.Discard(pieces):
            return words(f"discard{s}", selection(pieces))
        case n.Reveal(pieces, to):
            return words(f"reveal{s}", selection(pieces), led("to", to))
        case n.Shuffle(zone, into):
            return words(f"shuffle{s}", expression(zone), led("into", into))
        case n.Create(amount, card_type, of_each, zone):
            return words(f"create{s}", expression(amount), card_type.text, led("of each", of_each), led("in", zone))
        case n.Swap(left, right):
            return words(f"swap{s}", expression(left), "and", expression(right))
        case n.GivePieces(pieces, to):
            return words(f"give{s}", selection(pieces), led("to", to))
        case n.GiveAmount(amount, counter, to):
            return words(f"give{s}", expression(amount), counter.text, led("to", to))
        case n.Roll(amount, die, binding, single):
            how_many = _article(die.text) if single else expression(amount)
            return words(f"roll{s}", how_many, die.text, led("as", binding))
        case n.Look(pieces):
            return words(f"look{s}", "at", selection(pieces))
        case n.Flip(pieces, face):
            return words(f"flip{s}", selection(pieces), "face", face)
        case n.RemoveFromGame(pieces):
            return words(f"remove{s}", selection(pieces), "from the game")
        case n.Choose():
            return words(f"choose{s}", choice(node))
        case _:
            assert_never(node)


def selection(node: n.Expression) -> str:
    """Which pieces."""
    return expression(node)


def _amount_of(node: n.SomeOf | n.EqualTo | n.AllOf) -> str:
    match node:
        case n.SomeOf(amount, counter):
            return words(expression(amount), expression(counter))
        case n.EqualTo(counter, amount):
            return words(expression(counter), "equal to", expression(amount))
        case n.AllOf(counter):
            return words("all", expression(counter))


def _drawn(node: n.Draw) -> str:
    return words("a" if node.single else expression(node.amount), optional(node.noun))


def _draw_ends(node: n.Draw) -> str:
    return words(led("from", node.source), led("to", node.target), led("as", node.binding))


def choice(node: n.Choose) -> str:
    """What is chosen, and how it is asked."""
    return words(_chosen(node.what), led("asking", node.asking), led("passing", node.passing))


def _chosen(node: n.Chosen) -> str:
    match node:
        case n.ChooseThing(how_many, amount, thing):
            return words(_how_many(how_many, amount, thing), choice_noun(thing))
        case n.ChooseNumber(low, high, binding):
            return words("a number", led("from", low), led("to", high), led("as", binding))
        case n.ChooseOrder(of, binding):
            return words("an order", led("of", of), led("as", binding))
        case n.ChooseAmong(candidates, binding):
            return words("one of", commas(candidates), led("as", binding))
        case _:
            assert_never(node)


def _how_many(how_many: str, amount: n.Expression | None, thing: n.ChoiceNoun) -> str:
    match how_many:
        case "one":
            return _article(thing.kind.text)
        case "any":
            return "any number of"
        case "up_to":
            return f"up to {optional(amount)}"
        case _:
            return optional(amount)


def choice_noun(node: n.ChoiceNoun) -> str:
    """What is chosen from: `card from your hand as offer where ...`."""
    return words(
        node.kind.text,
        led("other than", node.other_than),
        led("from", node.source),
        led("as", node.binding),
        led("where", node.where),
    )


def each_head(node: n.EachHead) -> str:
    """`each player from ann where ...`."""
    return words(
        "each",
        node.kind.text,
        led("in", node.inside),
        led("other than", node.other_than),
        led("from", node.start),
        led("as", node.binding),
        led("where", node.where),
    )


def arguments(nodes: tuple[n.Argument, ...]) -> str:
    """What a procedure is called with."""
    return ", ".join(words(node.preposition, expression(node.value)) for node in nodes)


def _article(word: str) -> str:
    return "an" if word[0].lower() in "aeiou" else "a"


Small = (
    n.Let | n.Decided | n.Assign | n.Raise | n.Call | n.Return | n.Decide | n.Needs | n.Stop | n.EndTurn
    | n.Announce | n.TakeActions | n.Wins | n.Forfeits | n.NothingHappens | n.Becomes
)  # fmt: skip


def small(node: Small) -> str:
    """A statement of one line that is no sentence with a verb and its doer."""
    match node:
        case n.Let(name, value):
            return words("let", name.text, "be", expression(value))
        case n.Decided(name, procedure, given):
            return words("let", name.text, "be decided by", procedure.text, arguments(given))
        case n.Assign(target, value):
            return words("set", expression(target), "to", expression(value))
        case n.Raise(target, amount, down):
            return words("lower" if down else "raise", expression(target), "by", expression(amount))
        case n.Call(procedure, given):
            return words("do", procedure.text, arguments(given))
        case n.Return():
            return "return"
        case n.Decide(value):
            return words("decide", expression(value))
        case n.Needs(condition, reason):
            return words("needs", expression(condition), led("else", reason))
        case n.Stop():
            return "stop"
        case n.EndTurn():
            return "end turn"
        case n.Announce(text):
            return words("announce", quoted(text))
        case n.TakeActions():
            return _take_actions(node)
        case n.Wins(subject, plural=plural):
            return words(optional(subject), "win" if plural else "wins") if subject else "nobody wins"
        case n.Forfeits(subject, plural=plural):
            return words(expression(subject), "lose" if plural else "loses", "the game")
        case n.NothingHappens():
            return "nothing happens"
        case n.Becomes():
            return _becomes(node)
        case _:
            assert_never(node)


def _take_actions(node: n.TakeActions) -> str:
    plain = node.plural or node.subject is None
    take = words(optional(node.subject), "take" if plain else "takes")
    if node.how_many == "free":
        return words(take, "free actions")
    how_many = {"one": "one", "any": "any number of", "up_to": "up to"}.get(node.how_many, "")
    single = node.how_many == "one" or node.amount == n.Number("1")
    names = ", ".join(name.text for name in node.actions)
    return words(take, how_many, optional(node.amount), "action" if single else "actions", "from", names)


def _becomes(node: n.Becomes) -> str:
    keeping = ", ".join(name.text for name in node.keeping)
    until = duration(node.duration) if node.duration else led("as long as", node.condition)
    copy = words(expression(node.subject), "becomes a copy of", expression(node.original), until)
    return f"{copy}, keeping {keeping}" if keeping else copy


def menu_head(node: n.Menu) -> str:
    """The line that opens a menu of options."""
    plain = node.plural or node.subject is None
    return words(
        optional(node.subject), node.manner, "choose" if plain else "chooses", "one", led("asking", node.asking)
    )


def loop_over(node: n.LoopList | n.Query) -> str:
    """What a `for each` goes through."""
    if isinstance(node, n.Query):
        return f"{node.kind} {noun(node.noun)}"
    return words(expression(node.group), led("from", node.start), led("where", node.where))
