"""The syntax tree: what a rule file says, before anyone has asked what it means.

Every node is a frozen value. `span` (and `trivia`, the comments that stand with a line) are where a thing
was said, not what was said, so they take no part in equality. Sums of nodes are plain aliases at the end.
"""

from __future__ import annotations

import re
from typing import Any, TypeAlias

from attrs import field, frozen

from dsl.source import NO_SPAN, Span


def _span() -> Span:
    return field(default=NO_SPAN, eq=False, repr=False, kw_only=True)


@frozen
class Trivia:
    """The comments of a line, with their `#`; an empty one among whole lines stands for a blank line.

    `above` are the lines before it, `behind` is at its end, and `below` closes the block that it opens.
    """

    above: tuple[str, ...] = ()
    behind: str | None = None
    below: tuple[str, ...] = ()


NO_TRIVIA = Trivia()


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
class Name:
    text: str
    span: Span = _span()


@frozen
class Text:
    """A string in quotes; `text` is without them."""

    text: str
    span: Span = _span()


@frozen
class RuleText:
    """A `>` line: a rule in words, with the ids of the clauses it stands for in square brackets."""

    text: str
    span: Span = _span()
    trivia: Trivia = _trivia()

    @property
    def clauses(self) -> tuple[str, ...]:
        return tuple(_CLAUSE_IN_TEXT.findall(self.text))

    @property
    def words(self) -> str:
        """The text without the ids, as a player reads it."""
        return _CLAUSE_IN_TEXT.sub("", self.text).strip()


_CLAUSE_IN_TEXT = re.compile(r"\[([a-z]+-R?[0-9]+)\]\s*")


@frozen
class BadLine:
    """A line that could not be read; its error has been reported. `body` is what was indented under it."""

    body: tuple[Any, ...]
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class TypeName:
    name: Name
    or_none: bool
    span: Span = _span()


# ---------------------------------------------------------------- expressions


@frozen
class Number:
    """A whole number, or a step number such as `2.1` (then `text` has the dot)."""

    text: str
    span: Span = _span()

    @property
    def value(self) -> int:
        return int(self.text.split(".")[0])


@frozen
class YesNo:
    value: bool
    span: Span = _span()


@frozen
class Nothing:
    """The word `none`."""

    span: Span = _span()


@frozen
class Pronoun:
    """`you`, `it`, `this`, `them`, `they`, `previous`."""

    word: str
    span: Span = _span()


@frozen
class Property:
    """`name of owner`, `owner's name`, `your name`, `name[index]`, `name[index] of owner`."""

    name: Name
    index: Expression | None
    owner: Expression | None
    apostrophe: bool = _spelling(False)
    span: Span = _span()


@frozen
class Possessive:
    """`your`, `their`, `its`, `his`, `her` as the owner of a property."""

    word: str
    span: Span = _span()


@frozen
class Applied:
    """`name(a, b)`; or `name(a) of b`, which is the same with `last_of`."""

    name: Name
    arguments: tuple[Expression, ...]
    last_of: bool = _spelling(False)
    span: Span = _span()


@frozen
class The:
    """`the card in z`, `the die in pool with fewest pips`, `the player with most money then most x`."""

    noun: Name
    of: Expression | None
    inside: Expression | None
    ranking: tuple[Ranking, ...]
    binding: Name | None
    where: Expression | None
    span: Span = _span()


@frozen
class Ranking:
    """`most coin`; also a query, `most cards in their hand`, or a sum, `most total worth of cards in their hand`."""

    how: str  # most, fewest, latest, earliest, highest, lowest
    value: Expression
    span: Span = _span()


@frozen
class PileEnd:
    """`top of z`, `bottom 3 of z`; with a noun `the top card of z`, `the bottom 3 cards of z`."""

    end: str
    amount: Expression | None
    zone: Expression
    noun: Name | None = _spelling(None)
    span: Span = _span()


@frozen
class Brackets:
    inner: Expression
    span: Span = _span()


@frozen
class ListOf:
    items: tuple[Expression, ...]
    span: Span = _span()


@frozen
class Binary:
    """`operator` is one of + - * or and."""

    operator: str
    left: Expression
    right: Expression
    span: Span = _span()


@frozen
class Divide:
    left: Expression
    right: Expression
    rounding: str | None  # down, up
    span: Span = _span()


@frozen
class Negative:
    inner: Expression
    span: Span = _span()


@frozen
class Not:
    inner: Expression
    span: Span = _span()


@frozen
class Compare:
    """`operator` is one of < <= > >= = !=; `spelling` is as written, such as `is at least` for >=."""

    operator: str
    left: Expression
    right: Expression
    spelling: str = field(eq=False)
    span: Span = _span()


@frozen
class IsIn:
    item: Expression
    group: Expression
    negated: bool
    verb: str = _spelling("is")
    span: Span = _span()


@frozen
class IsEmpty:
    group: Expression
    negated: bool
    verb: str = _spelling("is")
    span: Span = _span()


@frozen
class Exists:
    inner: Expression
    span: Span = _span()


@frozen
class Noun:
    """What a query ranges over: `player`, `card in hand`, `Location other than x where ...`."""

    name: Expression
    inside: Expression | None
    other_than: Expression | None
    binding: Name | None
    where: Expression | None
    span: Span = _span()


@frozen
class Query:
    """`kind` is one of number, any, no, every."""

    kind: str
    noun: Noun
    span: Span = _span()


@frozen
class BestOf:
    """`highest X of noun`, `lowest ...`, `total ...`."""

    how: str
    value: Expression
    noun: Noun
    span: Span = _span()


# ---------------------------------------------------------------- declarations


@frozen
class Range:
    low: Expression
    high: Expression
    span: Span = _span()


@frozen
class Setting:
    name: Name
    value: Range | Number | Text | Name
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Game:
    title: Text
    settings: tuple[Setting | RuleText | BadLine, ...]
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Library:
    name: Name
    title: Text | None
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Use:
    names: tuple[Name, ...]
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Parameter:
    name: Name
    value: Expression
    range: Range | None
    description: Text | None
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Trait:
    """`kind` is shape, face, seen, hidden, refill, at_most, bounds, starts, supply or unordered."""

    kind: str
    word: str | None = None
    value: Expression | None = None
    range: Range | None = None
    name: Name | None = None
    span: Span = _span()


@frozen
class CounterItem:
    name: Name
    title: Text | None
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Counters:
    """`counter x of player` (one item, no group) or `counters Group of player:` with several."""

    group: Name | None
    owner: Name | None
    by: Name | None
    traits: tuple[Trait, ...]
    items: tuple[CounterItem | RuleText | BadLine, ...]
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class EnumValue:
    name: Name
    title: Text | None
    attributes: tuple[Attribute | Lasts, ...]
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Enum:
    name: Name
    ring: bool
    inline: bool
    values: tuple[EnumValue | RuleText | BadLine, ...]
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class CardField:
    name: Name
    type: TypeName
    span: Span = _span()


@frozen
class Cards:
    name: Name
    fields: tuple[CardField, ...]
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Tokens:
    name: Name
    owner: Name | None
    traits: tuple[Trait, ...]
    fields: tuple[CardField, ...] = ()
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Pawn:
    name: Name
    owner: Name | None
    traits: tuple[Trait, ...]
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Dice:
    name: Name
    traits: tuple[Trait, ...]
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Zone:
    name: Name
    owner: Name | None
    by: Name | None
    traits: tuple[Trait, ...]
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Role:
    name: Name
    traits: tuple[Trait, ...]
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Remember:
    name: Name
    owner: Name | None
    by: Name | None
    type: TypeName
    traits: tuple[Trait, ...]
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Flag:
    name: Name
    owner: Name | None
    by: Name | None
    traits: tuple[Trait, ...]
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Domain:
    """`of player`, `of card as c`."""

    kind: Name
    binding: Name | None
    span: Span = _span()


@frozen
class Case:
    """`value if condition`; the default has no condition."""

    value: Expression
    condition: Expression | None
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Define:
    """A derived value. Exactly one of `value` and `cases` is filled."""

    name: Name
    domains: tuple[Domain, ...]
    combining: str | None
    value: Expression | None
    cases: tuple[Case | RuleText | BadLine, ...]
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Spaces:
    name: Name
    inline: bool
    values: tuple[EnumValue | RuleText | BadLine, ...]
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Grid:
    name: Name
    rows: Number
    columns: Number
    kind: Name
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Seat:
    place: Number
    name: Name
    title: Text | None
    attributes: tuple[Attribute | Lasts, ...]
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Track:
    name: Name
    range: Range
    seats: tuple[Seat | RuleText | BadLine, ...]
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class EachValue:
    """`each Suit`, `each number from 1 to 9`: printed on a card of a deck, there is one card for each of them."""

    values: Name | Range
    span: Span = _span()


@frozen
class Attribute:
    """`vote 1`, `kind scheme`, or a bare word that is a yes."""

    name: Name
    value: Expression | EachValue | None
    span: Span = _span()


@frozen
class Period:
    """`your turn`, `your next turn`, `ann's next turn`, `this round`."""

    owner: Expression | None
    following: bool
    unit: str
    span: Span = _span()


@frozen
class Duration:
    """`until EDGE of PERIOD`, or (edge None) for the rest of the game."""

    edge: str | None
    period: Period | None
    span: Span = _span()


@frozen
class Lasts:
    duration: Duration
    span: Span = _span()


@frozen
class WhenPart:
    name: Name
    body: Block
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class CardEntry:
    copies: Number | Name | None
    title: Text
    attributes: tuple[Attribute | Lasts, ...]
    body: tuple[Item | WhenPart, ...]
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Deck:
    card_type: Name
    zone: Expression
    entries: tuple[CardEntry | RuleText | BadLine, ...]
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Ruling:
    clause: Name
    question: Text
    changed_by: tuple[Name, ...]
    texts: tuple[RuleText | BadLine, ...]
    span: Span = _span()
    trivia: Trivia = _trivia()


# ---------------------------------------------------------------- flow and named bodies


@frozen
class Block:
    """The indented lines after a colon, or (inline) the one statement behind it.

    Inline and empty: `nothing happens`.
    """

    items: tuple[Item, ...]
    inline: bool = field(default=False, eq=False, repr=False)
    span: Span = _span()


@frozen
class Setup:
    body: Block
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class RoundCondition:
    how: str  # until, while
    condition: Expression
    span: Span = _span()


@frozen
class Flow:
    """A round, phase or step. `number` is its printed label (`5.1`)."""

    kind: str
    number: Number | None
    name: Name
    title: Text | None
    condition: RoundCondition | None
    bound: Expression | None
    body: Block
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class ProcedureParameter:
    preposition: str | None
    name: Name
    type: TypeName
    span: Span = _span()


@frozen
class Procedure:
    """`depth`: how many of it may be under way at once, for one that can come to itself."""

    name: Name
    parameters: tuple[ProcedureParameter, ...]
    answer: TypeName | None
    body: Block
    depth: Expression | None = None
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class ActionTrait:
    """`kind`: limit (times `amount` per `unit`), own_turn, during (names), secretly (others do not hear),
    beside (offered wherever the action `names` is)."""

    kind: str
    amount: Expression | None = None
    unit: Name | None = None
    names: tuple[Name, ...] = ()
    span: Span = _span()


@frozen
class Action:
    kind: str | None  # free, anytime
    name: Name
    title: Text | None
    traits: tuple[ActionTrait, ...]
    body: Block
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Reaction:
    name: Name | None
    title: Text | None
    trigger: Trigger
    body: Block
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Hook:
    trigger: Trigger
    body: Block
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Whenever:
    condition: Expression
    span: Span = _span()


@frozen
class AtEvent:
    """`timing` is before, after or instead."""

    timing: str
    event: Event
    condition: Expression | None
    span: Span = _span()


@frozen
class FlowEvent:
    kind: str
    name: Name
    span: Span = _span()


@frozen
class ActionEvent:
    name: Name
    span: Span = _span()


@frozen
class ProcedureEvent:
    name: Name
    span: Span = _span()


@frozen
class VerbEvent:
    """`winner gaining some stock as amount from pot`, `any player as drawer drawing any card as drawn`."""

    subject: Party
    gerund: str
    object: Party | SomeAmount | None
    source: Expression | None
    target: Expression | None
    span: Span = _span()


@frozen
class BoundaryEvent:
    edge: str
    period: Period
    span: Span = _span()


@frozen
class AnySuch:
    """`any player other than you as riser`, `any player where ...` (binding and where come from the noun)."""

    noun: Noun
    span: Span = _span()


@frozen
class SomeAmount:
    """`some of asked points as lost`: as much as was asked for, and as much as really goes."""

    asked: Name | None
    counter: Expression
    binding: Name | None
    span: Span = _span()


@frozen
class Permission:
    """`forbid EVENT if ...` or `allow EVENT if ...`."""

    allowed: bool
    event: Event
    condition: Expression | None
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class ExceptionValue:
    """`how` is plain (a value that names `previous`), instead, at_least or at_most."""

    how: str
    value: Expression
    span: Span = _span()


@frozen
class ExceptionTo:
    name: Name
    of: Expression | AnySuch | None
    condition: Expression | None
    value: ExceptionValue
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class GameEnd:
    after: Name | None
    condition: Expression | None
    body: Block
    span: Span = _span()
    trivia: Trivia = _trivia()


# ---------------------------------------------------------------- statements

# Each verb is a node of its own; `Act` says who does it, how, and whether they may leave it.


@frozen
class Act:
    """`subject` None: you. `manner`: secretly, openly, randomly. `optional`: `may`."""

    subject: Expression | EachHead | None
    manner: str | None
    optional: bool
    verb: Verb
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class SomeOf:
    amount: Expression
    counter: Expression
    span: Span = _span()


@frozen
class EqualTo:
    counter: Expression
    amount: Expression
    span: Span = _span()


@frozen
class AllOf:
    counter: Expression
    span: Span = _span()


@frozen
class Transfer:
    """`verb` is gain, lose or pay; counters go from somewhere to somewhere, the bank when unsaid."""

    verb: str
    amount: SomeOf | EqualTo | AllOf
    source: Expression | None
    target: Expression | None
    span: Span = _span()


@frozen
class Draw:
    amount: Expression
    up_to: bool  # `draw to 5`
    source: Expression | None
    target: Expression | None
    binding: Name | None
    noun: Name | None = _spelling(None)  # `draw 5 cards`
    single: bool = _spelling(False)  # `draw a card`
    span: Span = _span()


@frozen
class Move:
    pieces: Expression
    target: Expression
    face: str | None
    span: Span = _span()


@frozen
class Discard:
    pieces: Expression
    span: Span = _span()


@frozen
class Reveal:
    pieces: Expression
    to: Expression | None
    span: Span = _span()


@frozen
class Shuffle:
    zone: Expression
    into: Expression | None
    span: Span = _span()


@frozen
class Create:
    amount: Expression
    card_type: Name
    of_each: Name | None
    zone: Expression
    span: Span = _span()


@frozen
class Swap:
    left: Expression
    right: Expression
    span: Span = _span()


@frozen
class GivePieces:
    pieces: Expression
    to: Expression
    span: Span = _span()


@frozen
class GiveAmount:
    amount: Expression
    counter: Name
    to: Expression
    span: Span = _span()


@frozen
class Roll:
    """`single`: `roll a die as luck`, one die and no list of them."""

    amount: Expression
    die: Name
    binding: Name
    single: bool = False
    span: Span = _span()


@frozen
class Look:
    pieces: Expression
    span: Span = _span()


@frozen
class Flip:
    pieces: Expression
    face: str
    span: Span = _span()


@frozen
class RemoveFromGame:
    pieces: Expression
    span: Span = _span()


@frozen
class ChoiceNoun:
    """`card from your hand other than x as y where ...`."""

    kind: Name
    source: Expression | None
    other_than: Expression | None
    binding: Name | None
    where: Expression | None
    span: Span = _span()


@frozen
class ChooseThing:
    """`how_many`: one, exactly, up_to or any."""

    how_many: str
    amount: Expression | None
    noun: ChoiceNoun
    span: Span = _span()


@frozen
class ChooseNumber:
    low: Expression
    high: Expression
    binding: Name | None
    span: Span = _span()


@frozen
class ChooseOrder:
    of: Expression
    binding: Name | None
    span: Span = _span()


@frozen
class ChooseAmong:
    candidates: tuple[Expression, ...]
    binding: Name | None
    span: Span = _span()


@frozen
class Choose:
    what: Chosen
    asking: Text | None
    passing: Text | None
    span: Span = _span()


@frozen
class Let:
    name: Name
    value: Expression
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Argument:
    preposition: str | None
    value: Expression
    span: Span = _span()


@frozen
class Decided:
    """`let winner be decided by auction of ...`."""

    name: Name
    procedure: Name
    arguments: tuple[Argument, ...]
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Call:
    procedure: Name
    arguments: tuple[Argument, ...]
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Assign:
    target: Expression
    value: Expression
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Raise:
    """`raise` or (down) `lower`."""

    target: Expression
    amount: Expression
    down: bool
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Return:
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Decide:
    value: Expression
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Needs:
    condition: Expression
    reason: Text | None
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Stop:
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class EndTurn:
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Announce:
    text: Text
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class TakeActions:
    """`how_many`: one, exactly, up_to, any or free."""

    subject: Expression | None
    how_many: str
    amount: Expression | None
    actions: tuple[Name, ...]
    plural: bool = _spelling(False)
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class NothingHappens:
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Wins:
    """`subject` None: nobody."""

    subject: Expression | None
    plural: bool = _spelling(False)
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Forfeits:
    subject: Expression
    plural: bool = _spelling(False)
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Becomes:
    """A copy until a time, or for as long as a condition holds; what it is `keeping` it does not copy."""

    subject: Expression
    original: Expression
    duration: Duration | None
    condition: Expression | None = None
    keeping: tuple[Name, ...] = ()
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class If:
    condition: Expression
    body: Block
    otherwise: Block | If | None
    otherwise_texts: tuple[RuleText, ...] = ()
    otherwise_trivia: Trivia = _trivia()
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class EachHead:
    """`each player from x where ...`: who acts is `you` in turn."""

    kind: Name
    inside: Expression | None
    start: Expression | None
    other_than: Expression | None
    binding: Name | None
    where: Expression | None
    span: Span = _span()


@frozen
class Each:
    head: EachHead
    body: Block
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class LoopList:
    group: Expression
    start: Expression | None
    where: Expression | None
    span: Span = _span()


@frozen
class ForEach:
    name: Name
    over: LoopList | Query
    body: Block
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class ForRange:
    name: Name
    low: Expression
    high: Expression
    body: Block
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Together:
    body: Block
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class While:
    condition: Expression
    bound: Expression | None
    body: Block
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Repeat:
    """`how`: times, at_most, until."""

    how: str
    amount: Expression | None
    until: Expression | None
    body: Block
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class AtOnce:
    """`who` is a noun, such as `players other than winner`, or a list in brackets."""

    who: Noun | Expression
    body: Block
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Turns:
    subject: Expression
    start: Expression | None
    where: Expression | None
    condition: Expression | None
    bound: Expression | None
    body: Block
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class As:
    """Inside, `player` is `you`; `decider` chooses for them among what the decider can see."""

    player: Expression
    body: Block
    decider: Expression | None = None
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class MayDo:
    """`winner may "reshuffle": ...`, `winner may secretly "keep it": ...`."""

    subject: Expression
    manner: str | None
    label: Text
    body: Block
    otherwise: Block | None
    otherwise_texts: tuple[RuleText, ...] = ()
    otherwise_trivia: Trivia = _trivia()
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class MayChoose:
    subject: Expression
    manner: str | None
    choice: Choose
    body: Block
    otherwise: Block | None
    otherwise_texts: tuple[RuleText, ...] = ()
    otherwise_trivia: Trivia = _trivia()
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class MenuOption:
    label: Text
    condition: Expression | None
    body: Block
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Menu:
    subject: Expression | None
    manner: str | None
    asking: Text | None
    options: tuple[MenuOption | RuleText | BadLine, ...]
    plural: bool = _spelling(False)
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Lasting:
    duration: Duration
    body: Block
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Standing:
    """`as long as CONDITION:`."""

    condition: Expression
    body: Block
    span: Span = _span()
    trivia: Trivia = _trivia()


# ---------------------------------------------------------------- variants


@frozen
class Target:
    """What an edit of a variant is about; `setup` has no name."""

    kind: str
    name: Name | None
    title: Text | None
    span: Span = _span()


@frozen
class Insert:
    timing: str
    anchor_kind: str
    anchor: Name
    flow: Flow
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Replace:
    target: Target
    body: Block
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class ReplaceDefine:
    name: Name
    value: Expression
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class ReplaceCard:
    entry: CardEntry
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Extend:
    target: Target
    body: Block
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class ExtendEnum:
    """`extend enum Rank: king "King", bonus 9`: values that come after all others."""

    more: Enum
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Remove:
    target: Target
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class RemoveCard:
    title: Text
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class SetParameter:
    name: Name
    value: Expression
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class AddCard:
    entry: CardEntry
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Variant:
    title: Text
    base: Text
    over: tuple[Text, ...]
    edits: tuple[Edit, ...]
    span: Span = _span()
    trivia: Trivia = _trivia()


# ---------------------------------------------------------------- scenarios


@frozen
class Piece:
    copies: Number | None
    name: Text | Name
    by: Name | None
    face: str | None
    span: Span = _span()


@frozen
class Cast:
    names: tuple[Name, ...]
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class SeedLine:
    seed: Number
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class RollsLine:
    values: tuple[Number, ...]
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class GivenValue:
    target: Expression
    value: Expression
    verb: str = _spelling("is")
    span: Span = _span()


@frozen
class GivenEmpty:
    """Nothing lies there."""

    zone: Expression
    verb: str = _spelling("is")
    span: Span = _span()


@frozen
class GivenPieces:
    zone: Expression
    pieces: tuple[Piece, ...]
    span: Span = _span()


@frozen
class Has:
    """`ann has 3 coins`, `each player has no cards in their hand`: given, or claimed. `amount` None: no."""

    who: Name  # of the cast, or the kind whose every one has it
    each: bool
    amount: Expression | None
    thing: Expression
    inside: Expression | None
    span: Span = _span()


@frozen
class GivenParameter:
    name: Name
    value: Expression
    span: Span = _span()


@frozen
class Given:
    parts: tuple[GivenValue | GivenEmpty | GivenPieces | GivenParameter | Has, ...]
    and_trivia: tuple[Trivia, ...] = _and_trivia()
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class RunFlow:
    kind: str
    name: Name
    span: Span = _span()


@frozen
class RunSetup:
    span: Span = _span()


@frozen
class RunAction:
    player: Name
    action: Name
    span: Span = _span()


@frozen
class RunGame:
    span: Span = _span()


@frozen
class RunRandom:
    span: Span = _span()


@frozen
class AnswerChoose:
    player: Name
    values: tuple[Expression, ...]
    at: Text | None
    span: Span = _span()


@frozen
class AnswerWord:
    player: Name
    word: str
    at: Text | None
    span: Span = _span()


@frozen
class AnswerTake:
    player: Name
    action: Name
    at: Text | None
    span: Span = _span()


@frozen
class RestPasses:
    span: Span = _span()


@frozen
class RestRandom:
    span: Span = _span()


@frozen
class When:
    """What is run, and the lines that go on with it: answers, and parts that are run after those."""

    run: Run
    answers: tuple[Answer | RunFlow | RunSetup | Call, ...]
    and_trivia: tuple[Trivia, ...] = _and_trivia()
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class ClaimTrue:
    expression: Expression
    span: Span = _span()


@frozen
class ClaimHolds:
    zone: Expression
    pieces: tuple[Piece, ...]
    span: Span = _span()


@frozen
class ClaimSees:
    player: Name
    thing: Expression
    negated: bool
    span: Span = _span()


@frozen
class ClaimCan:
    player: Name
    action: Name
    negated: bool
    span: Span = _span()


@frozen
class ClaimAsked:
    player: Expression
    text: Text | None
    negated: bool
    verb: str = _spelling("is")
    span: Span = _span()


@frozen
class ClaimOffered:
    player: Expression
    values: tuple[Expression, ...]
    negated: bool
    verb: str = _spelling("is")
    span: Span = _span()


@frozen
class ClaimMayPass:
    player: Name
    span: Span = _span()


@frozen
class ClaimHappened:
    """`times` None: at least once; 0: did not happen."""

    name: Name
    times: int | None
    span: Span = _span()


@frozen
class ClaimDecided:
    procedure: Name
    value: Expression
    span: Span = _span()


@frozen
class ClaimOver:
    negated: bool
    span: Span = _span()


@frozen
class ClaimRefused:
    span: Span = _span()


@frozen
class ClaimWins:
    """Without winners: `nobody wins`."""

    winners: tuple[Expression, ...]
    plural: bool = _spelling(False)
    span: Span = _span()


@frozen
class Then:
    claims: tuple[Claim, ...]
    and_trivia: tuple[Trivia, ...] = _and_trivia()
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class Scenario:
    title: Text
    covers: tuple[Name, ...]
    variants: tuple[Text, ...]
    parts: tuple[Scene, ...]
    span: Span = _span()
    trivia: Trivia = _trivia()


@frozen
class File:
    """One rule file, in the order written; `below` are the comments after the last line."""

    items: tuple[TopItem, ...]
    below: tuple[str, ...] = _spelling(())
    span: Span = _span()


# ---------------------------------------------------------------- the sums

Expression: TypeAlias = (
    Number
    | YesNo
    | Nothing
    | Text
    | Name
    | Pronoun
    | Possessive
    | Property
    | Applied
    | The
    | PileEnd
    | Brackets
    | ListOf
    | Binary
    | Divide
    | Negative
    | Not
    | Compare
    | IsIn
    | IsEmpty
    | Exists
    | Query
    | BestOf
)
Verb: TypeAlias = (
    Transfer
    | Draw
    | Move
    | Discard
    | Reveal
    | Shuffle
    | Create
    | Swap
    | GivePieces
    | GiveAmount
    | Roll
    | Look
    | Flip
    | RemoveFromGame
    | Choose
)
Chosen: TypeAlias = ChooseThing | ChooseNumber | ChooseOrder | ChooseAmong
Event: TypeAlias = FlowEvent | ActionEvent | ProcedureEvent | VerbEvent | BoundaryEvent
Party: TypeAlias = Expression | AnySuch
Trigger: TypeAlias = Whenever | AtEvent
Statement: TypeAlias = (
    Act
    | Let
    | Decided
    | Call
    | Assign
    | Raise
    | Return
    | Decide
    | Needs
    | Stop
    | EndTurn
    | Announce
    | TakeActions
    | Wins
    | Forfeits
    | NothingHappens
    | Becomes
    | If
    | Each
    | ForEach
    | ForRange
    | Together
    | While
    | Repeat
    | AtOnce
    | Turns
    | As
    | MayDo
    | MayChoose
    | Menu
    | Lasting
    | Standing
    | ExceptionTo
    | Permission
    | Hook
    | Reaction
    | Flow
)
Item: TypeAlias = Statement | RuleText | BadLine
Declaration: TypeAlias = (
    Game
    | Library
    | Use
    | Parameter
    | Counters
    | Enum
    | Cards
    | Tokens
    | Pawn
    | Dice
    | Zone
    | Role
    | Remember
    | Flag
    | Define
    | Spaces
    | Grid
    | Track
    | Deck
    | Ruling
    | Setup
    | Flow
    | Procedure
    | Action
    | Reaction
    | Hook
    | Permission
    | ExceptionTo
    | GameEnd
)
TopItem: TypeAlias = Declaration | Variant | Scenario | RuleText | BadLine
Edit: TypeAlias = (
    Insert
    | Replace
    | ReplaceDefine
    | ReplaceCard
    | Extend
    | ExtendEnum
    | Remove
    | RemoveCard
    | SetParameter
    | AddCard
    | Declaration
    | RuleText
    | BadLine
)
Run: TypeAlias = RunFlow | RunSetup | RunAction | Call | RunGame | RunRandom
Answer: TypeAlias = AnswerChoose | AnswerWord | AnswerTake | RestPasses | RestRandom
Claim: TypeAlias = (
    ClaimTrue
    | ClaimHolds
    | Has
    | ClaimSees
    | ClaimCan
    | ClaimAsked
    | ClaimOffered
    | ClaimMayPass
    | ClaimHappened
    | ClaimDecided
    | ClaimOver
    | ClaimRefused
    | ClaimWins
)
Scene: TypeAlias = RuleText | Cast | SeedLine | RollsLine | Given | When | Then | BadLine
