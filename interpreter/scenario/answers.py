"""Which option of an open question a scenario means."""

import re
from collections.abc import Sequence, Set
from functools import lru_cache
from itertools import product
from typing import assert_never

from dsl.ir import nodes as ir
from dsl.ir import scenario as s
from interpreter.engine import Engine
from interpreter.program.model.program import Program
from interpreter.runtime.state import State


def options_meant(engine: Engine, state: State, wanted: s.AnswerValue, cast: tuple[str, ...]) -> list[int]:
    """The places of the options that could be meant: all that are called so, else each whose title begins so."""
    if wanted.number is not None:
        return [place for place, option in enumerate(state.options) if option == wanted.number][:1]
    named = [_names(engine, state, option, cast) for option in state.options]
    if called := [place for place, names in enumerate(named) if _plain(wanted.words) in names]:
        return called
    asked = engine.program.asks[state.site]
    if not wanted.begins or not isinstance(asked, ir.Choose) or not isinstance(asked.options, ir.FromMenu):
        return []
    begins = re.compile(wanted.begins)
    return [place for place, names in enumerate(named) if any(map(begins.match, names))]


def offer_index(engine: Engine, state: State, action: str) -> int | None:
    """The place of an action among the options, or among what is offered beside them."""
    names = _action_names(engine, state)
    if action in names and (place := names.index(action)) in state.options:
        return list(state.options).index(place)
    for k, offered in enumerate(state.offers):
        if engine.program.game.actions[offered].name == action:
            return len(state.options) + k
    return None


@lru_cache(maxsize=10_000)
def _plain(words: str) -> str:
    return words.replace("_", " ").strip().casefold()


def _action_names(engine: Engine, state: State) -> list[str]:
    asked = engine.program.asks[state.site]
    match asked:
        case ir.TakeActions(actions=names) | ir.Choose(options=ir.FromActions(names)):
            return list(names)
        case _:
            return []


def _names(engine: Engine, state: State, option: int, cast: tuple[str, ...]) -> Set[str]:
    """All that an option may be called, in plain words."""
    asked = engine.program.asks[state.site]
    if isinstance(asked, ir.TakeActions):
        return {_plain(asked.actions[option])}
    options = engine.asked(state).options  # in the names of the routine that asks, which the rule's may not be
    match options:
        case ir.FromMenu(labels, _, texts):
            return {_plain(labels[option]), *_in_words(engine, state, texts[option] if texts else (), cast)}
        case ir.FromList(candidates) | ir.InOrder(candidates):
            return _names_of(engine, state, candidates.type, option, cast)
        case ir.FromRange() | ir.FromActions():
            return {str(option)}
        case _:
            assert_never(options)


def _in_words(engine: Engine, state: State, text: Sequence[ir.TextPart], cast: tuple[str, ...]) -> set[str]:
    """A title with its braces filled, by all names that what stands in them may have."""
    said = (
        [part] if isinstance(part, str)
        else [] if part.type.many
        else _names_of(engine, state, part.type, engine.evaluate(state, part), cast)
        for part in text
    )  # fmt: skip
    return {_plain("".join(words)) for words in product(*said)}


def _names_of(engine: Engine, state: State, type_: ir.Type, option: int, cast: tuple[str, ...]) -> Set[str]:
    match type_.kind:
        case ir.Kind.PLAYER:
            return {_plain(cast[option])}
        case ir.Kind.VALUE:
            value = enumeration(engine.program.game, type_.name).values[option]
            return {_plain(value.name), _plain(value.title)}
        case ir.Kind.PIECE:
            name = engine.program.layout.kinds[state.kind[option]].card_type
            personal = any(kind.personal for kind in engine.program.game.card_types if kind.name == name)
            whose = {_plain(cast[state.owner[option]])} if personal else set()
            return kind_names(engine.program, state.kind[option]) | whose
        case ir.Kind.TEXT:
            return {_plain(engine.program.layout.texts[option])}
        case ir.Kind.YES_NO:
            return {"yes" if option else "no"}
        case _:
            return {str(option)}


def enumeration(game: ir.Game, name: str) -> ir.Enumeration:
    """The enum, the spaces or the group of counters of that name."""
    return next(e for e in game.enumerations if e.name == name)


@lru_cache(maxsize=10_000)
def kind_names(program: Program, kind: int) -> frozenset[str]:
    """The title of pieces of a kind; of those made for each value of an enum, that value's name and title."""
    named = program.layout.kinds[kind]
    found = {_plain(named.title)}
    if named.card < 0:
        fields = next(t.fields for t in program.game.card_types if t.name == named.card_type)
        for f in fields:
            if f.type.kind is ir.Kind.VALUE and f.name in named.values:
                found.add(_plain(enumeration(program.game, f.type.name).values[named.values[f.name]].name))
    return frozenset(found)


def is_called(engine: Engine, state: State, piece: int, title: str) -> bool:
    """Whether a scenario that names `title` could mean this piece."""
    return _plain(title) in kind_names(engine.program, state.kind[piece])


def could_be(engine: Engine, state: State, piece: int, wanted: s.PieceWanted) -> bool:
    """Whether a piece is one of those that a scenario names, by title and owner."""
    if not is_called(engine, state, piece, wanted.title):
        return False
    if wanted.owner is None or state.owner[piece] == wanted.owner:
        return True
    return wanted.owner_of_list and not any(
        owner == wanted.owner and is_called(engine, state, other, wanted.title)
        for other, owner in enumerate(state.owner)
    )
