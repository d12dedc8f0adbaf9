"""Questions as Python text: who is asked, what there is to choose, and when nothing is asked at all."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from attrs import frozen

from dsl.ir import nodes as ir
from interpreter.backend import python_options as options
from interpreter.backend.python_code import Code, test, value
from interpreter.backend.python_sure import sure
from interpreter.backend.python_text import atom
from interpreter.program.model.nodes import Ask

_T = TypeVar("_T")


@frozen
class Question:
    """The texts of who is asked, the list of options, the tuple of actions offered beside, and if one may pass.

    `count`: the name of how many options there are, if it has been asked for already.
    """

    player: str
    options: str
    offers: str
    may_pass: str
    count: str = ""


def write_question(
    c: Code,
    asked: Ask,
    unless: Callable[[str, Callable[[], _T]], _T],
    put: Callable[[Question], _T],
    *,
    copied: bool = True,
) -> _T:
    """Writes what a question needs to know, and has it asked by `put`.

    `unless` gets a condition under which nothing is asked, and what writes the rest. Without `copied` the options may
    be a list that changes as soon as play goes on, and are counted first.
    """
    player = value(c, asked.player)
    certain = sure(c, asked.player)
    if asked.offers or isinstance(asked.options, ir.FromActions) or not certain:
        player = c.text.kept(player, "player")

    def choose() -> _T:
        written = options.candidates(c, asked.options, player, copied=copied)
        found = written if never_empty(written) else c.text.kept(written, "options")
        anyway = asked.ask_anyway and asked.anyway_if is None
        if anyway or never_empty(written):
            return ask(found)
        if not copied and not asked.ask_anyway and asked.enough < 0:
            count = c.text.kept(f"len({found})", "count")
            return unless(f"not {count}", lambda: ask(found, count))
        less = f" or {found}[0] >= {asked.enough}" if asked.enough >= 0 else ""
        skips = f"not {found}{less}"
        if asked.ask_anyway and asked.anyway_if is not None:
            nothing = c.text.name("nothing")
            c.text.line(f"{nothing} = {skips}")
            with c.text.block(f"if {nothing}:"):
                c.text.line(f"{nothing} = not {atom(test(c, asked.anyway_if))}")
            skips = nothing
        return unless(skips, lambda: ask(found))

    def ask(found: str, count: str = "") -> _T:
        offers = _offers(c, asked, player)
        return put(Question(player, found, offers, value(c, asked.may_pass), count))

    return choose() if certain else unless(f"{player} < 0", choose)


def _offers(c: Code, asked: Ask, player: str) -> str:
    conditions = [options.legal(c, c.unit.actions[o.name], player) for o in asked.offers]
    if not conditions:
        return "()"
    if len(conditions) == 1:
        return f"(({asked.offers[0].action},) if {conditions[0]} else ())"
    offers = c.text.name("offers")
    c.text.line(f"{offers} = ()")
    for offer, condition in zip(asked.offers, conditions, strict=True):
        c.text.line(f"if {condition}: {offers} += ({offer.action},)")
    return offers


def never_empty(text: str) -> bool:
    """Whether a list of options is written out, with something in it."""
    return re.fullmatch(r"\([\d, ]+\)", text) is not None
