"""Decisions in the log: the answers that are given openly, and the questions that they answer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypeGuard, assert_never

from dsl.ir import nodes as ir
from dsl.ir.prose.nouns import spelt, third_person
from dsl.listing import series
from interpreter.program.model.nodes import FIRST_OFFER, PASS
from interpreter.text.log.heard import HeardEvent, act
from interpreter.text.log.sentence import Sentence
from interpreter.text.redaction import UNKNOWN_PIECE

#: What is done with a card that offers something.
USES = "uses"


def answered(e: HeardEvent) -> Iterator[Sentence]:
    """An answer given openly. One given secretly shows in what follows, as does an action that is taken."""
    asked = e.words.statements.get(e.site)
    if isinstance(asked, ir.TakeActions):
        yield from _done(e, asked)
    if not e.open or not isinstance(asked, ir.Choose) or not e.values:
        return
    if e.seat is not None and not is_open_choice(asked):
        return
    code = e.values[0]
    match asked.options:
        case _ if code <= FIRST_OFFER:
            return
        case ir.FromMenu(labels, _, texts):
            place = 0 if code == PASS else code
            label = _with_dots(texts[place]) if texts else labels[place]
            if asked.optional and label[:1].islower():
                label = label if e.who == e.seat else of_another(label)
                yield Sentence(e.who, f"{'declines' if code == PASS else 'chooses'} to {label}", until=USES)
                return
            if label.endswith("?") and asked.optional:
                word = f"says {'no' if code == PASS else 'yes'} to"
            else:
                word = "declines" if code == PASS else "chooses"
            yield Sentence(e.who, f'{word} "{label}"', until=USES)
        case ir.FromList(next=True) if code == PASS:
            return  # whoever leaves an order open has nothing in mind
        case _ if code == PASS and asked.pass_label:
            yield act(e.who, _left(e, asked.pass_label))
        case _ if code == PASS:
            yield act(e.who, f"passes{_topic(asked)}")
        case _:
            answer = series(_answer(e, asked, one) for one in e.values)
            if asked.manner is ir.Manner.RANDOMLY and answer == UNKNOWN_PIECE:
                return
            if asked.manner is ir.Manner.RANDOMLY and isinstance(asked.options, ir.InOrder):
                yield act(ir.NONE, f"puts {answer} in this order", lead="chance")
            elif asked.manner is ir.Manner.RANDOMLY:
                secretly = "" if asked.announced else f" for {e.player(e.who)} in secret"
                yield act(ir.NONE, f"picks {answer}{secretly}", lead="chance")
            else:
                yield act(e.who, f"chooses {answer}{_topic(asked)}")


def _done(e: HeardEvent, asked: ir.TakeActions) -> Iterator[Sentence]:
    """That somebody takes no more actions; not where some may be taken secretly, as it would tell of these."""
    actions = [action for action in e.words.rules.actions if action.name in asked.actions]
    secret = any(action.secret for action in actions)
    only_free = all(action.kind is ir.ActionKind.FREE for action in actions)  # to leave these is no news
    if e.open and e.values == (PASS,) and not only_free and (e.seat is None or not secret):
        yield Sentence(e.who, _left(e, asked.pass_label) if asked.pass_label else "is done", ends=True)


def _left(e: HeardEvent, label: str) -> str:
    """What leaving something is called; a label with a small letter says what somebody does: `drops out`."""
    if not label[:1].islower():
        return f'chooses "{label}"'
    return third_person(label if e.who == e.seat else of_another(label))


def is_open_choice(asked: object) -> TypeGuard[ir.Choose]:
    """Whether a statement is a question that is answered for all to hear."""
    return isinstance(asked, ir.Choose) and asked.manner is not ir.Manner.SECRETLY


def _answer(e: HeardEvent, asked: ir.Choose, code: int) -> str:
    match asked.options:
        case ir.FromList(candidates) | ir.InOrder(candidates):
            if candidates.type.kind is ir.Kind.PLAYER:
                own = "yourself" if code == e.seat else "themselves"
                return own if code == e.who else e.player(code)
            if candidates.type.kind is not ir.Kind.PIECE:
                return e.words.value(e.state, candidates.type.one(), code, None)
            piece = e.piece(code, e.lies(code), whose=True)
            is_open = asked.manner is ir.Manner.RANDOMLY and asked.announced
            return UNKNOWN_PIECE if piece.title is None or is_open else piece.called
        case ir.FromRange() | ir.FromMenu() | ir.FromActions():
            return str(code)
        case _:
            assert_never(asked.options)


def _topic(asked: ir.Choose) -> str:
    """The question, without what stands in its braces, which may not be for all to know."""
    said = "".join(part if isinstance(part, str) else _in_general(part.type) for part in asked.prompt).strip()
    said = _without_dots(said)
    said = said if said.endswith(DOTS) else said.rstrip(":.,")
    return f' ("{said}")' if said else ""


def _in_general(type_: ir.Type) -> str:
    """What stands in a question for something that is not told."""
    match type_.kind:
        case ir.Kind.PIECE if not type_.many:
            return "it"
        case ir.Kind.VALUE if not type_.many:
            return f"that {spelt(type_.name)}"
        case _:
            return DOTS


def _with_dots(text: Sequence[ir.TextPart]) -> str:
    return _without_dots("".join(part if isinstance(part, str) else DOTS for part in text))


def _without_dots(said: str) -> str:
    """The same without what says nothing as long as it is not told: a bracket, or some words at the end."""
    said = re.sub(rf" ?\([^()]*{re.escape(DOTS)}[^()]*\)", "", said)
    return re.sub(rf"( than)?( (of|on|for|from|to|with|about|in))? {re.escape(DOTS)}$", "", said)


def of_another(deed: str) -> str:
    """What a rule says to somebody, told of them: `move their pawn as they like` for `move your pawn as you like`."""
    deed = re.sub(r"\b(let|lets|make|makes|help|helps|to|for|from|with|of|by|give|gives|at|on) you\b", r"\1 them", deed)
    return re.sub(r"\byou(r|rself|rs)?\b", lambda found: _OF_ANOTHER[found[0]], deed)


_OF_ANOTHER = {"you": "they", "your": "their", "yours": "theirs", "yourself": "themselves"}


#: What stands in a question for what is not for all to know.
DOTS = "..."
