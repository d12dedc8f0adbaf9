"""The index of a rulebook: the words under which players look something up, found where they stand in its text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from attrs import field

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.prose.nouns import called, in_sentence, plural, spelt
from dsl.names.state import spoken

#: A word that is too short to be looked up.
_SHORTEST = 3


@frozen
class Mark:
    """A stretch of text; `term`: what it is listed under, or nothing."""

    text: str
    term: str = ""


@frozen(eq=False)
class Index:
    """The terms of a game, by each form in which they stand in a text."""

    game: ir.Game
    forms: dict[str, str] = field(init=False)
    pattern: re.Pattern[str] = field(init=False)

    @forms.default
    def _forms(self) -> dict[str, str]:
        found: dict[str, str] = {}
        known: dict[str, str] = {}
        for term in _terms(self.game):
            if len(term) >= _SHORTEST and term[0].isalpha() and known.setdefault(term.casefold(), term) == term:
                for form in (term, plural(term)):
                    found.setdefault(form, term)
        return found

    @pattern.default
    def _pattern(self) -> re.Pattern[str]:
        longest_first = sorted(self.forms, key=lambda form: (-len(form), form))
        either = "|".join(map(_in_text, longest_first))
        return re.compile(rf"(?<![\w-])(?:{either or '(?!)'})(?![\w-])")

    def marked(self, text: str) -> list[Mark]:
        """A text in stretches, each of which ends where a term does."""
        marks, begins = list[Mark](), 0
        for found in self.pattern.finditer(text):
            marks.append(Mark(text[begins : found.end()], self._term(found[0])))
            begins = found.end()
        return [*marks, Mark(text[begins:])] if text[begins:] or not marks else marks

    def about(self, title: str) -> str:
        """The term that a heading is, if it is one."""
        return self._term(re.sub(r"^[\d.]+ | \(.*\)$", "", title))

    def _term(self, words: str) -> str:
        return self.forms.get(words) or self.forms.get(words[:1].lower() + words[1:], "")


def _terms(game: ir.Game) -> Iterator[str]:
    """What the game calls its things, as within a sentence, but for what is a name."""
    yield from map(called, (zone for zone in game.zones if zone.name))
    yield from map(called, (one for one in game.variables if _is_looked_up(one)))
    of_parameters = {one.type.name for one in game.parameters if one.type.kind is ir.Kind.VALUE}
    in_play = {one.type.name for one in game.variables} | {f.type.name for t in game.card_types for f in t.fields}
    for enum in (one for one in game.enumerations if one.name not in of_parameters - in_play):
        yield spelt(enum.name)
        yield from (value.title or spoken(value.name) for value in enum.values)
    yield from (in_sentence(one.title or spelt(one.name)) for one in game.flows)
    yield from (in_sentence(one.title or spelt(one.name)) for one in game.actions)
    yield from (f"{spelt(one.name)} card" for one in game.card_types if one.name.casefold() != "card")
    yield from (card.title for card in game.cards)
    yield from (spelt(die.name) for die in game.dice)


def _is_looked_up(variable: ir.Variable) -> bool:
    """Whether players have it before them, or somebody is it."""
    return variable.number >= 0 or variable.pawn or (variable.type.kind is ir.Kind.PLAYER and not variable.dimensions)


def _in_text(form: str) -> str:
    """What finds it: what is no name may begin a sentence."""
    first, rest = form[:1], re.escape(form[1:])
    return f"[{first}{first.upper()}]{rest}" if first.isalpha() and first.islower() else re.escape(form)


def in_order(terms: Iterable[str]) -> Sequence[str]:
    """As they stand in the index."""
    return sorted(terms, key=lambda term: (term.casefold().lstrip("“\"'"), term))
