"""Parse tree to syntax tree: one builder for each grammar rule, found by the rule's name in `BUILDERS`.

A rule whose children are already the fields of its node, in order, is listed in `DIRECT`; the others have a
function of their own. `Comments` gives each line its trivia.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, cast

from lark import Token, Tree

from dsl.source import Source, Span
from dsl.syntax import nodes as n

ParseTree = Tree[Token]


def build_file(tree: ParseTree, source: Source, offset: int = 0) -> n.File:
    """The syntax tree of a whole parse tree; `offset` is where its text begins in `source`."""
    return cast(n.File, Builder(source, offset).build(tree))


class Comments:
    """Where a text has comments and blank lines, by line number from 1."""

    def __init__(self, source: Source) -> None:
        self.alone: dict[int, str] = {}
        self.behind: dict[int, str] = {}
        self.blank: set[int] = set()
        self.indent: dict[int, int] = {}
        for number, line in enumerate(source.text.split("\n"), start=1):
            stripped = line.strip()
            self.indent[number] = len(line) - len(line.lstrip())
            if not stripped:
                self.blank.add(number)
            elif stripped.startswith("#"):
                self.alone[number] = stripped[1:].strip()
            elif "#" in line and not stripped.startswith(">"):
                if match := _BEHIND.match(line):
                    self.behind[number] = match.group(1).strip()

    def trivia(self, line: int, column: int) -> n.Trivia:
        """The comments of a node that starts there; none if something stands before it on its line."""
        if self.indent.get(line) != column - 1:
            return n.NO_TRIVIA
        first = line
        while first - 1 in self.alone:
            first -= 1
        above = tuple(self.alone[k] for k in range(first, line))
        behind = self.behind.get(line)
        blank = first - 1 in self.blank
        return n.Trivia(above, behind, blank) if above or behind or blank else n.NO_TRIVIA


_BEHIND = re.compile(r'(?:[^"#]|"[^"]*")*#(.*)$')
_CLAUSE_IN_TEXT = re.compile(r"\[([a-z]+-R?[0-9]+)\]\s*")


class Builder:
    """Builds one file; holds only where it is (the source, the offset of the piece being built)."""

    def __init__(self, source: Source, offset: int = 0, comments: Comments | None = None) -> None:
        self.source = source
        self.offset = offset
        self.comments = comments or Comments(source)

    def build(self, part: ParseTree | Token | None) -> Any:
        if part is None:
            return None
        if isinstance(part, Token):
            return self._token(part)
        if (direct := DIRECT.get(part.data)) is not None:
            return direct(*[self.build(c) for c in part.children], **self.place(part, direct))
        return BUILDERS[part.data](self, part)

    def children(self, tree: ParseTree) -> list[Any]:
        return [self.build(c) for c in tree.children]

    def span(self, tree: ParseTree) -> Span:
        meta = tree.meta
        if meta.empty:
            return Span(self.source, self.offset, self.offset)
        return Span(self.source, self.offset + meta.start_pos, self.offset + meta.end_pos)

    def place(self, tree: ParseTree, node: type[Any]) -> dict[str, Any]:
        """The span, and the trivia where the node has any, as keyword arguments."""
        span = self.span(tree)
        if node not in _WITH_TRIVIA:
            return {"span": span}
        line, column = self.source.position(span.start)
        return {"span": span, "trivia": self.comments.trivia(line, column)}

    def make(self, tree: ParseTree, node: type[Any], *fields: Any) -> Any:
        return node(*fields, **self.place(tree, node))

    def _token(self, token: Token) -> Any:
        start = self.offset + (token.start_pos or 0)
        span = Span(self.source, start, start + len(token))
        match token.type:
            case "NAME" | "CLAUSE":
                return n.Name(str(token), span=span)
            case "STRING":
                return n.Text(token[1:-1], span=span)
            case "NUMBER":
                return n.Number(str(token), span=span)
            case _:
                return str(token)


# ---------------------------------------------------------------- how each rule becomes a node

BuilderFunction = Callable[[Builder, ParseTree], Any]


def _only(b: Builder, t: ParseTree) -> Any:
    """A wrapper rule: its one child."""
    return b.build(t.children[0])


def _word(b: Builder, t: ParseTree) -> str:
    return str(t.children[0])


def _words(b: Builder, t: ParseTree) -> str:
    return " ".join(str(c) for c in t.children)


def _all(b: Builder, t: ParseTree) -> tuple[Any, ...]:
    return tuple(c for c in b.children(t) if c is not None)


def _file(b: Builder, t: ParseTree) -> n.File:
    return n.File(_all(b, t), span=b.span(t))


def _rule_text(b: Builder, t: ParseTree) -> n.RuleText:
    raw = str(t.children[0])[1:].strip()
    clauses = tuple(_CLAUSE_IN_TEXT.findall(raw))
    return cast(n.RuleText, b.make(t, n.RuleText, _CLAUSE_IN_TEXT.sub("", raw).strip(), clauses))


def _bad_line(b: Builder, t: ParseTree) -> n.BadLine:
    return cast(n.BadLine, b.make(t, n.BadLine, tuple(c for c in b.children(t)[1:] if c is not None)))


def _head_and_rest(node: type[Any], head: int) -> BuilderFunction:
    """The first `head` children are fields of their own; the rest is one tuple."""

    def build(b: Builder, t: ParseTree) -> Any:
        parts = b.children(t)
        return b.make(t, node, *parts[:head], tuple(p for p in parts[head:] if p is not None))

    return build


def _constant(node: type[Any], *fields: Any) -> BuilderFunction:
    """Some fields are fixed by the rule's name and stand first."""
    return lambda b, t: b.make(t, node, *fields, *b.children(t))


def _then(node: type[Any], *fields: Any) -> BuilderFunction:
    """Some fields are fixed by the rule's name and stand last."""
    return lambda b, t: b.make(t, node, *b.children(t), *fields)


def _filled(node: type[Any], **fixed: Any) -> Callable[..., BuilderFunction]:
    """Fixed fields and the names of the children's fields."""

    def names(*fields: str) -> BuilderFunction:
        def build(b: Builder, t: ParseTree) -> Any:
            given = dict(zip(fields, b.children(t), strict=False))
            return node(**fixed, **given, **b.place(t, node))

        return build

    return names


def _traits(value: Any) -> tuple[n.Trait, ...]:
    return value if isinstance(value, tuple) else ()


def _tokens(b: Builder, t: ParseTree) -> n.Tokens:
    name, owner, *parts = b.children(t)
    traits = tuple(p for p in parts if isinstance(p, n.Trait))
    fields = tuple(p for p in parts if isinstance(p, n.CardField))
    return cast(n.Tokens, b.make(t, n.Tokens, name, owner, traits, fields))


def _with_traits(node: type[Any]) -> BuilderFunction:
    """Declarations whose last child is the traits, or nothing."""

    def build(b: Builder, t: ParseTree) -> Any:
        parts = b.children(t)
        return b.make(t, node, *parts[:-1], _traits(parts[-1]))

    return build


def _trait(kind: str, field_name: str) -> BuilderFunction:
    return lambda b, t: n.Trait(kind, **{field_name: b.build(t.children[0])}, span=b.span(t))


def _bare_trait(kind: str, word: str | None = None) -> BuilderFunction:
    return lambda b, t: n.Trait(kind, word, span=b.span(t))


def _seen_trait(b: Builder, t: ParseTree) -> n.Trait:
    seers = cast(ParseTree, t.children[0])
    return n.Trait("seen", str(seers.data).removeprefix("seen_by_"), span=b.span(t))


def _counter(b: Builder, t: ParseTree) -> n.Counters:
    name, owner, by, traits = b.children(t)
    item = n.CounterItem(name, None, span=name.span)
    return cast(n.Counters, b.make(t, n.Counters, None, owner, by, _traits(traits), (item,)))


def _counters(b: Builder, t: ParseTree) -> n.Counters:
    name, owner, by, traits, *items = b.children(t)
    return cast(n.Counters, b.make(t, n.Counters, name, owner, by, _traits(traits), tuple(items)))


def _enum(b: Builder, t: ParseTree) -> n.Enum:
    name, ring, *values = b.children(t)
    inline = name.span.line == b.span(t).end_line or not values or values[0].span.line == name.span.line
    return cast(n.Enum, b.make(t, n.Enum, name, ring is not None, inline, tuple(values)))


def _enum_name(b: Builder, t: ParseTree) -> n.EnumValue:
    name, title = b.children(t)
    return n.EnumValue(name, title, (), span=b.span(t))


def _remember(b: Builder, t: ParseTree) -> n.Remember:
    name, owner, by, kind, *traits = b.children(t)
    return cast(n.Remember, b.make(t, n.Remember, name, owner, by, kind, tuple(x for x in traits if x)))


def _type(b: Builder, t: ParseTree) -> n.TypeName:
    name, or_none = b.children(t)
    return n.TypeName(name, or_none is not None, span=b.span(t))


def _cards(b: Builder, t: ParseTree) -> n.Cards:
    name, *fields = b.children(t)
    return cast(n.Cards, b.make(t, n.Cards, name, tuple(f for f in fields if f is not None)))


def _define(b: Builder, t: ParseTree) -> n.Define:
    name, domains, combining, value = b.children(t)
    return cast(n.Define, b.make(t, n.Define, name, domains or (), combining, value, ()))


def _define_cases(b: Builder, t: ParseTree) -> n.Define:
    name, domains, combining, *cases = b.children(t)
    return cast(n.Define, b.make(t, n.Define, name, domains or (), combining, None, tuple(cases)))


def _default_case(b: Builder, t: ParseTree) -> n.Case:
    return cast(n.Case, b.make(t, n.Case, b.build(t.children[0]), None))


def _card_entry(b: Builder, t: ParseTree) -> n.CardEntry:
    copies, title, attributes, *body = b.children(t)
    return cast(n.CardEntry, b.make(t, n.CardEntry, copies, title, attributes, body[0] if body else ()))


def _attribute(b: Builder, t: ParseTree) -> n.Attribute | n.Lasts:
    name, *value = b.children(t)
    return name if isinstance(name, n.Lasts) else n.Attribute(name, value[0], span=b.span(t))


def _duration_until(b: Builder, t: ParseTree) -> n.Duration:
    edge, period = b.children(t)
    return n.Duration(edge, period, span=b.span(t))


def _turn_of_pronoun(b: Builder, t: ParseTree) -> n.Period:
    word, following = b.children(t)
    first = cast(ParseTree, t.children[0])
    return n.Period(n.Possessive(word, span=b.span(first)), following is not None, "turn", span=b.span(t))


def _turn_of(b: Builder, t: ParseTree) -> n.Period:
    owner, following = b.children(t)
    return n.Period(owner, following is not None, "turn", span=b.span(t))


def _this_period(b: Builder, t: ParseTree) -> n.Period:
    return n.Period(None, False, b.build(t.children[0]).text, span=b.span(t))


def _ruling(b: Builder, t: ParseTree) -> n.Ruling:
    clause, question, changed_by, *texts = b.children(t)
    return cast(n.Ruling, b.make(t, n.Ruling, clause, question, changed_by or (), tuple(texts)))


def _block(b: Builder, t: ParseTree) -> n.Block:
    return n.Block(_all(b, t), span=b.span(t))


def _simple_line(b: Builder, t: ParseTree) -> n.Block:
    return n.Block(_all(b, t), inline=True, span=b.span(t))


def _nothing_happens(b: Builder, t: ParseTree) -> n.Block:
    return n.Block((), inline=True, span=b.span(t))


def _round(b: Builder, t: ParseTree) -> n.Flow:
    name, title, condition, bound, body = b.children(t)
    return cast(n.Flow, b.make(t, n.Flow, "round", None, name, title, condition, bound, body))


def _flow(kind: str) -> BuilderFunction:
    def build(b: Builder, t: ParseTree) -> n.Flow:
        number, name, title, body = b.children(t)
        return cast(n.Flow, b.make(t, n.Flow, kind, number, name, title, None, None, body))

    return build


def _procedure(b: Builder, t: ParseTree) -> n.Procedure:
    name, *rest, answer, depth, body = b.children(t)
    parameters = tuple(p for p in rest if p is not None)
    return cast(n.Procedure, b.make(t, n.Procedure, name, parameters, answer, body, depth))


def _action(b: Builder, t: ParseTree) -> n.Action:
    kind, name, title, *traits, body = b.children(t)
    return cast(n.Action, b.make(t, n.Action, kind, name, title, tuple(traits), body))


def _during(b: Builder, t: ParseTree) -> n.ActionTrait:
    return n.ActionTrait("during", names=_all(b, t), span=b.span(t))


def _beside(b: Builder, t: ParseTree) -> n.ActionTrait:
    return n.ActionTrait("beside", names=_all(b, t), span=b.span(t))


def _any_party(b: Builder, t: ParseTree) -> n.AnySuch:
    name, other, binding = b.children(t)
    noun = n.Noun(name, None, other, binding, None, span=b.span(t))
    return n.AnySuch(noun, span=b.span(t))


def _order(b: Builder, t: ParseTree) -> n.Act:
    manner, verb = b.children(t)
    return cast(n.Act, b.make(t, n.Act, None, manner, False, verb))


def _sentence(optional: bool) -> BuilderFunction:
    def build(b: Builder, t: ParseTree) -> n.Act:
        subject, manner, verb = b.children(t)
        return cast(n.Act, b.make(t, n.Act, subject, manner, optional, verb))

    return build


def _draw(b: Builder, t: ParseTree) -> n.Draw:
    amount, source, target, binding = b.children(t)
    up_to = isinstance(amount, _UpTo)
    return n.Draw(amount.amount if up_to else amount, up_to, source, target, binding, span=b.span(t))


def _roll(b: Builder, t: ParseTree) -> n.Roll:
    amount, die, binding = b.children(t)
    return n.Roll(amount or n.Number("1", span=b.span(t)), die, binding, amount is None, span=b.span(t))


class _UpTo:
    """`to 5` of a draw, until the draw is built."""

    def __init__(self, amount: n.Expression) -> None:
        self.amount = amount


def _chosen(how: str) -> BuilderFunction:
    def build(b: Builder, t: ParseTree) -> n.ChooseThing:
        *amount, noun = b.children(t)
        return n.ChooseThing(how, amount[0] if amount else None, noun, span=b.span(t))

    return build


def _chosen_among(b: Builder, t: ParseTree) -> n.ChooseAmong:
    *candidates, binding = b.children(t)
    return n.ChooseAmong(tuple(candidates), binding, span=b.span(t))


def _parts(b: Builder, t: ParseTree) -> dict[str, Any]:
    """The parts of a noun (`from`, `other than`, `as`, `where`, `in`), which come in any order."""
    return {c.data: b.build(c) for c in t.children if isinstance(c, Tree)}


def _choice_noun(b: Builder, t: ParseTree) -> n.ChoiceNoun:
    p = _parts(b, t)
    name = b.build(t.children[0])
    return n.ChoiceNoun(
        name, p.get("cfrom"), p.get("other_than"), p.get("binding"), p.get("where"), span=b.span(t)
    )


def _each_head(b: Builder, t: ParseTree) -> n.EachHead:
    p = _parts(b, t)
    name = b.build(t.children[0])
    return n.EachHead(
        name, p.get("in_"), p.get("cfrom"), p.get("other_than"), p.get("binding"), p.get("where"), span=b.span(t)
    )


def _arguments(b: Builder, t: ParseTree) -> tuple[n.Argument, ...]:
    return _all(b, t)


def _take(b: Builder, t: ParseTree) -> n.TakeActions:
    subject, (how, amount), names = b.children(t)
    return cast(n.TakeActions, b.make(t, n.TakeActions, subject, how, amount, names))


def _free_actions(b: Builder, t: ParseTree) -> n.TakeActions:
    return cast(n.TakeActions, b.make(t, n.TakeActions, b.build(t.children[0]), "free", None, ()))


def _how_many(how: str) -> BuilderFunction:
    return lambda b, t: (how, b.build(t.children[0]) if t.children else None)


class _Else:
    """The `otherwise` of an `if` or a `may`, with the rule text that stands before it."""

    def __init__(self, texts: tuple[n.RuleText, ...], body: n.Block | n.If) -> None:
        self.texts = texts
        self.body = body


def _else_text(b: Builder, t: ParseTree) -> tuple[n.RuleText, ...]:
    texts = []
    for token in t.children:
        raw = str(token)[1:].strip()
        span = b._token(Token("NAME", str(token), token.start_pos)).span if isinstance(token, Token) else b.span(t)
        texts.append(n.RuleText(_CLAUSE_IN_TEXT.sub("", raw).strip(), tuple(_CLAUSE_IN_TEXT.findall(raw)), span=span))
    return tuple(texts)


def _otherwise(b: Builder, t: ParseTree) -> _Else:
    texts, body = b.children(t)
    return _Else(texts, body)


def _otherwise_if(b: Builder, t: ParseTree) -> _Else:
    texts, condition, body, more = b.children(t)
    inner = n.If(condition, body, *_else_fields(more), span=b.span(t))
    return _Else(texts, inner)


def _else_fields(part: _Else | None) -> tuple[Any, tuple[n.RuleText, ...]]:
    return (part.body, part.texts) if part else (None, ())


def _with_else(node: type[Any]) -> BuilderFunction:
    def build(b: Builder, t: ParseTree) -> Any:
        *fields, part = b.children(t)
        return b.make(t, node, *fields, *_else_fields(part))

    return build


def _menu(b: Builder, t: ParseTree) -> n.Menu:
    subject, asking, *options = b.children(t)
    return cast(n.Menu, b.make(t, n.Menu, subject, asking, tuple(options)))


def _becomes(b: Builder, t: ParseTree) -> n.Becomes:
    subject, original, lasts, keeping = b.children(t)
    duration = lasts if isinstance(lasts, n.Duration) else None
    condition = lasts if duration is None else None
    return cast(n.Becomes, b.make(t, n.Becomes, subject, original, duration, condition, keeping or ()))


def _as(b: Builder, t: ParseTree) -> n.As:
    who, decider, body = b.children(t)
    return cast(n.As, b.make(t, n.As, who, body, decider))


def _repeat_times(b: Builder, t: ParseTree) -> n.Repeat:
    amount, until, body = b.children(t)
    return cast(n.Repeat, b.make(t, n.Repeat, "times", amount, until, body))


def _repeat_at_most(b: Builder, t: ParseTree) -> n.Repeat:
    amount, until, body = b.children(t)
    return cast(n.Repeat, b.make(t, n.Repeat, "at_most", amount, until, body))


def _repeat_until(b: Builder, t: ParseTree) -> n.Repeat:
    until, bound, body = b.children(t)
    return cast(n.Repeat, b.make(t, n.Repeat, "until", bound, until, body))


def _variant(b: Builder, t: ParseTree) -> n.Variant:
    title, base, *rest = b.children(t)
    over = tuple(x for x in rest if isinstance(x, n.Text))
    return cast(n.Variant, b.make(t, n.Variant, title, base, over, tuple(rest[len(over) :])))


def _insert(b: Builder, t: ParseTree) -> n.Insert:
    timing, kind, anchor, number, name, title, body = b.children(t)
    flow = n.Flow(kind, number, name, title, None, None, body, span=b.span(t))
    return cast(n.Insert, b.make(t, n.Insert, timing, kind, anchor, flow))


def _scenario(b: Builder, t: ParseTree) -> n.Scenario:
    title, covers, variants, *parts = b.children(t)
    return cast(n.Scenario, b.make(t, n.Scenario, title, covers or (), variants or (), tuple(parts)))


def _answer_choose(b: Builder, t: ParseTree) -> n.AnswerChoose:
    player, *values, at = b.children(t)
    return n.AnswerChoose(player, tuple(values), at, span=b.span(t))


def _run_and_answers(b: Builder, t: ParseTree) -> n.When:
    run, *answers = b.children(t)
    return cast(n.When, b.make(t, n.When, run, tuple(answers)))


def _sees(negated: bool) -> BuilderFunction:
    return _then(n.ClaimSees, negated)


def _asked(b: Builder, t: ParseTree) -> n.ClaimAsked:
    player, text = b.children(t)
    return n.ClaimAsked(player, text, t.data == "not_asked", span=b.span(t))


def _offered(b: Builder, t: ParseTree) -> n.ClaimOffered:
    player, *values = b.children(t)
    return n.ClaimOffered(player, tuple(values), t.data == "not_offered", span=b.span(t))


def _happened(b: Builder, t: ParseTree) -> n.ClaimHappened:
    name, times = b.children(t)
    return n.ClaimHappened(_event_name(name, b.span(t)), times.value if times else None, span=b.span(t))


def _did_not_happen(b: Builder, t: ParseTree) -> n.ClaimHappened:
    (name,) = b.children(t)
    return n.ClaimHappened(_event_name(name, b.span(t)), 0, span=b.span(t))


def _event_name(name: n.Name | str, span: Span) -> n.Name:
    return n.Name(name, span=span) if isinstance(name, str) else name


def _claim_wins(b: Builder, t: ParseTree) -> n.ClaimWins:
    return n.ClaimWins(tuple(_flat_and(b.build(t.children[0]))), span=b.span(t))


def _flat_and(expression: n.Expression) -> list[n.Expression]:
    if isinstance(expression, n.Binary) and expression.operator == "and":
        return [*_flat_and(expression.left), *_flat_and(expression.right)]
    return [expression]


def _binary(operator: str) -> BuilderFunction:
    return _constant(n.Binary, operator)


def _compare(b: Builder, t: ParseTree) -> n.Compare:
    left, operator, right = b.children(t)
    return n.Compare(operator, left, right, operator, span=b.span(t))


def _compare_as(operator: str, spelling: str) -> BuilderFunction:
    return lambda b, t: n.Compare(operator, *b.children(t), spelling, span=b.span(t))


def _property_of(b: Builder, t: ParseTree) -> n.Expression:
    """`head of owner`: the head is a name, with or without an index."""
    head, owner = b.children(t)
    match head:
        case n.Name():
            return n.Property(head, None, owner, span=b.span(t))
        case n.Property(name, index, None):
            return n.Property(name, index, owner, span=b.span(t))
        case n.Applied(name, arguments):
            return n.Applied(name, (*arguments, owner), span=b.span(t))
        case _:  # `your hand of x`: two owners; the checker says so
            return n.Property(n.Name("", span=b.span(t)), head, owner, span=b.span(t))


def _indexed(b: Builder, t: ParseTree) -> n.Property:
    name, index = b.children(t)
    return n.Property(name, index, None, span=b.span(t))


def _applied(b: Builder, t: ParseTree) -> n.Applied:
    name, *arguments = b.children(t)
    return n.Applied(name, tuple(arguments), span=b.span(t))


def _possessed(b: Builder, t: ParseTree) -> n.Property:
    owner, name, index = b.children(t)
    if isinstance(owner, str):
        owner = n.Possessive(owner, span=b.span(cast(ParseTree, t.children[0])))
    return n.Property(name, index, owner, span=b.span(t))


def _pronoun(b: Builder, t: ParseTree) -> n.Pronoun:
    return n.Pronoun(str(t.children[0]), span=b.span(t))


def _distance(b: Builder, t: ParseTree) -> n.Applied:
    """`distance from a to b` is `distance(a, b)`."""
    return n.Applied(n.Name("distance", span=b.span(t)), _all(b, t), span=b.span(t))


def _the(*fields: str) -> BuilderFunction:
    def build(b: Builder, t: ParseTree) -> n.The:
        given: dict[str, Any] = {"of": None, "inside": None, "ranking": (), "binding": None, "where": None}
        parts = b.children(t)
        for k, name in enumerate(fields):
            given[name] = tuple(parts[k:]) if name == "ranking" else parts[k]
        return n.The(**given, span=b.span(t))

    return build


def _list(b: Builder, t: ParseTree) -> n.ListOf:
    return n.ListOf(_all(b, t), span=b.span(t))


def _negative_number(b: Builder, t: ParseTree) -> n.Negative:
    return n.Negative(b.build(t.children[0]), span=b.span(t))


def _top(b: Builder, t: ParseTree) -> n.PileEnd:
    end, amount, zone = b.children(t)
    return n.PileEnd(end, amount, zone, span=b.span(t))


DIRECT: dict[str, type[Any]] = {
    "setting": n.Setting, "range": n.Range, "library": n.Library, "parameter": n.Parameter,
    "counter_item": n.CounterItem, "enum_item": n.EnumValue, "field": n.CardField, "domain": n.Domain,
    "case": n.Case, "grid": n.Grid, "seat": n.Seat, "lasts": n.Lasts,
    "when_part": n.WhenPart, "setup": n.Setup, "parameter_of": n.ProcedureParameter, "reaction": n.Reaction,
    "hook": n.Hook, "whenever": n.Whenever, "before_after": n.AtEvent, "flow_event": n.FlowEvent,
    "action_event": n.ActionEvent, "procedure_event": n.ProcedureEvent, "verb_event": n.VerbEvent,
    "boundary_event": n.BoundaryEvent, "some_amount": n.SomeAmount, "any_such": n.AnySuch,
    "exception": n.ExceptionTo, "game_end": n.GameEnd, "some_of": n.SomeOf, "equal_to": n.EqualTo,
    "all_of": n.AllOf, "move": n.Move, "discard": n.Discard, "reveal": n.Reveal, "shuffle": n.Shuffle,
    "create": n.Create, "swap": n.Swap, "give": n.GivePieces, "give_amount": n.GiveAmount, 
    "look": n.Look, "flip": n.Flip, "remove": n.RemoveFromGame,     "chosen_number": n.ChooseNumber, "chosen_order": n.ChooseOrder, "let": n.Let, "assign": n.Assign,
    "argument": n.Argument, "return_": n.Return, "decide": n.Decide, "needs": n.Needs, "stop": n.Stop,
    "end_turn": n.EndTurn, "announce": n.Announce, "wins": n.Wins, "forfeits": n.Forfeits,
    "each": n.Each, "loop_list": n.LoopList, "for_each": n.ForEach,
    "for_range": n.ForRange, "together": n.Together, "while_": n.While, "at_once": n.AtOnce, "turns": n.Turns,
    "menu_option": n.MenuOption, "lasting": n.Lasting, "standing": n.Standing, "target": n.Target,
    "replace": n.Replace, "replace_define": n.ReplaceDefine, "replace_card": n.ReplaceCard, "extend": n.Extend,
    "remove_edit": n.Remove, "remove_card": n.RemoveCard, "set_parameter": n.SetParameter, "add": n.AddCard,
    "piece": n.Piece, "seed_line": n.SeedLine, "given_value": n.GivenValue, "given_parameter": n.GivenParameter,
    "run_flow": n.RunFlow, "run_setup": n.RunSetup, "run_action": n.RunAction, "run_game": n.RunGame,
    "run_random": n.RunRandom, "answer_word": n.AnswerWord, "answer_take": n.AnswerTake,
    "rest_passes": n.RestPasses, "rest_random": n.RestRandom, "claim_true": n.ClaimTrue,
    "may_pass": n.ClaimMayPass, "decided_claim": n.ClaimDecided, "refused": n.ClaimRefused,
    "none": n.Nothing, "brackets": n.Brackets, "divide": n.Divide, "negative": n.Negative,
    "not_": n.Not, "exists": n.Exists, "noun": n.Noun, "best_of": n.BestOf, "best": n.Ranking,
}  # fmt: skip

BUILDERS: dict[str, BuilderFunction] = {
    "start": _file, "rule_text": _rule_text, "bad_line": _bad_line,
    "number": _only, "text": _only, "name": _only, "negative_number": _negative_number,
    "yes": _constant(n.YesNo, True), "no_": _constant(n.YesNo, False),
    "name_list": _all, "traits": _all, "attributes": _all, "of_kind": _only, "by_kind": _only, "of_domain": _all,
    "combining": _only, "or_none": lambda b, t: True, "ring": lambda b, t: True, "next": lambda b, t: True,
    "game": _head_and_rest(n.Game, 1), "use": _then(n.Use), "counter": _counter, "counters": _counters,
    "enum": _enum, "enum_name": _enum_name, "cards": _cards, "type": _type,
    "tokens": _tokens, "pawn": _with_traits(n.Pawn), "dice": _with_traits(n.Dice),
    "zone": _with_traits(n.Zone), "role": _with_traits(n.Role), "flag": _with_traits(n.Flag),
    "remember": _remember,
    "shape": _trait("shape", "word"), "face": _trait("face", "word"), "seen": _seen_trait,
    "hidden": _bare_trait("hidden"), "refill": _trait("refill", "name"), "at_most": _trait("at_most", "value"),
    "bounds": _trait("bounds", "range"), "starts": _trait("starts", "value"), "supply": _trait("supply", "value"),
    "unordered": _bare_trait("unordered"),
    "define": _define, "define_cases": _define_cases, "default_case": _default_case,
    "spaces": _head_and_rest(n.Spaces, 1), "track": _head_and_rest(n.Track, 2), "deck": _head_and_rest(n.Deck, 2),
    "attribute": _attribute, "card_entry": _card_entry, "copies": _only, "card_body": _all,
    "until": _duration_until, "forever": lambda b, t: n.Duration(None, None, span=b.span(t)),
    "turn_of_pronoun": _turn_of_pronoun, "turn_of": _turn_of, "this_period": _this_period, "ruling": _ruling,
    "round": _round, "round_until": _constant(n.RoundCondition, "until"),
    "round_while": _constant(n.RoundCondition, "while"), "phase": _flow("phase"), "step": _flow("step"),
    "flow_block": _block, "block": _block, "nothing_happens": _nothing_happens, "simple_line": _simple_line,
    "procedure": _procedure, "answer": _only, "depth": _only, "action": _action,
    "once_per": _filled(n.ActionTrait, kind="limit")("unit"),
    "times_per": _filled(n.ActionTrait, kind="limit")("amount", "unit"),
    "own_turn": _constant(n.ActionTrait, "own_turn"), "during": _during, "beside": _beside,
    "taken_secretly": _constant(n.ActionTrait, "secretly"), "target_setup": _constant(n.Target, "setup", None, None),
    "instead_of": _constant(n.AtEvent, "instead"), "any_party": _any_party,
    "forbid": _constant(n.Permission, False), "allow": _constant(n.Permission, True),
    "plain_value": _constant(n.ExceptionValue, "plain"), "instead_value": _constant(n.ExceptionValue, "instead"),
    "at_least_value": _constant(n.ExceptionValue, "at_least"),
    "at_most_value": _constant(n.ExceptionValue, "at_most"),
    "order": _order, "sentence": _sentence(False), "each_sentence": _sentence(False), "optional": _sentence(True),
    "gain": _constant(n.Transfer, "gain"), "lose": _constant(n.Transfer, "lose"),
    "pay": _constant(n.Transfer, "pay"), "draw": _draw, "draw_to": lambda b, t: _UpTo(b.build(t.children[0])),
    "choice": _then(n.Choose), "choose": _only, "asking": _only, "passing": _only,
    "cnoun": _choice_noun, "each_head": _each_head, "closed_noun": _then(n.Noun, None, None),
    "chosen_one": _chosen("one"), "chosen_exactly": _chosen("exactly"), "chosen_up_to": _chosen("up_to"),
    "chosen_any": _chosen("any"), "chosen_among": _chosen_among, "cfrom": _only, "other_than": _only,
    "binding": _only, "where": _only, "in_": _only, "bound": _only, "repeat_until": _only,
    "decided": _then(n.Decided), "call": _then(n.Call), "arguments": _arguments,
    "raise_": _then(n.Raise, False), "lower": _then(n.Raise, True),
    "take_actions": _take, "free_actions": _free_actions, "exactly_many": _how_many("exactly"),
    "one_action": _how_many("one"), "up_to_many": _how_many("up_to"), "any_number": _how_many("any"),
    "nobody_wins": _constant(n.Wins, None),
    "if_": _with_else(n.If), "otherwise": _otherwise, "otherwise_if": _otherwise_if, "else_text": _else_text,
    "may_block": _with_else(n.MayDo), "may_choose": _with_else(n.MayChoose), "menu": _menu,
    "repeat": _repeat_times, "repeat_at_most": _repeat_at_most, "repeat_until_": _repeat_until,
    "becomes": _becomes, "as_long_as": _only, "keeping": _only, "as_": _as, "decider": _only,
    "roll": _roll, "one_die": lambda b, t: None, "distance": _distance,
    "variant": _variant, "insert": _insert, "scenario": _scenario, "covers": _all, "with_variants": _all,
    "cast": _then(n.Cast), "rolls_line": _head_and_rest(n.RollsLine, 0), "given_part": _head_and_rest(n.Given, 0),
    "given_pieces": _head_and_rest(n.GivenPieces, 1), "by_player": _only, "piece_face": _only,
    "when_part_s": _run_and_answers, "answer_choose": _answer_choose, "at_text": _only,
    "then_part": _head_and_rest(n.Then, 0), "claim_holds": _head_and_rest(n.ClaimHolds, 1),
    "sees": _sees(False), "sees_not": _sees(True), "can": _then(n.ClaimCan, False), "cannot": _then(n.ClaimCan, True),
    "asked": _asked, "not_asked": _asked, "offered": _offered, "not_offered": _offered, "happened": _happened,
    "did_not_happen": _did_not_happen, "over": _constant(n.ClaimOver, False), "not_over": _constant(n.ClaimOver, True),
    "claim_wins": _claim_wins,
    "or_": _binary("or"), "and_": _binary("and"), "plus": _binary("+"), "minus": _binary("-"), "times": _binary("*"),
    "compare": _compare, "is_": _compare_as("=", "is"), "is_not": _compare_as("!=", "is not"),
    "is_at_least": _compare_as(">=", "is at least"), "is_at_most": _compare_as("<=", "is at most"),
    "is_in": _then(n.IsIn, False), "is_not_in": _then(n.IsIn, True),
    "is_empty": _then(n.IsEmpty, False), "is_not_empty": _then(n.IsEmpty, True), "rounded": _only,
    "number_of": _constant(n.Query, "number"), "any": _constant(n.Query, "any"), "no_such": _constant(n.Query, "no"),
    "every": _constant(n.Query, "every"),
    "the_where": _the("noun", "inside", "binding", "where"), "the": _the("noun"), "the_of": _the("noun", "of"),
    "the_in": _the("noun", "inside"), "the_with": _the("noun", "inside", "ranking"),
    "list": _list, "of": _property_of, "indexed": _indexed, "applied": _applied, "possessed": _possessed,
    "pronoun": _pronoun, "top": _top,
    "up_or_down": _word, "zone_shape": _word, "how_combined": _word, "edge": _word, "action_kind": _word,
    "before_or_after": _word, "flow_kind": _word, "gerund": _word, "manner": _word, "preposition": _word,
    "target_kind": _word, "how_answered": _word, "value_of_many": _word, "ranking": _word, "possessive": _word,
    "pile_end": _word,
}  # fmt: skip

_WITH_TRIVIA = frozenset(
    node for node in vars(n).values() if isinstance(node, type) and "trivia" in getattr(node, "__annotations__", {})
)
