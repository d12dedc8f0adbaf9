"""Rules made up at random: on events, reactions, at all times, for a time; and cards with texts.

Their bodies are short, and what they call is done a few times in a game, since rules answer one another.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import define, evolve, field

from dsl.ir import nodes as ir
from dsl.ir.nodes import NUMBER, PIECE, PLAYER, Manner, Standing, Timing, Type
from tests import ir_table as t
from tests.properties.ir_bodies import CAUSE, NOTHING, SOME_PIECE, SOMEBODY, Begun, Kept, Maker

#: Where the effect stands in a rule on an event: behind all its slots.
IN_RULE = 1_000_000
#: What is made anew when a rule is in force: the definitions that exceptions bend, with the types that they work out.
BENT = ("wealth", "poor", "rank", "layers", "best", "recent")
_ROUTINES = {"action": ("go", "rest", "ask"), "flow": ("lap", "close")}


@define
class Rules:
    """The rules of one game. `procedures` are (name, parameters, whether it answers)."""

    below: Callable[[int], int]
    procedures: list[tuple[str, int, bool]]
    effects: list[ir.Effect] = field(factory=list)
    begins: list[Begun] = field(factory=list)
    hooks: list[ir.HookRule] = field(factory=list)
    whenevers: list[ir.WheneverRule] = field(factory=list)
    defines: dict[str, ir.Define] = field(factory=dict)
    cards: list[ir.Card] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        self.defines = {define.name: define for define in t.DEFINES}
        for card in (False, True, False)[: self.below(4)]:
            more = tuple(self.pick(NUMBER, SOMEBODY, SOME_PIECE) for _ in range(self.below(3)))
            begun = Begun(len(self.effects), card, (SOMEBODY, SOME_PIECE, *more))
            self.effects.append(ir.Effect("for a time", card, None, ()))
            self.begins.append(begun)
            self._rules_of(begun.number, ir.EFFECT, begun.kept, Standing.CARD if card else self.standing())
        if self.below(2):
            self.begins.append(Begun(len(self.effects), False, (SOMEBODY, SOME_PIECE, SOME_PIECE), copies=True))
            self.effects.append(ir.Effect("a copy", False, None, ()))
        self.cards = [self._card(card) for card in t.CARDS]
        for _ in range(1 + self.below(6)):
            self.hooks.append(self.hook(None, Standing.BASE if self.below(2) else self.standing()))
        for _ in range(self.below(3) // 2):
            self.whenevers.append(self._whenever())

    def pick(self, *things: Any) -> Any:
        return things[self.below(len(things))]

    def standing(self) -> Standing:
        return self.pick(Standing.BASE, Standing.VARIANT)  # type: ignore[no-any-return]

    # ------------------------------------------------------------ for a time

    def _rules_of(self, effect: int, instance: Type, kept: tuple[Type, ...], standing: Standing) -> None:
        """One or two rules that are in force while the effect is."""
        for _ in range(1 + self.below(2)):
            if self.below(2):
                rule = Kept(effect, ir.Local(IN_RULE, "effect", instance), kept)
                self.hooks.append(self.hook(rule, standing))
            else:
                self._exception(effect, instance, kept, standing)

    def _exception(self, effect: int, instance: Type, kept: tuple[Type, ...], standing: Standing) -> None:
        bent = self.defines[self.pick(*BENT)]
        slot = len(bent.slots)
        maker = Maker(self.below, slot + 1, plain=True, kept=Kept(effect, ir.Local(slot, "effect", instance), kept))
        maker.known = list(enumerate(bent.arguments))
        ways = ("instead", "at_least", "at_most", "plain") if bent.type == NUMBER else ("instead",)
        how = self.pick(*ways)
        condition = ir.Constant(1, ir.YES_NO) if self.below(2) else maker.condition(1)
        value = maker.value(bent.type, 1)
        if how == "plain":
            value = ir.Arithmetic("+", ir.Previous(NUMBER), value)
        rule = ir.ExceptionRule(condition, ir.Override(how), value, standing, "", effect, slot)
        slots = (*bent.slots, *(f"e{k}" for k in range(slot, maker.slots)))
        self.defines[bent.name] = evolve(bent, slots=slots, exceptions=(*bent.exceptions, rule))

    # ------------------------------------------------------------ cards

    def _card(self, card: ir.Card) -> ir.Card:
        """Most cards say something, some have a part of their own, and some a rule where they lie."""
        effect = self._text() if self.below(4) else None
        parts = (ir.CardPart("spent", self._text()),) if not self.below(3) else ()
        standing = (self._standing(),) if not self.below(5) else ()
        return evolve(card, effect=effect, parts=parts, standing=standing)

    def _text(self) -> ir.Body:
        maker = Maker(self.below, 2, in_text=True, begins=[*self.begins], may_ask=bool(self.below(2)))
        maker.known = [(1, PIECE)]
        if not self.below(3):
            return self._asking_text(maker)
        statements = maker.body(1)
        if self.below(2):
            statements = (*maker.something(t.YOU), *statements)
        return t.body(maker.slots, *statements)

    def _asking_text(self, maker: Maker) -> ir.Body:
        """A text that begins with a question, so that it may have nothing to carry out."""
        slot, over = maker.new(), maker.many(PLAYER, 1)
        body = maker.inside(slot, PLAYER, lambda: maker.body(0 if self.below(2) else 1))
        return t.body(maker.slots, t.choose(t.YOU, t.one_of(over), slot, *body))

    def _standing(self) -> int:
        """The card is in force where it lies: in a zone, or when something else holds of it."""
        effect = len(self.effects)
        this = ir.Held(effect, ir.Local(0, "effect", ir.EFFECT), 1, PIECE)
        maker = Maker(self.below, 1, plain=True, kept=Kept(effect, ir.Local(0, "effect", ir.EFFECT), (PLAYER, PIECE)))
        where = maker.pick(t.zone("pile"), t.zone("shelf"), ir.Zones("hand", (None,)), maker.zone(0))
        lies = ir.IsIn(this, ir.Contents(where))
        self.effects.append(ir.Effect("here", True, maker.pick(lies, lies, maker.condition(1)), ("effect",)))
        self.effects[-1] = evolve(self.effects[-1], slots=tuple(f"e{k}" for k in range(maker.slots)))
        self._rules_of(effect, ir.EFFECT, (PLAYER, PIECE), Standing.CARD)
        return effect

    # ------------------------------------------------------------ on events, and at all times

    def hook(self, kept: Kept | None, standing: Standing) -> ir.HookRule:
        """A rule on any event, which may be one that its `you` may decline."""
        often = (
            self._transfer, self._transfer, self._transfer, self._piece, self._piece, self._way, self._boundary,
            self._other,
        )  # fmt: skip
        rare = () if kept else (self._procedure, self._action, self._flow, self._boundary)
        event: Callable[[], dict[str, Any]] = self.pick(*often, *rare)
        met = event()
        bound: tuple[Type, ...] = met.pop("bound")
        timing = self.pick(Timing.BEFORE, Timing.AFTER, Timing.INSTEAD)
        if timing is Timing.INSTEAD and met["event"] in ("boundary", "roll"):
            timing = Timing.AFTER
        maker = Maker(
            self.below, 1 + len(bound), on_event=True, kept=kept, begins=[b for b in self.begins if not b.card],
            may_ask=not self.below(3), answers=met.pop("answers", False) and timing is Timing.INSTEAD,
        )  # fmt: skip
        maker.known = list(enumerate(bound, start=1))
        there = ir.Compare("!=", CAUSE, NOTHING)
        condition = self.pick(*(None,) * 5, there, maker.condition(1))
        statements = self._body(maker)
        optional = not self.below(3)
        question = None
        if optional:
            menu = ir.FromMenu(("react",), (None,))
            question = t.choose(t.YOU, menu, -1, optional=True, manner=Manner.SECRETLY, announced=False)
        whole = {"name": "", "subject": None, "counter": None, "source": None, "target": None, "binds": ()} | met
        whole["event"] = ir.EventKind(met["event"])
        return ir.HookRule(
            timing, condition=condition, optional=optional, label="react" if optional else "",
            body=t.body(maker.slots, *statements), standing=standing, source_name="", question=question,
            effect=kept.number if kept else ir.NONE, instance=IN_RULE if kept else ir.NONE, **whole,
        )  # fmt: skip

    def _body(self, maker: Maker) -> tuple[Any, ...]:
        """A few statements, or a question and one; now and then something that other rules may meet again."""
        made = maker.body(0)
        if maker.chance(2):
            controller, worth = ir.Function("controller", (CAUSE,), SOMEBODY), ir.Attribute("worth", CAUSE, NUMBER)
            made = (t.write("boss", controller), t.change("total", worth), *made)
        if maker.may_ask and maker.chance(2):
            made = (maker.choose(0), *made)
        if self.procedures and maker.chance(4):
            maker.callable, before = self.procedures, len(maker.known)
            made = (*made, maker.a_few_times(maker.call(0)))
            del maker.known[before:]  # the answer is not there in any case
        if maker.chance(4):
            made = (*made, maker.text(0))
        return (*made, maker.begin(0)) if maker.begins and maker.chance(4) else made

    def _subject(self, maker: Maker) -> ir.Expression | None:
        return maker.pick(*(None,) * 11, lambda: maker.player(0), t.EVERYBODY)  # type: ignore[no-any-return]

    def _transfer(self) -> dict[str, Any]:
        maker = Maker(self.below)
        event = self.pick("gain", "gain", "lose", "lose", "pay", "give")
        place = maker.pick(
            None, None, None, None, None, ir.Bank(), ir.Pot("pot", ()), ir.Pot("chest", ()), ir.Holder(maker.player(0))
        )
        counter = maker.pick(ir.Constant(0, ir.COUNTER), ir.Constant(1, ir.COUNTER), *(None,) * 4)
        types = {"subject": PLAYER, "amount": NUMBER, "asked": NUMBER}
        binds = tuple(name for name in types if self.below(2))
        return {
            "event": event, "subject": self._subject(maker), "counter": counter, "binds": binds,
            "source" if event == "gain" else "target": place, "bound": tuple(types[name] for name in binds),
        }  # fmt: skip

    def _piece(self) -> dict[str, Any]:
        maker = Maker(self.below)
        types = {"subject": SOMEBODY, "piece": PIECE}
        binds = tuple(name for name in types if self.below(2))
        return {
            "event": self.pick("move", "draw", "draw", "discard"), "subject": self._subject(maker), "binds": binds,
            "leaving": self._zone(maker), "entering": self._zone(maker), "bound": tuple(types[name] for name in binds),
        }  # fmt: skip

    def _zone(self, maker: Maker) -> ir.Expression | None:
        return maker.pick(*(None,) * 11, lambda: maker.zone(0), lambda: maker.zones(0))  # type: ignore[no-any-return]

    def _way(self) -> dict[str, Any]:
        """A piece that enters or leaves a zone, however it goes."""
        maker, event = Maker(self.below), self.pick("enter", "leave")
        hands = ir.Zones("hand", (None,))
        zones = maker.pick(lambda: maker.zone(0), lambda: maker.zones(0), t.zone("pile"), t.zone("pile"), hands)
        binds = ("piece",)[self.below(2) :]
        bound = (PIECE,) * len(binds)
        return {"event": event, "binds": binds, "bound": bound, "entering" if event == "enter" else "leaving": zones}

    def _other(self) -> dict[str, Any]:
        """What is shown, shuffled, rolled or played, or a role that comes to somebody."""
        maker, event = Maker(self.below), self.pick("reveal", "shuffle", "roll", "play", "become", "become")
        types = {"subject": SOMEBODY, "piece": PIECE} if event in ("reveal", "play") else {"subject": SOMEBODY}
        binds = tuple(name for name in types if self.below(2))
        met = {"event": event, "subject": self._subject(maker), "binds": binds, "bound": tuple(types[b] for b in binds)}
        if event == "become":
            return met | {"name": "boss"}
        return met if event == "roll" else met | {"leaving": self._zone(maker)}

    def _procedure(self) -> dict[str, Any]:
        if not self.procedures:
            return self._transfer()
        name, parameters, answers = self.pick(*self.procedures)
        bound = (NUMBER,) * parameters
        return {"event": "procedure", "name": name, "parameters": parameters, "bound": bound, "answers": answers}

    def _action(self) -> dict[str, Any]:
        return {"event": "action", "name": self.pick(*_ROUTINES["action"]), "bound": ()}

    def _flow(self) -> dict[str, Any]:
        return {"event": "flow", "name": self.pick(*_ROUTINES["flow"]), "bound": ()}

    def _boundary(self) -> dict[str, Any]:
        edge, unit = self.pick("start", "end"), self.pick("turn", "turn", "turn", "round", "step", "lap", "close")
        subject = Maker(self.below).player(0) if unit == "turn" and self.below(2) else None
        return {"event": "boundary", "name": f"{edge} {unit}", "subject": subject, "bound": ()}

    def _whenever(self) -> ir.WheneverRule:
        """What makes its own condition false; now and then it does not, which is a fault."""
        maker = Maker(self.below, may_ask=not self.below(4))
        holds, undone = self.pick(
            (t.compare(t.read("level"), ">", t.n(1)), lambda: t.write("level", t.n(-1))),
            (ir.Some(self._poor(maker), -1, None), lambda: t.gain(ir.First(self._poor(maker), PLAYER), t.n(3))),
            (ir.Some(t.lying("dark", t.seat(0)), -1, None), lambda: t.move(t.lying("dark", t.seat(0)), t.zone("own"))),
            (maker.condition(1), lambda: t.change("chest", t.ONE)),
        )
        statements = (*(maker.body(0) if self.below(2) else ()), undone())
        return ir.WheneverRule(holds, t.body(maker.slots, *statements), self.standing())

    def _poor(self, maker: Maker) -> ir.Expression:
        slot = maker.new()
        nothing = t.compare(t.read("gold", ir.Local(slot, "p", PLAYER)), "<", t.ONE)
        return ir.Filter(ir.PlayersFrom(ir.Function("active_player", (), SOMEBODY)), slot, nothing, ir.PLAYERS)
