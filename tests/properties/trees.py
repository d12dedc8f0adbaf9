"""Syntax trees of whole rule files, with every kind of node, for tests that print and read them again."""

from __future__ import annotations

from functools import partial
from typing import Any

from hypothesis import strategies as st

from dsl.syntax import nodes as n
from tests.properties.value_trees import (
    AMOUNT,
    PATH,
    REF,
    SELECTION,
    SUBJECT,
    SUM,
    VALUE,
    Strategy,
    clauses,
    every,
    labels,
    maybe,
    names,
    noun,
    numbers,
    possessed,
    rule_texts,
    simple,
    texts,
    the_where,
    tuples,
    yes_no,
)

_PREPOSITIONS = st.sampled_from((None, "of", "for", "from", "to", "with", "by", "among", "in", "at", "on"))
_GERUNDS = st.sampled_from(("gaining", "losing", "paying", "drawing", "moving", "shuffling", "becoming"))
_FACES = st.sampled_from(("up", "down"))
_FLOWS = st.sampled_from(("round", "phase", "step"))

# ---------------------------------------------------------------- small parts

types = st.builds(n.TypeName, names, st.booleans())
ranges = st.builds(n.Range, SUM, SUM)
negative_numbers = numbers.map(n.Negative)
constants = st.one_of(numbers, negative_numbers, yes_no, names)
periods = st.one_of(
    st.builds(
        n.Period,
        st.one_of(st.sampled_from(("your", "their", "its")).map(n.Possessive), names, possessed(1)),
        st.booleans(),
        st.just("turn"),
    ),
    st.builds(n.Period, st.none(), st.just(False), names.map(lambda name: name.text)),
)
durations = st.one_of(
    st.builds(n.Duration, st.sampled_from(("start", "end")), periods), st.just(n.Duration(None, None))
)
each_values = st.builds(n.EachValue, st.one_of(names, ranges))
attributes = tuples(
    st.one_of(
        st.builds(n.Attribute, names, maybe(st.one_of(constants, texts, st.just(n.Nothing()), each_values, VALUE))),
        st.builds(n.Lasts, durations),
    )
)
fields = st.builds(n.CardField, names, types)


def _word_trait(kind: str, word: str) -> n.Trait:
    return n.Trait(kind, word=word)


units = texts.map(lambda text: n.Trait("unit", value=text))
faces = texts.map(lambda text: n.Trait("printed", value=text))
traits = tuples(
    st.one_of(
        *(
            st.sampled_from(words).map(partial(_word_trait, kind))
            for kind, words in (
                ("shape", ("stack", "row", "slot", "hand", "group", "board")),
                ("face", ("up", "down")),
                ("seen", ("nobody", "everybody", "owner", "all_but_owner", "mover")),
            )
        ),
        st.sampled_from((n.Trait("hidden"), n.Trait("unordered"))),
        names.map(lambda name: n.Trait("refill", name=name)),
        SUM.map(lambda value: n.Trait("at_most", value=value)),
        ranges.map(lambda between: n.Trait("bounds", range=between)),
        st.builds(
            lambda word, value: n.Trait("starts", word=word, value=value),
            st.sampled_from(("at", "on", "in", "as")),
            SUM,
        ),
        numbers.map(lambda number: n.Trait("supply", value=number)),
        units,
    )
)
some_traits = traits.filter(bool)

# ---------------------------------------------------------------- sentences

costs = st.builds(n.Cost, AMOUNT, names, maybe(REF), maybe(REF))
choice_nouns = st.builds(n.ChoiceNoun, names, maybe(REF), maybe(REF), maybe(names), maybe(VALUE))
starts = st.builds(n.Start, REF, st.booleans())
each_heads = st.builds(n.EachHead, names, maybe(REF), maybe(starts), maybe(REF), maybe(names), maybe(VALUE))
chosen = st.one_of(
    st.builds(n.ChooseThing, st.sampled_from(("one", "next", "any")), st.none(), choice_nouns),
    st.builds(n.ChooseThing, st.sampled_from(("exactly", "up_to")), AMOUNT, choice_nouns),
    st.builds(n.ChooseNumber, SUM, SUM, maybe(names)),
    st.builds(n.ChooseOrder, REF, maybe(names)),
    st.builds(n.ChooseAmong, tuples(REF, 2), maybe(names)),
)
choices = st.builds(n.Choose, chosen, maybe(texts), maybe(texts))
amounts_of = st.one_of(st.builds(n.SomeOf, AMOUNT, PATH), st.builds(n.EqualTo, PATH, SUM), st.builds(n.AllOf, PATH))
verbs = st.one_of(
    st.builds(n.Transfer, st.sampled_from(("gain", "lose", "pay")), amounts_of, maybe(REF), maybe(REF)),
    st.builds(n.Draw, AMOUNT, st.booleans(), maybe(REF), maybe(REF), maybe(names), noun=maybe(names)),
    st.builds(
        n.Draw,
        st.just(n.Number("1")),
        st.just(False),
        maybe(REF),
        maybe(REF),
        maybe(names),
        noun=names,
        single=st.just(True),
    ),
    st.builds(n.Move, SELECTION, REF, maybe(_FACES)),
    st.builds(n.Advance, SELECTION, st.booleans(), SUM),
    st.builds(n.Discard, SELECTION),
    st.builds(n.Reveal, SELECTION, maybe(REF)),
    st.builds(n.Shuffle, REF, maybe(REF)),
    st.builds(n.Create, AMOUNT, names, maybe(names), REF),
    st.builds(n.CreateCopy, st.none(), st.none(), names, REF), st.builds(n.CreateCopy, AMOUNT, names, names, REF),
    st.builds(n.Swap, REF, REF),
    st.builds(n.GivePieces, SELECTION, REF),
    st.builds(n.GiveAmount, AMOUNT, names, REF),
    st.builds(n.Roll, AMOUNT, names, names),
    st.builds(n.RollAgain, SELECTION),
    st.builds(lambda die, binding: n.Roll(n.Number("1"), die, binding, True), names, names),
    st.builds(n.Look, SELECTION),
    st.builds(n.Flip, SELECTION, _FACES),
    st.builds(n.RemoveFromGame, SELECTION),
    choices,
)
manners = st.sampled_from((None, "secretly", "openly", "randomly", "privately", "secretly randomly"))
acts = st.one_of(
    st.builds(n.Act, st.none(), manners, st.just(False), verbs),
    st.builds(n.Act, SUBJECT, manners, st.booleans(), verbs),
    st.builds(n.Act, each_heads, manners, st.just(False), verbs),
)
arguments = tuples(st.builds(n.Argument, _PREPOSITIONS, SUM))
calls = st.builds(n.Call, names, arguments)
_of_one = st.builds(n.Argument, st.just("of"), st.one_of(names, numbers, VALUE.map(n.Brackets)))
_first = st.one_of(_of_one, st.builds(n.Argument, st.sampled_from(("for", "with", "among", "in")), SUM))
_asked_with = st.builds(lambda first, more: (first, *more), _first, arguments)
decides = st.builds(n.Decides, names, st.one_of(st.just(()), _asked_with), SUM)
subjects = maybe(SUBJECT)
simple_statements = st.one_of(
    acts,
    calls,
    st.builds(n.Let, names, VALUE),
    st.builds(n.Decided, names, names, arguments),
    st.builds(n.Assign, PATH, VALUE),
    st.builds(n.Raise, PATH, SUM, st.booleans()),
    st.sampled_from((n.Return(), n.Stop(), n.EndTurn())),
    st.builds(n.Decide, VALUE),
    st.builds(n.Needs, VALUE, maybe(texts)),
    st.builds(n.Announce, texts),
    st.builds(n.TakeActions, subjects, st.just("one"), st.none(), tuples(names, 1), maybe(texts), plural=st.booleans()),
    st.builds(n.TakeActions, subjects, st.just("any"), st.none(), tuples(names, 1), maybe(texts), plural=st.booleans()),
    st.builds(n.TakeActions, subjects, st.sampled_from(("exactly", "up_to")), AMOUNT, tuples(names, 1), maybe(texts)),
    st.builds(n.TakeActions, subjects, st.just("free"), st.none(), st.just(()), maybe(texts)),
    st.builds(n.Wins, st.one_of(subjects, every(1), the_where(1)), plural=st.booleans()),
    st.builds(n.Forfeits, SUBJECT, plural=st.booleans()),
    st.builds(n.Becomes, SUBJECT, REF, maybe(durations), st.none(), tuples(names)),
    st.builds(n.Becomes, SUBJECT, REF, st.none(), VALUE, tuples(names)),
)

# ---------------------------------------------------------------- events

parties = st.one_of(
    PATH,
    st.builds(
        lambda name, other, binding: n.AnySuch(n.Noun(name, None, other, binding, None)),
        names,
        maybe(simple(1)),
        maybe(names),
    ),
)
events = st.one_of(
    st.builds(n.FlowEvent, _FLOWS, names),
    st.builds(n.ActionEvent, names),
    st.builds(n.ProcedureEvent, names),
    st.builds(
        n.VerbEvent,
        parties,
        _GERUNDS,
        maybe(st.one_of(parties, st.builds(n.SomeAmount, maybe(names), simple(1), maybe(names)))),
        maybe(PATH),
        maybe(REF),
    ),
    st.builds(n.BoundaryEvent, st.sampled_from(("start", "end")), periods),
)
triggers = st.one_of(
    st.builds(n.Whenever, VALUE),
    st.builds(n.AtEvent, st.sampled_from(("before", "after", "instead")), events, maybe(VALUE)),
)
permissions = st.builds(n.Permission, st.booleans(), events, maybe(VALUE))
exceptions = st.builds(
    n.ExceptionTo,
    names,
    maybe(st.one_of(PATH, st.builds(n.AnySuch, st.one_of(noun(1, False), noun(1, True))))),
    maybe(VALUE),
    st.builds(n.ExceptionValue, st.sampled_from(("plain", "instead", "at_least", "at_most")), VALUE),
)

# ---------------------------------------------------------------- bodies

inline_blocks = simple_statements.map(lambda one: n.Block((one,), inline=True))
nothing_happens = st.just(n.Block((), inline=True))
leaf_items = st.one_of(simple_statements, st.just(n.NothingHappens()), rule_texts, permissions, exceptions)


def blocks(items: Strategy) -> Strategy:
    """Bodies of those items."""
    whole = tuples(items, 1).map(n.Block)
    return st.one_of(inline_blocks, nothing_happens, whole)


def flow_blocks(items: Strategy) -> Strategy:
    """Bodies in which steps can stand; something always happens there."""
    return st.one_of(inline_blocks, tuples(items, 1).map(n.Block))


def _compound(items: Strategy) -> Strategy:
    """Statements with bodies of those items."""
    body = blocks(items)
    indented = tuples(items, 1).map(n.Block)
    otherwise = st.one_of(
        st.just({}), st.fixed_dictionaries({"otherwise": body, "otherwise_texts": tuples(rule_texts)})
    )
    asked_for = st.one_of(VALUE, decides)
    plain_if = st.builds(lambda condition, body, more: n.If(condition, body, **_else(more)), asked_for, body, otherwise)
    chains = st.one_of(otherwise, st.fixed_dictionaries({"otherwise": plain_if, "otherwise_texts": tuples(rule_texts)}))
    loops = st.one_of(
        st.builds(n.LoopList, REF, maybe(starts), maybe(VALUE)),
        st.one_of(noun(1, False), noun(1, True)).map(lambda each: n.Query("every", each)),
    )
    numbers = st.builds(n.Range, SUM, SUM)
    each_of = st.one_of(
        st.builds(n.OptionEach, names, loops, st.just(False)), st.builds(n.OptionEach, names, numbers, st.just(True))
    )
    options = st.one_of(
        st.builds(n.MenuOption, texts, tuples(each_of, 0, 2), tuples(costs), maybe(VALUE), body), rule_texts
    )
    return st.one_of(
        st.builds(lambda condition, body: n.If(condition, body, None), decides, body),
        st.builds(lambda condition, body, more: n.If(condition, body, **_else(more)), asked_for, body, chains),
        st.builds(
            lambda *parts: n.MayDo(*parts[:5], **_else(parts[5])),
            SUBJECT, manners, texts, tuples(costs), body, otherwise,
        ),
        st.builds(
            lambda *parts: n.MayDo(*parts[:5], **_else(parts[5])),
            SUBJECT, st.none(), st.none(), tuples(costs, 1), body, otherwise,
        ),
        st.builds(
            lambda *parts: n.MayChoose(*parts[:4], **_else(parts[4])), SUBJECT, manners, choices, body, otherwise
        ),
        st.builds(n.Menu, subjects, manners, maybe(texts), tuples(options, 1), plural=st.booleans()),
        st.builds(n.Each, each_heads, body),
        st.builds(n.ForEach, names, loops, body),
        st.builds(n.ForRange, names, SUM, SUM, body),
        st.builds(n.Together, body),
        st.builds(n.While, VALUE, maybe(AMOUNT), body),
        st.builds(n.Repeat, st.sampled_from(("times", "at_most")), AMOUNT, maybe(VALUE), body),
        st.builds(n.Repeat, st.just("until"), maybe(AMOUNT), VALUE, body),
        st.builds(n.AtOnce, st.one_of(noun(1, False), noun(1, True)), body),
        st.builds(n.Turns, SUBJECT, maybe(starts), maybe(VALUE), maybe(VALUE), maybe(AMOUNT), flow_blocks(items)),
        st.builds(n.As, REF, body, maybe(REF)),
        st.builds(n.Lasting, durations, indented),
        st.builds(n.Standing, VALUE, indented),
        st.builds(n.Hook, triggers, body),
        st.builds(n.Reaction, maybe(names), maybe(texts), triggers, body),
    )


def _else(more: dict[str, Any]) -> dict[str, Any]:
    return {"otherwise": None, **more}


items = st.one_of(leaf_items, _compound(leaf_items), _compound(st.one_of(leaf_items, _compound(leaf_items))))
bodies = blocks(items)
steps = st.builds(
    lambda kind, number, *rest: n.Flow(kind, number, rest[0], rest[1], None, None, rest[2]),
    st.just("step"), labels, names, maybe(texts), flow_blocks(items),
)  # fmt: skip
phases = st.builds(
    lambda number, name, title, body: n.Flow("phase", number, name, title, None, None, body),
    maybe(labels), names, maybe(texts), flow_blocks(st.one_of(items, steps)),
)  # fmt: skip
flow_bodies = flow_blocks(st.one_of(items, steps, phases))
rounds = st.builds(
    lambda *parts: n.Flow("round", None, *parts),
    names,
    maybe(texts),
    maybe(st.builds(n.RoundCondition, st.sampled_from(("until", "while")), VALUE)),
    maybe(AMOUNT),
    flow_bodies,
)
action_traits = st.one_of(
    names.map(lambda unit: n.ActionTrait("limit", unit=unit)),
    st.builds(lambda amount, unit: n.ActionTrait("limit", amount, unit), AMOUNT, names),
    st.sampled_from((n.ActionTrait("own_turn"), n.ActionTrait("secretly"), n.ActionTrait("any"))),
    tuples(names, 1).map(lambda during: n.ActionTrait("during", names=during)),
    names.map(lambda beside: n.ActionTrait("beside", names=(beside,))),
    costs.map(lambda cost: n.ActionTrait("costs", cost=cost)),
)
procedures = st.builds(
    n.Procedure,
    names,
    tuples(st.builds(n.ProcedureParameter, _PREPOSITIONS, names, types)),
    maybe(types),
    bodies,
    maybe(AMOUNT),
)
actions = st.builds(
    n.Action, st.sampled_from((None, "free", "anytime")), names, maybe(texts), tuples(action_traits), bodies
)
reactions = st.builds(n.Reaction, maybe(names), maybe(texts), triggers, bodies)
hooks = st.builds(n.Hook, triggers, bodies)
game_ends = st.builds(n.GameEnd, maybe(names), maybe(VALUE), bodies)

# ---------------------------------------------------------------- declarations

measured = st.builds(n.Several, tuples(names, 2))
settings = st.one_of(st.builds(n.Setting, names, st.one_of(ranges, texts, names, numbers, measured)), rule_texts)
counters = st.one_of(
    st.builds(
        lambda name, title, owner, by, traits: n.Counters(None, owner, by, traits, (n.CounterItem(name, title),)),
        names, maybe(texts), maybe(names), maybe(names), traits,
    ),
    st.builds(
        n.Counters, names, maybe(names), maybe(names), traits,
        tuples(st.one_of(st.builds(n.CounterItem, names, maybe(texts), maybe(units)), rule_texts), 1),
    ),
)  # fmt: skip
enum_values = st.builds(n.EnumValue, names, maybe(texts), attributes)
enums = st.one_of(
    st.builds(
        n.Enum, names, st.booleans(), st.just(True),
        tuples(st.one_of(st.builds(n.EnumValue, names, maybe(texts), st.just(())), st.builds(n.TitlesOf, names)), 1),
    ),
    st.builds(n.Enum, names, st.booleans(), st.just(False), tuples(st.one_of(enum_values, rule_texts), 1)),
)  # fmt: skip
domains = tuples(st.builds(n.Domain, names, maybe(names)))
combining = st.sampled_from((None, "highest", "lowest", "sum", "latest"))
cases = st.one_of(st.builds(n.Case, VALUE, maybe(VALUE)), rule_texts)
lone_cases = VALUE.map(lambda value: (n.Case(value, None, lone=True),))
defines = st.one_of(
    st.builds(n.Define, names, domains, combining, VALUE, st.just(()), maybe(texts)),
    st.builds(n.Define, names, domains, combining, st.none(), tuples(cases, 1), maybe(texts)),
    st.builds(n.Define, names, domains, combining, st.none(), lone_cases, maybe(texts)),
)
copies = maybe(st.one_of(numbers, names))
card_items = st.one_of(items, st.builds(n.WhenPart, names, bodies))
cards = st.builds(n.CardEntry, copies, texts, attributes, tuples(card_items))
decks = st.builds(n.Deck, names, PATH, tuples(st.one_of(cards, rule_texts), 1))
zones = st.builds(n.Zone, names, maybe(names), maybe(names), some_traits, maybe(texts))
remembered = st.builds(n.Remember, names, maybe(names), maybe(names), types, traits, maybe(texts))
parameters = st.builds(n.Parameter, names, constants, maybe(ranges), maybe(texts))
pieces_of_any_file = st.one_of(
    st.builds(n.Use, tuples(names, 1)),
    parameters,
    counters,
    enums,
    st.builds(n.Cards, names, tuples(fields), tuples(faces)),
    st.builds(n.Tokens, names, maybe(names), traits, tuples(fields)),
    zones,
    st.builds(n.Role, names, traits, maybe(texts)),
    remembered,
    st.builds(n.Flag, names, maybe(names), maybe(names), traits, maybe(texts)),
    defines,
    decks,
    procedures,
    actions,
    reactions,
    hooks,
    permissions,
    exceptions,
    game_ends,
    st.builds(n.Ruling, clauses, texts, tuples(names), tuples(rule_texts, 1)),
    rule_texts,
)
spaces = st.one_of(
    st.builds(n.Spaces, names, st.just(True), tuples(st.builds(n.EnumValue, names, maybe(texts), st.just(())), 1),
              maybe(numbers)),
    st.builds(n.Spaces, names, st.just(False), tuples(st.one_of(enum_values, rule_texts), 1), maybe(numbers)),
)  # fmt: skip
seats = st.one_of(st.builds(n.Seat, numbers, names, maybe(texts), attributes), rule_texts)
pieces_of_games = st.one_of(
    st.builds(n.Game, texts, tuples(settings, 1)),
    st.builds(n.Library, names, maybe(texts), tuples(names, 0)),
    st.builds(n.Pawn, names, maybe(names), some_traits, maybe(texts)),
    st.builds(n.Dice, names, some_traits),
    spaces,
    st.builds(n.Grid, names, numbers, numbers, names),
    st.builds(n.Track, names, ranges, st.just(False), tuples(seats, 1)),
    st.builds(n.Track, names, ranges, st.just(True), tuples(seats, 0), st.booleans()),
    st.builds(n.Setup, bodies),
    rounds,
    phases,
    steps,
)  # fmt: skip

# ---------------------------------------------------------------- variants

targets = st.one_of(
    st.builds(
        n.Target,
        st.sampled_from(("step", "phase", "round", "action", "procedure", "reaction")),
        names,
        maybe(texts),
    ),
    st.just(n.Target("setup", None, None)),
    st.builds(n.Target, st.just("game end"), maybe(names), st.none(), maybe(VALUE)),
)
places = st.builds(
    lambda line, around, last: n.Place(line, (*around, last)), texts, tuples(texts), st.one_of(texts, targets)
)
headings = st.one_of(
    counters, zones, remembered, parameters,
    st.builds(n.Setting, names, st.one_of(ranges, texts, names, numbers)),
    st.builds(n.Role, names, traits, maybe(texts)),
    st.builds(n.Flag, names, maybe(names), maybe(names), traits, maybe(texts)),
    enums, st.builds(n.Dice, names, some_traits),
)  # fmt: skip
few_lines = flow_blocks(st.builds(n.Call, names, st.just(())))


def _replaced(what: str, *parts: st.SearchStrategy[n.Text | None], **heading: st.SearchStrategy[Any]) -> Any:
    """Edits of a heading, with or without rules below it."""
    target = st.builds(n.Target, st.just(what), names, *parts)
    return st.builds(n.Replace, target, st.none() | few_lines, **heading)


whole_headings = st.one_of(
    st.builds(n.Replace, targets, st.none() | few_lines),
    _replaced("step", maybe(texts), new_title=texts),
    _replaced(
        "action", maybe(texts), new_title=maybe(texts), kind=st.sampled_from((None, "free")),
        traits=tuples(action_traits),
    ),
    _replaced(
        "round", maybe(texts), new_title=maybe(texts), bound=maybe(AMOUNT),
        condition=maybe(st.builds(n.RoundCondition, st.sampled_from(("until", "while")), VALUE)),
    ),
    _replaced(
        "procedure", st.none(), answer=maybe(types), depth=maybe(AMOUNT),
        parameters=tuples(st.builds(n.ProcedureParameter, _PREPOSITIONS, names, types)),
    ),
    _replaced("reaction", maybe(texts), new_title=maybe(texts), trigger=maybe(triggers)),
)  # fmt: skip
own_edits = st.one_of(
    st.builds(
        lambda timing, kind, anchor, number, name, title, body: n.Insert(
            timing, kind, anchor, n.Flow(kind, number, name, title, None, None, body)
        ),
        st.sampled_from(("before", "after")), _FLOWS, names, labels, names, maybe(texts), flow_bodies,
    ),
    whole_headings,
    st.builds(n.InsertLines, st.sampled_from(("before", "after")), places, few_lines),
    st.builds(n.ReplaceLines, places, few_lines),
    st.builds(n.RemoveLines, places),
    st.builds(n.ReplaceDefine, defines),
    st.builds(n.ReplaceHeading, headings),
    st.builds(n.ReplaceCard, cards),
    st.builds(n.Extend, targets, flow_bodies),
    st.builds(n.ExtendEnum, st.one_of(enums, spaces)),
    st.builds(n.Remove, targets),
    st.builds(n.RemoveCard, texts),
    st.builds(n.SetParameter, names, constants),
    st.builds(n.AddCard, cards),
)  # fmt: skip
edits = st.one_of(pieces_of_any_file, own_edits)
variants = st.builds(n.Variant, texts, texts, tuples(texts), tuples(edits, 1))

# ---------------------------------------------------------------- scenarios

pieces = tuples(st.builds(n.Piece, copies, st.one_of(texts, names), maybe(names), maybe(_FACES)), 1)
has = st.builds(n.Has, names, st.booleans(), maybe(AMOUNT), simple(1), maybe(REF))
givens = st.one_of(
    st.builds(n.GivenValue, PATH, SUM, verb=st.sampled_from(("is", "are"))),
    st.builds(n.GivenEmpty, PATH, verb=st.sampled_from(("is", "are"))),
    st.builds(n.GivenPieces, PATH, pieces, st.sampled_from(("", "only", "also"))),
    st.builds(n.GivenParameter, names, constants),
    has,
)
runs: st.SearchStrategy[n.Run] = st.one_of(
    st.builds(n.RunFlow, _FLOWS, names, maybe(numbers)),
    calls,
    st.sampled_from((n.RunSetup(), n.RunGame(), n.RunRandom())),
)
runs_again = st.one_of(st.builds(n.RunFlow, _FLOWS, names, maybe(numbers)), calls, st.just(n.RunSetup()))
answer_values = st.one_of(SUM, st.builds(n.AnswerFrom, SUM, SUM))
answers: st.SearchStrategy[n.Answer] = st.one_of(
    st.builds(n.AnswerChoose, names, tuples(answer_values, 1), maybe(texts)),
    st.builds(n.AnswerWord, names, st.sampled_from(("agrees", "declines", "passes", "stops")), maybe(texts)),
    st.builds(n.AnswerTake, names, names, maybe(texts)),
    st.sampled_from((n.RestPasses(), n.RestPasses(others=False), n.RestRandom())),
)
claims = st.one_of(
    st.builds(n.ClaimTrue, VALUE),
    st.builds(n.ClaimHolds, PATH, pieces, st.booleans()),
    st.builds(n.ClaimSees, st.none() | names, REF, st.booleans()),
    st.builds(n.ClaimSeesNone, names, names, REF),
    st.builds(n.ClaimSeesOwn, maybe(names), names),
    st.builds(
        n.ClaimTells, names, st.just(n.Name("tell")), st.builds(n.ClaimTrue, VALUE), st.booleans(), st.just(False)
    ),
    st.builds(
        n.ClaimTells, names, st.just(n.Name("tell")), st.builds(n.ClaimTrue, VALUE), st.just(False), st.just(True)
    ),
    st.builds(n.ClaimTells, st.none(), st.just(n.Name("tell")), st.builds(n.ClaimTrue, VALUE), st.booleans()),
    st.builds(n.ClaimTold, SUM, texts, st.booleans(), of=st.booleans()),
    st.builds(n.ClaimTold, st.none(), texts, st.booleans(), of=st.booleans()),
    st.builds(n.ClaimInOrder, names, tuples(names, 1)),
    st.builds(n.ClaimCan, names, names, st.booleans()),
    st.builds(n.ClaimAsked, st.none(), maybe(texts), st.just(True)),
    st.builds(n.ClaimAsked, SUM, maybe(texts), st.booleans(), verb=st.sampled_from(("is", "are"))),
    st.builds(n.ClaimOffered, SUM, tuples(answer_values, 1), st.booleans()),
    st.builds(n.ClaimOffered, SUM, tuples(answer_values, 1), st.just(False), st.just(True)),
    st.builds(n.ClaimMayPass, names, st.booleans()),
    st.builds(n.ClaimHappened, st.one_of(names, _GERUNDS.map(n.Name)), maybe(st.integers(0, 9))),
    st.builds(n.ClaimDecided, names, SUM),
    st.builds(n.ClaimOver, st.booleans()),
    st.just(n.ClaimRefused()),
    has,
    st.builds(n.ClaimWins, tuples(SUM, 1), maybe(st.sampled_from(("alone", "among others"))), plural=st.booleans()),
    st.just(n.ClaimWins(())),
)
scenes = st.one_of(
    rule_texts,
    st.builds(n.Cast, tuples(names, 1)),
    st.builds(n.SeedLine, numbers),
    st.builds(n.RollsLine, tuples(numbers, 1), st.booleans()),
    st.builds(n.Given, tuples(givens, 1)),
    st.builds(n.When, st.one_of(runs, answers), tuples(st.one_of(answers, runs_again))),
    st.builds(n.Then, tuples(claims, 1)),
)
scenarios = st.builds(n.Scenario, texts, maybe(texts), tuples(clauses), tuples(texts), tuples(scenes, 1))


def _scenario(part: n.Scene) -> n.Scenario:
    return n.Scenario(n.Text("A"), None, (), (), (part,))


#: Each of these has a part of its own, so that none is rare.
tops = st.one_of(
    pieces_of_any_file,
    pieces_of_games,
    variants,
    scenarios,
    items.map(lambda item: n.Setup(n.Block((item,)))),
    _compound(leaf_items).map(lambda item: n.Setup(n.Block((item,)))),
    cards.map(lambda card: n.Deck(n.Name("a"), n.Name("b"), (card,))),
    st.lists(cards, max_size=1).map(lambda some: n.Deck(n.Name("a"), n.Name("b"), tuple(some), n.Text("t.csv"))),
    card_items.map(lambda item: n.Deck(n.Name("a"), n.Name("b"), (n.CardEntry(None, n.Text(""), (), (item,)),))),
    edits.map(lambda edit: n.Variant(n.Text("A"), n.Text("B"), (), (edit,))),
    scenes.map(_scenario),
    givens.map(lambda given: _scenario(n.Given((given,)))),
    runs.map(lambda run: _scenario(n.When(run, ()))),
    answers.map(lambda answer: _scenario(n.When(n.RunSetup(), (answer,)))),
    claims.map(lambda claim: _scenario(n.Then((claim,)))),
)
files = st.one_of(tops.map(lambda top: n.File((top,))), tuples(tops, 0, 4).map(n.File))

#: Parts of every sort, for where all kinds of nodes are wanted.
parts: tuple[Strategy, ...] = (
    *(VALUE, SUM, verbs, verbs, chosen, simple_statements, _compound(leaf_items), events, triggers, settings),
    *(amounts_of, st.builds(n.SomeAmount, st.none(), simple(0), st.none()), st.builds(n.WhenPart, names, bodies)),
    *(exceptions, attributes, action_traits, card_items, own_edits, own_edits, pieces_of_any_file, pieces_of_games),
    *(givens, runs, answers, claims, scenes, variants, scenarios),
)
