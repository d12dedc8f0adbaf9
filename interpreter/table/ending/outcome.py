"""How a game ended: by which rule and why, who won, and everybody's place; as data, and in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby, pairwise
from typing import Any

from attrs import asdict

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.bodies import BodyKind, BodyOf, bodies, statements_of
from dsl.ir.effects import Resource, reads, state_names
from dsl.ir.prose.nouns import a, amount_of, called, counted, is_plural, several_of
from dsl.listing import series
from dsl.walk import children, nodes_of
from interpreter.backend.reference.values import Context, value, with_each
from interpreter.engine import Engine
from interpreter.program.model.nodes import Verb
from interpreter.runtime.state import State
from interpreter.table.ending.ranking import Ranking, is_for_a_team, places, reads_player
from interpreter.table.ending.settled import SLOTS, Settled, meaning, settled
from interpreter.text.because import because, because_of
from interpreter.text.labels import Words, capital, spoken
from interpreter.text.log.heard import Entry
from interpreter.text.observability import can_know
from interpreter.text.redaction import plain

#: What must hold for a statement to be reached: each condition, and whether it holds there.
_Conditions = tuple[tuple[ir.Expression, bool], ...]


#: Of so many players the sentence that says who has won names all.
MOST_IN_A_SENTENCE = 3


@frozen
class Standing:
    """One player at the end. `place` counts from 1, and equals share one; `values` by the criteria, in words.

    Without a ranking the winners are first and all others share the next place. Who is not ranked has no values, and
    `out` says why, a clause, where there are words for that.
    """

    seat: int
    name: str
    place: int
    won: bool
    values: tuple[str, ...]
    out: str = ""


@frozen
class Outcome:
    """The end of a game. `standings` are in the order of places.

    `rule` is the first line of what ended it, at `where` (file and line); both are empty if the rules had run out.
    `reason`: why it did, a clause, or if there are no words for that, what the rules say there, in sentences.
    `criteria`: what the ranking compares, as in `most money`, at last what has decided among equals; none if the rules
    name the winners in another way. `won_by`: then what holds of those alone who have won, a clause.
    `team`: all win or lose together. `side`: what the winners have in common. `scores`: what the rules measure of a
    game that is won or lost together. `sentences` say all of it.
    """

    winners: tuple[int, ...]
    rule: str
    where: str
    reason: str
    team: bool
    side: str
    criteria: tuple[str, ...]
    won_by: str
    standings: tuple[Standing, ...]
    scores: tuple[tuple[str, str], ...]
    sentences: tuple[str, ...]

    def plain(self) -> dict[str, Any]:
        """The outcome as JSON takes it."""
        return asdict(self)

    @property
    def places(self) -> list[str]:
        """Everybody's place, in a line each; none where the sentences say all of it."""
        if len(self.standings) <= MOST_IN_A_SENTENCE or not self.criteria:
            return []
        return [f"{s.place}. {s.name}" + (f": {', '.join(s.values)}" if s.values else "") for s in self.standings]


def outcome(engine: Engine, state: State, words: Words, events: Sequence[Entry], seat: int | None) -> Outcome | None:
    """How the game ended, as far as `seat` may know (None: who sees all); None if it goes on.

    `events`: all that have happened.
    """
    if engine.asks(state):
        return None
    return _Ending(engine, state, words, events, seat).told()


@frozen(slots=False)
class _Ending:
    engine: Engine
    state: State
    words: Words
    events: Sequence[Entry]
    seat: int | None

    def told(self) -> Outcome:
        found = self._ended()
        over, ends = found if found else (None, None)
        winners, team = tuple(self.state.winners), is_for_a_team(self.words.rules)
        by = self._settled(over, ends, winners) if over is not None and ends is not None else Settled()
        ranks = by.ranking
        known = ranks if ranks is not None and self._is_open(ranks) else None
        side = self._side(over.winners) if over is not None and winners else ""
        standings = self._ranked(known, winners, by.by) if known else self._unranked(winners)
        criteria = (*map(self._compared, known.criteria), *filter(None, (spoken(by.by),))) if known else ()
        won_by = self._won_by(by, winners) if not (side or team) else ""
        scores = tuple(self._scores()) if team or self.engine.players == 1 else ()
        reason = self._reason(over, ends) if over is not None and ends is not None else "the rules have run out"
        who = self._headline(winners, team, side, over, criteria, standings)
        left_out = self._out(known, [one.seat for one in standings if one.out]) if known else ""
        who = f"{who}: {won_by}" if won_by and won_by not in reason else who
        rule = (ends.owner if isinstance(ends.owner, ir.GameEnd) else over).span if ends and over else None
        return Outcome(
            winners,
            rule.text.partition("\n")[0].strip().removesuffix(":") if rule else "",
            f"{rule.source.path}:{rule.line}" if rule else "",
            reason, team, side, criteria, won_by, standings, scores, tuple(_sentences(reason, who, left_out, scores)),
        )  # fmt: skip

    # ------------------------------------------------------------ by which rule, and why

    def _ended(self) -> tuple[ir.GameOver, BodyOf] | None:
        """The statement that ended the game, and the body that it stands in."""
        last = self.events[-1]
        if last[1] != Verb.GAME_OVER:
            return None
        for one in bodies(self.words.rules):
            for over in nodes_of(one.body.statements, ir.GameOver):
                if over.site == last[0]:
                    return over, one
        return None

    def _reason(self, over: ir.GameOver, ends: BodyOf) -> str:
        scene, you = self.engine.scene(self.state, [ir.NONE]), self._you(over, ends)
        remarks: list[str] = []
        for statement, conditions in self._ways(over, ends):
            said = [text.words for text in self.words.rules.sites[statement.site].rule_text]
            if conditions and (reason := because(self.words, scene, conditions, you, self.seat, in_code=not said)):
                return reason
            remarks = remarks or said
        if ends.id.kind is BodyKind.ACTION and you >= 0 and isinstance(ends.owner, ir.Action):
            return f'{self.words.player(you)} took "{ends.owner.title or spoken(ends.owner.name)}"'
        return " ".join(remarks)

    def _you(self, over: ir.GameOver, ends: BodyOf) -> int:
        """Who did it, as far as that can be told now."""
        match over.winners:
            case ir.ListOf((ir.Local(0),)):
                return self.state.winners[0]
            case ir.Without(_, ir.Local(0) | ir.ListOf((ir.Local(0),))):
                return next(seat for seat in range(self.engine.players) if seat not in self.state.winners)
        names = self.words.program.names
        began = (e for e in reversed(self.events) if e[1] == Verb.BEGIN and names[e[5]].root == ends.id)
        return next((entry[2] for entry in began), ir.NONE)

    def _ways(self, over: ir.GameOver, within: BodyOf) -> Iterator[tuple[ir.GameOver | ir.Call, _Conditions]]:
        """What led there, the nearest first: the end itself, or a call, with the conditions around it."""
        waiting: list[tuple[ir.GameOver | ir.Call, BodyOf]] = [(over, within)]
        seen = {within.id}
        for statement, body in waiting:
            conditions, owner = _around(body.body.statements, statement), body.owner
            if isinstance(owner, ir.GameEnd | ir.WheneverRule) and owner.condition is not None:
                conditions = ((owner.condition, True), *conditions)
            yield statement, conditions
            if conditions or not isinstance(owner, ir.Procedure):
                continue
            for other in bodies(self.words.rules):
                calls = [c for c in nodes_of(other.body.statements, ir.Call) if c.procedure == owner.name]
                if calls and other.id not in seen:
                    seen.add(other.id)
                    waiting += [(call, other) for call in calls]

    # ------------------------------------------------------------ everybody's place

    def _is_open(self, ranks: Ranking) -> bool:
        """Whether the viewer may know all that is compared: what the rules rank by is opened, unless it is sealed."""
        names = state_names(self.words.rules)
        sealed = {(Resource.VARIABLE, v.name) for v in self.words.rules.variables if v.sealed}
        if self.seat is None or not sealed & reads((ranks.over, *ranks.criteria), names):
            return True
        compared_by = ir.Ranked(ranks.over, ranks.slot, ranks.criteria, ir.PLAYERS)
        return can_know(self._scene(ranks.slot), self.seat, compared_by)

    def _settled(self, over: ir.GameOver, ends: BodyOf, winners: Sequence[int]) -> Settled:
        return settled(self.words.rules, self._scene(0), over, ends, winners) if winners else Settled()

    def _won_by(self, found: Settled, winners: Sequence[int]) -> str:
        """What holds of the winners and of nobody else, by what the rules call them."""
        if found.condition is None:
            return ""
        scene = self._scene(found.slot)
        return because_of(self.words, scene, found.condition, found.slot, winners, self.seat) or ""

    def _scene(self, slot: int) -> Context:
        return self.engine.scene(self.state, [ir.NONE] * (slot + SLOTS))

    def _ranked(self, ranks: Ranking, winners: Sequence[int], by: str) -> tuple[Standing, ...]:
        scene, seats = self._scene(ranks.slot), range(self.engine.players)
        scores = tuple(tuple(map(int, with_each(scene, seats, ranks.slot, c.value))) for c in ranks.criteria)
        among = [int(seat) for seat in value(scene, ranks.over)]
        place = places(ranks, scores, among)
        found = []
        for seat in seats:
            compared_by = zip(ranks.criteria, scores, strict=True)
            had = [self._counted(criterion, score[seat]) for criterion, score in compared_by if seat in among]
            won, behind = seat in winners, 0
            if by and won:
                had.append(f"the {spoken(by)}")
            elif by and place[seat] == 1:
                behind = len(winners)
            out = self._out(ranks, [seat]) if seat not in among else ""
            found.append(Standing(seat, self.words.player(seat), place[seat] + behind, won, tuple(had), out))
        return tuple(sorted(found, key=lambda one: (one.place, one.seat)))

    def _out(self, ranks: Ranking, seats: Sequence[int]) -> str:
        """Why players are not compared with the others."""
        match meaning(self.words.rules, ranks.over):
            case ir.Filter(_, slot, where):
                scene, fails = self._scene(slot), ir.Not(where, ir.YES_NO)
                return because_of(self.words, scene, fails, slot, seats, self.seat) or ""
        return ""

    def _unranked(self, winners: Sequence[int]) -> tuple[Standing, ...]:
        last = len(winners) + 1
        places = {seat: 1 if seat in winners else last for seat in range(self.engine.players)}
        found = [Standing(seat, self.words.player(seat), p, seat in winners, ()) for seat, p in places.items()]
        return tuple(sorted(found, key=lambda one: (one.place, one.seat)))

    def _compared(self, criterion: ir.Criterion) -> str:
        """`most money`, `fewest points`, `highest rank`."""
        match criterion.value:
            case ir.Read(name, (ir.Local(),)) if name in self._things:
                return f"{criterion.words.partition(' ')[0]} {several_of(self._things[name])}"
        how, _, named = spoken(criterion.words).partition(" ")
        counts = False
        if isinstance(criterion.value, ir.Read):
            variable = self._variable(criterion.value.variable)
            named, counts = called(variable), variable.number >= 0  # of a counter in the designer's word
        if named and not counts and how in ("most", "fewest", "least") and not is_plural(named):
            how = "highest" if criterion.most else "lowest"
        return f"{how} {named}".rstrip()

    def _counted(self, criterion: ir.Criterion, worth: int) -> str:
        """What a player has by a criterion: `3 coins`, `rank C-Suite`, `a picnic of 12`."""
        match criterion.value:
            case ir.Read(name, (ir.Local(),)) if name in self._things:
                return amount_of(self._things[name], worth)
            case ir.Read(name) as e:
                named = called(self._variable(name))
            case ir.Derived(type=type_) if type_ == ir.NUMBER:
                named = _named(criterion)
                return counted(worth, named) if is_plural(named) else f"{a(named)} of {worth}"
            case ir.Arithmetic("+", e, ir.Constant(0)) | e:
                named = _named(criterion)
        return f"{named} {self.words.said(e.type, plain(self.state, e.type, worth, self.seat))}"

    def _variable(self, name: str) -> ir.Variable:
        return next(v for v in self.words.rules.variables if v.name == name)

    @cached_property
    def _things(self) -> Mapping[str, ir.Variable]:
        """The counters of which players have so many: those that change hands, or are called by a plural."""
        moved = [each.counter for each in nodes_of(statements_of(self.words.rules), ir.Transfer)]
        numbers = {counter.value for counter in moved if isinstance(counter, ir.Constant)}
        return {
            v.name: v for v in self.words.rules.variables
            if v.number >= 0 and (v.plural or v.group or v.number in numbers or is_plural(several_of(v)))
        }  # fmt: skip

    def _side(self, winners: ir.Expression) -> str:
        """What those have in common who win, if that is a value such as the side that they are on."""
        match winners:
            case ir.Filter(_, _, ir.Compare("=", ir.Read(), ir.Constant(worth, type_))) if type_.kind is ir.Kind.VALUE:
                return self.words.value_of(type_.name, worth)
        return ""

    def _scores(self) -> Iterator[tuple[str, str]]:
        """What the rules measure of the whole game."""
        for one in self.words.rules.measured:
            scene = self._scene(0)
            if one.per is None and not reads_player(one.value) and (
                self.seat is None or can_know(scene, self.seat, one.value)
            ):  # fmt: skip
                worth = plain(self.state, one.value.type, value(scene, one.value), self.seat)
                yield spoken(one.name), self.words.said(one.value.type, worth)

    # ------------------------------------------------------------ in a sentence

    def _headline(
        self, winners: Sequence[int], team: bool, side: str, over: ir.GameOver | None, criteria: Sequence[str],
        standings: Sequence[Standing],
    ) -> str:  # fmt: skip
        names, players = series(map(self.words.player, winners)), self.engine.players
        losers = series(self.words.player(seat) for seat in range(players) if seat not in winners)
        together = " together" if len(winners) > 1 else ""
        win = "win" if len(winners) > 1 else "wins"
        if players == 1:
            return f"{self.words.player(0)} {'wins' if winners else 'loses'}"
        if team:
            return f"the team {'wins' if winners else 'loses'}"
        if not winners:
            return "nobody wins"
        if criteria:
            return _ranking_words(criteria, standings)
        if side:
            return f"{side} wins: {names}"
        if over is not None and isinstance(over.winners, ir.Without) and losers:
            return f"{losers} {'loses' if len(winners) == players - 1 else 'lose'}, and {names} {win}{together}"
        return f"{'everybody wins' if len(winners) == players else f'{names} {win}'}{together}"


def _sentences(reason: str, who: str, left_out: str, scores: Sequence[tuple[str, str]]) -> Iterator[str]:
    if reason.endswith((".", "!", "?")):
        yield from ("The game is over.", reason)
    else:
        yield f"The game is over: {reason}." if reason else "The game is over."
    yield f"{capital(who)}."
    if left_out:
        yield f"{left_out}."
    yield from (f"{capital(name)}: {worth}." for name, worth in scores)


def _ranking_words(criteria: Sequence[str], standings: Sequence[Standing]) -> str:
    """The players in the order of their places, with as much as tells them apart."""
    ranked = [one for one in standings if one.values]
    number = next(
        k for k in range(1, len(criteria) + 1) if _tell_apart(ranked, k) == _tell_apart(ranked, len(criteria))
    )
    groups = [list(group) for _, group in groupby(ranked, key=lambda one: one.place)]
    told = [f"{series(one.name for one in group)} with {series(group[0].values[:number])}" for group in groups]
    first = [one.name for one in groups[0]]
    win = "wins" if len(first) == 1 else "win together"
    told[0] = f"{series(first)} {win} with {series(groups[0][0].values[:number])}"
    told = told if len(ranked) <= MOST_IN_A_SENTENCE else told[:2]  # all of them stand in the list of places
    before = f", before {', then '.join(told[1:])}" if told[1:] else ""
    return f"{told[0]}{before} ({', then '.join(criteria[:number])})"


def _tell_apart(standings: Sequence[Standing], number: int) -> list[bool]:
    """Whether each has the same as the next by the first criteria."""
    return [a.values[:number] == b.values[:number] for a, b in pairwise(standings)]


def _named(criterion: ir.Criterion) -> str:
    return spoken(criterion.words.partition(" ")[2] or criterion.words)


def _around(statements: Sequence[object], wanted: ir.Statement) -> _Conditions:
    """The conditions under which a statement is reached, within these."""
    for statement in statements:
        if statement is wanted:
            return ()
        if any(inner is wanted for inner in nodes_of(statement, type(wanted))):
            if not isinstance(statement, ir.If):
                return _around(children(statement), wanted)
            here = any(inner is wanted for inner in nodes_of(statement.then, type(wanted)))
            inside = statement.then if here else statement.otherwise
            return ((statement.condition, here), *_around(inside, wanted))
    return ()
