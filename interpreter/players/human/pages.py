"""Longer texts that a person can ask for: rules and help. Each is a list of lines."""

from __future__ import annotations

from dsl.ir import nodes as ir
from dsl.nearest import nearest
from interpreter.journal import Line
from interpreter.players.human.commands import COMMANDS
from interpreter.session import Session
from interpreter.words import spoken


def help_page() -> list[Line]:
    """What can be typed."""
    width = max(len(form) for form, _ in COMMANDS.values())
    return [
        Line("Answer with the number or letter before an answer, or with its first letters.", 0),
        Line("Where a number is asked for, type the number itself.", 0),
        *(Line(f"  {form:<{width}}  {meaning}") for form, meaning in COMMANDS.values()),
    ]


def rules_here(session: Session) -> list[Line]:
    """The rule text behind the present step and question, and behind the actions that it offers."""
    game = session.engine.program.game
    names = [name.partition(" ")[2] for name in session.engine.running(session.state)[-2:]]
    actions = [*_listed(session), *(game.actions[number] for number in session.state.offers)]
    wanted = dict.fromkeys([*names, *(action.name for action in actions)])
    by_name = {section.name: section for section in game.rulebook if section.name}
    lines = [line for name in wanted if name in by_name for line in _page(by_name[name])]
    return lines or [Line("The rulebook says nothing special about this.")]


def rules_named(session: Session, name: str) -> list[Line]:
    """The rule text of whatever is called so, or has the word in its heading."""
    found = [section for section in session.engine.program.game.rulebook if section.title]
    wanted = _plain(name)
    exact = [s for s in found if wanted in (_plain(s.title), _plain(s.title.partition(". ")[2]), _plain(s.name))]
    chosen = exact or [s for s in found if wanted and wanted in _plain(f"{s.title} {s.name}")]
    if chosen:
        return [line for section in chosen for line in _page(section)]
    near = nearest(name, [s.title for s in found])
    titles = ", ".join(dict.fromkeys(s.title for s in found))
    advice = f"Did you mean {near[0]}?" if near else f"There are: {titles}."
    return [Line(f"The rulebook has nothing under {name}. {advice}")]


def rulebook(session: Session) -> list[Line]:
    """All rule text, in the order of the rules."""
    return [line for section in session.engine.program.game.rulebook for line in _page(section)]


def _page(section: ir.Section) -> list[Line]:
    return [Line(section.title, 1), *(Line(f"  {text.words}") for text in section.texts)]


# ---------------------------------------------------------------- what is meant


def _listed(session: Session) -> list[ir.Action]:
    asked = session.engine.asked(session.state).options
    names = asked.names if isinstance(asked, ir.FromActions) else ()
    return [action for action in session.engine.program.game.actions if action.name in names]


def _plain(text: str) -> str:
    return spoken(text).casefold().strip()
