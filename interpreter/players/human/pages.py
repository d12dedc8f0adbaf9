"""Longer texts that a person can ask for: rules, cards, help. Each is a list of lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsl.ir import nodes as ir
from dsl.nearest import nearest
from interpreter.journal import Line, heading
from interpreter.plain import ORDERED
from interpreter.players.human.commands import COMMANDS
from interpreter.players.human.layout import described
from interpreter.session import Session
from interpreter.view import ZoneView
from interpreter.words import capital, spoken


def help_page() -> list[Line]:
    """What can be typed."""
    width = max(len(form) for form, _ in COMMANDS.values())
    return [
        Line("Answer with the number or letter before an answer, or with its first letters.", 0),
        Line("Where a number is asked for, type the number itself.", 0),
        *(Line(f"  {form:<{width}}  {meaning}") for form, meaning in COMMANDS.values()),
    ]


def rules_here(session: Session) -> list[Line]:
    """The rule text behind the present step and question."""
    game = session.engine.program.game
    parts: dict[str, tuple[ir.RuleText, ...]] = {}
    for name in session.view(session.state.player).flows[-1:]:
        flow = session.words.flow(name)
        parts[heading(session.words, name, None)] = (*flow.rule_text, *_texts_in(session, flow))
    asked = game.sites[session.state.site]
    parts.setdefault(asked.heading.rpartition(" > ")[2], asked.rule_text)
    for action in (*_listed(session), *(game.actions[number] for number in session.state.offers)):
        parts.setdefault(action.title, action.rule_text)
    lines = [line for title, texts in parts.items() for line in _under(title, texts)]
    return lines or [Line("The rulebook says nothing special about this.")]


def rules_named(session: Session, name: str) -> list[Line]:
    """The rule text of a step, a phase, a round or an action."""
    found = dict(_titled(session))
    wanted = _plain(name)
    for title, texts in found.items():
        if wanted in (_plain(title), _plain(title.partition(". ")[2])):
            return _under(title, texts) or [Line(f"The rulebook says nothing more about {title}.")]
    near = nearest(name, found)
    return [Line(f"No step or action is called {name}." + (f" Did you mean {near[0]}?" if near else ""))]


def rulebook(session: Session) -> list[Line]:
    """All rule text, in the order of the rules."""
    game = session.engine.program.game
    lines: list[Line] = []
    told: set[int] = set()
    for title, texts in _in_order(game):
        new = [text for text in texts if id(text) not in told]
        told.update(map(id, new))
        if new and (not lines or title != _last_heading(lines)):
            lines.append(Line(title, 1))
        lines += [Line(f"  {text.words}") for text in new]
    return lines


def cards_page(session: Session, seat: int | None, place: str) -> list[Line]:
    """Every place that holds cards, or those whose names contain `place`."""
    lines: list[Line] = []
    for number, zone in enumerate(session.view(seat).zones):
        name = session.words.zone(number)
        if zone.pieces and _plain(place) in _plain(name):
            lines.append(Line(capital(name), 1))
            lines += [Line(f"  {line}") for line in _cards(session, zone)]
    return lines or [Line(f"No place with cards is called {place}." if place else "There are no cards.")]


def _cards(session: Session, zone: ZoneView) -> Iterator[str]:
    """The known cards, topmost first where they lie in a pile, and how many more there are."""
    pieces = tuple(reversed(zone.pieces)) if zone.shape == "stack" else zone.pieces
    unknown = 0
    for piece in (*pieces, ...):
        if piece is None:
            unknown += 1
            continue
        if unknown and (zone.shape in ORDERED or piece is ...):
            yield f"{unknown} unknown"
            unknown = 0
        if piece is not ...:
            yield described(session.words, piece)


# ---------------------------------------------------------------- where rule text stands


def _under(title: str, texts: Iterable[ir.RuleText]) -> list[Line]:
    lines = [Line(f"  {text.words}") for text in dict.fromkeys(texts)]
    return [Line(title, 1), *lines] if lines else []


def _texts_in(session: Session, flow: ir.Flow) -> Iterator[ir.RuleText]:
    """What stands deeper in a step than at its beginning."""
    title = heading(session.words, flow.name, None)
    for site in session.engine.program.game.sites:
        if site.heading.rpartition(" > ")[2] == title:
            yield from site.rule_text


def _listed(session: Session) -> list[ir.Action]:
    asked = session.engine.asked(session.state).options
    names = asked.names if isinstance(asked, ir.FromActions) else ()
    return [action for action in session.engine.program.game.actions if action.name in names]


def _titled(session: Session) -> Iterator[tuple[str, tuple[ir.RuleText, ...]]]:
    game = session.engine.program.game
    for flow in game.flows:
        yield heading(session.words, flow.name, None), (*flow.rule_text, *_texts_in(session, flow))
    for action in game.actions:
        yield action.title, action.rule_text


def _in_order(game: ir.Game) -> Iterator[tuple[str, tuple[ir.RuleText, ...]]]:
    for site in game.sites:
        yield site.heading, site.rule_text
    for action in game.actions:
        yield action.title, action.rule_text


def _last_heading(lines: list[Line]) -> str:
    return next((line.text for line in reversed(lines) if line.level), "")


def _plain(text: str) -> str:
    return spoken(text).casefold().strip()
