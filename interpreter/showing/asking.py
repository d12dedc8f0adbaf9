"""The question to a viewer as data: its words, its rules, the answers and what each of them is about."""

from collections.abc import Iterator, Mapping
from typing import Any

from dsl.ir import nodes as ir
from interpreter.runtime.visibility import ORDERED
from interpreter.showing.boards import space_id
from interpreter.showing.lying import Lying, place_id
from interpreter.showing.texts import rules_of_question
from interpreter.table.asked.concerns import Concern
from interpreter.table.decision import Decision, Option
from interpreter.table.session import Session
from interpreter.table.why_illegal import not_now


def asked_told(session: Session, asked: Decision, places: Mapping[str, Lying], *, own: bool) -> dict[str, Any]:
    """The question that waits. `places`: those that the viewer is shown, by what they are called.

    Who is shown another's question, which is not its `own`, sees cards that lie in no order sorted otherwise.
    """
    numbers = None
    if asked.numbers is not None:
        numbers = {"low": asked.numbers[0], "high": asked.numbers[1], "unit": asked.unit}
    return {
        "id": "",
        "seat": asked.seat,
        "prompt": asked.prompt,
        "about": asked.about,
        "cards": [{"title": one.card, "text": one.text} for one in asked.cards],
        "rules": [{"level": line.level, "text": line.text.strip()} for line in rules_of_question(session)],
        "numbers": numbers,
        "options": [
            _option(option, number, places, own) for number, option in enumerate(asked.options, asked.first_option)
        ],
        "not_now": list(_not_now(session)),
        "more": asked.more,
        "takes_all": asked.takes_all,
        "forced": asked.is_forced,
        "given": session.given_unasked(asked.seat),
    }  # fmt: skip


def positions_asked(asked: Decision) -> dict[str, frozenset[int]]:
    """The cards that answers are about, by the place where each lies; and places that answers are about themselves."""
    found: dict[str, set[int]] = {}
    for option in asked.options:
        for one in option.about:
            if one.kind in ("card", "place"):
                positions = found.setdefault(place_id(one.name, one.at), set())
                positions.update(() if one.position is None else (one.position,))
    return {place: frozenset(there) for place, there in found.items()}


def _option(option: Option, number: int, places: Mapping[str, Lying], own: bool) -> dict[str, Any]:
    return {
        "answer": number,
        "kind": option.kind,
        "name": option.name,
        "words": option.words,
        "text": option.text,
        "terms": option.terms,
        "alike": option.alike,
        "about": [told for one in option.about for told in _concern(one, places, own)],
    }


def _concern(one: Concern, places: Mapping[str, Lying], own: bool) -> Iterator[dict[str, Any]]:
    match one.kind:
        case "card" | "place":
            place = place_id(one.name, one.at)
            if place in places:
                is_there = one.position is not None and (own or places[place].told["shape"] in ORDERED)
                card = places[place].entry(one.position or 0) if is_there else None
                yield {"kind": one.kind, "id": place, "card": card}
        case "space" | "value":
            yield {"kind": one.kind, "id": space_id(one.name, one.at[0]), "card": None}
        case "player":
            yield {"kind": "seat", "id": str(one.at[0]), "card": None}
        case _:
            yield {"kind": one.kind, "id": one.name, "card": None}


def _not_now(session: Session) -> Iterator[dict[str, Any]]:
    """The actions that cannot be taken now, or what cannot be chosen of a menu, and why."""
    asked = session.engine.asked(session.state).options
    titles = {action.name: action.title for action in session.engine.program.game.actions}
    for place, reason in not_now(session.engine, session.state, session.words):
        assert isinstance(asked, ir.FromMenu | ir.FromActions), "only of these it is told why not"
        name = asked.labels[place] if isinstance(asked, ir.FromMenu) else titles[asked.names[place]]
        yield {"name": name, "why": reason}
