"""Elaborates questions: who decides, among which options, and what follows."""

import re
from collections.abc import Callable, Sequence

import attrs

from dsl.diagnostic import Label
from dsl.elaborate.core import expressions as ex
from dsl.elaborate.core import statements
from dsl.elaborate.core.context import Context, Statements
from dsl.elaborate.core.elaborator import Reported, each_or_give_up
from dsl.elaborate.expressions import names, queries
from dsl.elaborate.expressions.subjects import is_private, manner_of, you
from dsl.elaborate.statements.questions import costs
from dsl.elaborate.statements.questions.many_options import Option, elements
from dsl.ir import nodes as ir
from dsl.ir.nodes import NUMBER, Kind, Manner, Type
from dsl.names.symbols import ActionSymbol, Scope, declared_at, what
from dsl.names.types import words
from dsl.source import Span
from dsl.syntax import nodes as n
from dsl.walk import blocks, nodes_in, rebuilt_around, schema


def choose(
    c: Context, doing: n.Choose, who: ir.Expression, manner: Manner, span: Span, *, optional: bool = False,
    announced: bool = True, body: Callable[[], Statements] | None = None,
    otherwise: Callable[[], Statements] | None = None,
) -> Statements:  # fmt: skip
    """A question. Without a body of its own, the statements that use its answer follow it."""
    with c.with_subject(who):
        options, type_, binding, question = _options(c, doing.what)
        prompt = text_parts(c, doing.asking) if doing.asking else (question,)
    answered = c.bind(binding, type_, hidden_name="it")
    if type_.kind is Kind.PIECE and not type_.many:
        c.it = answered
    pass_label = doing.passing.text if doing.passing else None
    return (
        ir.Choose(
            who, options, answered.slot, optional, manner, prompt, pass_label, c.offers, body() if body else (),
            otherwise() if otherwise else (), c.site(span), announced=announced, span=span,
        ),
    )  # fmt: skip


def may_choose(c: Context, item: n.MayChoose) -> Statements:
    """`ann may choose ...: what then happens`, with `otherwise:` for passing."""
    try:
        with c.block():
            who = ex.player(c, item.subject, "who may choose")
            return choose(
                c, item.choice, who, manner_of(item), item.span, optional=True, announced=not is_private(item),
                body=lambda: statements.block(c, item.body.items), otherwise=lambda: _otherwise(c, item),
            )  # fmt: skip
    except Reported:
        with c.block(), c.unsure():
            for bound in names_bound(item.choice.what):
                c.bind_unknown(bound)
            statements.block(c, item.body.items)
        _otherwise(c, item)
        raise


def _otherwise(c: Context, item: n.MayChoose | n.MayDo) -> Statements:
    return statements.block(c, item.otherwise.items) if item.otherwise is not None else ()


def may_do(c: Context, item: n.MayDo) -> ir.Statement:
    """`winner may "reshuffle": ...`: one option with a label, or passing."""
    try:
        who = ex.player(c, item.subject, "who may do this")
    except Reported:
        with c.unsure():
            statements.block(c, item.body.items)
            _otherwise(c, item)
        raise
    with c.with_subject(who):
        cost = costs.costs(c, item.costs, item.subject)
        body = statements.block(c, (*cost.paid, *item.body.items))
        otherwise = _otherwise(c, item)
        label = if_in_braces((text_parts(c, item.label),)) if item.label is not None else ()
        is_told = item.label is None and all(isinstance(price.amount, ir.Constant) for price in cost.prices)
        options = ir.FromMenu(
            (item.offer,), (cost.with_condition(None, item.span),), label,
            () if is_told or not cost.prices else (cost.prices,), span=item.label.span if item.label else item.span,
        )  # fmt: skip
    return _question(
        c, who, options, body, otherwise, item.span, optional=True, manner=manner_of(item),
        announced=not is_private(item),
    )  # fmt: skip


def may_act(c: Context, who: ir.Expression, label: Span, done: Statements, span: Span) -> ir.Statement:
    """`ann may draw 1 ...`: the sentence itself is the option."""
    text = " ".join(label.text.split())
    options = ir.FromMenu((text[:1].upper() + text[1:],), (None,))
    return _question(c, who, options, done, (), span, optional=True)


def menu(c: Context, item: n.Menu) -> ir.Statement:
    """`choose one:` with an `option "...": ...` for each."""
    who = ex.player(c, item.subject, "who chooses") if item.subject is not None else you(c, item.span)
    slot = c.new_slot("option")
    answer = ir.Local(slot, "option", NUMBER, span=item.span)
    offered: list[Option] = []
    chosen: list[ir.Statement] = []

    def add(option: n.MenuOption) -> None:
        with c.block(), c.with_subject(who):
            these, body = _menu_option(c, option, item.subject, answer, len(offered))
        offered.extend(these)
        chosen.extend(body)

    each_or_give_up((option for option in item.options if isinstance(option, n.MenuOption)), add)
    prompt = text_parts(c, item.asking) if item.asking else ("Choose one",)
    labels, conditions = tuple(one.title for one in offered), tuple(one.condition for one in offered)
    prices = tuple(one.prices for one in offered) if any(one.prices for one in offered) else ()
    texts = if_in_braces(tuple(one.parts for one in offered))
    options = ir.FromMenu(labels, conditions, texts, prices, span=item.span)
    return _question(
        c, who, options, tuple(chosen), (), item.span, optional=False, manner=manner_of(item), prompt=prompt, slot=slot,
        announced=not is_private(item),
    )  # fmt: skip


def _menu_option(
    c: Context, item: n.MenuOption, chooser: n.Expression | None, answer: ir.Local, place: int
) -> tuple[list[Option], Statements]:
    """An option, or one for each combination of what its `for each` names; and what is done if it is chosen."""
    try:
        named = elements(c, item.each)
    except Reported:
        with c.unsure():
            for one in item.each:
                c.bind_unknown(one.name)
            statements.block(c, item.body.items)
        raise
    condition = ex.condition_or_unknown(c, item.condition) if item.condition is not None else None
    cost = costs.costs(c, item.costs, chooser)
    body = statements.block(c, (*cost.paid, *item.body.items))
    condition = cost.with_condition(condition, item.span)
    these = named.options(c, item.label.text, text_parts(c, item.label), condition, cost.prices)
    first, number = ir.Constant(place, NUMBER), ir.Constant(place + len(these), NUMBER)
    here: ir.Expression = ir.Compare("=", answer, first, span=item.span)
    if item.each:
        here = ir.And((ir.Compare(">=", answer, first), ir.Compare("<", answer, number)), span=item.span)
        nth = ir.Arithmetic("-", answer, ir.Constant(place - 1, NUMBER), span=item.span)
        body = (*named.looked_up(these, nth, item.span), *body)
    return these, (ir.If(here, body, (), span=item.span),) if these else ()


def if_in_braces(texts: tuple[tuple[ir.TextPart, ...], ...]) -> tuple[tuple[ir.TextPart, ...], ...]:
    """The labels of a menu as words and expressions, if there are braces in one."""
    return texts if any(not isinstance(part, str) for parts in texts for part in parts) else ()


def _question(
    c: Context, who: ir.Expression, options: ir.FromMenu, body: Statements, otherwise: Statements, span: Span,
    *, optional: bool, manner: Manner = Manner.PLAIN, prompt: tuple[ir.TextPart, ...] = (), slot: int | None = None,
    announced: bool = True,
) -> ir.Choose:  # fmt: skip
    place = slot if slot is not None else c.new_slot("answer")
    return ir.Choose(
        who, options, place, optional, manner, prompt, None, c.offers, body, otherwise, c.site(span),
        announced=announced, span=span,
    )  # fmt: skip


# ---------------------------------------------------------------- options


def _options(c: Context, chosen: n.Chosen) -> tuple[ir.Options, Type, n.Name | None, str]:
    """The options, the type of the answer, the name it gets, and the question in default words."""
    match chosen:
        case n.ChooseNumber(low, high, binding):
            least, most = ex.number(c, low, "the smallest number"), ex.number(c, high, "the largest number")
            return ir.FromRange(least, most, span=chosen.span), NUMBER, binding, "Choose a number"
        case n.ChooseOrder(of, binding):
            group = ex.list_of(c, of)
            return ir.InOrder(group, span=chosen.span), group.type, binding, "Choose an order"
        case n.ChooseAmong(candidates, binding):
            over = ex.expression(c, n.ListOf(candidates, span=chosen.span))  # a list among them stands for its items
            return _one_of(over, chosen.span), over.type.one(), binding, "Choose one"
        case n.ChooseThing(how_many, amount, thing):
            things = _candidates(c, thing)
            some = _how_many(c, how_many, amount, things, chosen.span)
            type_ = things.type.one() if how_many in ("one", "next") else things.type
            is_plain = amount is None or isinstance(amount, n.Number)  # else it is no words for players
            what = re.split(r" (?:as|where|from) ", chosen.span.text)[0] if is_plain else thing.kind.span.text
            return some, type_, thing.binding, " ".join(["Choose", *what.replace("_", " ").split()])


def _one_of(over: ir.Expression, span: Span) -> ir.FromList:
    one = ir.Constant(1, NUMBER)
    return ir.FromList(over, one, one, span=span)


def _how_many(c: Context, how_many: str, amount: n.Expression | None, over: ir.Expression, span: Span) -> ir.FromList:
    if how_many in ("one", "next"):
        return attrs.evolve(_one_of(over, span), next=how_many == "next")
    many = ex.number(c, amount, "how many") if amount is not None else ir.CountOf(over, span=span)
    least = many if how_many == "exactly" else ir.Constant(0, NUMBER)
    return ir.FromList(over, least, many, several=True, span=span)


def _candidates(c: Context, thing: n.ChoiceNoun) -> ir.Expression:
    noun = n.Noun(thing.kind, thing.source, thing.other_than, None, None, span=thing.span)
    over = queries.noun(c, noun)
    if thing.where is None:
        return over
    return queries.filtered(c, over, thing.binding, thing.where, thing.span)


def names_bound(chosen: n.Chosen) -> list[n.Name]:
    """The name that the answer gets, if it gets one."""
    binding = chosen.noun.binding if isinstance(chosen, n.ChooseThing) else chosen.binding
    return [binding] if binding is not None else []


# ---------------------------------------------------------------- what follows from an answer


def nest_under_choices(done: Sequence[ir.Statement]) -> Statements:
    """Puts what uses the answer of a question into it, and what is done all the same if it is skipped beside that."""
    for place, question in enumerate(done):
        if not isinstance(question, ir.Choose) or question.body or isinstance(question.options, ir.FromMenu):
            continue
        following, missing = done[place + 1 :], {question.slot}
        kept = [_without(statement, missing) for statement in following]
        uses = [left != (statement,) for left, statement in zip(kept, following, strict=True)]
        if True in uses:
            end = len(uses) - uses[::-1].index(True)
            left = () if _is_never_skipped(question) else _still_useful(following[:end], kept[:end])
            asked = attrs.evolve(question, body=nest_under_choices(following[:end]), otherwise=nest_under_choices(left))
            return *done[:place], asked, *nest_under_choices(following[end:])
    return tuple(done)


def _is_never_skipped(question: ir.Choose) -> bool:
    """Whether there is always something to choose, whatever happens in play."""
    match question.options:
        case ir.FromRange(ir.Constant(low), ir.Constant(high)):
            return low <= high
        case ir.FromList(ir.AllOf(of), several=False):
            return of.kind is Kind.VALUE
        case ir.FromRange() | ir.FromList() | ir.FromMenu() | ir.FromActions() | ir.InOrder():
            return False


def _still_useful(before: Sequence[ir.Statement], kept: Sequence[Statements]) -> Statements:
    """What is kept of the statements before, without the questions whose answer nothing reads any more."""
    left: Statements = ()
    for some in reversed(kept):
        left = (*(s for s in some if not _is_idle(s, before, left)), *left)
    return left


def _is_idle(statement: ir.Statement, before: Sequence[ir.Statement], following: Statements) -> bool:
    if not isinstance(statement, ir.Choose) or statement.body:
        return False
    return _reads(before, statement.slot) and not _reads(following, statement.slot)


def _reads(block: Sequence[ir.Statement], slot: int) -> bool:
    return any(isinstance(node, ir.Local) and node.slot == slot for node in nodes_in(tuple(block)))


def _without(statement: ir.Statement, missing: set[int]) -> Statements:
    """A statement without the parts of it that read a slot in `missing`, to which what these would fill is added."""
    own = schema(type(statement))
    read = {getattr(statement, name) for name in own.slots if name not in own.filled}
    for name in own.children:
        if name not in own.blocks:
            read |= {node.slot for node in nodes_in(getattr(statement, name)) if isinstance(node, ir.Local)}
    if missing.isdisjoint(read):
        left = rebuilt_around(statement, lambda inner: _without(inner, missing))
        is_empty = left is not statement and not isinstance(left, ir.Choose) and not any(blocks(left))
        return () if is_empty else (left,)
    missing |= {getattr(node, name) for node in nodes_in(statement) for name in schema(type(node)).filled}
    if isinstance(statement, ir.Choose):  # skipped, too
        return tuple(s for inner in statement.otherwise for s in _without(inner, missing))
    return ()


# ---------------------------------------------------------------- taking actions


def take_actions(c: Context, item: n.TakeActions) -> ir.Statement:
    """`you take up to 3 actions from a, b`."""
    who = ex.player(c, item.subject, "who takes actions") if item.subject is not None else you(c, item.span)
    each_or_give_up(item.actions, lambda action: _known_action(c, action))
    free = _free(c.e.scope)
    label = item.passing.text if item.passing else None
    if item.how_many == "free":
        return ir.TakeActions(who, free, None, True, c.site(item.span), pass_label=label, span=item.span)
    amount: ir.Expression | None = ir.Constant(1, NUMBER) if item.how_many == "one" else None
    if item.amount is not None:
        amount = ex.number(c, item.amount, "how many actions")
    may_stop = label is not None or item.how_many in ("up_to", "any")
    taken = tuple(name for a in item.actions for name in (a.text, *_beside(c.e.scope, a.text)))
    beside = tuple(name for name in free if name not in taken)
    then_free = may_stop and amount is not None and any(name in free for name in taken)
    return ir.TakeActions(
        who, (*taken, *beside), amount, may_stop, c.site(item.span), then_free=then_free, beside=len(beside),
        pass_label=label, span=item.span,
    )  # fmt: skip


def _known_action(c: Context, name: n.Name) -> None:
    symbol = c.e.scope.names.get(name.text)
    if isinstance(symbol, ActionSymbol) and isinstance(symbol.node, n.Action):
        return
    if symbol is not None:
        c.e.wrong(
            "not-an-action", f"`{name.text}` is {what(symbol)}, not an action", name.span, label="an action is wanted",
            labels=(Label(declared_at(symbol), "declared here"),),
            help=(f'what players can choose to do is declared like this: `action {name.text} "...":`',),
        )  # fmt: skip
    known = c.e.scope.names_of(ActionSymbol)
    c.e.unknown(name, "there is no action called", known, "unknown-action", "the actions are")


def _free(scope: Scope) -> tuple[str, ...]:
    """The actions that cost nothing: they may be taken whenever one may stop taking actions."""
    return tuple(action.name.text for action in scope.actions() if action.kind == "free")


def _beside(scope: Scope, action: str) -> list[str]:
    """Actions that say they are offered wherever this one is."""
    traits = ((one, trait) for one in scope.actions() for trait in one.traits)
    return [one.name.text for one, t in traits if t.kind == "beside" and t.names[0].text == action]


# ---------------------------------------------------------------- texts with names in braces

BRACES = re.compile(r"\{([^{}]*)\}")


def text_parts(c: Context, text: n.Text) -> tuple[ir.TextPart, ...]:
    """A text with names in braces, as words and expressions in turn."""
    found = list(BRACES.finditer(text.text))
    said = each_or_give_up(found, lambda match: _in_braces(c, text, match))
    parts: list[ir.TextPart] = []
    at = 0
    for match, value in zip(found, said, strict=True):
        if match.start() > at:
            parts.append(text.text[at : match.start()])
        parts.append(value)
        at = match.end()
    if at < len(text.text):
        parts.append(text.text[at:])
    return tuple(parts)


def _in_braces(c: Context, text: n.Text, match: re.Match[str]) -> ir.Expression:
    start = text.span.start + 1 + match.start(1)  # behind the opening quote
    span = Span(text.span.source, start, start + len(match.group(1))) if text.span.in_file else text.span
    word = match.group(1).strip()
    if not word.isidentifier():
        c.e.wrong("not-a-name", "only a name can stand in braces", span, label="not a name",
                  help=(f"write `let meant be {word or '...'}` above it, and `{{meant}}` here",))  # fmt: skip
    if word == "you":
        return you(c, span)
    value = names.name(c, n.Name(word, span=span), None)
    if value.type.kind is Kind.ZONE or value.type.many:
        c.e.wrong(
            "not-said", f"{words(value.type)} cannot be said in a text", span, label=f"this is {words(value.type)}",
            help=("name a number, a player, a card or a value",),
        )  # fmt: skip
    return value
