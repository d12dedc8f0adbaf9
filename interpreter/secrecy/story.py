"""A leak as a short story in the words of a designer: what was different, what a player was told in either world."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, assert_never

from attrs import define

from dsl.listing import series
from dsl.source import Span
from interpreter.engine import Engine
from interpreter.runtime.state import State
from interpreter.secrecy.compare import Leak
from interpreter.secrecy.observation import Received
from interpreter.table.decision import option_at, prompt
from interpreter.table.worlds import Answered, Changed, Difference, Exchanged, Redrawn, Reordered, Rolled, World
from interpreter.text.labels import Words, possessive
from interpreter.text.locations import location


@define
class Line:
    """A line of the rules: where it stands, and its words."""

    place: str
    text: str


@define
class Story:
    """What differed, what was decided then, and what a player saw because of it, in either world.

    `kind` is the part of what the player sees: log, question, options, reason, view, undo, end or asked. The game is
    that with this seed between these bots. `often`: how many worlds were told apart by these lines.
    """

    kind: str
    player: str
    lines: tuple[Line, ...]
    conditions: tuple[Line, ...]
    seed: int
    bots: tuple[str, ...]
    decision: int
    different: tuple[str, ...]
    decided: str
    sees: tuple[str, ...]
    sees_there: tuple[str, ...]
    often: int = 1

    @property
    def key(self) -> tuple[object, ...]:
        """What makes two stories the same: the part, and the lines that tell."""
        return self.kind, *sorted(line.place for line in self.lines)


#: What the parts of what a seat receives are called.
_KINDS = {"actions": "options", "reasons": "reason", "board": "view", "choices": "view", "sent": "view"}
#: So many pieces that are elsewhere are named; of the others, how many there are.
MOST_NAMED = 3


def story(leak: Leak) -> Story:
    """Tells a leak that was found."""
    course, kind = leak.course, _KINDS.get(leak.kind, leak.kind)
    session = course.session
    return Story(
        kind=kind, player=session.words.player(leak.seat), lines=tuple(map(line, leak.cause.lines)),
        conditions=tuple(map(line, leak.cause.conditions)), seed=session.table.seed, bots=session.table.seats,
        decision=leak.moment + 1,
        different=tuple(different(course.engine, session.words, course.states[leak.since], leak.world)),
        decided=_decided(leak), sees=tuple(sees(kind, leak.kind, leak.real, leak.other)),
        sees_there=tuple(sees(kind, leak.kind, leak.other, leak.real)),
    )  # fmt: skip


def line(span: Span) -> Line:
    """The line of the rules that a span is in."""
    whole = span.source.text.split("\n")[span.line - 1]
    return Line(location(span), whole.strip())


def _decided(leak: Leak) -> str:
    """The decision after which the difference is seen."""
    course = leak.course
    if leak.moment == len(course.session.history) or leak.moment == leak.until:
        return ""
    state, words = course.states[leak.moment], course.session.words
    index = course.engine.index(state, course.code(leak.moment))
    assert index is not None, "it was answered so"
    answer = option_at(course.engine, state, words, index).words
    return f'{words.player(state.player)} answers "{prompt(course.engine, state, words)}" with: {answer}'


# ---------------------------------------------------------------- what is different


def different(engine: Engine, words: Words, state: State, world: World) -> Iterator[str]:
    """What is different in a world from what it is in a state."""
    found = world.differences
    for one in found[:MOST_NAMED]:
        yield _difference(engine, words, state, one)
    if len(found) > MOST_NAMED:
        yield f"and so on, {len(found)} in all"


def _difference(engine: Engine, words: Words, state: State, one: Difference) -> str:
    match one:
        case Exchanged(first, second):
            here, there = (words.zone(state.zone[piece]) for piece in (first, second))
            titles = [f'"{words.title(state, piece)}"' for piece in (first, second)]
            if here == there:
                return f"{titles[0]} and {titles[1]} have changed places in {here}"
            return f"{titles[1]} is in {here} and {titles[0]} in {there}, not the other way round"
        case Reordered(zone):
            return f"the pieces in {words.zone(zone)} lie in another order, which nobody sees"
        case Changed(name, at, before, after):
            variable = words.program.layout.variables[name].variable
            now, then = (words.value(state, variable.type, value, None) for value in (after, before))
            return f"{words.variable(variable, at)} is {now}, not {then}"
        case Answered(player, _, before, after):
            places = (engine.index(state, code) for code in (after, before))
            said = [option_at(engine, state, words, place).words for place in places if place is not None]
            return f"{words.player(player)} answers in secret {said[0]}, not {said[1]}"
        case Rolled(player, picked=True):
            return f"chance picks something else in secret for {words.player(player)}"
        case Rolled(player):
            whose = f"{possessive(words.player(player))} dice" if player >= 0 else "the dice"
            return f"{whose}, which were rolled in secret, show something else"
        case Redrawn(player, before, after):
            whom = f" {words.player(player)}" if player >= 0 else ""
            now, then = (series(map(str, sorted(pips))) for pips in (after, before))
            return f"chance has given{whom} {now} in secret, not {then}"
        case _:
            assert_never(one)


# ---------------------------------------------------------------- what is seen


def sees(kind: str, part: str, own: Received, other: Received) -> Iterator[str]:
    """What the player sees in one world of the part in which the two differ."""
    here, there = (json.loads(each[part] if part in each else each["view"]) for each in (own, other))
    match kind:
        case "log":
            yield from _only([text for level, text in here if not level], [text for _, text in there])
        case "question":
            yield from _question(here, there)
        case "options":
            yield from _only(here, there)
        case "reason":
            pairs = zip(here, there, strict=False)
            yield from (reason[0] if reason else "It is possible." for reason, else_ in pairs if reason != else_)
        case "undo":
            yield here or "The decision may be taken back."
        case "end":
            yield "The game is over." if here["over"] else "The game goes on."
        case "asked":
            yield from _question(json.loads(own["question"]), None)
        case _:
            yield from _view(json.loads(own["view"]), json.loads(other["view"]))


def _only(here: Sequence[str], there: Sequence[str]) -> list[str]:
    """What is here more often than there, or that it is nothing."""
    left = Counter(here) - Counter(there)
    return list(left.elements()) or ["(nothing)"]


def _question(here: Any, there: Any) -> Iterator[str]:
    if here is None:
        yield "(nobody is asked)"
        return
    said = here.get("words") or here.get("prompt")
    if there is None or said != (there.get("words") or there.get("prompt")):
        yield said
    elif here.get("options") != there.get("options"):
        yield f"{said} " + series(option["words"] for option in here["options"])
    else:
        yield f"{said} {' to '.join(map(str, here['numbers'] or ()))}"


def _view(here: Any, there: Any) -> Iterator[str]:
    """Of the table, the variables, places and effects that differ."""
    for variable, other in zip(here["variables"], there["variables"], strict=True):
        for cell, elsewhere in zip(variable["cells"], other["cells"], strict=True):
            if cell != elsewhere:
                at = f" ({', '.join(map(str, cell['at']))})" if cell["at"] else ""
                yield f"{variable['title']}{at}: {cell['value']}"
    for zone, other in zip(here["zones"], there["zones"], strict=True):
        if zone != other:
            titles = [(piece or {}).get("title", "a card") for piece in zone["pieces"]]
            yield f"{zone['name'].replace('_', ' ')}: {series(titles) or 'nothing'}"
    if here["effects"] != there["effects"]:
        yield f"in force: {series(effect['title'] for effect in here['effects']) or 'nothing'}"
    for name in ("flows", "round_number", "deciding", "over", "winners"):
        if here[name] != there[name]:
            yield f"{name.replace('_', ' ')}: {here[name]}"
