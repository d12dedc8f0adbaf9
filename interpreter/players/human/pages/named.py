"""What `? NAME` shows: the rule text of what is called so, what it is, what it does and how it stands with it.

A player may name whatever is on the screen: a step, an action, a card, a value, a counter, a place, a player, an
answer.
"""

import re
from collections.abc import Callable, Iterable, Iterator

from dsl.ir import nodes as ir
from dsl.nearest import nearest
from interpreter.players.human.pages.things import Thing, Things, whole
from interpreter.showing.texts import has_heading, page_of
from interpreter.table.session import Session
from interpreter.text.labels import capital, spoken
from interpreter.text.log.journal import LogLine


def page(session: Session, name: str) -> list[LogLine]:
    """All that there is to say about what is called so, or has the word in its heading."""
    wanted, known = _plain(name), _Known(session)
    begins = re.compile(rf"\b{re.escape(wanted)}") if wanted else re.compile("$^")
    if lines := known.called(lambda one: one == wanted) or known.called(lambda one: begins.search(one) is not None):
        return lines
    titles = list(dict.fromkeys(s.title for s in known.sections if has_heading(s) and s.kind != "card"))
    near = nearest(name, [*titles, *known.titles()])
    advice = f"Did you mean {near[0]}?" if near else f"There are: {', '.join(titles)}." if titles else ""
    return [LogLine(f"The rulebook has nothing under {spoken(name)}. {advice}".rstrip())]


class _Known:
    """All that can be named: things of the game, sections of its rulebook that are about no thing, and answers."""

    def __init__(self, session: Session) -> None:
        self.session, self.things = session, Things(session)
        self.sections = [section for section in session.engine.rules.rulebook if section.title]

    def titles(self) -> list[str]:
        """What all things are called."""
        return [thing.title for thing in self.things.all()]

    def called(self, fits: Callable[[str], bool]) -> list[LogLine]:
        """A heading and lines for each thing of which a name fits, and for each other section; else for an answer."""
        found = [thing for thing in self.things.all() if any(map(fits, map(_plain, (thing.title, *thing.names))))]
        told = {(section.kind, section.name) for thing in found for section in self._about(thing)}
        others = [s for s in self.sections if (s.kind, s.name) not in told and any(map(fits, _names(s)))]
        lines = [line for thing in found for line in self._page(thing)]
        lines += [line for section in others for line in page_of(section, self.session.engine.rules)]
        return lines or list(self._answers(fits))

    def _page(self, thing: Thing) -> Iterator[LogLine]:
        words = [] if thing.whole else [one for section in self._about(thing) for one in whole(section)]
        yield from _under(thing.title, (*words, *(said for said in thing.said() if said not in words)))

    def _about(self, thing: Thing) -> list[ir.Section]:
        """The words that stand above a thing in the rules."""
        return [s for s in self.sections if s.kind in thing.kinds and {s.name, s.title} & {*thing.names, thing.title}]

    def _answers(self, fits: Callable[[str], bool]) -> Iterator[LogLine]:
        asked = self.session.decision
        for option in asked.options:
            if fits(_plain(option.words)) or fits(_plain(option.name)):
                yield from _under(option.words, [f"One of the answers to this question: {asked.prompt}"])


def _names(section: ir.Section) -> tuple[str, ...]:
    return _plain(section.title), _plain(section.title.partition(". ")[2]), _plain(section.name)


def _under(title: str, said: Iterable[str]) -> list[LogLine]:
    return [LogLine(capital(title), 1), *(LogLine(f"  {words}") for words in said)]


def _plain(text: str) -> str:
    return spoken(text).casefold().strip()
