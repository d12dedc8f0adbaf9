"""Builds the nodes whose fields are not simply the children of a grammar rule."""

from collections.abc import Iterable, Mapping
from typing import Any
from unicodedata import normalize

import attrs

from dsl.diagnostic import error
from dsl.source import Span
from dsl.syntax import nodes as n
from dsl.syntax.building.regular import Make, Position, TaggedChild, all_of, constant, only, part, placed, trivia, yes

# ---------------------------------------------------------------- declarations


def _counters(at: Position, children: list[Any]) -> n.Counters:
    group, owner, by, traits, *items = children
    return n.Counters(group, owner, by, traits or (), tuple(items), span=at.span, trivia=at.trivia)


def _counter(at: Position, children: list[Any]) -> n.Counters:
    name, title, owner, by, traits = children
    item = n.CounterItem(name, title, span=name.span)
    return n.Counters(None, owner, by, traits or (), (item,), span=at.span, trivia=at.trivia)


def _cards(at: Position, children: list[Any]) -> n.Cards:
    name, *parts = children
    return n.Cards(name, _those(n.CardField, parts), _those(n.Trait, parts), span=at.span, trivia=at.trivia)


def _tokens(at: Position, children: list[Any]) -> n.Tokens:
    name, owner, *parts = children
    return n.Tokens(name, owner, _those(n.Trait, parts), _those(n.CardField, parts), span=at.span, trivia=at.trivia)


def _those(kind: type[Any] | tuple[type[Any], ...], parts: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(part for part in parts if isinstance(part, kind))


def _attribute(at: Position, children: list[Any]) -> n.Attribute | n.Lasts:
    first = children[0]
    return first if isinstance(first, n.Lasts) else n.Attribute(first, children[1], span=at.span)


def _define(at: Position, children: list[Any]) -> n.Define:
    name, title, *rest = children
    under = _those((n.Case, n.RuleText, n.BadLine), rest)
    domains = next((tuple(_those(n.Domain, child)) for child in rest if isinstance(child, tuple)), ())
    combining = next((child for child in rest if isinstance(child, str)), None)
    is_shown = any(child is True or (isinstance(child, tuple) and True in child) for child in rest)
    value = None if under else rest[-1]
    return n.Define(name, domains, combining, value, under, title, is_shown, span=at.span, trivia=at.trivia)


def _variant(at: Position, children: list[Any]) -> n.Variant:
    title, base, *rest = children
    over = tuple(child for child in rest if isinstance(child, n.Text))
    return n.Variant(title, base, over, tuple(rest[len(over) :]), span=at.span, trivia=at.trivia)


def _insert(at: Position, children: list[Any]) -> n.Insert:
    timing, kind, anchor, number, name, title, body = children
    flow = n.Flow(kind, number, name, title, None, None, body, span=at.span)
    return n.Insert(timing, kind, anchor, flow, span=at.span, trivia=at.trivia)


# ---------------------------------------------------------------- expressions


def _of(at: Position, children: list[Any]) -> n.Property | n.Applied:
    """`head of owner`: the head is a name, alone, with an index or with arguments; or another such phrase."""
    head, owner = children
    match head:
        case n.Property(name, index, inner, apostrophe=False) if inner is not None:
            return n.Property(name, index, _of(at, [inner, owner]), span=at.span)
        case n.Property(apostrophe=True) | n.Pronoun():
            at.complaints.append(error("unclear-noun", "it is unclear whose this is", head.span, label="whose?",
                                       help=("write `... of ... of ...`, with who it belongs to last",)))  # fmt: skip
            return n.Property(n.Name("", span=head.span), None, owner, span=at.span)
        case n.Applied(name, arguments):
            return n.Applied(name, (*arguments, owner), last_of=True, span=at.span)
        case n.Property(name, index, None):
            return n.Property(name, index, owner, span=at.span)
        case name:
            return n.Property(name, None, owner, span=at.span)


def _noun(at: Position, name: Any, inside: Any = None, other_than: Any = None, binding: Any = None) -> n.Noun:
    return n.Noun(name, inside, other_than, binding, None, span=at.span)


def _with_parts(at: Position, parts: list[Any]) -> dict[str, Any]:
    """What stands in any order behind a noun, by the names of the fields."""
    p = _by_kind(at, [part for part in parts if isinstance(part, TaggedChild)])
    return {"start": p.get("from"), "other_than": p.get("other than"), "where": p.get("where")}


def _noun_from(at: Position, children: list[Any]) -> n.Noun:
    name, inside, *parts, binding, where = children
    return n.Noun(name, inside and inside.value, binding=binding and binding.value, **_with_parts(at, [*parts, where]),
                  span=at.span)  # fmt: skip


def _the_among(at: Position, children: list[Any]) -> n.The:
    noun, inside, *parts = children
    ranking = next((part for part in parts if isinstance(part, tuple) and type(part) is not TaggedChild), ())
    return n.The(noun, None, inside, ranking, None, **_with_parts(at, parts), span=at.span)


def _compare(operator: str, more_words: str = "") -> Make:
    """A comparison that is spelt with a verb and more words."""

    def make(at: Position, children: list[Any]) -> n.Compare:
        left, verb, right = children
        return n.Compare(operator or verb, left, right, verb + more_words, span=at.span)

    return make


# ---------------------------------------------------------------- sentences


def _draw(at: Position, children: list[Any]) -> n.Draw:
    (up_to, amount, noun), source, target, binding = children
    known = amount or n.Number("1", span=at.span)
    return n.Draw(known, up_to, source, target, binding, noun=noun, single=amount is None, span=at.span)


def _choice_noun(at: Position, children: list[Any]) -> n.ChoiceNoun:
    kind, *parts = children
    p = _by_kind(at, parts)
    return n.ChoiceNoun(kind, p.get("from"), p.get("other than"), p.get("as"), p.get("where"), span=at.span)


def _each_head(at: Position, children: list[Any]) -> n.EachHead:
    kind, *parts = children
    p = _by_kind(at, parts)
    return n.EachHead(kind, p.get("in"), p.get("from"), p.get("other than"), p.get("as"), p.get("where"), span=at.span)


def _by_kind(at: Position, parts: list[TaggedChild | None]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for given in parts:
        if given is None:
            continue
        if given.kind in found:
            said = (given.value[0] if isinstance(given.value, tuple) else given.value).span
            at.complaints.append(error("said-twice", f"this says `{given.kind}` twice", said, label="the second one"))
        found[given.kind] = given.value
    return found


def _scenario(at: Position, children: list[Any]) -> n.Scenario:
    title, *rest = children
    p = _by_kind(at, [part for part in rest if isinstance(part, TaggedChild)])
    parts = tuple(part for part in rest if not isinstance(part, TaggedChild))
    return n.Scenario(
        title, p.get("like"), p.get("covers", ()), p.get("with", ()), parts, span=at.span, trivia=at.trivia
    )


def _take(at: Position, children: list[Any]) -> n.TakeActions:
    subject, take, (how, amount), names, passing = children
    plural = take == "take"
    return n.TakeActions(subject, how, amount, names, passing, plural=plural, span=at.span, trivia=at.trivia)


def _how_many(how: str) -> Make:
    return lambda at, children: (how, children[0] if children else None)


def _becomes(at: Position, children: list[Any]) -> n.Becomes:
    subject, original, lasts, keeping = children
    duration, condition = (lasts, None) if isinstance(lasts, n.Duration) else (None, lasts)
    names = keeping or ()
    return n.Becomes(subject, original, duration, condition, names, span=at.span, trivia=at.trivia)


# ---------------------------------------------------------------- blocks


class _Otherwise:
    """The `otherwise` of an `if` or a `may`, with the rule text that stands before it."""

    def __init__(self, texts: tuple[n.RuleText, ...], trivia: n.Trivia, body: n.Block | n.If) -> None:
        self.texts = texts
        self.trivia = trivia
        self.body = body

    def items(self) -> tuple[n.Item, ...]:
        """All that stands in it."""
        inside = self.body.items if isinstance(self.body, n.Block) else (self.body,)
        return (*self.texts, *inside)


def _otherwise_if(at: Position, children: list[Any]) -> _Otherwise:
    texts, comments, condition, body, more = children
    return _Otherwise(texts, comments, n.If(condition, body, **_else_fields(more), span=at.span))


def _decides(at: Position, children: list[Any]) -> n.Decides:
    said, *others, value = children
    given = tuple(others)
    match said:
        case n.Property(name, None, owner, apostrophe=False) if owner is not None:
            given = (n.Argument("of", owner, span=owner.span), *given)
        case _:
            name = n.Name(said.span.text, span=said.span)  # if it is no name, no procedure is called so
    return n.Decides(name, given, value, span=at.span)


def _else_fields(given: _Otherwise | None) -> dict[str, Any]:
    if given is None:
        return {"otherwise": None}
    return {"otherwise": given.body, "otherwise_texts": given.texts, "otherwise_trivia": given.trivia}


def _with_else(cls: type[Any]) -> Make:
    def make(at: Position, children: list[Any]) -> Any:
        *fields, given = children
        return placed(cls, at, *fields, **_else_fields(given))

    return make


def _may_do(at: Position, children: list[Any]) -> Any:
    *heading, costs, body, given = children
    return placed(n.MayDo, at, *heading, costs or (), body, **_else_fields(given))


def _may_pay(at: Position, children: list[Any]) -> Any:
    """What is paid is read as with `pay`."""
    subject, paid, source, target, *more, body, given = children
    if not isinstance(paid, n.SomeOf):
        at.complaints.append(error("not-a-price", "what one may pay for this is so many of something", paid.span,
                                   label="not so many", help=("write a number, a name or a sum in brackets: "
                                   "`you may pay (number of players) coins:`",)))  # fmt: skip
        paid = n.SomeOf(n.Number("1", span=paid.span), paid.counter, span=paid.span)
    said = Span(paid.span.source, paid.span.start, (target or source or paid).span.end)
    first = n.Cost(paid.amount, paid.counter, source, target, span=said)
    return placed(n.MayDo, at, subject, None, None, (first, *more), body, **_else_fields(given))


def _simple_line(at: Position, children: list[Any]) -> n.Block:
    """The one statement behind a colon; `nothing happens` is an empty block."""
    statements = tuple(child for child in children if not isinstance(child, n.NothingHappens))
    return n.Block(statements, inline=True, span=at.span)


def _bad_line(at: Position, children: list[Any]) -> n.BadLine:
    """A line with what stands under it, and those that go on with it by `and`."""
    body: list[Any] = []
    for child in children[1:]:
        if isinstance(child, _Otherwise):
            body += child.items()
        elif child is not None and not isinstance(child, n.Trivia):
            body.append(child)
    return n.BadLine(tuple(body), span=at.span, trivia=at.trivia)


# ---------------------------------------------------------------- scenarios


def _with_and(cls: type[Any], of_list: int) -> Make:
    """A first line, and the parts of those that begin with `and`: a list, of which the first is `of_list` parts."""

    def make(at: Position, children: list[Any]) -> Any:
        parts = [child for child in children if not isinstance(child, n.Trivia | n.BadLine)]
        comments = tuple(child for child in children if isinstance(child, n.Trivia))
        return placed(cls, at, *parts[:of_list], tuple(parts[of_list:]), and_trivia=comments)

    return make


def _everybody_has(at: Position, children: list[Any]) -> n.Has:
    amount, thing, inside = children
    said = Span(at.span.source, at.span.start, at.span.start + len("everybody"))
    everybody = n.Name("everybody", span=said)
    return n.Has(everybody, True, amount, thing, inside and inside.value, span=at.span)


def _happened(at: Position, children: list[Any]) -> n.ClaimHappened:
    name, times = children
    return n.ClaimHappened(name, times, span=at.span)


def _claim_wins(at: Position, children: list[Any]) -> n.ClaimWins:
    winners, win, among = children
    return n.ClaimWins(tuple(_joined_by_and(winners)), among, plural=win == "win", span=at.span)


def _joined_by_and(expression: n.Expression) -> list[n.Expression]:
    joined: list[n.Expression] = []
    while isinstance(expression, n.Binary) and expression.operator == "and":
        joined.append(expression.right)
        expression = expression.left
    return [expression, *reversed(joined)]


_HANDED_ON = (
    *(
        "of_kind",
        "by_kind",
        "laid_out",
        "start_prep",
        "zone_shape",
        "happening",
        "up_or_down",
        "rolled_for",
        "combining",
        "how_combined",
    ),
    *("depth", "action_kind", "before_or_after", "flow_kind", "gerund", "new_title", "number", "text", "name"),
    *("pile_end", "ranking", "in_reach", "rounded", "is_word", "value_of_many", "choose", "asking"),
    *("passing", "preposition", "preposition_but_of", "take_word", "win_word", "lose_word", "as_long_as", "keeping"),
    *("repeat_until", "bound", "edge", "answer"),
    *("decider", "has_some", "by_player", "piece_face", "how_answered", "at_text", "so_many_times"),
)
_LISTS = (
    *("name_list", "traits", "of_domain", "of_domain_open", "attributes", "card_body", "arguments", "else_text"),
    *("with_best", "price"),
)
_SEERS = ("nobody", "everybody", "owner", "all_but_owner", "mover")

IRREGULAR: Mapping[str, Make] = {
    **dict.fromkeys(_HANDED_ON, only),
    **dict.fromkeys(_LISTS, all_of),
    "manner": lambda at, words: " ".join(words),
    **{f"seen_by_{who}": constant(who) for who in _SEERS},
    **dict.fromkeys(("ring", "or_none", "next", "then_by_chance", "stands_open"), yes),
    **dict.fromkeys(("one_die", "has_none", "heading_alone"), constant(None)),
    **dict.fromkeys(("otherwise_word", "and_word"), trivia),
    "start": lambda at, children: n.File(tuple(children), span=at.span),
    **dict.fromkeys(
        ("rule_text", "else_line"),
        lambda at, c: n.RuleText(normalize("NFC", c[0][1:].strip()), span=at.span, trivia=at.trivia),
    ),
    **dict.fromkeys(("bad_line", "bad_given", "bad_when", "bad_then", "bad_and"), _bad_line),
    "counter": _counter,
    "counters": _counters,
    "cards": _cards,
    "tokens": _tokens,
    "attribute": _attribute,
    **dict.fromkeys(
        ("turn_of_pronoun", "turn_of"), lambda at, c: n.Period(c[0], c[1] is not None, "turn", span=at.span)
    ),
    "this_period": lambda at, c: n.Period(None, False, c[0].text, span=at.span),
    **dict.fromkeys(("define", "define_cases"), _define),
    "variant": _variant,
    "insert": _insert,
    "of": _of,
    "indexed": lambda at, c: n.Property(c[0], c[1], None, span=at.span),
    "possessed": lambda at, c: n.Property(c[1], c[2], c[0], apostrophe=True, span=at.span),
    "applied": lambda at, c: n.Applied(c[0], tuple(c[1:]), span=at.span),
    "distance": lambda at, c: n.Applied(n.Name("distance", span=at.span), tuple(c), span=at.span),
    # What somebody has most of: `cards in their hand`, `total worth of cards in their hand`.
    "value_of_value": _of,
    "each_counted": lambda at, c: attrs.evolve(c[0], every=True, span=at.span),
    "noun_from": _noun_from,
    "the_among": _the_among,
    "most_things": lambda at, c: n.Query("number", _noun(at, *c), span=at.span),
    "most_in_all": lambda at, c: n.BestOf(c[0], c[1], _noun(at, *c[2:]), span=at.span),
    "any_party": lambda at, c: n.AnySuch(_noun(at, c[0], None, *c[1:]), span=at.span),
    "compare": _compare(""),
    "is_": _compare("="),
    "is_not": _compare("!=", " not"),
    "is_at_least": _compare(">=", " at least"),
    "is_at_most": _compare("<=", " at most"),
    "in_": part("in"),
    "cfrom": part("from"),
    **dict.fromkeys(("beginning", "from_plain"), part("from")),
    **dict.fromkeys(("other_than", "than_plain"), part("other than")),
    "binding": part("as"),
    "where": part("where"),
    "like_scenario": part("like"),
    "covers": lambda at, children: TaggedChild("covers", tuple(children)),
    "with_variants": lambda at, children: TaggedChild("with", tuple(children)),
    "scenario": _scenario,
    "draw": _draw,
    "draw_some": lambda at, children: (False, *children),
    "draw_to": lambda at, children: (True, *children),
    "roll": lambda at, c: n.Roll(c[0] or n.Number("1", span=at.span), c[1], c[2], c[0] is None, c[3], span=at.span),
    "cnoun": _choice_noun,
    "each_head": _each_head,
    "take_actions": _take,
    "free_actions": lambda at, c: _take(at, [*c[:-1], ("free", None), (), c[-1]]),
    "exactly_many": _how_many("exactly"),
    "one_action": _how_many("one"),
    "up_to_many": _how_many("up_to"),
    "any_number": _how_many("any"),
    "becomes": _becomes,
    "otherwise": lambda at, children: _Otherwise(*children),
    "otherwise_if": _otherwise_if,
    "if_": _with_else(n.If),
    "decides": _decides,
    "may_block": _may_do,
    "may_pay": _may_pay,
    "may_choose": _with_else(n.MayChoose),
    **dict.fromkeys(("block", "flow_block"), lambda at, c: n.Block(tuple(c), span=at.span)),
    "simple_line": _simple_line,
    "given_part": _with_and(n.Given, 0),
    "when_part_s": _with_and(n.When, 1),
    "then_part": _with_and(n.Then, 0),
    "everybody_has": _everybody_has,
    "happened": _happened,
    "once": constant(1),
    "so_often": lambda at, children: children[0].value,
    "alone": constant("alone"),
    "among_others": constant("among others"),
    "claim_wins": _claim_wins,
}
