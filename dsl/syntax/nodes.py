"""The syntax tree: what a rule file says, before anyone has asked what it means.

Every node is a frozen value, declared with the forms in which it is written (see `construct.py`). `span` (and `trivia`,
the comments that stand with a line) are where a thing was said, not what was said, so they take no part in equality.
Sums of nodes are plain aliases at the end.
"""

from __future__ import annotations

import re
from typing import Any, TypeAlias

from attrs import field

from dsl.frozen import frozen
from dsl.listing import series
from dsl.syntax.construct import NO_TRIVIA as NO_TRIVIA
from dsl.syntax.construct import Construct, Line, by, form, says
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


@frozen
class Name(Construct):
    forms = says("{text}")
    text: str


@frozen
class Text(Construct):
    """A string in quotes; `text` is without them."""

    forms = says('"{text}"')
    text: str


@frozen
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


@frozen
class BadLine(Line):
    """A line that could not be read; its error has been reported. `body` is what was indented under it."""

    body: tuple[Any, ...]


@frozen
class TypeName(Construct):
    forms = says(type="{name}[{or_none?} or none]")
    name: Name
    or_none: bool


# ---------------------------------------------------------------- expressions


#: A number of so many digits is always one of 64 bits.
MOST_DIGITS = 18


@frozen
class Number(Construct):
    """A whole number, or a step number such as `2.1` (then `text` has the dot)."""

    forms = says("{text}")
    text: str

    @property
    def value(self) -> int:
        return self.parts[0]

    @property
    def parts(self) -> tuple[int, ...]:
        """The numbers before and behind the dot, of which one that is too long to be meant is cut off."""
        return tuple(int(part[:MOST_DIGITS]) for part in self.text.split("."))


@frozen
class YesNo(Construct):
    forms = says(yes=form("yes", value=True), no_=form("no", value=False))
    value: bool


@frozen
class Nothing(Construct):
    forms = says(none="none")


@frozen
class Pronoun(Construct):
    """`you`, `it`, `this`, `them`, `they`, `previous`."""

    forms = says(pronoun="{word}")
    word: str


@frozen
class Property(Construct):
    """`name of owner`, `owner's name`, `your name`, `name[index]`, `name[index] of owner`."""

    name: Name
    index: Expression | None
    owner: Expression | None
    apostrophe: bool = _spelling(False)


@frozen
class Possessive(Construct):
    """`your`, `their`, `its`, `his`, `her` as the owner of a property."""

    forms = says(possessive="{word}")
    word: str


@frozen
class Applied(Construct):
    """`name(a, b)`; or `name(a) of b`, which is the same with `last_of`."""

    name: Name
    arguments: tuple[Expression, ...]
    last_of: bool = _spelling(False)


@frozen
class The(Construct):
    """`the card in z`, `the die in pool with fewest pips`, `the player other than x from y with most money`."""

    forms = says(
        "the {noun}[ of {of}][ in {inside}][ other than {other_than}][ {start}][ with {ranking* then }][ as {binding}]"
        "[ where {where}]",
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
    start: Start | None = None
    other_than: Expression | None = None


@frozen
class Ranking(Construct):
    """`most coin`; also a query, `most cards in their hand`, or a sum, `most total worth of cards in their hand`."""

    forms = says(best="{how} {value}")
    how: str  # most, fewest, latest, earliest, highest, lowest
    value: Expression


@frozen
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


@frozen
class Brackets(Construct):
    forms = says(brackets="({inner})", in_brackets="({inner})")
    inner: Expression


@frozen
class ListOf(Construct):
    forms = says(list="({items*})", in_several="({items*})")
    items: tuple[Expression, ...]


@frozen
class Binary(Construct):
    """`operator` is one of + - * or and."""

    forms = says(**by("operator", "{left} {operator} {right}", or_="or", and_="and", plus="+", minus="-", times="*"))
    operator: str
    left: Expression
    right: Expression


@frozen
class Divide(Construct):
    forms = says(divide="{left} / {right}[ rounded {rounding}]")
    left: Expression
    right: Expression
    rounding: str | None  # down, up


@frozen
class Negative(Construct):
    forms = says(negative="-{inner}", negative_number="-{inner}")
    inner: Expression


@frozen
class Not(Construct):
    forms = says(not_="not {inner}")
    inner: Expression


@frozen
class Compare(Construct):
    """`operator` is one of < <= > >= = !=; `spelling` is as written, such as `is at least` for >=."""

    forms = says("{left} {spelling} {right}")
    operator: str
    left: Expression
    right: Expression
    spelling: str = field(eq=False)


@frozen
class IsIn(Construct):
    forms = says(
        is_in=form("{item} {verb} in {group}", negated=False),
        is_not_in=form("{item} {verb} not in {group}", negated=True),
    )
    item: Expression
    group: Expression
    negated: bool
    verb: str = _spelling("is")


@frozen
class IsEmpty(Construct):
    forms = says(
        is_empty=form("{group} {verb} empty", negated=False),
        is_not_empty=form("{group} {verb} not empty", negated=True),
    )
    group: Expression
    negated: bool
    verb: str = _spelling("is")


@frozen
class Exists(Construct):
    forms = says(exists="{inner} exists")
    inner: Expression


@frozen
class Noun(Construct):
    """What a query ranges over: `player`, `card in hand`, `Location other than x where ...`, `every die in thrown`."""

    forms = says(
        "[{every?}every ]{name}[ in {inside}][ other than {other_than}][ {start}][ as {binding}][ where {where}]",
        noun="{name}[ in {inside}][ other than {other_than}][ as {binding}][ where {where}]",
        closed_noun="{name}[ in {inside}][ other than {other_than}]",
    )
    name: Expression
    inside: Expression | None
    other_than: Expression | None
    binding: Name | None
    where: Expression | None = None
    start: Start | None = None
    every: bool = _spelling(False)


@frozen
class Query(Construct):
    """`kind` is one of number, any, no, every."""

    forms = says(
        number_of=form("number of {noun}", kind="number"),
        **by("kind", "{kind} {noun}", any="any", no_such="no", every="every"),
    )
    kind: str
    noun: Noun


@frozen
class BestOf(Construct):
    """`highest X of noun`, `lowest ...`, `total ...`."""

    forms = says(best_of="{how} {value} of {noun}")
    how: str
    value: Expression
    noun: Noun


# ---------------------------------------------------------------- declarations


@frozen
class Range(Construct):
    forms = says(range="{low} to {high}")
    low: Expression
    high: Expression


@frozen
class Several(Construct):
    forms = says(several="{items*}")
    items: tuple[Expression, ...]


@frozen
class Setting(Line):
    forms = says(setting="{name}: {value}")
    name: Name
    value: Range | Several | Expression


@frozen
class Game(Line):
    forms = says(game="game {title}: {settings/}")
    title: Text
    settings: tuple[Setting | RuleText | BadLine, ...]


@frozen
class Library(Line):
    """`own` is what a game that uses it may declare itself, in the place of what the library has."""

    forms = says(library="library {name}[ {title}][, the game may declare {own,}]")
    name: Name
    title: Text | None
    own: tuple[Name, ...]


@frozen
class Use(Line):
    """`own` is what the game declares itself, in the place of what these libraries have."""

    forms = says(use="use {names,}[ (the game may declare {own,})]")
    names: tuple[Name, ...]
    own: tuple[Name, ...] = ()


@frozen
class Parameter(Line):
    forms = says(parameter="parameter {name} = {value}[ ({range})][ {description}]")
    name: Name
    value: Expression
    range: Range | None
    description: Text | None


@frozen
class Trait(Construct):
    """`kind` is shape, face, seen, hidden, sealed, also_seen, refill, at_most, bounds, starts, supply, unordered,
    below_zero, shown, not_shown, unit, printed or told: what the log says when the `word` happens."""

    forms = says(
        shape=form("{word}", kind="shape"),
        face=form("face {word}", kind="face"),
        seen=form("seen by {word}", kind="seen"),
        hidden=form("hidden", kind="hidden"),
        sealed=form("also after the game", kind="sealed"),
        also_seen=form("also seen by {value}", kind="also_seen"),
        refill=form("refill from {name}", kind="refill"),
        at_most=form("at most {value}", kind="at_most"),
        bounds=form("from {range}", kind="bounds"),
        starts=form("starts {word} {value}", kind="starts"),
        supply=form("{value} each", kind="supply"),
        unordered=form("unordered", kind="unordered"),
        below_zero=form("may be negative", kind="below_zero"),
        shown=form("shown", kind="shown"),
        not_shown=form("not shown", kind="not_shown"),
        shown_each=form("shown {value} each", kind="unit"),
        shown_as=form("shown {value}", kind="printed"),
        log_says=form("{word} is {value}", kind="told"),
    )
    kind: str
    word: str | None = None
    value: Expression | None = None
    range: Range | None = None
    name: Name | None = None


@frozen
class CounterItem(Line):
    forms = says(counter_item="{name}[ {title}][, {unit}]")
    name: Name
    title: Text | None
    unit: Trait | None = None


@frozen
class Counters(Line):
    """`counter x of player` (one item, no group) or `counters Group of player:` with several."""

    group: Name | None
    owner: Name | None
    by: Name | None
    traits: tuple[Trait, ...]
    items: tuple[CounterItem | RuleText | BadLine, ...]


@frozen
class EnumValue(Line):
    forms = says(enum_item="{name}[ {title}][, {attributes,}]", enum_name="{name}[ {title}]")
    name: Name
    title: Text | None
    attributes: tuple[Attribute | Lasts, ...]


@frozen
class TitlesOf(Construct):
    """The titles of all cards of a kind, each as a value."""

    forms = says(titles_of="titles of {cards}")
    cards: Name


@frozen
class Enum(Line):
    forms = says(
        enum=form("enum {name}[{ring?}, ring]: {values/}", inline=False),
        inline_enum=form("enum {name}[{ring?}, ring]: {values*}", inline=True),
    )
    name: Name
    ring: bool
    inline: bool
    values: tuple[EnumValue | TitlesOf | RuleText | BadLine, ...]


@frozen
class CardField(Construct):
    forms = says(field="{name}: {type}")
    name: Name
    type: TypeName


@frozen
class Cards(Line):
    name: Name
    fields: tuple[CardField, ...]
    traits: tuple[Trait, ...] = ()


@frozen
class Tokens(Line):
    name: Name
    owner: Name | None
    traits: tuple[Trait, ...]
    fields: tuple[CardField, ...] = ()


@frozen
class Pawn(Line):
    forms = says(pawn="pawn {name}[ {title}][ of {owner}][: {traits,}]")
    name: Name
    owner: Name | None
    traits: tuple[Trait, ...]
    title: Text | None = None


@frozen
class Dice(Line):
    forms = says(dice="dice {name}[: {traits,}]")
    name: Name
    traits: tuple[Trait, ...]


@frozen
class Zone(Line):
    forms = says(zone="zone {name}[ {title}][ of {owner}][ by {by}][: {traits,}]")
    name: Name
    owner: Name | None
    by: Name | None
    traits: tuple[Trait, ...]
    title: Text | None = None


@frozen
class Role(Line):
    forms = says(role="role {name}[ {title}][: {traits,}]")
    name: Name
    traits: tuple[Trait, ...]
    title: Text | None = None


@frozen
class Remember(Line):
    forms = says(remember="remember {name}[ {title}][ of {owner}][ by {by}]: {type}[, {traits*}]")
    name: Name
    owner: Name | None
    by: Name | None
    type: TypeName
    traits: tuple[Trait, ...]
    title: Text | None = None


@frozen
class Flag(Line):
    forms = says(flag="flag {name}[ {title}][ of {owner}][ by {by}][: {traits,}]")
    name: Name
    owner: Name | None
    by: Name | None
    traits: tuple[Trait, ...]
    title: Text | None = None


@frozen
class Domain(Construct):
    forms = says(domain="{kind}[ as {binding}]")
    kind: Name
    binding: Name | None


@frozen
class Case(Line):
    """`lone`: the value stands alone below the colon, and there is no other case."""

    forms = says(
        default_case=form("{value} otherwise", condition=None),
        lone_case=form("{value}", condition=None, lone=True),
        case="{value} if {condition}",
    )
    value: Expression
    condition: Expression | None
    lone: bool = _spelling(False)


@frozen
class Define(Line):
    """A derived value. Exactly one of `value` and `cases` is filled. `shown`: it stands on the table."""

    forms = says(
        form("define {name}[ {title}][ of {domains,}][ combining {combining}][{shown?}, shown]: {cases/}", value=None),
        "define {name}[ {title}][ of {domains,}][ combining {combining}][{shown?}, shown]: {value}",
    )
    name: Name
    domains: tuple[Domain, ...]
    combining: str | None
    value: Expression | None
    cases: tuple[Case | RuleText | BadLine, ...]
    title: Text | None = None
    shown: bool = False


@frozen
class Spaces(Line):
    forms = says(
        spaces=form("spaces {name}[, laid out {across} across]: {values/}", inline=False),
        inline_spaces=form("spaces {name}[, laid out {across} across]: {values*}", inline=True),
    )
    name: Name
    inline: bool
    values: tuple[EnumValue | RuleText | BadLine, ...]
    across: Number | None = None


@frozen
class Grid(Line):
    forms = says(grid="grid {name}, {rows} by {columns} of {kind}")
    name: Name
    rows: Number
    columns: Number
    kind: Name


@frozen
class Seat(Line):
    forms = says(seat="{place} {name}[ {title}][, {attributes,}]")
    place: Number
    name: Name
    title: Text | None
    attributes: tuple[Attribute | Lasts, ...]


@frozen
class Track(Line):
    """Numbered places; if it is `whole`, every number is a space, and `seats` are those with a name of their own."""

    forms = says(
        track=form("track {name}, {range}: {seats/}", whole=False),
        bare_track=form("track {name}, spaces {range}[{ring?}, ring]", whole=True, seats=()),
        whole_track=form("track {name}, spaces {range}[{ring?}, ring]: {seats/}", whole=True),
    )
    name: Name
    range: Range
    whole: bool
    seats: tuple[Seat | RuleText | BadLine, ...]
    ring: bool = False


@frozen
class EachValue(Construct):
    """`each Suit`, `each number from 1 to 9`: printed on a card of a deck, there is one card for each of them."""

    forms = says(each_value="each {values}", each_number="each number from {values}")
    values: Name | Range


@frozen
class Attribute(Construct):
    """`vote 1`, `kind scheme`, or a bare word that is a yes."""

    name: Name
    value: Expression | EachValue | None


@frozen
class Period(Construct):
    """`your turn`, `your next turn`, `ann's next turn`, `this round`."""

    owner: Expression | None
    following: bool
    unit: str


@frozen
class Duration(Construct):
    """`until EDGE of PERIOD`, or (edge None) for the rest of the game."""

    forms = says(forever=form("for the rest of the game", edge=None, period=None), until="until {edge} of {period}")
    edge: str | None
    period: Period | None


@frozen
class Lasts(Construct):
    forms = says(lasts="lasts {duration}")
    duration: Duration


@frozen
class WhenPart(Line):
    forms = says(when_part="when {name}: {body}")
    name: Name
    body: Block


@frozen
class CardEntry(Line):
    forms = says(card_entry="[{copies} x ]{title}[, {attributes,}][: {body,}]")
    copies: Number | Name | None
    title: Text
    attributes: tuple[Attribute | Lasts, ...]
    body: tuple[Item | WhenPart, ...]


@frozen
class Deck(Line):
    """`table` names a file that lists the cards; the entries then say what of them do. Loading puts both together."""

    forms = says(
        bare_deck=form("deck {card_type} in {zone}[ from {table}]", entries=()),
        deck="deck {card_type} in {zone}[ from {table}]: {entries/}",
    )
    card_type: Name
    zone: Expression
    entries: tuple[CardEntry | RuleText | BadLine, ...]
    table: Text | None = None


@frozen
class Ruling(Line):
    forms = says(ruling="ruling {clause} {question}[, changed by {changed_by,}]: {texts/}")
    clause: Name
    question: Text
    changed_by: tuple[Name, ...]
    texts: tuple[RuleText | BadLine, ...]


# ---------------------------------------------------------------- flow and named bodies


@frozen
class Block(Construct):
    """The indented lines after a colon, or (inline) the one statement behind it.

    Inline and empty: `nothing happens`.
    """

    items: tuple[Item, ...]
    inline: bool = field(default=False, eq=False, repr=False)


@frozen
class Setup(Line):
    forms = says(setup="setup: {body}")
    body: Block


@frozen
class RoundCondition(Construct):
    forms = says(**by("how", "{how} {condition}", round_until="until", round_while="while"))
    how: str  # until, while
    condition: Expression


@frozen
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


@frozen
class ProcedureParameter(Construct):
    forms = says(parameter_of="[{preposition} ]{name}: {type}")
    preposition: str | None
    name: Name
    type: TypeName


@frozen
class Procedure(Line):
    """`depth`: how many of it may be under way at once, if it can come to itself. `title`: a reason in the log."""

    forms = says(
        procedure="procedure {name}[ {title}][ {parameters*}][, deciding {answer}][, at most {depth} deep]: {body}"
    )
    name: Name
    parameters: tuple[ProcedureParameter, ...]
    answer: TypeName | None
    body: Block
    depth: Expression | None = None
    title: Text | None = None


@frozen
class Cost(Construct):
    """So much of a counter, or so many pieces of a kind, that an action, an option or an offer costs."""

    forms = says(cost="{amount} {what}[ from {source}][ to {target}]")
    amount: Expression
    what: Expression
    source: Expression | None
    target: Expression | None


@frozen
class ActionTrait(Construct):
    """`kind`: limit (times `amount` per `unit`), own_turn, during (names), secretly (others do not hear),
    beside (offered wherever the action `names` is), any (no limit, said to replace others), costs (and_costs for all
    but the first `cost`), told (what the log says when it is taken)."""

    forms = says(
        once_per=form("once per {unit}", kind="limit", amount=None),
        times_per=form("up to {amount} per {unit}", kind="limit"),
        own_turn=form("on your turn", kind="own_turn"),
        during=form("during {names* or }", kind="during"),
        beside=form("beside {names* or }", kind="beside"),
        taken_secretly=form("taken secretly", kind="secretly"),
        any_times=form("any number of times", kind="any"),
        taking_told=form("taking is {told}", kind="told"),
        costs=form("costs {cost}", kind="costs"),
        and_costs=form("{cost}", kind="and_costs"),
    )
    kind: str
    amount: Expression | None = None
    unit: Name | None = None
    names: tuple[Name, ...] = ()
    cost: Cost | None = None
    told: Text | None = None


@frozen
class Action(Line):
    forms = says(action="[{kind} ]action {name}[ {title}][, {traits*}]: {body}")
    kind: str | None  # free, anytime
    name: Name
    title: Text | None
    traits: tuple[ActionTrait, ...]
    body: Block


@frozen
class Reaction(Line):
    forms = says(reaction="reaction[ {name}][ {title}], {trigger}: {body}")
    name: Name | None
    title: Text | None
    trigger: Trigger
    body: Block


@frozen
class Hook(Line):
    forms = says(hook="{trigger}: {body}")
    trigger: Trigger
    body: Block


@frozen
class Whenever(Construct):
    forms = says(whenever="whenever {condition}")
    condition: Expression


@frozen
class AtEvent(Construct):
    """`timing` is before, after or instead."""

    forms = says(
        instead_of=form("instead of {event}[ while {condition}]", timing="instead"),
        before_after="{timing} {event}[ while {condition}]",
    )
    timing: str
    event: Event
    condition: Expression | None


@frozen
class FlowEvent(Construct):
    forms = says(flow_event="{kind} {name}")
    kind: str
    name: Name


@frozen
class ActionEvent(Construct):
    forms = says(action_event="action {name}")
    name: Name


@frozen
class ProcedureEvent(Construct):
    forms = says(procedure_event="doing {name}")
    name: Name


@frozen
class VerbEvent(Construct):
    """`winner gaining some stock as amount from pot`, `any player as drawer drawing any card as drawn`."""

    forms = says(verb_event="{subject} {gerund}[ {object}][ from {source}][ to {target}]")
    subject: Party
    gerund: str
    object: Party | SomeAmount | None
    source: Expression | None
    target: Expression | None


@frozen
class BoundaryEvent(Construct):
    forms = says(boundary_event="{edge} of {period}")
    edge: str
    period: Period


@frozen
class AnySuch(Construct):
    """`any player other than you as riser`, `any player where ...` (binding and where come from the noun)."""

    forms = says(any_such="any {noun}")
    noun: Noun


@frozen
class SomeAmount(Construct):
    """`some of asked points as lost`: as much as was asked for, and as much as really goes."""

    forms = says(some_amount="some[ of {asked}] {counter}[ as {binding}]")
    asked: Name | None
    counter: Expression
    binding: Name | None


@frozen
class Permission(Line):
    forms = says(
        forbid=form("forbid {event}[ if {condition}]", allowed=False),
        allow=form("allow {event}[ if {condition}]", allowed=True),
    )
    allowed: bool
    event: Event
    condition: Expression | None


@frozen
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


@frozen
class ExceptionTo(Line):
    forms = says(exception="exception to {name}[ of {of}][ if {condition}]: {value}")
    name: Name
    of: Expression | AnySuch | None
    condition: Expression | None
    value: ExceptionValue


@frozen
class GameEnd(Line):
    forms = says(game_end="game ends[ after {after}][ when {condition}]: {body}")
    after: Name | None
    condition: Expression | None
    body: Block


# ---------------------------------------------------------------- statements

# Each verb is a node of its own; `Act` says who does it, how, and whether they may leave it.


@frozen
class Act(Line):
    """`subject` None: you. `manner`: secretly, openly, randomly, privately, secretly randomly. `optional`: `may`."""

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


@frozen
class SomeOf(Construct):
    forms = says(some_of="{amount} {counter}")
    amount: Expression
    counter: Expression


@frozen
class EqualTo(Construct):
    forms = says(equal_to="{counter} equal to {amount}")
    counter: Expression
    amount: Expression


@frozen
class AllOf(Construct):
    forms = says(all_of="all {counter}")
    counter: Expression


@frozen
class Transfer(Construct):
    """`verb` is gain, lose or pay; counters go from somewhere to somewhere, the bank when unsaid."""

    forms = says(**by("verb", "{verb}{s} {amount}[ from {source}][ to {target}]", gain="gain", lose="lose", pay="pay"))
    verb: str
    amount: SomeOf | EqualTo | AllOf
    source: Expression | None
    target: Expression | None


@frozen
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


@frozen
class Move(Construct):
    forms = says(move="move{s} {pieces} to {target}[ face {face}]")
    pieces: Expression
    target: Expression
    face: str | None


@frozen
class Advance(Construct):
    """A pawn goes so many spaces along its track."""

    forms = says(
        forward=form("move{s} {pawn} forward by {steps}", back=False),
        back=form("move{s} {pawn} back by {steps}", back=True),
    )
    pawn: Expression
    back: bool
    steps: Expression


@frozen
class Discard(Construct):
    forms = says(discard="discard{s} {pieces}")
    pieces: Expression


@frozen
class Reveal(Construct):
    forms = says(reveal="reveal{s} {pieces}[ to {to}]")
    pieces: Expression
    to: Expression | None


@frozen
class Shuffle(Construct):
    forms = says(shuffle="shuffle{s} {zone}[ into {into}]")
    zone: Expression
    into: Expression | None


@frozen
class Create(Construct):
    forms = says(create="create{s} {amount} {card_type}[ of each {of_each}] in {zone}")
    amount: Expression
    card_type: Name
    of_each: Name | None
    zone: Expression


@frozen
class CreateCopy(Construct):
    """`amount` None: one. `noun` is `copies`, or the kind of the pieces."""

    forms = says(
        create_copy=form("create{s} a copy of {original} in {zone}", amount=None, noun=None),
        create_copies="create{s} {amount} {noun} of {original} in {zone}",
    )
    amount: Expression | None
    noun: Name | None
    original: Expression
    zone: Expression


@frozen
class Swap(Construct):
    forms = says(swap="swap{s} {left} and {right}")
    left: Expression
    right: Expression


@frozen
class GivePieces(Construct):
    forms = says(give="give{s} {pieces} to {to}")
    pieces: Expression
    to: Expression


@frozen
class GiveAmount(Construct):
    forms = says(give_amount="give{s} {amount} {counter} to {to}")
    amount: Expression
    counter: Name
    to: Expression


@frozen
class RollAgain(Construct):
    """`roll every die in thrown where pips < 3 again`."""

    forms = says(roll_again="roll{s} {dice} again")
    dice: Expression


@frozen
class Roll(Construct):
    """`single`: `roll a die as luck`, one die and no list of them. `purpose`: what the log says that it is for."""

    forms = says(
        form("roll{s} {a+die} {die} as {binding}[ for {purpose}]", single=True),
        "roll{s} {amount} {die} as {binding}[ for {purpose}]",
    )
    amount: Expression
    die: Name
    binding: Name
    single: bool = False
    purpose: Text | None = None


@frozen
class Look(Construct):
    forms = says(look="look{s} at {pieces}")
    pieces: Expression


@frozen
class Flip(Construct):
    forms = says(flip="flip{s} {pieces} face {face}")
    pieces: Expression
    face: str


@frozen
class RemoveFromGame(Construct):
    forms = says(remove="remove{s} {pieces} from the game")
    pieces: Expression


@frozen
class ChoiceNoun(Construct):
    forms = says("{kind}[ other than {other_than}][ from {source}][ as {binding}][ where {where}]")
    kind: Name
    source: Expression | None
    other_than: Expression | None
    binding: Name | None
    where: Expression | None


@frozen
class ChooseThing(Construct):
    """`how_many`: one, next (of those that are asked for one after another), exactly, up_to or any."""

    forms = says(
        chosen_one=form("{a+noun} {noun}", how_many="one"),
        chosen_next=form("the next {noun}", how_many="next"),
        chosen_exactly=form("{amount} {noun}", how_many="exactly"),
        chosen_up_to=form("up to {amount} {noun}", how_many="up_to"),
        chosen_any=form("any number of {noun}", how_many="any"),
    )
    how_many: str
    amount: Expression | None
    noun: ChoiceNoun


@frozen
class ChooseNumber(Construct):
    forms = says(chosen_number="a number from {low} to {high}[ as {binding}]")
    low: Expression
    high: Expression
    binding: Name | None


@frozen
class ChooseOrder(Construct):
    forms = says(chosen_order="an order of {of}[ as {binding}]")
    of: Expression
    binding: Name | None


@frozen
class ChooseAmong(Construct):
    forms = says(chosen_among="one of {candidates*}[ as {binding}]")
    candidates: tuple[Expression, ...]
    binding: Name | None


@frozen
class Choose(Construct):
    forms = says(choice="choose{s} {what}[ asking {asking}][ passing {passing}]")
    what: Chosen
    asking: Text | None
    passing: Text | None


@frozen
class Let(Line):
    forms = says(let="let {name} be {value}")
    name: Name
    value: Expression


@frozen
class Argument(Construct):
    forms = says(argument="[{preposition} ]{value}")
    preposition: str | None
    value: Expression


@frozen
class Decided(Line):
    forms = says(decided="let {name} be decided by {procedure}[ {arguments,}]")
    name: Name
    procedure: Name
    arguments: tuple[Argument, ...]


@frozen
class Call(Line):
    forms = says(call="do {procedure}[ {arguments,}]")
    procedure: Name
    arguments: tuple[Argument, ...]


@frozen
class Assign(Line):
    forms = says(assign="set {target} to {value}")
    target: Expression
    value: Expression


@frozen
class Raise(Line):
    forms = says(
        raise_=form("raise {target} by {amount}", down=False),
        lower=form("lower {target} by {amount}", down=True),
    )
    target: Expression
    amount: Expression
    down: bool


@frozen
class Return(Line):
    forms = says(return_="return")


@frozen
class Decide(Line):
    forms = says(decide="decide {value}")
    value: Expression


@frozen
class Needs(Line):
    forms = says(needs="needs {condition}[ else {reason}]")
    condition: Expression
    reason: Text | None


@frozen
class Stop(Line):
    forms = says(stop="stop")


@frozen
class EndTurn(Line):
    forms = says(end_turn="end turn")


@frozen
class Announce(Line):
    forms = says(announce="announce {text}")
    text: Text


@frozen
class TakeActions(Line):
    """`how_many`: one, exactly, up_to, any or free. `passing`: what stopping is called; it is possible then."""

    subject: Expression | None
    how_many: str
    amount: Expression | None
    actions: tuple[Name, ...]
    passing: Text | None
    plural: bool = _spelling(False)


@frozen
class NothingHappens(Line):
    forms = says(nothing_happens="nothing happens")


@frozen
class Wins(Line):
    """`subject` None: nobody."""

    forms = says(nobody_wins=form("nobody wins", subject=None), wins="{subject} {plural=win|wins}")
    subject: Expression | None
    plural: bool = _spelling(False)


@frozen
class Forfeits(Line):
    forms = says(forfeits="{subject} {plural=lose|loses} the game")
    subject: Expression
    plural: bool = _spelling(False)


@frozen
class Becomes(Line):
    """A copy until a time, or for as long as a condition holds; what it is `keeping` it does not copy."""

    forms = says("{subject} becomes a copy of {original}[ {duration}][ as long as {condition}][, keeping {keeping,}]")
    subject: Expression
    original: Expression
    duration: Duration | None
    condition: Expression | None = None
    keeping: tuple[Name, ...] = ()


@frozen
class Decides(Construct):
    """`settling of claimant, with judge decides yes`: a procedure is done, and this is its answer."""

    forms = says("{procedure}[ {arguments,}] decides {value}")
    procedure: Name
    arguments: tuple[Argument, ...]
    value: Expression


@frozen
class If(Line):
    forms = says("if {condition}: {body}")
    condition: Expression | Decides
    body: Block
    otherwise: Block | If | None
    otherwise_texts: tuple[RuleText, ...] = ()
    otherwise_trivia: Trivia = _trivia()


@frozen
class Start(Construct):
    """Who or what comes first of those in a row, and which way it goes on from there."""

    forms = says(
        starting=form("from {first}", anticlockwise=False),
        starting_back=form("from {first} anticlockwise", anticlockwise=True),
    )
    first: Expression
    anticlockwise: bool


@frozen
class EachHead(Construct):
    """`each player from x where ...`: who acts is `you` in turn."""

    forms = says("each {kind}[ in {inside}][ other than {other_than}][ {start}][ as {binding}][ where {where}]")
    kind: Name
    inside: Expression | None
    start: Start | None
    other_than: Expression | None
    binding: Name | None
    where: Expression | None


@frozen
class Each(Line):
    forms = says(each="{head}: {body}")
    head: EachHead
    body: Block


@frozen
class LoopList(Construct):
    forms = says(loop_list="{group}[ {start}][ where {where}]")
    group: Expression
    start: Start | None
    where: Expression | None


@frozen
class ForEach(Line):
    forms = says(for_each="for each {name} in {over}: {body}")
    name: Name
    over: LoopList | Query
    body: Block


@frozen
class ForRange(Line):
    forms = says(for_range="for each {name} from {low} to {high}: {body}")
    name: Name
    low: Expression
    high: Expression
    body: Block


@frozen
class Together(Line):
    forms = says(in_one_moment="in one moment: {body}", together="together: {body}")
    body: Block


@frozen
class While(Line):
    forms = says(while_="while {condition}[, at most {bound} times]: {body}")
    condition: Expression
    bound: Expression | None
    body: Block


@frozen
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


@frozen
class AtOnce(Line):
    """`who` is a noun, such as `players other than winner`, or a list in brackets."""

    forms = says(at_once="all {who} at once: {body}")
    who: Noun | Expression
    body: Block


@frozen
class Turns(Line):
    forms = says(
        turns="{subject} take turns[ {start}][ where {where}][ while {condition}][, at most {bound} times]: {body}"
    )
    subject: Expression
    start: Start | None
    where: Expression | None
    condition: Expression | None
    bound: Expression | None
    body: Block


@frozen
class As(Line):
    """Inside, `player` is `you`; `decider` chooses for them among what the decider can see."""

    forms = says(as_="as {player}[, decided by {decider}]: {body}")
    player: Expression
    body: Block
    decider: Expression | None = None


@frozen
class MayDo(Line):
    """`label` None: to pay is what is offered."""

    forms = says(
        form("{subject} may pay {costs,}: {body}", label=None),
        "{subject} may[ {manner}] {label}[, costs {costs,}]: {body}",
    )
    subject: Expression
    manner: str | None
    label: Text | None
    costs: tuple[Cost, ...]
    body: Block
    otherwise: Block | None
    otherwise_texts: tuple[RuleText, ...] = ()
    otherwise_trivia: Trivia = _trivia()

    @property
    def offer(self) -> str:
        """What is offered, in words: `pay 2 Cables and 1 coin`, if nothing else is said."""
        if self.label is not None:
            return self.label.text
        return f"pay {series([f'{cost.amount.span.text} {cost.what.span.text}' for cost in self.costs])}"


@frozen
class MayChoose(Line):
    forms = says("{subject} may[ {manner}] {choice}: {body}")
    subject: Expression
    manner: str | None
    choice: Choose
    body: Block
    otherwise: Block | None
    otherwise_texts: tuple[RuleText, ...] = ()
    otherwise_trivia: Trivia = _trivia()


@frozen
class OptionEach(Construct):
    """What a name in an option stands for: there is one option for each."""

    forms = says(
        option_each_number=form("each {name} from {over}", numbers=True),
        option_each=form("each {name} in {over}", numbers=False),
    )
    name: Name
    over: LoopList | Query | Range
    numbers: bool


@frozen
class MenuOption(Line):
    """`each`: there is one such option for each combination of these."""

    forms = says(menu_option="option {label}[ for {each*}][, costs {costs,}][ if {condition}]: {body}")
    label: Text
    each: tuple[OptionEach, ...]
    costs: tuple[Cost, ...]
    condition: Expression | None
    body: Block


@frozen
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


@frozen
class Lasting(Line):
    forms = says(lasting="{duration}: {body}")
    duration: Duration
    body: Block


@frozen
class Standing(Line):
    forms = says(standing="as long as {condition}: {body}")
    condition: Expression
    body: Block


# ---------------------------------------------------------------- variants


@frozen
class Target(Construct):
    """What an edit of a variant is about; `setup` has no name, and an end of the game is known by how it begins.

    A rule that has no name either is known by the words that it begins with, which are the `title` then.
    """

    forms = says(
        target_setup=form("setup", kind="setup"),
        target_end=form("game ends[ after {name}][ when {condition}]", kind="game end"),
        **by(
            "kind", "{kind} {name}[ {title}]", target_step="step", target_phase="phase", target_round="round",
            target_action="action", target_procedure="procedure", target_reaction="reaction",
        ),
        **by(
            "kind", "{kind} {name}", target_define="define", target_counter="counter", target_counters="counters",
            target_zone="zone", target_role="role", target_remember="remember", target_flag="flag",
            target_parameter="parameter", target_cards="cards", target_tokens="tokens", target_pawn="pawn",
            target_dice="dice", target_enum="enum", target_spaces="spaces", target_grid="grid", target_track="track",
            target_ruling="ruling", target_use="use",
        ),
        target_rule=form("rule {title}", kind="rule"),
    )  # fmt: skip
    kind: str
    name: Name | None
    title: Text | None = None
    condition: Expression | None = None


@frozen
class Place(Construct):
    """A line by the words that it begins with, `inside` of other such lines, and at last of a target or a card."""

    forms = says(place="{line} in {inside* in }")
    line: Text
    inside: tuple[Text | Target, ...]


@frozen
class Insert(Line):
    timing: str
    anchor_kind: str
    anchor: Name
    flow: Flow


@frozen
class InsertLines(Line):
    forms = says(insert_lines="insert {timing} {place}: {body}")
    timing: str
    place: Place
    body: Block


@frozen
class ReplaceLines(Line):
    forms = says(replace_lines="replace {place}: {body}")
    place: Place
    body: Block


@frozen
class RemoveLines(Line):
    forms = says(remove_lines="remove {place}")
    place: Place


@frozen
class Replace(Line):
    """Other rules, or the same if there is no `body`; and parts of the heading, called like those of the thing."""

    forms = says(
        "replace[ {kind}] {target}[ as {new_title}][, {traits*}][ {condition}][, at most {bound} times][ {parameters*}]"
        "[, deciding {answer}][, at most {depth} deep][, {trigger}]: {body}",
        replace_action="replace[ {kind}] {target}[ as {new_title}][, {traits*}]: {body}",
        replace_round="replace {target}[ as {new_title}][ {condition}][, at most {bound} times]: {body}",
        replace_procedure="replace {target}[ as {new_title}][ {parameters*}][, deciding {answer}]"
        "[, at most {depth} deep]: {body}",
        replace_reaction="replace {target}[ as {new_title}][, {trigger}]: {body}",
        **dict.fromkeys(("replace_end", "replace_setup"), "replace {target}: {body}"),
        replace="replace {target}[ as {new_title}]: {body}",
    )
    target: Target
    body: Block | None
    new_title: Text | None = None
    kind: str | None = None
    traits: tuple[ActionTrait, ...] = ()
    condition: RoundCondition | None = None
    bound: Expression | None = None
    parameters: tuple[ProcedureParameter, ...] = ()
    answer: TypeName | None = None
    depth: Expression | None = None
    trigger: Trigger | None = None


@frozen
class ReplaceDefine(Line):
    """Another definition in the place of one; without an `of`, of the same things as that."""

    forms = says(replace_define="replace {definition}")
    definition: Define


@frozen
class ReplaceHeading(Line):
    """`replace counter coin of player: hidden`: what is declared, without rules of its own, or a setting, said anew."""

    forms = says(replace_heading="replace {new}")
    new: (
        Counters | Zone | Role | Remember | Flag | Parameter | Setting | Cards | Tokens | Pawn | Dice | Enum | Spaces
        | Grid | Track | Ruling
    )  # fmt: skip


@frozen
class ReplaceCard(Line):
    forms = says(replace_card="replace {entry}")
    entry: CardEntry


@frozen
class Extend(Line):
    forms = says(extend="extend {target}: {body}")
    target: Target
    body: Block


@frozen
class ExtendEnum(Line):
    """`extend enum Rank: king "King", bonus 9`, `extend spaces Room: attic`: values that come after all others."""

    forms = says(extend_enum="extend {more}")
    more: Enum | Spaces


@frozen
class Remove(Line):
    forms = says(remove_edit="remove {target}")
    target: Target


@frozen
class RemoveCard(Line):
    forms = says(remove_card="remove {title}")
    title: Text


@frozen
class SetParameter(Line):
    forms = says(set_parameter="set parameter {name} = {value}")
    name: Name
    value: Expression


@frozen
class AddCard(Line):
    forms = says(add="add {entry}")
    entry: CardEntry


@frozen
class Variant(Line):
    forms = says("variant {title} of {base}[ over {over* over }]: {edits/}")
    title: Text
    base: Text
    over: tuple[Text, ...]
    edits: tuple[Edit, ...]


# ---------------------------------------------------------------- scenarios


@frozen
class Piece(Construct):
    forms = says(piece="[{copies} x ]{name}[ by {by}][ face {face}]")
    copies: Number | None
    name: Text | Name
    by: Name | None
    face: str | None


@frozen
class Cast(Line):
    forms = says(cast="played by {names,}")
    names: tuple[Name, ...]


@frozen
class SeedLine(Line):
    forms = says(seed_line="seed {seed}")
    seed: Number


@frozen
class RollsLine(Line):
    """`chance`: and what is rolled after these comes by chance."""

    forms = says(
        form("rolls {values*}, then by chance", chance=True),
        rolls_line="rolls {values*}{chance?}",
    )
    values: tuple[Number, ...]
    chance: bool = False


@frozen
class GivenValue(Construct):
    forms = says(given_value="{target} {verb} {value}")
    target: Expression
    value: Expression
    verb: str = _spelling("is")


@frozen
class GivenEmpty(Construct):
    """Nothing lies there."""

    forms = says(given_empty="{zone} {verb} empty")
    zone: Expression
    verb: str = _spelling("is")


@frozen
class GivenPieces(Construct):
    """`how`: only (and nothing else lies there), also (what lies there stays), or, where neither is said, empty."""

    forms = says(
        given_only=form("{zone} holds only {pieces*}", how="only"),
        given_also=form("{zone} also holds {pieces*}", how="also"),
        given_pieces=form("{zone} holds {pieces*}", how=""),
    )
    zone: Expression
    pieces: tuple[Piece, ...]
    how: str = ""


@frozen
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


@frozen
class GivenParameter(Construct):
    forms = says(given_parameter="parameter {name} = {value}")
    name: Name
    value: Expression


@frozen
class Given(Line):
    parts: tuple[GivenValue | GivenEmpty | GivenPieces | GivenParameter | Has, ...]
    and_trivia: tuple[Trivia, ...] = _and_trivia()


@frozen
class RunFlow(Construct):
    forms = says(run_flow="{kind} {name}[ {times} times]")
    kind: str
    name: Name
    times: Number | None = None


@frozen
class RunSetup(Construct):
    forms = says(run_setup="setup")


@frozen
class RunGame(Construct):
    forms = says(run_game="the game is played")


@frozen
class RunRandom(Construct):
    forms = says(run_random="everybody plays at random")


@frozen
class AnswerFrom(Construct):
    """The piece of that title that lies there, where others are called the same."""

    forms = says(answer_from="{value} from {zone}")
    value: Expression
    zone: Expression


@frozen
class AnswerChoose(Construct):
    forms = says(answer_choose="{player} chooses {values*}[ at {at}]")
    player: Name
    values: tuple[Expression | AnswerFrom, ...]
    at: Text | None


@frozen
class AnswerWord(Construct):
    forms = says(answer_word="{player} {word}[ at {at}]")
    player: Name
    word: str
    at: Text | None


@frozen
class AnswerTake(Construct):
    forms = says(answer_take="{player} takes {action}[ at {at}]")
    player: Name
    action: Name
    at: Text | None


@frozen
class RestPasses(Construct):
    """`everybody else passes`, or, where nobody has answered yet, `everybody passes`."""

    forms = says(
        rest_passes=form("everybody else passes", others=True), all_pass=form("everybody passes", others=False)
    )
    others: bool = _spelling(True)


@frozen
class RestRandom(Construct):
    forms = says(rest_random="everybody else plays at random")


@frozen
class When(Line):
    """What is run, or answered first, and the lines that go on with it: answers, and parts that are run after those."""

    run: Run | Answer
    answers: tuple[Answer | RunFlow | RunSetup | Call, ...]
    and_trivia: tuple[Trivia, ...] = _and_trivia()


@frozen
class ClaimTrue(Construct):
    forms = says(claim_true="{expression}")
    expression: Expression


@frozen
class ClaimHolds(Construct):
    """`only`: and nothing else lies there."""

    forms = says(
        claim_holds_only=form("{zone} holds only {pieces*}", only=True),
        claim_holds=form("{zone} holds {pieces*}", only=False),
    )
    zone: Expression
    pieces: tuple[Piece, ...]
    only: bool = False


@frozen
class ClaimSees(Construct):
    """`player` None: everybody sees it, or nobody does."""

    forms = says(
        nobody_sees=form("nobody sees {thing}", player=None, negated=True),
        all_see=form("everybody sees {thing}", player=None, negated=False),
        sees=form("{player} sees {thing}", negated=False),
        sees_not=form("{player} does not see {thing}", negated=True),
    )
    player: Name | None
    thing: Expression
    negated: bool


@frozen
class ClaimSeesNone(Construct):
    forms = says(sees_none="{player} sees no {kind} in {zone}")
    player: Name
    kind: Name
    zone: Expression


@frozen
class ClaimSeesOwn(Construct):
    """Of all zones of that name, only their own; `player` None: so does everybody."""

    forms = says(
        all_see_own=form("everybody sees only their own {zone}", player=None),
        sees_own="{player} sees only their own {zone}",
    )
    player: Name | None
    zone: Name


@frozen
class ClaimTells(Construct):
    """`player` None: everybody can tell, or nobody can; `only`: and nobody else."""

    forms = says(
        nobody_tells=form("nobody can {verb} whether {claim}", player=None, negated=True),
        all_tell=form("everybody can {verb} whether {claim}", player=None, negated=False),
        only_tells=form("only {player} can {verb} whether {claim}", negated=False, only=True),
        tells=form("{player} can {verb} whether {claim}", negated=False),
        tells_not=form("{player} cannot {verb} whether {claim}", negated=True),
    )
    player: Name | None
    verb: Name
    claim: Claim
    negated: bool
    only: bool = False


@frozen
class ClaimTold(Construct):
    """A line of what that player is told has these words in it. `player` None: everybody is, or nobody."""

    forms = says(
        nobody_told=form("nobody {verb} told {text}", player=None, negated=True, of=False),
        nobody_told_of=form("nobody {verb} told of {text}", player=None, negated=True, of=True),
        all_told=form("everybody {verb} told {text}", player=None, negated=False, of=False),
        all_told_of=form("everybody {verb} told of {text}", player=None, negated=False, of=True),
        told=form("{player} {verb} told {text}", negated=False, of=False),
        told_of=form("{player} {verb} told of {text}", negated=False, of=True),
        not_told=form("{player} {verb} not told {text}", negated=True, of=False),
        not_told_of=form("{player} {verb} not told of {text}", negated=True, of=True),
    )
    player: Expression | None
    text: Text
    negated: bool
    verb: str = _spelling("is")
    of: bool = _spelling(False)


@frozen
class ClaimCan(Construct):
    forms = says(
        can=form("{player} can {action}", negated=False),
        cannot=form("{player} cannot {action}", negated=True),
    )
    player: Name
    action: Name
    negated: bool


@frozen
class ClaimAsked(Construct):
    """`player` None: nobody is."""

    forms = says(
        nobody_asked=form("nobody {verb} asked[ {text}]", player=None, negated=True),
        asked=form("{player} {verb} asked[ {text}]", negated=False),
        not_asked=form("{player} {verb} not asked[ {text}]", negated=True),
    )
    player: Expression | None
    text: Text | None
    negated: bool
    verb: str = _spelling("is")


@frozen
class ClaimOffered(Construct):
    """`only`: and nothing else, but for passing."""

    forms = says(
        offered_only=form("{player} {verb} offered only {values*}", negated=False, only=True),
        offered=form("{player} {verb} offered {values*}", negated=False, only=False),
        not_offered=form("{player} {verb} not offered {values*}", negated=True, only=False),
    )
    player: Expression
    values: tuple[Expression | AnswerFrom, ...]
    negated: bool
    only: bool = False
    verb: str = _spelling("is")


@frozen
class ClaimMayPass(Construct):
    forms = says(
        may_pass=form("{player} may pass", negated=False),
        may_not_pass=form("{player} may not pass", negated=True),
    )
    player: Name
    negated: bool


@frozen
class ClaimHappened(Construct):
    """`times` None: at least once; 0: did not happen."""

    forms = says(
        form("{name} happened once", times=1),
        did_not_happen=form("{name} did not happen", times=0),
        happened="{name} happened[ {times} times]",
    )
    name: Name
    times: int | None


@frozen
class ClaimInOrder(Construct):
    """Each of these happened first after the first time that the one before it did."""

    forms = says(happened_in_order="{name} happened, then {others*, then }")
    name: Name
    others: tuple[Name, ...]


@frozen
class ClaimDecided(Construct):
    forms = says(decided_claim="{procedure} decided {value}")
    procedure: Name
    value: Expression


@frozen
class ClaimOver(Construct):
    forms = says(over=form("the game is over", negated=False), not_over=form("the game is not over", negated=True))
    negated: bool


@frozen
class ClaimRefused(Construct):
    forms = says(refused="the game is refused")


@frozen
class ClaimWins(Construct):
    """Without winners: `nobody wins`. `among`: alone (as where nothing is said), or among others."""

    forms = says(
        claim_nobody_wins=form("nobody wins", winners=()),
        claim_wins="{winners* and } {plural=win|wins}[ {among}]",
    )
    winners: tuple[Expression, ...]
    among: str | None = None
    plural: bool = _spelling(False)


@frozen
class Then(Line):
    claims: tuple[Claim, ...]
    and_trivia: tuple[Trivia, ...] = _and_trivia()


@frozen
class Scenario(Line):
    """`like`: the title of a scenario whose lines come before its own."""

    forms = says(scenario="scenario {title}[ like {like}][ covers {covers,}][ with {variants,}]: {parts/}")
    title: Text
    like: Text | None
    covers: tuple[Name, ...]
    variants: tuple[Text, ...]
    parts: tuple[Scene, ...]


@frozen
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
    Transfer | Draw | Move | Advance | Discard | Reveal | Shuffle | Create | CreateCopy | Swap | GivePieces
    | GiveAmount | Roll | RollAgain | Look | Flip | RemoveFromGame | Choose
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
    Insert | InsertLines | ReplaceLines | RemoveLines | Replace | ReplaceDefine | ReplaceHeading | ReplaceCard
    | Extend | ExtendEnum | Remove | RemoveCard | SetParameter | AddCard | Declaration | RuleText | BadLine
)  # fmt: skip
Run: TypeAlias = RunFlow | RunSetup | Call | RunGame | RunRandom
Answer: TypeAlias = AnswerChoose | AnswerWord | AnswerTake | RestPasses | RestRandom
Claim: TypeAlias = (
    ClaimTrue | ClaimHolds | Has | ClaimSees | ClaimSeesNone | ClaimSeesOwn | ClaimTells | ClaimTold | ClaimCan
    | ClaimAsked | ClaimOffered | ClaimMayPass
    | ClaimHappened | ClaimInOrder | ClaimDecided | ClaimOver | ClaimRefused | ClaimWins
)  # fmt: skip
Scene: TypeAlias = RuleText | Cast | SeedLine | RollsLine | Given | When | Then | BadLine
