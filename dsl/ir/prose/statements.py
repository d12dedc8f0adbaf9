"""Says statements as clauses in the second person: `draw 2 cards from the pile`, `that player loses 1 point`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, assert_never

from attrs import evolve

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.nodes import Kind, Manner, MoveVerb
from dsl.ir.prose.calls import call, leaving
from dsl.ir.prose.conditions import clause, predicate, state
from dsl.ir.prose.course import course, duration, held_by, rolled
from dsl.ir.prose.lasting_names import means_another_later
from dsl.ir.prose.nouns import YOU, Noun, a, called, plural, spelt, the
from dsl.ir.prose.transfers import transfer
from dsl.ir.prose.values import Values, Wordless
from dsl.ir.slots import mentions
from dsl.listing import series
from dsl.walk import nodes_in

#: What stands between the clauses of a block, by how deep it is; deeper ones could be read in two ways.
_JOINTS = (". ", "; ", ", then ")
#: Statements that do not lean on those before and after them.
_Simple: TypeAlias = (
    ir.Write | ir.Change | ir.Transfer | ir.MovePieces | ir.Shuffle | ir.Reveal | ir.Flip | ir.Swap | ir.Create
    | ir.DoText | ir.EndTurn | ir.NextTurn | ir.TakeActions | ir.Stop | ir.Leave | ir.Become | ir.Finish | ir.RunFlow
    | ir.Boundary | ir.GameOver | ir.Unsupported | ir.While | ir.ForRange | ir.Turn
)  # fmt: skip


@frozen
class Writer:
    """Writes the clauses of one body. `slots` are its names, `depth` that of blocks, `within` the calls around it.

    `loops`: in how many repetitions it stands. `in_rule`: it is what one rule on an event does, among others.
    """

    values: Values
    slots: tuple[str, ...]
    ambiguous: frozenset[Kind]  # of these the body names several, so each is called by its name
    depth: int = 0
    within: tuple[str, ...] = ()
    loops: int = 0
    in_rule: bool = False

    def noun(self, e: ir.Expression) -> Noun:
        return self.values.noun(e)

    def calling(self, slot: int, noun: Noun) -> Writer:
        return evolve(self, values=self.values.calling(slot, noun))

    @property
    def repeating(self) -> Writer:
        """The same for what is done again and again."""
        return evolve(self, loops=self.loops + 1)

    def joined(self, statements: Sequence[ir.Statement]) -> str:
        """A block as one clause."""
        if self.depth + 1 >= len(_JOINTS):
            raise Wordless(statements[0], "blocks within blocks")
        inner = evolve(self, depth=self.depth + 1)
        if not (said := inner.clauses(statements)):
            raise Wordless(statements[0], "nothing is done here")
        return _JOINTS[inner.depth].join(said)

    def clauses(self, statements: Sequence[ir.Statement]) -> list[str]:
        """The clauses of statements that follow one another."""
        return self._told(statements)[0]

    def deciding(
        self, statements: Sequence[ir.Statement], at: int, behind: Sequence[ir.Statement]
    ) -> tuple[list[str], Noun]:
        """The clauses of statements that end in one answer, and the answer. Raises `Wordless`."""
        said, writer = self._told(statements[:-1])
        match statements[-1:]:
            case (ir.Leave(value),) if value is not None:
                if means_another_later(value, at, behind, self.values.lexicon.state):
                    raise Wordless(statements[-1], "what it was before")
                return said, writer.noun(value)
            case (ir.Choose(options=ir.FromList() | ir.FromRange(), optional=False, otherwise=()) as question,):
                asked, answered = writer._question(question), writer._answering(question)
                more, answer = answered.deciding(question.body, at, behind)
                return [*said, asked, *more], answer
            case _:
                raise Wordless(statements, "what it comes to")

    def _told(self, statements: Sequence[ir.Statement]) -> tuple[list[str], Writer]:
        """The clauses, and the writer who can speak of what they name."""
        said: list[str] = []
        writer = self
        for number, s in enumerate(statements):
            last = number == len(statements) - 1
            match s:
                case ir.If():
                    if self.depth > 1 and not last:
                        raise Wordless(s, "what follows could belong to the condition")
                    said += writer._if(s)
                case ir.Choose():
                    said += writer._choose(s)
                case ir.ForEach():
                    said.append(writer._for_each(s))
                case ir.Draw():
                    said.append(writer._draw(s))
                    if s.slot >= 0:
                        writer = writer._naming(s.slot, ir.PIECE, "the card drawn")
                case ir.SetLocal(slot, value):
                    if means_another_later(value, slot, statements[number + 1 :], self.values.lexicon.state):
                        raise Wordless(s, "what it was before")
                    writer = writer.calling(slot, writer.noun(value))
                case ir.Together(body):
                    said += writer.clauses(body)
                case ir.Call():
                    told, writer = call(writer, s, statements[number + 1 :])
                    said += told
                case ir.AllAtOnce():
                    said.append(writer._at_once(s))
                case ir.Begin():
                    said.append(writer._begin(s))
                case ir.Announce():
                    pass  # it tells what happens, and does nothing
                case ir.DecidedBy():
                    said.append(writer._decided_by(s))
                case ir.Roll():
                    said.append(course(writer, s))
                    writer = rolled(writer, s)
                case ir.ForRange() | ir.While() | ir.ForEach() if self.depth and not last:
                    raise Wordless(s, "what follows could be repeated as well")
                case _:
                    said.append(writer._simple(s))
        return said, writer

    # ------------------------------------------------------------ blocks

    def _if(self, s: ir.If) -> list[str]:
        if len(s.then) == 1 and isinstance(s.then[0], ir.Become) and not s.otherwise:
            return self.clauses(s.then)  # that both are there, and are two, is no news
        condition = clause(self.values, s.condition)
        then = [f"if {condition}, {self.joined(s.then)}"] if s.then else []
        if not s.otherwise:
            return then
        other = self.joined(s.otherwise)
        if not then:
            return [f"if {clause(self.values, s.condition, False)}, {other}"]
        return [*then, f"otherwise, {other}"] if self.depth == 0 else [f"{then[0]}, otherwise {other}"]

    def _for_each(self, s: ir.ForEach) -> str:
        type_ = s.over.type.one()
        one = self.values.one_of(type_)
        each = f"each {self.values.one(s.over)}"
        match s.body:
            case (_,) if type_.kind is Kind.PLAYER and self._starts_with(s):
                around = self.calling(s.slot, Noun(each))
                return around.joined(s.body)
            case _:
                order = ", clockwise from " + self.noun(start).text if (start := _start(s.over)) else ""
                around = self.calling(s.slot, Noun(f"that {one}"))
                return f"for {each}{order}: {around.repeating.joined(s.body)}"

    def _decided_by(self, s: ir.DecidedBy) -> str:
        """Who decides for whom, and what is done meanwhile; what others may not see is not decided for anybody."""
        who, player = self.noun(s.decider), self.noun(s.player)
        around = self
        if isinstance(s.player, ir.Local) and not player.you and Kind.PLAYER not in self.ambiguous:
            around = self.calling(s.player.slot, Noun("that player"))
        place = f"in {player.has('place')}, but for secret choices"
        return f"{who.begins}{who.orders('decide')} {place}: {around.joined(s.body)}"

    def _starts_with(self, s: ir.ForEach) -> bool:
        """Whether the one statement names the player once, as who does it."""
        (only,) = s.body
        times = sum(isinstance(node, ir.Local) and node.slot == s.slot for node in nodes_in(only))
        return times == 1 and isinstance(only, ir.Transfer)

    def _at_once(self, s: ir.AllAtOnce) -> str:
        """All decide, and then what they decided is done, of each with the same words."""
        match s.asking:
            case (ir.Choose(body=(), otherwise=()) as question,) if isinstance(s.over, ir.AllOf | ir.PlayersFrom):
                around = self.calling(s.slot, THEY)
                asked = around._question(question)
                after = [inner for one in s.body for inner in _answered(one)]
                named = around._naming(question.slot, _answer_type(question), f"that {self._head(question)}")
                turns = "" if all(isinstance(one, ir.MovePieces) for one in after) else ", one after another,"
                return f"all players at once {asked.removeprefix('they ')}; then{turns} {named.joined(after)}"
            case _:
                raise Wordless(s, "what all decide at once")

    def _choose(self, s: ir.Choose) -> list[str]:
        if isinstance(s.options, ir.FromMenu):
            return [self._menu(s)]
        question, answered = self._question(s), self._answering(s)
        follows = answered.clauses(s.body) if not s.optional else []
        if not s.optional:
            if _left_over(s):
                return [question, *follows]
            raise Wordless(s, "what happens without an answer")
        said = [question]
        if s.body:
            said.append(f"if {self._asked(s)} do, {answered.joined(s.body)}")
        if s.otherwise:
            said.append(f"otherwise, {self.joined(s.otherwise)}")
        if self.depth:
            raise Wordless(s, "a choice within a block")
        return said

    def _answering(self, s: ir.Choose) -> Writer:
        return self._naming(s.slot, _answer_type(s), f"that {self._head(s)}")

    def _asked(self, s: ir.Choose) -> str:
        who = self.noun(s.player)
        return "you" if who.you else "they"

    def _head(self, s: ir.Choose) -> str:
        return self.values.one_of(_answer_type(s).one())

    def _naming(self, slot: int, type_: ir.Type, words: str) -> Writer:
        """What an answer is called from here on: by its name where the body has several of the kind."""
        many = type_.many
        if type_.kind in self.ambiguous:
            words = f"the {spelt(self.slots[slot])}"
        elif many:
            words = "those " + plural(words.removeprefix("that "))
        return self.calling(slot, Noun(words, several=many))

    def _question(self, s: ir.Choose) -> str:
        """Who chooses what: `choose another player`, `that player secretly chooses a card from their hand`."""
        who = self.noun(s.player)
        manner = f"{s.manner} " if s.manner in (Manner.SECRETLY, Manner.RANDOMLY) else ""
        if s.manner is Manner.RANDOMLY and not s.announced:
            manner = "secretly randomly "
        elif s.manner is Manner.RANDOMLY and not who.you:
            raise Wordless(s, "chance for somebody else")
        verb = f"may {manner}choose" if s.optional else f"{manner}{who.does('choose')}"
        subject = "" if who.you and not s.optional else f"{who.text} "
        match s.options:
            case ir.FromList(candidates, least, most, several):
                what = self._among(s, candidates, least, most, several)
            case ir.FromRange(low, high):
                what = f"a number from {self.noun(low).text} to {self.noun(high).text}"
            case ir.InOrder(group):
                what = f"an order for {self.noun(group).text}"
            case _:
                raise Wordless(s, "what there is to choose from")
        named = f" as the {spelt(self.slots[s.slot])}" if _answer_type(s).kind in self.ambiguous else ""
        return f"{subject}{verb} {what}{named}"

    def _among(
        self, s: ir.Choose, candidates: ir.Expression, least: ir.Expression, most: ir.Expression, several: bool
    ) -> str:
        if not several:
            one = self.values.one(candidates)
            return one.replace("other", "another", 1) if one.startswith("other ") else a(one)
        match least, most:
            case ir.Constant(low), ir.Constant(high) if low == high:
                amount = str(low)
            case ir.Constant(0), ir.Constant(high):
                amount = f"up to {high}"
            case _:
                raise Wordless(s, "how many of them")
        return f"{amount} {self.values.several(candidates)}"

    def _menu(self, s: ir.Choose) -> str:
        """A choice among options, each with what it does."""
        assert isinstance(s.options, ir.FromMenu)
        who = self.noun(s.player)
        if s.otherwise:
            raise Wordless(s, "options that share what they do")
        does = dict(filter(None, (_option(one, s.slot) for one in s.body)))
        if len(does) != len(s.body):
            raise Wordless(s, "options that share what they do")
        they = self if who.you or not isinstance(s.player, ir.Local) else self.calling(s.player.slot, THEY)
        if they is not self and they.values.called.get(0, YOU).you:
            they = they.calling(0, _YOU_TOO)
        told = []
        texts = s.options.texts or tuple((label,) for label in s.options.labels)
        for number, (text, condition) in enumerate(zip(texts, s.options.conditions, strict=True)):
            label = "".join(part if isinstance(part, str) else self.noun(part).text for part in text)
            only_if = f", if {clause(self.values, condition)}" if condition is not None else ""
            deed = f" ({they.joined(does[number])})" if does.get(number) else ""
            told.append(f"“{label}”{deed}{only_if}")
        if len(told) == 1 and s.optional:
            raise Wordless(s, "a single option")
        subject = "" if who.you and not s.optional else f"{who.text} "
        return f"{subject}{'may choose' if s.optional else who.orders('choose')} {series(told, 'or')}"

    def _begin(self, s: ir.Begin) -> str:
        from dsl.ir.prose.effects import rules_of

        return f"{duration(self, s)}, {'; '.join(rules_of(self.values.lexicon, s.effect, held_by(self, s)))}"

    # ------------------------------------------------------------ statements that stand alone

    def _simple(self, s: _Simple) -> str:
        match s:
            case ir.Write(variable, at, value):
                return self._write(s, variable, at, value)
            case ir.Change(variable, at, amount, down):
                thing = self.noun(ir.Read(variable, at, amount.type))
                way = "take {} from {}" if down else "add {} to {}"
                return way.format(self.noun(amount).text, thing.text)
            case ir.Transfer():
                return transfer(self, s)
            case ir.MovePieces():
                return self._move(s)
            case ir.Shuffle(zone):
                return f"shuffle {self.noun(zone).text}"
            case ir.Reveal(pieces, to, told=told):
                return self._reveal(pieces if told is None else told, to)
            case ir.Flip(pieces, up):
                return f"turn {self.noun(pieces).text} face {'up' if up else 'down'}"
            case ir.Swap(left, right):
                return f"swap {self.noun(left).text} with {self.noun(right).text}"
            case ir.Create():
                return self._create(s)
            case ir.DoText(part, card, this, you):
                who = self.values.called[0] if you is None else self.noun(you)
                under = f" under “{spelt(part)}”" if part else ""
                other = "" if card == this else f", as if {self.noun(this).text} said it"
                return f"{who.begins}{who.orders('do')} what {self.noun(card).text} says{under}{other}"
            case ir.EndTurn():
                return "this turn ends"
            case ir.NextTurn(player):
                who = self.noun(player)
                return f"{who.text} {who.does('take')} the next turn"
            case ir.TakeActions() | ir.GameOver() | ir.RunFlow() | ir.Become() | ir.While() | ir.ForRange():
                return course(self, s)
            case ir.Stop() | ir.Leave():
                return leaving(self, s)
            case ir.Finish() | ir.Boundary() | ir.Unsupported() | ir.Turn():
                raise Wordless(s, f"no words for {type(s).__name__}")
            case _:
                assert_never(s)

    def _create(self, s: ir.Create) -> str:
        number = self.noun(s.amount).text
        if s.like is not None:
            new = f"{'a copy' if number == '1' else f'{number} copies'} of {self.noun(s.like).text}"
        else:
            thing = self.values.lexicon.piece(ir.Type(Kind.PIECE, s.card_type))
            new = f"{number} new {thing if number == '1' else plural(thing)}"
        each = f" for each {spelt(s.of_each)}" if s.of_each is not None else ""
        return f"put {new}{each} {_into(self.values, s.zone, False)}"

    def _write(self, s: ir.Write, variable: str, at: Sequence[ir.Expression], value: ir.Expression) -> str:
        v = self.values.lexicon.variables[variable]
        if v.type.kind is Kind.PLAYER and not at:
            who = "nobody" if value == ir.Constant(ir.NONE, value.type) else self.noun(value).text
            return f"{who} {'become' if who == 'you' else 'becomes'} {the(called(v))}"
        if isinstance(value, ir.Constant) and not at and v.type.kind is Kind.YES_NO:
            return f"from now on {state(self.values, called(v), bool(value.value))}"
        if v.type.kind is not Kind.YES_NO:
            thing = self.noun(ir.Read(variable, tuple(at), v.type))
            becomes = "moves to" if v.pawn else "become" if thing.several else "becomes"
            return f"{thing.text} {becomes} {self.noun(value).text}"
        if not isinstance(value, ir.Constant) or len(at) != 1:
            raise Wordless(s, f"what `{spelt(variable)}` says")
        return f"from now on {predicate(called(v), self.noun(at[0]), bool(value.value))}"

    def _draw(self, s: ir.Draw) -> str:
        who = self.noun(s.player)
        amount = self.noun(s.amount).text
        cards = "a card" if amount == "1" else f"{amount} cards"
        hand = isinstance(s.target, ir.ZoneAt) and self._is_hand_of(s.target, s.player)
        into = "" if hand else f" {_into(self.values, s.target, False)}"
        return f"{who.begins}{who.orders('draw')} {cards} from {self.noun(s.source).text}{into}"

    def _receiver(self, zone: ir.Expression) -> Noun | None:
        """Whose hand it is, if it is one."""
        match zone:
            case ir.ZoneAt(_, (player,)) if self._is_hand_of(zone, player):
                return self.noun(player)
            case _:
                return None

    def _is_hand_of(self, zone: ir.ZoneAt, player: ir.Expression) -> bool:
        there = self.values.lexicon.zones.get(zone.zone)
        return there is not None and there.shape is ir.Shape.HAND and zone.at == (player,)

    def _move(self, s: ir.MovePieces) -> str:
        who = self.noun(s.mover)
        secretly = "secretly " if s.manner is Manner.SECRETLY else ""
        face = f" face {s.face}" if s.face is not None else ""
        pieces = self.noun(s.pieces).text
        start = f"{who.begins}{secretly}"
        match s.verb:
            case MoveVerb.DISCARD:
                to = "" if self.values.lexicon.one_discard else f" to {self.noun(s.zone).text}"
                return f"{start}{who.orders('discard')} {pieces}{to}{face}"
            case MoveVerb.REMOVE:
                return f"{start}{who.orders('remove')} {pieces} from the game"
            case MoveVerb.GIVE if (receiver := self._receiver(s.zone)) is not None:
                return f"{start}{who.orders('give')} {pieces} to {receiver.text}{face}"
            case _:
                return f"{start}{who.orders('put')} {pieces} {_into(self.values, s.zone, s.at_bottom)}{face}"

    def _reveal(self, pieces: ir.Expression, to: ir.Expression | None) -> str:
        what = self.noun(pieces).text
        match to:
            case None:
                return f"reveal {what}"
            case ir.ListOf((one,)) if self.noun(one).you:
                return f"look at {what}"
            case ir.ListOf((one,)):
                return f"show {what} to {self.noun(one).text}"
            case people:
                return f"show {what} to {self.noun(people).text}"


#: The reader, among what somebody else is told to do.
_YOU_TOO = Noun("you", several=True)
#: A player of whom it was just said who it is.
THEY = Noun("they", several=True)


def named_often(body: ir.Body) -> frozenset[Kind]:
    """The kinds of which the statements of a body name more than one."""
    named: list[Kind] = []
    for node in nodes_in(body.statements):
        match node:
            case ir.Choose(slot=slot) if not isinstance(node.options, ir.FromMenu) and _is_read(body, slot):
                named.append(_answer_type(node).kind)
            case ir.ForEach(over=over):
                named.append(over.type.kind)
            case ir.Draw(slot=slot) if slot >= 0 and _is_read(body, slot):
                named.append(Kind.PIECE)
            case ir.Roll():
                named.append(Kind.DIE)
    return frozenset(kind for kind in named if named.count(kind) > 1)


def _is_read(body: ir.Body, slot: int) -> bool:
    return mentions(body.statements, slot)


def _answer_type(s: ir.Choose) -> ir.Type:
    match s.options:
        case ir.FromList(candidates, several=several):
            return candidates.type if several else candidates.type.one()
        case ir.FromRange():
            return ir.NUMBER
        case ir.InOrder(group):
            return group.type
        case ir.FromMenu() | ir.FromActions():
            raise Wordless(s, "what there is to choose from")


def _left_over(s: ir.Choose) -> bool:
    """Whether without an answer just what does not need one is done."""
    left = [inner for inner in s.body if not mentions(inner, s.slot)]
    return list(s.otherwise) == left[: len(s.otherwise)] and (not s.otherwise or len(left) == len(s.otherwise))


def _option(s: ir.Statement, slot: int) -> tuple[int, Sequence[ir.Statement]] | None:
    """What an option does, by its place."""
    match s:
        case ir.If(ir.Compare("=", ir.Local(read), ir.Constant(place)), then, ()) if read == slot:
            return place, then
        case _:
            return None


def _answered(s: ir.Statement) -> Sequence[ir.Statement]:
    """What is done if something was answered; without an answer nothing can be done with it anyway."""
    match s:
        case ir.If(ir.Compare("!=", ir.Local(), ir.Constant(ir.NONE)), then, ()):
            return then
        case _:
            return (s,)


def _start(over: ir.Expression) -> ir.Expression | None:
    """With whom a list of players begins, if that is said."""
    match over:
        case ir.Without(inner, _) | ir.Filter(inner):
            return _start(inner)
        case ir.PlayersFrom(start) if not isinstance(start, ir.Constant):
            return start
        case _:
            return None


def _into(v: Values, zone: ir.Expression, at_bottom: bool) -> str:
    shape = v.lexicon.zones[zone.zone].shape if isinstance(zone, ir.ZoneAt) and zone.zone else None
    if at_bottom:
        return f"under {v.noun(zone).text}"
    return f"{'on top of' if shape is ir.Shape.STACK else 'into'} {v.noun(zone).text}"
