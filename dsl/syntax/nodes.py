"""The syntax tree: what a rule file says, before anyone has asked what it means.

Every node is a frozen value, declared with the forms in which it is written (see `construct.py`). `span` (and `trivia`,
the comments that stand with a line) are where a thing was said, not what was said, so they take no part in equality.
Sums of nodes are plain aliases at the end.
"""

from __future__ import annotations

import re
from typing import Any, TypeAlias

from attrs import field

from dsl.syntax.construct import NO_TRIVIA as NO_TRIVIA
from dsl.syntax.construct import Construct, Line, form, node, says
from dsl.syntax.construct import Trivia as Trivia


def _trivia() -> Trivia:
    return field(default=NO_TRIVIA, eq=False, repr=False, kw_only=True)


def _and_trivia() -> tuple[Trivia, ...]:
    """One for each line of a part that begins with `and`."""
    return field(default=(), eq=False, repr=False, kw_only=True)


def _spelling(default: Any) -> Any:
    """How a thing is spelt where there is a choice; it is the same either way, so no part of equality."""
    return field(default=default, eq=False, repr=False, kw_only=True)


# ---------------------------------------------------------------- small parts


@node
class Name(Construct):
    forms = says("{text}")
    text: str


@node
class Text(Construct):
    """A string in quotes; `text` is without them."""

    forms = says('"{text}"')
    text: str


@node
class RuleText(Line):
    """A `>` line: a rule in words, with the ids of the clauses it stands for in square brackets."""

    forms = says(">[ {text}]")
    text: str

    @property
    def clauses(self) -> tuple[str, ...]:
        return tuple(_CLAUSE_IN_TEXT.findall(self.text))

    @property
    def words(self) -> str:
        """The text without the ids, as a player reads it."""
        return _CLAUSE_IN_TEXT.sub("", self.text).strip()


_CLAUSE_IN_TEXT = re.compile(r"\[([a-z]+-R?[0-9]+)\]\s*")


@node
class BadLine(Line):
    """A line that could not be read; its error has been reported. `body` is what was indented under it."""

    body: tuple[Any, ...]


@node
class TypeName(Construct):
    forms = says(type="{name}[{or_none?} or none]")
    name: Name
    or_none: bool


# ---------------------------------------------------------------- expressions


@node
class Number(Construct):
    """A whole number, or a step number such as `2.1` (then `text` has the dot)."""

    forms = says("{text}")
    text: str

    @property
    def value(self) -> int:
        return int(self.text.split(".")[0])


@node
class YesNo(Construct):
    forms = says(yes=form("yes", value=True), no_=form("no", value=False))
    value: bool


@node
class Nothing(Construct):
    forms = says(none="none")



@node
class Pronoun(Construct):
    """`you`, `it`, `this`, `them`, `they`, `previous`."""

    forms = says(pronoun="{word}")
    word: str


@node
class Property(Construct):
    """`name of owner`, `owner's name`, `your name`, `name[index]`, `name[index] of owner`."""

    name: Name
    index: Expression | None
    owner: Expression | None
    apostrophe: bool = _spelling(False)


@node
class Possessive(Construct):
    """`your`, `their`, `its`, `his`, `her` as the owner of a property."""

    forms = says(possessive="{word}")
    word: str


@node
class Applied(Construct):
    """`name(a, b)`; or `name(a) of b`, which is the same with `last_of`."""

    name: Name
    arguments: tuple[Expression, ...]
    last_of: bool = _spelling(False)


@node
class The(Construct):
    """`the card in z`, `the die in pool with fewest pips`, `the player with most money then most x`."""

    forms = says(
        "the {noun}[ of {of}][ in {inside}][ with {ranking* then }][ as {binding}][ where {where}]",
        the="the {noun}",
        the_of="the {noun} of {of}",
        the_in="the {noun} in {inside}",
        the_where="the {noun}[ in {inside}][ as {binding}] where {where}",
        the_with="the {noun}[ in {inside}] with {ranking* then }",
    )
    noun: Name
    of: Expression | None
    inside: Expression | None
    ranking: tuple[Ranking, ...]
    binding: Name | None
    where: Expression | None


@node
class Ranking(Construct):
    """`most coin`; also a query, `most cards in their hand`, or a sum, `most total worth of cards in their hand`."""

    forms = says(best="{how} {value}")
    how: str  # most, fewest, latest, earliest, highest, lowest
    value: Expression


@node
class PileEnd(Construct):
    """`top of z`, `bottom 3 of z`; with a noun `the top card of z`, `the bottom 3 cards of z`."""

    forms = says(
        "[{noun?}the ]{end}[ {amount}][ {noun}] of {zone}",
        top="{end}[ {amount}] of {zone}",
        the_top="the {end} {noun} of {zone}",
        the_top_few="the {end} {amount} {noun} of {zone}",
    )
    end: str
    amount: Expression | None
    zone: Expression
    noun: Name | None = _spelling(None)


@node
class Brackets(Construct):
    forms = says(brackets="({inner})")
    inner: Expression


@node
class ListOf(Construct):
    forms = says(list="({items*})", in_several="({items*})")
    items: tuple[Expression, ...]


@node
class Binary(Construct):
    """`operator` is one of + - * or and."""

    forms = says(
        or_=form("{left} {operator} {right}", operator="or"),
        and_=form("{left} {operator} {right}", operator="and"),
        plus=form("{left} {operator} {right}", operator="+"),
        minus=form("{left} {operator} {right}", operator="-"),
        times=form("{left} {operator} {right}", operator="*"),
    )
    operator: str
    left: Expression
    right: Expression


@node
class Divide(Construct):
    forms = says(divide="{left} / {right}[ rounded {rounding}]")
    left: Expression
    right: Expression
    rounding: str | None  # down, up


@node
class Negative(Construct):
    forms = says(negative="-{inner}", negative_number="-{inner}")
    inner: Expression


@node
class Not(Construct):
    forms = says(not_="not {inner}")
    inner: Expression


@node
class Compare(Construct):
    """`operator` is one of < <= > >= = !=; `spelling` is as written, such as `is at least` for >=."""

    forms = says("{left} {spelling} {right}")
    operator: str
    left: Expression
    right: Expression
    spelling: str = field(eq=False)


@node
class IsIn(Construct):
    forms = says(
        is_in=form("{item} {verb} in {group}", negated=False),
        is_not_in=form("{item} {verb} not in {group}", negated=True),
    )
    item: Expression
    group: Expression
    negated: bool
    verb: str = _spelling("is")


@node
class IsEmpty(Construct):
    forms = says(
        is_empty=form("{group} {verb} empty", negated=False),
        is_not_empty=form("{group} {verb} not empty", negated=True),
    )
    group: Expression
    negated: bool
    verb: str = _spelling("is")


@node
class Exists(Construct):
    forms = says(exists="{inner} exists")
    inner: Expression


@node
class Noun(Construct):
    """What a query ranges over: `player`, `card in hand`, `Location other than x where ...`."""

    forms = says(
        noun="{name}[ in {inside}][ other than {other_than}][ as {binding}][ where {where}]",
        closed_noun="{name}[ in {inside}][ other than {other_than}]",
    )
    name: Expression
    inside: Expression | None
    other_than: Expression | None
    binding: Name | None
    where: Expression | None


@node
class Query(Construct):
    """`kind` is one of number, any, no, every."""

    forms = says(
        number_of=form("number of {noun}", kind="number"),
        any=form("any {noun}", kind="any"),
        no_such=form("no {noun}", kind="no"),
        every=form("every {noun}", kind="every"),
    )
    kind: str
    noun: Noun


@node
class BestOf(Construct):
    """`highest X of noun`, `lowest ...`, `total ...`."""

    forms = says(best_of="{how} {value} of {noun}")
    how: str
    value: Expression
    noun: Noun


# ---------------------------------------------------------------- declarations


@node
class Range(Construct):
    forms = says(range="{low} to {high}")
    low: Expression
    high: Expression


@node
class Setting(Line):
    forms = says(setting="{name}: {value}")
    name: Name
    value: Range | Number | Text | Name


@node
class Game(Line):
    forms = says(game="game {title}: {settings/}")
    title: Text
    settings: tuple[Setting | RuleText | BadLine, ...]


@node
class Library(Line):
    forms = says(library="library {name}[ {title}]")
    name: Name
    title: Text | None


@node
class Use(Line):
    forms = says(use="use {names,}")
    names: tuple[Name, ...]


@node
class Parameter(Line):
    forms = says(parameter="parameter {name} = {value}[ ({range})][ {description}]")
    name: Name
    value: Expression
    range: Range | None
    description: Text | None


@node
class Trait(Construct):
    """`kind` is shape, face, seen, hidden, refill, at_most, bounds, starts, supply or unordered."""

    forms = says(
        shape=form("{word}", kind="shape"),
        face=form("face {word}", kind="face"),
        seen=form("seen by {word}", kind="seen"),
        hidden=form("hidden", kind="hidden"),
        refill=form("refill from {name}", kind="refill"),
        at_most=form("at most {value}", kind="at_most"),
        bounds=form("from {range}", kind="bounds"),
        starts=form("starts {word} {value}", kind="starts"),
        supply=form("{value} each", kind="supply"),
        unordered=form("unordered", kind="unordered"),
    )
    kind: str
    word: str | None = None
    value: Expression | None = None
    range: Range | None = None
    name: Name | None = None


@node
class CounterItem(Line):
    forms = says(counter_item="{name}[ {title}]")
    name: Name
    title: Text | None


@node
class Counters(Line):
    """`counter x of player` (one item, no group) or `counters Group of player:` with several."""

    group: Name | None
    owner: Name | None
    by: Name | None
    traits: tuple[Trait, ...]
    items: tuple[CounterItem | RuleText | BadLine, ...]


@node
class EnumValue(Line):
    forms = says(enum_item="{name}[ {title}][, {attributes,}]", enum_name="{name}[ {title}]")
    name: Name
    title: Text | None
    attributes: tuple[Attribute | Lasts, ...]


@node
class Enum(Line):
    forms = says(
        enum=form("enum {name}[{ring?}, ring]: {values/}", inline=False),
        inline_enum=form("enum {name}[{ring?}, ring]: {values*}", inline=True),
    )
    name: Name
    ring: bool
    inline: bool
    values: tuple[EnumValue | RuleText | BadLine, ...]


@node
class CardField(Construct):
    forms = says(field="{name}: {type}")
    name: Name
    type: TypeName


@node
class Cards(Line):
    forms = says(cards="cards {name}[: {fields*}]")
    name: Name
    fields: tuple[CardField, ...]


@node
class Tokens(Line):
    name: Name
    owner: Name | None
    traits: tuple[Trait, ...]
    fields: tuple[CardField, ...] = ()


@node
class Pawn(Line):
    forms = says(pawn="pawn {name}[ of {owner}][: {traits,}]")
    name: Name
    owner: Name | None
    traits: tuple[Trait, ...]


@node
class Dice(Line):
    forms = says(dice="dice {name}[: {traits,}]")
    name: Name
    traits: tuple[Trait, ...]


@node
class Zone(Line):
    forms = says(zone="zone {name}[ of {owner}][ by {by}][: {traits,}]")
    name: Name
    owner: Name | None
    by: Name | None
    traits: tuple[Trait, ...]


@node
class Role(Line):
    forms = says(role="role {name}[: {traits,}]")
    name: Name
    traits: tuple[Trait, ...]


@node
class Remember(Line):
    forms = says(remember="remember {name}[ of {owner}][ by {by}]: {type}[, {traits*}]")
    name: Name
    owner: Name | None
    by: Name | None
    type: TypeName
    traits: tuple[Trait, ...]


@node
class Flag(Line):
    forms = says(flag="flag {name}[ of {owner}][ by {by}][: {traits,}]")
    name: Name
    owner: Name | None
    by: Name | None
    traits: tuple[Trait, ...]


@node
class Domain(Construct):
    forms = says(domain="{kind}[ as {binding}]")
    kind: Name
    binding: Name | None


@node
class Case(Line):
    forms = says(default_case=form("{value} otherwise", condition=None), case="{value} if {condition}")
    value: Expression
    condition: Expression | None


@node
class Define(Line):
    """A derived value. Exactly one of `value` and `cases` is filled."""

    forms = says(
        define_cases=form("define {name}[ of {domains,}][ combining {combining}]: {cases/}", value=None),
        define="define {name}[ of {domains,}][ combining {combining}]: {value}",
    )
    name: Name
    domains: tuple[Domain, ...]
    combining: str | None
    value: Expression | None
    cases: tuple[Case | RuleText | BadLine, ...]


@node
class Spaces(Line):
    forms = says(
        spaces=form("spaces {name}: {values/}", inline=False),
        inline_spaces=form("spaces {name}: {values*}", inline=True),
    )
    name: Name
    inline: bool
    values: tuple[EnumValue | RuleText | BadLine, ...]


@node
class Grid(Line):
    forms = says(grid="grid {name}, {rows} by {columns} of {kind}")
    name: Name
    rows: Number
    columns: Number
    kind: Name


@node
class Seat(Line):
    forms = says(seat="{place} {name}[ {title}][, {attributes,}]")
    place: Number
    name: Name
    title: Text | None
    attributes: tuple[Attribute | Lasts, ...]


@node
class Track(Line):
    forms = says(track="track {name}, {range}: {seats/}")
    name: Name
    range: Range
    seats: tuple[Seat | RuleText | BadLine, ...]


@node
class EachValue(Construct):
    """`each Suit`, `each number from 1 to 9`: printed on a card of a deck, there is one card for each of them."""

    forms = says(each_value="each {values}", each_number="each number from {values}")
    values: Name | Range


@node
class Attribute(Construct):
    """`vote 1`, `kind scheme`, or a bare word that is a yes."""

    name: Name
    value: Expression | EachValue | None


@node
class Period(Construct):
    """`your turn`, `your next turn`, `ann's next turn`, `this round`."""

    owner: Expression | None
    following: bool
    unit: str


@node
class Duration(Construct):
    """`until EDGE of PERIOD`, or (edge None) for the rest of the game."""

    forms = says(forever=form("for the rest of the game", edge=None, period=None), until="until {edge} of {period}")
    edge: str | None
    period: Period | None


@node
class Lasts(Construct):
    forms = says(lasts="lasts {duration}")
    duration: Duration


@node
class WhenPart(Line):
    forms = says(when_part="when {name}: {body}")
    name: Name
    body: Block


@node
class CardEntry(Line):
    forms = says(card_entry="[{copies} x ]{title}[, {attributes,}][: {body,}]")
    copies: Number | Name | None
    title: Text
    attributes: tuple[Attribute | Lasts, ...]
    body: tuple[Item | WhenPart, ...]


@node
class Deck(Line):
    forms = says(deck="deck {card_type} in {zone}: {entries/}")
    card_type: Name
    zone: Expression
    entries: tuple[CardEntry | RuleText | BadLine, ...]


@node
class Ruling(Line):
    forms = says(ruling="ruling {clause} {question}[, changed by {changed_by,}]: {texts/}")
    clause: Name
    question: Text
    changed_by: tuple[Name, ...]
    texts: tuple[RuleText | BadLine, ...]


# ---------------------------------------------------------------- flow and named bodies


@node
class Block(Construct):
    """The indented lines after a colon, or (inline) the one statement behind it.

    Inline and empty: `nothing happens`.
    """

    items: tuple[Item, ...]
    inline: bool = field(default=False, eq=False, repr=False)


@node
class Setup(Line):
    forms = says(setup="setup: {body}")
    body: Block


@node
class RoundCondition(Construct):
    forms = says(round_until=form("until {condition}", how="until"), round_while=form("while {condition}", how="while"))
    how: str  # until, while
    condition: Expression


@node
class Flow(Line):
    """A round, phase or step. `number` is its printed label (`5.1`)."""

    forms = says(
        round=form("round {name}[ {title}][ {condition}][, at most {bound} times]: {body}", kind="round"),
        phase=form("phase[ {number}] {name}[ {title}]: {body}", kind="phase"),
        step=form("step[ {number}] {name}[ {title}]: {body}", kind="step"),
    )
    kind: str
    number: Number | None
    name: Name
    title: Text | None
    condition: RoundCondition | None
    bound: Expression | None
    body: Block


@node
class ProcedureParameter(Construct):
    forms = says(parameter_of="[{preposition} ]{name}: {type}")
    preposition: str | None
    name: Name
    type: TypeName


@node
class Procedure(Line):
    """`depth`: how many of it may be under way at once, for one that can come to itself."""

    forms = says(procedure="procedure {name}[ {parameters*}][, deciding {answer}][, at most {depth} deep]: {body}")
    name: Name
    parameters: tuple[ProcedureParameter, ...]
    answer: TypeName | None
    body: Block
    depth: Expression | None = None


@node
class ActionTrait(Construct):
    """`kind`: limit (times `amount` per `unit`), own_turn, during (names), secretly (others do not hear),
    beside (offered wherever the action `names` is)."""

    forms = says(
        once_per=form("once per {unit}", kind="limit", amount=None),
        times_per=form("up to {amount} per {unit}", kind="limit"),
        own_turn=form("on your turn", kind="own_turn"),
        during=form("during {names* or }", kind="during"),
        beside=form("beside {names* or }", kind="beside"),
        taken_secretly=form("taken secretly", kind="secretly"),
    )
    kind: str
    amount: Expression | None = None
    unit: Name | None = None
    names: tuple[Name, ...] = ()


@node
class Action(Line):
    forms = says(action="[{kind} ]action {name}[ {title}][, {traits*}]: {body}")
    kind: str | None  # free, anytime
    name: Name
    title: Text | None
    traits: tuple[ActionTrait, ...]
    body: Block


@node
class Reaction(Line):
    forms = says(reaction="reaction[ {name}][ {title}], {trigger}: {body}")
    name: Name | None
    title: Text | None
    trigger: Trigger
    body: Block


@node
class Hook(Line):
    forms = says(hook="{trigger}: {body}")
    trigger: Trigger
    body: Block


@node
class Whenever(Construct):
    forms = says(whenever="whenever {condition}")
    condition: Expression


@node
class AtEvent(Construct):
    """`timing` is before, after or instead."""

    forms = says(
        instead_of=form("instead of {event}[ while {condition}]", timing="instead"),
        before_after="{timing} {event}[ while {condition}]",
    )
    timing: str
    event: Event
    condition: Expression | None


@node
class FlowEvent(Construct):
    forms = says(flow_event="{kind} {name}")
    kind: str
    name: Name


@node
class ActionEvent(Construct):
    forms = says(action_event="action {name}")
    name: Name


@node
class ProcedureEvent(Construct):
    forms = says(procedure_event="doing {name}")
    name: Name


@node
class VerbEvent(Construct):
    """`winner gaining some stock as amount from pot`, `any player as drawer drawing any card as drawn`."""

    forms = says(verb_event="{subject} {gerund}[ {object}][ from {source}][ to {target}]")
    subject: Party
    gerund: str
    object: Party | SomeAmount | None
    source: Expression | None
    target: Expression | None


@node
class BoundaryEvent(Construct):
    forms = says(boundary_event="{edge} of {period}")
    edge: str
    period: Period


@node
class AnySuch(Construct):
    """`any player other than you as riser`, `any player where ...` (binding and where come from the noun)."""

    forms = says(any_such="any {noun}")
    noun: Noun


@node
class SomeAmount(Construct):
    """`some of asked points as lost`: as much as was asked for, and as much as really goes."""

    forms = says(some_amount="some[ of {asked}] {counter}[ as {binding}]")
    asked: Name | None
    counter: Expression
    binding: Name | None


@node
class Permission(Line):
    forms = says(
        forbid=form("forbid {event}[ if {condition}]", allowed=False),
        allow=form("allow {event}[ if {condition}]", allowed=True),
    )
    allowed: bool
    event: Event
    condition: Expression | None


@node
class ExceptionValue(Construct):
    """`how` is plain (a value that names `previous`), instead, at_least or at_most."""

    forms = says(
        plain_value=form("{value}", how="plain"),
        instead_value=form("instead {value}", how="instead"),
        at_least_value=form("at least {value}", how="at_least"),
        at_most_value=form("at most {value}", how="at_most"),
    )
    how: str
    value: Expression


@node
class ExceptionTo(Line):
    forms = says(exception="exception to {name}[ of {of}][ if {condition}]: {value}")
    name: Name
    of: Expression | AnySuch | None
    condition: Expression | None
    value: ExceptionValue


@node
class GameEnd(Line):
    forms = says(game_end="game ends[ after {after}][ when {condition}]: {body}")
    after: Name | None
    condition: Expression | None
    body: Block


# ---------------------------------------------------------------- statements

# Each verb is a node of its own; `Act` says who does it, how, and whether they may leave it.


@node
class Act(Line):
    """`subject` None: you. `manner`: secretly, openly, randomly. `optional`: `may`."""

    forms = says(
        order=form("[{manner} ]{verb}", subject=None, optional=False),
        optional=form("{subject} may[ {manner}] {verb}", optional=True),
        sentence=form("{subject}[ {manner}] {verb+s}", optional=False),
        each_sentence=form("{subject}[ {manner}] {verb+s}", optional=False),
    )
    subject: Expression | EachHead | None
    manner: str | None
    optional: bool
    verb: Verb


@node
class SomeOf(Construct):
    forms = says(some_of="{amount} {counter}")
    amount: Expression
    counter: Expression


@node
class EqualTo(Construct):
    forms = says(equal_to="{counter} equal to {amount}")
    counter: Expression
    amount: Expression


@node
class AllOf(Construct):
    forms = says(all_of="all {counter}")
    counter: Expression


@node
class Transfer(Construct):
    """`verb` is gain, lose or pay; counters go from somewhere to somewhere, the bank when unsaid."""

    forms = says(
        gain=form("{verb}{s} {amount}[ from {source}][ to {target}]", verb="gain"),
        lose=form("{verb}{s} {amount}[ from {source}][ to {target}]", verb="lose"),
        pay=form("{verb}{s} {amount}[ from {source}][ to {target}]", verb="pay"),
    )
    verb: str
    amount: SomeOf | EqualTo | AllOf
    source: Expression | None
    target: Expression | None


@node
class Draw(Construct):
    forms = says(
        form("draw{s} to {amount}[ {noun}][ from {source}][ to {target}][ as {binding}]", up_to=True),
        form("draw{s} a[ {noun}][ from {source}][ to {target}][ as {binding}]", single=True),
        "draw{s} {amount}[ {noun}][ from {source}][ to {target}][ as {binding}]",
    )
    amount: Expression
    up_to: bool  # `draw to 5`
    source: Expression | None
    target: Expression | None
    binding: Name | None
    noun: Name | None = _spelling(None)  # `draw 5 cards`
    single: bool = _spelling(False)  # `draw a card`


@node
class Move(Construct):
    forms = says(move="move{s} {pieces} to {target}[ face {face}]")
    pieces: Expression
    target: Expression
    face: str | None


@node
class Discard(Construct):
    forms = says(discard="discard{s} {pieces}")
    pieces: Expression


@node
class Reveal(Construct):
    forms = says(reveal="reveal{s} {pieces}[ to {to}]")
    pieces: Expression
    to: Expression | None


@node
class Shuffle(Construct):
    forms = says(shuffle="shuffle{s} {zone}[ into {into}]")
    zone: Expression
    into: Expression | None


@node
class Create(Construct):
    forms = says(create="create{s} {amount} {card_type}[ of each {of_each}] in {zone}")
    amount: Expression
    card_type: Name
    of_each: Name | None
    zone: Expression


@node
class Swap(Construct):
    forms = says(swap="swap{s} {left} and {right}")
    left: Expression
    right: Expression


@node
class GivePieces(Construct):
    forms = says(give="give{s} {pieces} to {to}")
    pieces: Expression
    to: Expression


@node
class GiveAmount(Construct):
    forms = says(give_amount="give{s} {amount} {counter} to {to}")
    amount: Expression
    counter: Name
    to: Expression


@node
class Roll(Construct):
    """`single`: `roll a die as luck`, one die and no list of them."""

    forms = says(form("roll{s} {a+die} {die} as {binding}", single=True), "roll{s} {amount} {die} as {binding}")
    amount: Expression
    die: Name
    binding: Name
    single: bool = False


@node
class Look(Construct):
    forms = says(look="look{s} at {pieces}")
    pieces: Expression


@node
class Flip(Construct):
    forms = says(flip="flip{s} {pieces} face {face}")
    pieces: Expression
    face: str


@node
class RemoveFromGame(Construct):
    forms = says(remove="remove{s} {pieces} from the game")
    pieces: Expression


@node
class ChoiceNoun(Construct):
    forms = says("{kind}[ other than {other_than}][ from {source}][ as {binding}][ where {where}]")
    kind: Name
    source: Expression | None
    other_than: Expression | None
    binding: Name | None
    where: Expression | None


@node
class ChooseThing(Construct):
    """`how_many`: one, exactly, up_to or any."""

    forms = says(
        chosen_one=form("{a+noun} {noun}", how_many="one"),
        chosen_exactly=form("{amount} {noun}", how_many="exactly"),
        chosen_up_to=form("up to {amount} {noun}", how_many="up_to"),
        chosen_any=form("any number of {noun}", how_many="any"),
    )
    how_many: str
    amount: Expression | None
    noun: ChoiceNoun


@node
class ChooseNumber(Construct):
    forms = says(chosen_number="a number from {low} to {high}[ as {binding}]")
    low: Expression
    high: Expression
    binding: Name | None


@node
class ChooseOrder(Construct):
    forms = says(chosen_order="an order of {of}[ as {binding}]")
    of: Expression
    binding: Name | None


@node
class ChooseAmong(Construct):
    forms = says(chosen_among="one of {candidates*}[ as {binding}]")
    candidates: tuple[Expression, ...]
    binding: Name | None


@node
class Choose(Construct):
    forms = says(choice="choose{s} {what}[ asking {asking}][ passing {passing}]")
    what: Chosen
    asking: Text | None
    passing: Text | None


@node
class Let(Line):
    forms = says(let="let {name} be {value}")
    name: Name
    value: Expression


@node
class Argument(Construct):
    forms = says(argument="[{preposition} ]{value}")
    preposition: str | None
    value: Expression


@node
class Decided(Line):
    forms = says(decided="let {name} be decided by {procedure}[ {arguments,}]")
    name: Name
    procedure: Name
    arguments: tuple[Argument, ...]


@node
class Call(Line):
    forms = says(call="do {procedure}[ {arguments,}]")
    procedure: Name
    arguments: tuple[Argument, ...]


@node
class Assign(Line):
    forms = says(assign="set {target} to {value}")
    target: Expression
    value: Expression


@node
class Raise(Line):
    forms = says(
        raise_=form("raise {target} by {amount}", down=False),
        lower=form("lower {target} by {amount}", down=True),
    )
    target: Expression
    amount: Expression
    down: bool


@node
class Return(Line):
    forms = says(return_="return")


@node
class Decide(Line):
    forms = says(decide="decide {value}")
    value: Expression


@node
class Needs(Line):
    forms = says(needs="needs {condition}[ else {reason}]")
    condition: Expression
    reason: Text | None


@node
class Stop(Line):
    forms = says(stop="stop")


@node
class EndTurn(Line):
    forms = says(end_turn="end turn")


@node
class Announce(Line):
    forms = says(announce="announce {text}")
    text: Text


@node
class TakeActions(Line):
    """`how_many`: one, exactly, up_to, any or free."""

    subject: Expression | None
    how_many: str
    amount: Expression | None
    actions: tuple[Name, ...]
    plural: bool = _spelling(False)


@node
class NothingHappens(Line):
    forms = says(nothing_happens="nothing happens")


@node
class Wins(Line):
    """`subject` None: nobody."""

    forms = says(nobody_wins=form("nobody wins", subject=None), wins="{subject} {plural=win|wins}")
    subject: Expression | None
    plural: bool = _spelling(False)


@node
class Forfeits(Line):
    forms = says(forfeits="{subject} {plural=lose|loses} the game")
    subject: Expression
    plural: bool = _spelling(False)


@node
class Becomes(Line):
    """A copy until a time, or for as long as a condition holds; what it is `keeping` it does not copy."""

    forms = says("{subject} becomes a copy of {original}[ {duration}][ as long as {condition}][, keeping {keeping,}]")
    subject: Expression
    original: Expression
    duration: Duration | None
    condition: Expression | None = None
    keeping: tuple[Name, ...] = ()


@node
class If(Line):
    forms = says("if {condition}: {body}")
    condition: Expression
    body: Block
    otherwise: Block | If | None
    otherwise_texts: tuple[RuleText, ...] = ()
    otherwise_trivia: Trivia = _trivia()


@node
class EachHead(Construct):
    """`each player from x where ...`: who acts is `you` in turn."""

    forms = says("each {kind}[ in {inside}][ other than {other_than}][ from {start}][ as {binding}][ where {where}]")
    kind: Name
    inside: Expression | None
    start: Expression | None
    other_than: Expression | None
    binding: Name | None
    where: Expression | None


@node
class Each(Line):
    forms = says(each="{head}: {body}")
    head: EachHead
    body: Block


@node
class LoopList(Construct):
    forms = says(loop_list="{group}[ from {start}][ where {where}]")
    group: Expression
    start: Expression | None
    where: Expression | None


@node
class ForEach(Line):
    forms = says(for_each="for each {name} in {over}: {body}")
    name: Name
    over: LoopList | Query
    body: Block


@node
class ForRange(Line):
    forms = says(for_range="for each {name} from {low} to {high}: {body}")
    name: Name
    low: Expression
    high: Expression
    body: Block


@node
class Together(Line):
    forms = says(together="together: {body}")
    body: Block


@node
class While(Line):
    forms = says(while_="while {condition}[, at most {bound} times]: {body}")
    condition: Expression
    bound: Expression | None
    body: Block


@node
class Repeat(Line):
    """`how`: times, at_most, until."""

    forms = says(
        repeat=form("repeat {amount} times[ until {until}]: {body}", how="times"),
        repeat_at_most=form("repeat at most {amount} times[ until {until}]: {body}", how="at_most"),
        repeat_until_=form("repeat until {until}[, at most {amount} times]: {body}", how="until"),
    )
    how: str
    amount: Expression | None
    until: Expression | None
    body: Block


@node
class AtOnce(Line):
    """`who` is a noun, such as `players other than winner`, or a list in brackets."""

    forms = says(at_once="all {who} at once: {body}")
    who: Noun | Expression
    body: Block


@node
class Turns(Line):
    forms = says(
        turns="{subject} take turns[ from {start}][ where {where}][ while {condition}][, at most {bound} times]: {body}"
    )
    subject: Expression
    start: Expression | None
    where: Expression | None
    condition: Expression | None
    bound: Expression | None
    body: Block


@node
class As(Line):
    """Inside, `player` is `you`; `decider` chooses for them among what the decider can see."""

    forms = says(as_="as {player}[, decided by {decider}]: {body}")
    player: Expression
    body: Block
    decider: Expression | None = None


@node
class MayDo(Line):
    forms = says("{subject} may[ {manner}] {label}: {body}")
    subject: Expression
    manner: str | None
    label: Text
    body: Block
    otherwise: Block | None
    otherwise_texts: tuple[RuleText, ...] = ()
    otherwise_trivia: Trivia = _trivia()


@node
class MayChoose(Line):
    forms = says("{subject} may[ {manner}] {choice}: {body}")
    subject: Expression
    manner: str | None
    choice: Choose
    body: Block
    otherwise: Block | None
    otherwise_texts: tuple[RuleText, ...] = ()
    otherwise_trivia: Trivia = _trivia()


@node
class MenuOption(Line):
    forms = says(menu_option="option {label}[ if {condition}]: {body}")
    label: Text
    condition: Expression | None
    body: Block


@node
class Menu(Line):
    forms = says(
        form("[{manner} ]choose one[ asking {asking}]: {options/}", subject=None),
        menu=form("[{subject} ][{manner} ]chooses one[ asking {asking}]: {options/}", plural=False),
        bare_menu=form("[{subject} ][{manner} ]choose one[ asking {asking}]: {options/}", plural=True),
    )
    subject: Expression | None
    manner: str | None
    asking: Text | None
    options: tuple[MenuOption | RuleText | BadLine, ...]
    plural: bool = _spelling(False)


@node
class Lasting(Line):
    forms = says(lasting="{duration}: {body}")
    duration: Duration
    body: Block


@node
class Standing(Line):
    forms = says(standing="as long as {condition}: {body}")
    condition: Expression
    body: Block


# ---------------------------------------------------------------- variants


@node
class Target(Construct):
    """What an edit of a variant is about; `setup` has no name."""

    forms = says(target_setup=form("setup", kind="setup"), target="{kind} {name}[ {title}]")
    kind: str
    name: Name | None
    title: Text | None


@node
class Insert(Line):
    timing: str
    anchor_kind: str
    anchor: Name
    flow: Flow


@node
class Replace(Line):
    forms = says(replace="replace {target}: {body}")
    target: Target
    body: Block


@node
class ReplaceDefine(Line):
    forms = says(replace_define="replace define {name}: {value}")
    name: Name
    value: Expression


@node
class ReplaceCard(Line):
    forms = says(replace_card="replace {entry}")
    entry: CardEntry


@node
class Extend(Line):
    forms = says(extend="extend {target}: {body}")
    target: Target
    body: Block


@node
class ExtendEnum(Line):
    """`extend enum Rank: king "King", bonus 9`: values that come after all others."""

    forms = says(extend_enum="extend {more}")
    more: Enum


@node
class Remove(Line):
    forms = says(remove_edit="remove {target}")
    target: Target


@node
class RemoveCard(Line):
    forms = says(remove_card="remove {title}")
    title: Text


@node
class SetParameter(Line):
    forms = says(set_parameter="set parameter {name} = {value}")
    name: Name
    value: Expression


@node
class AddCard(Line):
    forms = says(add="add {entry}")
    entry: CardEntry


@node
class Variant(Line):
    forms = says("variant {title} of {base}[ over {over* over }]: {edits/}")
    title: Text
    base: Text
    over: tuple[Text, ...]
    edits: tuple[Edit, ...]


# ---------------------------------------------------------------- scenarios


@node
class Piece(Construct):
    forms = says(piece="[{copies} x ]{name}[ by {by}][ face {face}]")
    copies: Number | None
    name: Text | Name
    by: Name | None
    face: str | None


@node
class Cast(Line):
    forms = says(cast="played by {names,}")
    names: tuple[Name, ...]


@node
class SeedLine(Line):
    forms = says(seed_line="seed {seed}")
    seed: Number


@node
class RollsLine(Line):
    forms = says(rolls_line="rolls {values*}")
    values: tuple[Number, ...]


@node
class GivenValue(Construct):
    forms = says(given_value="{target} {verb} {value}")
    target: Expression
    value: Expression
    verb: str = _spelling("is")


@node
class GivenEmpty(Construct):
    """Nothing lies there."""

    forms = says(given_empty="{zone} {verb} empty")
    zone: Expression
    verb: str = _spelling("is")


@node
class GivenPieces(Construct):
    forms = says(given_pieces="{zone} holds {pieces*}")
    zone: Expression
    pieces: tuple[Piece, ...]


@node
class Has(Construct):
    """`ann has 3 coins`, `each player has no cards in their hand`: given, or claimed. `amount` None: no."""

    forms = says(
        has=form("{who} has {amount} {thing}[ in {inside}]", each=False),
        each_has=form("{who} has {amount} {thing}[ in {inside}]", each=True),
    )
    who: Name  # of the cast, or the kind whose every one has it
    each: bool
    amount: Expression | None
    thing: Expression
    inside: Expression | None


@node
class GivenParameter(Construct):
    forms = says(given_parameter="parameter {name} = {value}")
    name: Name
    value: Expression


@node
class Given(Line):
    parts: tuple[GivenValue | GivenEmpty | GivenPieces | GivenParameter | Has, ...]
    and_trivia: tuple[Trivia, ...] = _and_trivia()


@node
class RunFlow(Construct):
    forms = says(run_flow="{kind} {name}")
    kind: str
    name: Name


@node
class RunSetup(Construct):
    forms = says(run_setup="setup")


@node
class RunAction(Construct):
    forms = says(run_action="{player} takes {action}")
    player: Name
    action: Name


@node
class RunGame(Construct):
    forms = says(run_game="the game is played")


@node
class RunRandom(Construct):
    forms = says(run_random="everybody plays at random")


@node
class AnswerChoose(Construct):
    forms = says(answer_choose="{player} chooses {values*}[ at {at}]")
    player: Name
    values: tuple[Expression, ...]
    at: Text | None


@node
class AnswerWord(Construct):
    forms = says(answer_word="{player} {word}[ at {at}]")
    player: Name
    word: str
    at: Text | None


@node
class AnswerTake(Construct):
    forms = says(answer_take="{player} takes {action}[ at {at}]")
    player: Name
    action: Name
    at: Text | None


@node
class RestPasses(Construct):
    forms = says(rest_passes="everybody else passes")


@node
class RestRandom(Construct):
    forms = says(rest_random="everybody else plays at random")


@node
class When(Line):
    """What is run, and the lines that go on with it: answers, and parts that are run after those."""

    run: Run
    answers: tuple[Answer | RunFlow | RunSetup | Call, ...]
    and_trivia: tuple[Trivia, ...] = _and_trivia()


@node
class ClaimTrue(Construct):
    forms = says(claim_true="{expression}")
    expression: Expression


@node
class ClaimHolds(Construct):
    forms = says(claim_holds="{zone} holds {pieces*}")
    zone: Expression
    pieces: tuple[Piece, ...]


@node
class ClaimSees(Construct):
    forms = says(
        sees=form("{player} sees {thing}", negated=False),
        sees_not=form("{player} does not see {thing}", negated=True),
    )
    player: Name
    thing: Expression
    negated: bool


@node
class ClaimCan(Construct):
    forms = says(
        can=form("{player} can {action}", negated=False),
        cannot=form("{player} cannot {action}", negated=True),
    )
    player: Name
    action: Name
    negated: bool


@node
class ClaimAsked(Construct):
    forms = says(
        asked=form("{player} {verb} asked[ {text}]", negated=False),
        not_asked=form("{player} {verb} not asked[ {text}]", negated=True),
    )
    player: Expression
    text: Text | None
    negated: bool
    verb: str = _spelling("is")


@node
class ClaimOffered(Construct):
    forms = says(
        offered=form("{player} {verb} offered {values*}", negated=False),
        not_offered=form("{player} {verb} not offered {values*}", negated=True),
    )
    player: Expression
    values: tuple[Expression, ...]
    negated: bool
    verb: str = _spelling("is")


@node
class ClaimMayPass(Construct):
    forms = says(may_pass="{player} may pass")
    player: Name


@node
class ClaimHappened(Construct):
    """`times` None: at least once; 0: did not happen."""

    forms = says(did_not_happen=form("{name} did not happen", times=0), happened="{name} happened[ {times} times]")
    name: Name
    times: int | None


@node
class ClaimDecided(Construct):
    forms = says(decided_claim="{procedure} decided {value}")
    procedure: Name
    value: Expression


@node
class ClaimOver(Construct):
    forms = says(over=form("the game is over", negated=False), not_over=form("the game is not over", negated=True))
    negated: bool


@node
class ClaimRefused(Construct):
    forms = says(refused="the game is refused")


@node
class ClaimWins(Construct):
    """Without winners: `nobody wins`."""

    forms = says(claim_nobody_wins=form("nobody wins", winners=()), claim_wins="{winners* and } {plural=win|wins}")
    winners: tuple[Expression, ...]
    plural: bool = _spelling(False)


@node
class Then(Line):
    claims: tuple[Claim, ...]
    and_trivia: tuple[Trivia, ...] = _and_trivia()


@node
class Scenario(Line):
    forms = says(scenario="scenario {title}[ covers {covers,}][ with {variants,}]: {parts/}")
    title: Text
    covers: tuple[Name, ...]
    variants: tuple[Text, ...]
    parts: tuple[Scene, ...]


@node
class File(Construct):
    """One rule file, in the order written; `below` are the comments after the last line."""

    items: tuple[TopItem, ...]
    below: tuple[str, ...] = _spelling(())


# ---------------------------------------------------------------- the sums

Expression: TypeAlias = (
    Number | YesNo | Nothing | Text | Name | Pronoun | Possessive | Property | Applied | The | PileEnd
    | Brackets | ListOf | Binary | Divide | Negative | Not | Compare | IsIn | IsEmpty | Exists | Query
    | BestOf
)  # fmt: skip
Verb: TypeAlias = (
    Transfer | Draw | Move | Discard | Reveal | Shuffle | Create | Swap | GivePieces | GiveAmount | Roll
    | Look | Flip | RemoveFromGame | Choose
)  # fmt: skip
Chosen: TypeAlias = ChooseThing | ChooseNumber | ChooseOrder | ChooseAmong
Event: TypeAlias = FlowEvent | ActionEvent | ProcedureEvent | VerbEvent | BoundaryEvent
Party: TypeAlias = Expression | AnySuch
Trigger: TypeAlias = Whenever | AtEvent
Statement: TypeAlias = (
    Act | Let | Decided | Call | Assign | Raise | Return | Decide | Needs | Stop | EndTurn | Announce
    | TakeActions | Wins | Forfeits | NothingHappens | Becomes | If | Each | ForEach | ForRange | Together
    | While | Repeat | AtOnce | Turns | As | MayDo | MayChoose | Menu | Lasting | Standing | ExceptionTo
    | Permission | Hook | Reaction | Flow
)  # fmt: skip
Item: TypeAlias = Statement | RuleText | BadLine
Declaration: TypeAlias = (
    Game | Library | Use | Parameter | Counters | Enum | Cards | Tokens | Pawn | Dice | Zone | Role
    | Remember | Flag | Define | Spaces | Grid | Track | Deck | Ruling | Setup | Flow | Procedure | Action
    | Reaction | Hook | Permission | ExceptionTo | GameEnd
)  # fmt: skip
TopItem: TypeAlias = Declaration | Variant | Scenario | RuleText | BadLine
Edit: TypeAlias = (
    Insert | Replace | ReplaceDefine | ReplaceCard | Extend | ExtendEnum | Remove | RemoveCard
    | SetParameter | AddCard | Declaration | RuleText | BadLine
)  # fmt: skip
Run: TypeAlias = RunFlow | RunSetup | RunAction | Call | RunGame | RunRandom
Answer: TypeAlias = AnswerChoose | AnswerWord | AnswerTake | RestPasses | RestRandom
Claim: TypeAlias = (
    ClaimTrue | ClaimHolds | Has | ClaimSees | ClaimCan | ClaimAsked | ClaimOffered | ClaimMayPass
    | ClaimHappened | ClaimDecided | ClaimOver | ClaimRefused | ClaimWins
)  # fmt: skip
Scene: TypeAlias = RuleText | Cast | SeedLine | RollsLine | Given | When | Then | BadLine
