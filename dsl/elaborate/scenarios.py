"""Elaborates scenarios in the scope of the rule set that they test."""

import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import TypeAlias, TypeVar

from attrs import evolve

from dsl.diagnostic import Diagnostic, Edit, Fix, has_errors
from dsl.elaborate.core.context import Context, Local
from dsl.elaborate.core.elaborator import Elaborator, StandingOf, attempt, each
from dsl.elaborate.core.expressions import as_list, condition, expression, kind_named, number, typed
from dsl.elaborate.expressions.meaning import meaning
from dsl.elaborate.expressions.properties import is_kept_for_players
from dsl.elaborate.plain_english import said_otherwise
from dsl.elaborate.statements import laying
from dsl.elaborate.statements.calls import call
from dsl.elaborate.statements.questions.choices import BRACES
from dsl.elaborate.statements.rules import GERUNDS
from dsl.elaborate.statements.statements import sequence
from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir import scenario as s
from dsl.ir.nodes import NUMBER, PLAYER, Dimension, Kind
from dsl.names.collect import collect
from dsl.names.combinations import each_card
from dsl.names.symbols import (
    ActionSymbol,
    CardTypeSymbol,
    FlowSymbol,
    ParameterSymbol,
    ProcedureSymbol,
    VariableSymbol,
    ZoneSymbol,
    singular,
)
from dsl.names.types import words
from dsl.nearest import is_slip, nearest
from dsl.source import Span
from dsl.syntax import nodes as n
from dsl.syntax.construct import Construct
from dsl.syntax.unparse import unparse_expression
from dsl.walk import nodes_in_whole

T = TypeVar("T")

#: A scenario behind those that it begins like, the outermost first.
Story: TypeAlias = tuple[n.Scenario, ...]


def elaborate_scenarios(
    stories: Iterable[Story], items: tuple[n.TopItem, ...], standing: StandingOf, texts: tuple[str, ...],
    unread: Callable[[n.Scenario], bool] = lambda scenario: False,
) -> tuple[tuple[s.Scenario, ...], tuple[Diagnostic, ...], tuple[str, ...]]:  # fmt: skip
    """The scenarios that could be understood, what was wrong with the others, and the texts of all of them.

    `items` is the merged rule set; `texts` are those of its IR, which are added to, never moved. `unread` says
    in which scenarios there is a line that could not be read: these are looked through, and left out, with all that
    begin like them. What only begins others need claim nothing.
    """
    e = Elaborator(collect(items), standing, meaning, sequence, texts=list(texts))
    vocabulary = _vocabulary(e, items)
    stories = tuple(stories)
    begin = {node.title.text for story in stories for node in story[:-1]}
    made = (_scenario(e, story, vocabulary, any(map(unread, story)), begin) for story in stories)
    done = tuple(scenario for scenario in made if scenario is not None)
    return done, _each_once(e.diagnostics), tuple(e.texts)


def _each_once(reports: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Reports without those on lines that were read again, as the beginning of another scenario."""
    return tuple({(report.name, report.span): report for report in reversed(tuple(reports))}.values())[::-1]


@frozen
class _Vocabulary:
    """What scenarios can name: `pieces` by what stands on them, their kind, or the value that they are made for.

    `labels` are the titles of options, with a sign for what is in braces; `decks` the zones in which decks lie.
    """

    pieces: frozenset[str]
    answers: frozenset[str]
    labels: tuple[str, ...]
    decks: frozenset[str]

    def begins_option(self, words: str) -> bool:
        """Whether the title of an option is this or begins so, with anything in its braces."""
        wanted, text = re.compile(_beginning(words)), plain(words)
        begun, filled = self._begun
        return any(map(wanted.match, self.labels)) or text in begun or any(one.fullmatch(text) for one in filled)

    @cached_property
    def _begun(self) -> tuple[frozenset[str], tuple[re.Pattern[str], ...]]:
        """What a title is or begins with; where there are braces in that, patterns for it."""
        parts = {part for label in self.labels for part in accumulate(label) if part[-1] != " "}
        return frozenset(parts), tuple(re.compile(_filled(part)) for part in parts if "\0" in part)


def _vocabulary(e: Elaborator, items: tuple[n.TopItem, ...]) -> _Vocabulary:
    nodes = tuple(node for node in nodes_in_whole(items) if isinstance(node, _NAMING))

    def nodes_of(kind: type[T]) -> Iterator[T]:
        return (node for node in nodes if isinstance(node, kind))

    cards = {card.title.text for entry in nodes_of(n.CardEntry) for card in each_card(e.scope, entry)}
    kinds = e.scope.names_of(CardTypeSymbol)
    of_enums = {x for enum in e.scope.enums.values() for x in enum.value_names()}
    titled: list[n.EnumValue | n.Seat] = [*nodes_of(n.EnumValue), *nodes_of(n.Seat)]
    titles = {one.title.text for one in titled if one.title is not None}
    pieces = frozenset(cards | kinds | of_enums | titles)
    texts = {text.text for text in nodes_of(n.Text)}
    options: list[n.MenuOption | n.MayDo] = [*nodes_of(n.MenuOption), *nodes_of(n.MayDo)]
    said = [option.offer if isinstance(option, n.MayDo) else option.label.text for option in options]
    said += [reaction.title.text for reaction in nodes_of(n.Reaction) if reaction.title is not None]
    labels = tuple(BRACES.sub("\0", plain(one)) for one in said)
    decks = frozenset(deck.zone.span.text for deck in nodes_of(n.Deck))
    return _Vocabulary(pieces, pieces | texts | frozenset(e.scope.names), labels, decks)


#: What has a title or is one.
_NAMING = (n.CardEntry, n.EnumValue, n.Seat, n.Text, n.MenuOption, n.MayDo, n.Reaction, n.Deck)


def _filled(label: str) -> str:
    """A pattern for the title of an option with its braces filled; where nothing else is said, with a number."""
    return re.escape(label).replace("\0", ".+" if label.strip("\0") else "[0-9]+")


def _beginning(words: str) -> str:
    """A pattern for what begins like these words, with anything where they have dots or braces."""
    return ".*".join(map(re.escape, re.split(r"\.\.\.|\{[^{}]*\}", plain(words))))


def _scenario(
    e: Elaborator, story: Story, vocabulary: _Vocabulary, unread: bool, begin: Container[str]
) -> s.Scenario | None:
    before = len(e.diagnostics)
    node = story[-1]
    with e.under(node.title.text):
        cast = tuple(x for part in _last_said(story, n.Cast) for x in part.names)
        c = Context(e, slots=[x.text for x in cast])
        for k, x in enumerate(cast):
            c.names[-1][x.text] = Local(k, PLAYER, True, x.span)
        reader = _Reader(c, node, {x.text: k for k, x in enumerate(cast)}, vocabulary)
        parts = tuple(p for told in story for part in told.parts for p in reader.part(part))
        claims = any(isinstance(part, n.Then) for part in node.parts)
        if not unread and not claims and node.title.text not in begin:
            e.note("claims-nothing", "this scenario claims nothing", node.title.span,
                   help=("say what must be so at its end: `then ...`",))  # fmt: skip
        if not unread and not cast:
            e.note(
                "no-cast", "who plays this scenario?", node.title.span, help=("begin with `played by ann, ben, cat`",)
            )
    if unread or has_errors(e.diagnostics[before:]) or not claims:
        return None
    return s.Scenario(
        node.title.text, tuple(x.text for x in node.covers), tuple(x.text for x in node.variants),
        tuple(x.text for x in cast), len(c.slots), _seed(story), _rolls(story), tuple(reader.parameters), parts,
        span=node.span,
    )  # fmt: skip


S = TypeVar("S", n.Cast, n.SeedLine, n.RollsLine)


def _last_said(story: Story, kind: type[S]) -> list[S]:
    """Lines of a kind of which those of a scenario stand in for those of its beginning."""
    found = ([part for part in node.parts if isinstance(part, kind)] for node in reversed(story))
    return next((lines for lines in found if lines), [])


def _seed(story: Story) -> int:
    return next((line.seed.value for line in _last_said(story, n.SeedLine)), 1)


def _rolls(story: Story) -> s.Rolls | None:
    if not (lines := _last_said(story, n.RollsLine)):
        return None
    values = tuple(value.value for line in lines for value in line.values)
    return s.Rolls(values, any(line.chance for line in lines), span=lines[-1].span)


def _one_by_one(node: n.When) -> list[tuple[n.Run | None, list[n.Answer]]]:
    """Each part that is run, with the answers that follow it; None: they go on with what waits."""
    found: list[tuple[n.Run | None, list[n.Answer]]] = []
    for line in (node.run, *node.answers):
        if isinstance(line, _RUN):
            found.append((line, []))
        elif found:
            found[-1][1].append(line)
        else:
            found.append((None, [line]))
    return found


_RUN = n.RunFlow | n.RunSetup | n.Call | n.RunGame | n.RunRandom


class _Reader:
    """Reads the parts of one scenario."""

    def __init__(self, c: Context, node: n.Scenario, seats: dict[str, int], vocabulary: _Vocabulary) -> None:
        self.c = c
        self.node = node
        self.seats = seats
        self.vocabulary = vocabulary
        self.parameters: list[tuple[str, int]] = []

    def part(self, node: n.Scene) -> Iterator[s.ScenarioPart]:
        match node:
            case n.Given(parts):
                for p in parts:
                    yield from attempt(self._given, p) or ()
            case n.When():
                done: list[s.Run | s.GoOn] = each(_one_by_one(node), lambda one: self._when(*one))
                yield from done
            case n.Then(claims):
                single = [one for c in claims for one in self._claims(c)]
                yield s.Check(tuple(each(single, self._claim)), span=node.span)
            case _:
                return

    def seat(self, name: n.Name | n.Expression) -> int:
        if isinstance(name, n.Name) and name.text in self.seats:
            return self.seats[name.text]
        text = name.text if isinstance(name, n.Name) else name.span.text
        near = ["everybody"] if text in ("everyone", "all", "both") else nearest(text, self.seats)
        own, here = self.node.span, name.span
        is_own = own.source is here.source and own.start <= here.start < own.end
        where = "this scenario" if is_own else f'"{self.node.title.text}", which begins like this'
        self.c.e.wrong(
            "not-in-the-cast", f"nobody called `{text}` plays in {where}", name.span,
            label=f"did you mean `{near[0]}`?" if near else "", help=("the players are: " + ", ".join(self.seats),),
        )  # fmt: skip

    # ------------------------------------------------------------ given

    def _given(
        self, node: n.GivenValue | n.GivenEmpty | n.GivenPieces | n.GivenParameter | n.Has
    ) -> tuple[s.ScenarioPart, ...]:
        self._in_other_words(node, claimed=False)
        match node:
            case n.Has():
                return tuple(self._given_to(one) for one in self._one_each(node))
            case n.GivenEmpty(zone):
                return (s.GivenEmpty(self._zones(zone, "what is empty"), span=node.span),)
            case n.GivenParameter(name, value):
                self._parameter(name, value)
                return ()
            case n.GivenPieces(zone, pieces) if (part := laying.place_meant(self.c, zone)) is not None:
                laid = laying.given(self.c, pieces, *part, node.span)
                board = part[0].node.name.text
                return tuple(s.GivenValue(board, (space,), cell, span=node.span) for space, cell in laid)
            case n.GivenPieces(zone, pieces, how):
                return (s.GivenPieces(self._zone(zone), self._pieces(pieces), how == "only", span=node.span),)
            case n.GivenValue(target, value):
                return (self._value(target, value, node.span),)

    def _parameter(self, name: n.Name, value: n.Expression) -> None:
        symbol = self.c.e.scope.names.get(name.text)
        if not isinstance(symbol, ParameterSymbol):
            known = self.c.e.scope.names_of(ParameterSymbol)
            self.c.e.unknown(name, "there is no parameter called", known, "unknown-parameter")
        meant = typed(self.c, value, symbol.type, f"`{name.text}`")
        if isinstance(meant, ir.Constant):
            self.parameters.append((name.text, meant.value))

    def _zone(self, node: n.Expression) -> ir.Expression:
        if isinstance(node, n.Name) and node.text in self.seats:
            own = [x for x in self.c.e.scope.names_of(ZoneSymbol) if self._is_personal(x)]
            where = "hand" if "hand" in own or not own else own[0]
            instead = f"{node.text}'s {where}"
            self.c.e.wrong("wrong-type", f"this does not say where {node.text} holds it", node.span,
                           label=f"write `{instead}`, or another place")  # fmt: skip
        return typed(self.c, node, ir.ZONE, "what holds cards")

    def _zones(self, node: n.Expression, what: str) -> ir.Expression:
        found = expression(self.c, node)
        return found if found.type == ir.ZONE.list() else self.c.expect(found, ir.ZONE, node.span, what)

    def _pieces(self, nodes: tuple[n.Piece, ...]) -> tuple[s.PieceWanted, ...]:
        """What is said behind the last, whose it is and how it lies, holds for all of which it is not said."""
        by, face = nodes[-1].by, nodes[-1].face
        return tuple(self._piece(node, node.by or by, node.face or face) for node in nodes)

    def _piece(self, node: n.Piece, by: n.Name | None, face: str | None) -> s.PieceWanted:
        owner = self.seat(by) if by else None
        self._check_title(node.name)
        copies = node.copies.value if node.copies else 1
        return s.PieceWanted(node.name.text, copies, owner, face, by is not node.by, span=node.span)

    def _check_title(self, name: n.Text | n.Name) -> None:
        otherwise = "a piece goes by its title, its kind, or the value of an enum that it was made for"
        self._check_word(name, (self.vocabulary.pieces,), "no card or other piece is called", otherwise)

    def _check_word(
        self, name: n.Text | n.Name, known: tuple[frozenset[str], ...], message: str, otherwise: str
    ) -> None:
        """A title or a name that there is, in whatever letters."""
        if any(plain(name.text) in _plainly(words) for words in known):
            return
        near = nearest(name.text, sorted(frozenset().union(*known)))
        written = f'"{near[0]}"' if near and isinstance(name, n.Text) else "".join(near)
        fix = Fix(f"write `{written}`", (Edit(name.span, written),), safe=False)
        self.c.e.note(
            "unknown-title", f'{message} "{name.text}"', name.span, label=f"did you mean `{written}`?" if near else "",
            fix=fix if near and is_slip(name.text, near[0]) else None, help=() if near else (otherwise,),
        )  # fmt: skip

    def _value(self, target: n.Expression, value: n.Expression, span: Span) -> s.ScenarioPart:
        each = self._each(target)
        found = expression(self.c, each[0] if each else target)
        if isinstance(target, n.Name) and target.text in self.seats:
            is_so = condition(self.c, n.Compare("=", target, value, "is", span=span))
            match is_so:
                case ir.Read(variable, at):
                    return s.GivenValue(variable, at, ir.Constant(1, ir.YES_NO), span=span)
                case ir.Compare("=", ir.Local() as who, ir.Read(variable, at)):
                    return s.GivenValue(variable, at, who, span=span)
        match found:
            case ir.Read(variable, at, type_):
                of_whom = (None, *at[1:]) if each else at
                return s.GivenValue(variable, of_whom, typed(self.c, value, type_), span=span)
            case ir.Function("active_player"):
                return s.GivenTurn(typed(self.c, value, PLAYER), span=span)
            case ir.Function("round_number"):
                return s.GivenRound(number(self.c, value), span=span)
            case _:
                holds = f"what lies there is given by `given {target.span.text} holds only ...`"
                worked_out = "give what it is worked out from"
                self.c.e.wrong("cannot-be-given", f"`{target.span.text}` cannot be given", target.span,
                               help=(holds if found.type == ir.ZONE else worked_out,))  # fmt: skip

    def _each(self, node: n.Expression | None) -> list[n.Property]:
        """What is said of `players`, of one after another: `cup[sixes] of players`, `space of pawn of players`."""
        match node:
            case n.Property(name, index, n.Name("players") as all_) if self._is_of_each(name.text, index is not None):
                return [evolve(node, owner=n.Name(seat, span=all_.span), span=name.span) for seat in self.seats]
            case n.Property(n.Name("space"), None, owner):
                return [evolve(node, owner=pawn) for pawn in self._each(owner)]
        return []

    def _is_of_each(self, name: str, picked: bool) -> bool:
        """Whether each player has one; or several, of which one is `picked`."""
        symbol = self.c.e.scope.find(name)
        if picked:
            dimensions = symbol.dimensions if isinstance(symbol, VariableSymbol) else ()
            return len(dimensions) == 2 and dimensions[0].dimension is Dimension.PLAYER
        return any(map(is_kept_for_players, (symbol, *self.c.e.scope.definitions(name))))

    # ------------------------------------------------------------ ann has, each player has

    def _one_each(self, node: n.Has) -> list[n.Has]:
        """What everybody has, said of one after another."""
        if not node.each:
            return [node]
        if node.who.text not in ("player", "everybody"):
            self.c.e.note("unknown-kind", "only a player has something", node.who.span, label="write `each player has`")
            return []
        cast = [n.Name(name, span=node.who.span) for name in self.seats]
        return [evolve(node, who=name, each=False) for name in cast]

    def _claims(self, node: n.Claim) -> Sequence[n.Claim]:
        """What is claimed of everybody, of `players` or of nobody, claimed of one after another."""
        match node:
            case n.Has():
                return self._one_each(node)
            case n.ClaimTrue(n.Compare(left=left) as compared) if each := self._each(left):
                return [evolve(node, expression=evolve(compared, left=one)) for one in each]
            case n.ClaimSees(None) | n.ClaimTells(None) | n.ClaimTold(None, negated=False):
                return [evolve(node, player=n.Name(name, span=node.span)) for name in self.seats]
            case n.ClaimTells(n.Name(only), only=True):
                names = [n.Name(name, span=node.span) for name in self.seats if name != only]
                return [evolve(node, only=False), *(evolve(node, player=x, negated=True, only=False) for x in names)]
            case _:
                return (node,)

    def _given_to(self, node: n.Has) -> s.ScenarioPart:
        if node.inside is not None or self._lies(node):
            holds = f'given {node.who.text}\'s hand holds "TITLE", 2 x "OTHER TITLE"'
            self.c.e.wrong("given-which-cards", "which cards lie there must be said, and not only how many", node.span,
                           help=(f"write `{holds}`",))  # fmt: skip
        self.seat(node.who)
        return self._value(_of(node), _amount(node), node.span)

    def _had(self, node: n.Has) -> s.ClaimTrue:
        """That somebody has so much of a counter, or so many pieces, in the hand unless it is said where."""
        seat = self.seat(node.who)
        left: n.Expression = _of(node)
        if node.inside is not None or self._lies(node):
            inside = node.inside or n.Property(
                n.Name("hand", span=node.thing.span), None, node.who, span=node.thing.span
            )
            noun = n.Noun(node.thing, inside, None, None, None, span=node.thing.span)
            left = n.Query("number", noun, span=node.thing.span)
        whole = n.Compare("=", left, _amount(node), "is", span=node.span)
        with self.c.with_subject(ir.Local(seat, node.who.text, PLAYER, span=node.who.span)):
            return s.ClaimTrue(condition(self.c, whole), unparse_expression(node), span=node.span)

    def _lies(self, node: n.Has) -> bool:
        """Whether it is a kind of pieces, and no counter."""
        if not isinstance(node.thing, n.Name):
            return False
        kind = kind_named(self.c, node.thing.text)
        return kind is not None and kind.kind is Kind.PIECE

    # ------------------------------------------------------------ when

    def _when(self, run: n.Run | None, given: list[n.Answer]) -> s.Run | s.GoOn:
        answers: list[s.Answer] = each(given, self._answer)
        if run is None:
            return s.GoOn(tuple(answers), span=given[0].span)
        kind, name, arguments, times = self._run(run)
        return s.Run(kind, name, arguments, tuple(answers), times, span=run.span)

    def _run(self, run: n.Run) -> tuple[str, str, tuple[ir.Expression, ...], int]:
        match run:
            case n.RunSetup():
                return "setup", "", (), 1
            case n.RunGame():
                return "game", "", (), 1
            case n.RunRandom():
                return "random", "", (), 1
            case n.RunFlow(kind, name, times):
                self._known(name, FlowSymbol, kind)
                return "flow", name.text, (), times.value if times else 1
            case n.Call(procedure, arguments):
                done = call(self.c, procedure, arguments, run.span)
                return "procedure", procedure.text, done.arguments if isinstance(done, ir.Call) else (), 1

    def _known(self, name: n.Name, kind: type, what: str) -> None:
        if not isinstance(self.c.e.scope.names.get(name.text), kind):
            known = {k for k, x in self.c.e.scope.names.items() if isinstance(x, kind)}
            self.c.e.unknown(name, f"there is no {what} called", known, f"unknown-{what}")

    def _answer(self, node: n.Answer) -> s.Answer:
        match node:
            case n.AnswerChoose(player, values, at):
                return s.AnswerChoose(self.seat(player), self._answer_values(values), _words(at), span=node.span)
            case n.AnswerWord(player, word, at):
                return s.AnswerWord(self.seat(player), word, _words(at), span=node.span)
            case n.AnswerTake(player, action, at):
                self._known(action, ActionSymbol, "action")
                return s.AnswerTake(self.seat(player), action.text, _words(at), span=node.span)
            case n.RestPasses():
                return s.RestPasses(span=node.span)
            case n.RestRandom():
                return s.RestRandom(span=node.span)

    def _answer_values(self, nodes: tuple[n.Expression | n.AnswerFrom, ...]) -> tuple[s.AnswerValue, ...]:
        """What is chosen; the place that is said behind the last holds for all titles of pieces without one."""
        last = nodes[-1]

        def placed(node: n.Expression | n.AnswerFrom) -> n.Expression | n.AnswerFrom:
            if not isinstance(last, n.AnswerFrom) or not isinstance(node, n.Text) or not self._is_piece(node.text):
                return node
            return n.AnswerFrom(node, last.zone, span=node.span)

        return tuple(map(self._answer_value, map(placed, nodes)))

    def _is_piece(self, title: str) -> bool:
        return plain(title) in _plainly(self.vocabulary.pieces) and plain(title) not in self.vocabulary.labels

    def _answer_value(self, node: n.Expression | n.AnswerFrom) -> s.AnswerValue:
        match node:
            case n.AnswerFrom(n.Name() | n.Text() as title, zone):
                self._check_title(title)
                inside = self._zones(zone, "what it is chosen from")
                return s.AnswerValue(None, title.text, zone=inside, span=node.span)
            case n.AnswerFrom(other):
                self.c.e.wrong("not-an-answer", "what is chosen from a place is said by its title", other.span,
                               help=('write `ann chooses "Lamp" from market`',))  # fmt: skip
            case n.Name(text) | n.Text(text):
                known = (self.vocabulary.answers, frozenset(self.seats))
                if not self.vocabulary.begins_option(text):
                    self._check_word(node, known, "nothing that can be chosen is called",
                                     "an answer is a number, a player, a title, or the name of a value")  # fmt: skip
                begins = "" if plain(text) in self.vocabulary.labels else _beginning(text)
                return s.AnswerValue(None, text, begins=begins, span=node.span)
            case _:
                value = expression(self.c, node)
                if isinstance(value, ir.Constant) and value.type.kind is Kind.NUMBER:
                    return s.AnswerValue(value.value, node.span.text, span=node.span)
                if value.type.kind is Kind.PIECE and not value.type.many:
                    return s.AnswerValue(None, node.span.text, value, span=node.span)
                self.c.e.wrong(
                    "not-an-answer", "an answer is a number, a name, a title, or where a card lies", node.span,
                    help=("write `ann chooses 3`, `ann chooses \"Lamp\"` or `ann chooses item(2) of ben's hand`",),
                )  # fmt: skip

    # ------------------------------------------------------------ then

    def _in_other_words(self, node: Construct, *, claimed: bool) -> None:
        """Reports a line that is plain English, and reads as another sentence here."""
        text = node.span.text
        instead = said_otherwise(text, self.c.e.scope, self.vocabulary.decks, claimed=claimed)
        if instead is not None:
            fix = Fix(f"write `{instead}`", (Edit(node.span, instead),), safe=False)
            self.c.e.wrong("other-word", f"`{text}` is written `{instead}` here", node.span,
                           label=f"write `{instead}`", fix=fix)  # fmt: skip

    def _claim(self, node: n.Claim) -> s.Claim:
        span = node.span
        self._in_other_words(node, claimed=True)
        match node:
            case n.ClaimTrue(n.Compare(right=n.Name(word) as right)) if self._is_slip_for_asked(word):
                message = f"nothing is called `{word}`"
                self.c.e.wrong("unknown-name", message, right.span, label="did you mean `asked`?")
            case n.ClaimTrue(claim):
                return s.ClaimTrue(condition(self.c, claim), unparse_expression(claim), span=span)
            case n.Has():
                return self._had(node)
            case n.ClaimHolds(zone, pieces, only):
                return s.ClaimHolds(self._zone(zone), self._pieces(pieces), only, span=span)
            case n.ClaimSees(player, thing, negated):
                assert player is not None
                return s.ClaimSees(self.seat(player), self._seen(thing), negated, span=span)
            case n.ClaimSeesNone(player, kind, zone):
                every = n.Query("every", n.Noun(kind, zone, None, None, None, span=span), span=span)
                return s.ClaimSees(self.seat(player), self._seen(every), True, True, span=span)
            case n.ClaimSeesOwn(player, zone):
                seats = tuple(self.seats.values()) if player is None else (self.seat(player),)
                return s.ClaimSeesOwn(seats, self._personal_zone(zone), span=span)
            case n.ClaimTells(player, verb, claim, negated):
                assert player is not None
                return self._tells(player, verb, claim, negated, span)
            case n.ClaimTold(player, text, negated):
                return s.ClaimTold(self._anybody(player), text.text, negated, span=span)
            case n.ClaimCan(player, action, negated):
                self._known(action, ActionSymbol, "action")
                return s.ClaimCan(self.seat(player), action.text, negated, span=span)
            case n.ClaimAsked(player, text, negated):
                return s.ClaimAsked(self._anybody(player), _words(text), negated, span=span)
            case n.ClaimOffered(player, values, negated, only):
                return s.ClaimOffered(self.seat(player), self._answer_values(values), negated, only, span=span)
            case n.ClaimMayPass(player, negated):
                return s.ClaimMayPass(self.seat(player), negated, span=span)
            case n.ClaimHappened(name, times):
                return s.ClaimHappened(self._event(name), times, span=span)
            case n.ClaimInOrder(name, others):
                return s.ClaimInOrder(tuple(map(self._event, (name, *others))), span=span)
            case n.ClaimDecided(procedure, value):
                symbol = self.c.e.scope.names.get(procedure.text)
                self._known(procedure, ProcedureSymbol, "procedure")
                answer = symbol.answer if isinstance(symbol, ProcedureSymbol) else None
                return s.ClaimDecided(procedure.text, typed(self.c, value, answer or NUMBER), span=span)
            case n.ClaimOver(negated):
                return s.ClaimOver(negated, span=span)
            case n.ClaimRefused():
                return s.ClaimRefused(span=span)
            case n.ClaimWins(winners, among):
                return s.ClaimWins(self._winners(winners), among == "among others", span=span)

    def _tells(self, player: n.Name, verb: n.Name, claim: n.Claim, negated: bool, span: Span) -> s.ClaimTells:
        if verb.text != "tell":
            fix = Fix("write `tell`", (Edit(verb.span, "tell"),), safe=False)
            self.c.e.wrong("unknown-name", f"nobody can `{verb.text}` whether something is so", verb.span,
                           label="did you mean `tell`?", fix=fix)  # fmt: skip
        return s.ClaimTells(self.seat(player), tuple(map(self._claim, self._claims(claim))), negated, span=span)

    def _is_slip_for_asked(self, word: str) -> bool:
        alike = word in ("ask", "asks") or bool(nearest(word, ("asked",)))
        return alike and word not in self.vocabulary.answers and word not in self.seats

    def _winners(self, winners: tuple[n.Expression, ...]) -> tuple[int, ...]:
        if len(winners) == 1 and isinstance(winners[0], n.Name) and winners[0].text == "players":
            return tuple(self.seats.values())
        return tuple(self.seat(w) for w in winners)

    def _anybody(self, player: n.Expression | None) -> int | None:
        """Of whom something is said; None: of anybody."""
        return None if player is None else self.seat(player)

    def _personal_zone(self, name: n.Name) -> str:
        if not self._is_personal(name.text):
            known = {k for k, x in self.c.e.scope.names.items() if isinstance(x, ZoneSymbol)}
            self.c.e.unknown(name, "players have no zone of their own called", known, "unknown-zone")
        return name.text

    def _is_personal(self, name: str) -> bool:
        symbol = self.c.e.scope.names.get(name)
        return isinstance(symbol, ZoneSymbol) and symbol.dimensions[:1] == (ir.Index(Dimension.PLAYER),)

    def _seen(self, thing: n.Expression) -> ir.Expression:
        found = expression(self.c, thing)
        hidden = isinstance(found, ir.Read | ir.ReadCounter | ir.Attribute)
        if found.type.kind not in (Kind.ZONE, Kind.PIECE) and not hidden:
            self.c.e.wrong(
                "not-seen",
                f"a zone, a card, a mark, a counter, a role or a flag is seen, and this is {words(found.type)}",
                thing.span,
            )
        return as_list(found, thing.span) if found.type.kind is Kind.PIECE and not hidden else found

    def _event(self, name: n.Name) -> s.Happening:
        match self.c.e.scope.names.get(name.text):
            case ProcedureSymbol():
                return s.Happening("procedure", name.text, span=name.span)
            case FlowSymbol():
                return s.Happening("flow", name.text, span=name.span)
            case ActionSymbol():
                return s.Happening("action", name.text, span=name.span)
            case _:
                return s.Happening("verb", self._verb(name), span=name.span)

    def _verb(self, name: n.Name) -> str:
        known = set().union(*map(self.c.e.scope.names_of, (ProcedureSymbol, FlowSymbol, ActionSymbol)))
        verbs = set(GERUNDS) | set(GERUNDS.values())
        text = name.text if name.text in verbs else singular(name.text)
        if text not in verbs:
            self.c.e.unknown(name, "nothing that can happen is called", known | verbs, "unknown-event")
        return GERUNDS.get(text, text)


def _of(node: n.Has) -> n.Property:
    """`coins of ann`."""
    thing = node.thing
    if isinstance(thing, n.Property):
        return evolve(thing, owner=node.who)
    name = thing if isinstance(thing, n.Name) else n.Name(thing.span.text, span=thing.span)
    return n.Property(name, None, node.who, span=thing.span)


def _amount(node: n.Has) -> n.Expression:
    return node.amount if node.amount is not None else n.Number("0", span=node.span)


@lru_cache(maxsize=8)
def _plainly(words: frozenset[str]) -> frozenset[str]:
    return frozenset(map(plain, words))


def plain(words: str) -> str:
    """A title or a name, without the differences that do not count."""
    return words.replace("_", " ").strip().casefold()


def _words(text: n.Text | None) -> str | None:
    return text.text if text is not None else None
