"""Rules that are edited while a table is played: play goes on under the old ones until the designer says otherwise.

Whoever writes rules sees beforehand which rules are others, how many of the decisions fit the new ones, and which of
these mean something else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path
from time import time
from typing import Any, TypeAlias

from attrs import frozen

from dsl.diagnostic import Level
from dsl.difference import differences as rules_differ
from dsl.difference import in_short, in_words
from dsl.disk.files import LoadError
from dsl.listing import grouped
from dsl.loading import Loaded, rules_hash
from dsl.render import render
from interpreter.engine import LoweringError
from interpreter.table.session import Session, replayed
from interpreter.text.labels import capital, spoken
from interpreter.web.kept.played import Branch, Kept, as_kept, as_meant, decisions_of, differences, kept_rules
from interpreter.web.kept.rule_set import RuleSet, followed, read_again, rule_set_of
from interpreter.web.reply import Reply
from interpreter.web.sealed import Sealed, seal_again, waiting_in
from interpreter.web.table import ServedTable
from interpreter.web.taking_back import begin_branch

#: Gives the same rules as they are known at other tables: what plays them is made once.
Known: TypeAlias = Callable[[RuleSet], RuleSet]
#: So many errors, and decisions that mean something else, are listed.
_MOST_LISTED = 20
#: So many things that differ are named in the news.
_MOST_NAMED = 4
#: What everybody is told, with the number of the decision that comes next.
_NEW_RULES = "The designer has changed the rules: the game goes on from decision {} under the new ones."
_OLD_RULES = (
    "The designer has gone back to an earlier course of the game: it goes on from decision {} under the rules of then."
)
_SAME_RULES = "The designer has gone back to another course of the game: it goes on from decision {}."


@frozen(eq=False, repr=False)
class Fitting:
    """A game played again by other rules: how many of its decisions fit, and the game after these."""

    rules: RuleSet
    session: Session
    kept: int


def state_of_files(rules: RuleSet) -> tuple[Any, ...]:
    """Something else whenever a file of the rules is another, or one comes beside them."""
    paths = [Path(path) for path in rules.texts]
    return tuple(_stamp(path) for path in (*paths, *sorted({path.parent for path in paths})))


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def read(rules: RuleSet) -> tuple[Loaded | None, list[str]]:
    """The rules as they stand in the files now, and what keeps them from being played, in words."""
    try:
        loaded = read_again(rules)
    except LoadError as fault:
        return None, [f"{fault}. {fault.help}".strip()]
    errors = [found for found in loaded.diagnostics if found.level is Level.ERROR]
    return loaded, [render([found], "full", False) for found in islice(errors, _MOST_LISTED)]


async def look_again(table: ServedTable, known: Known) -> None:
    """Tells the designer how the rules in the files go with the game at a table."""
    rules, at = table.rules, (table.branch, len(table.session.history))
    found: dict[str, Any] = {}
    tried: RuleSet | None = None
    loaded, errors = await asyncio.to_thread(read, rules)
    if errors or loaded is None or loaded.game is None:
        found = {"errors": errors}
    elif rules_hash(loaded) != rules.hash:
        tried = table.tried = known(rule_set_of(loaded, rules.game))
        found = await asyncio.to_thread(_preview, table, tried, _now(table)[: at[1]])
    if table.rules is rules:  # else other rules were taken meanwhile, and they are looked at next
        table.tried = tried
        table.edited, table.tried_at = found, at
        table.publish()


def _now(table: ServedTable) -> list[Kept]:
    return decisions_of(table.store, table.id, table.branches, table.branch)


def _preview(table: ServedTable, rules: RuleSet, decisions: list[Kept]) -> dict[str, Any]:
    """What the rules differ in, how many decisions fit, and which of them mean something else."""
    found = _fitting_as_meant(table, rules, decisions)
    if isinstance(found, str):
        return {"errors": [found]}
    names = found.session.table.names
    other = list(islice(differences(decisions, found.session), _MOST_LISTED))
    return {
        "rules": rules.hash, "fit": found.kept, "of": len(decisions),
        "otherwise": [
            {"decision": one.number + 1, "who": names[one.seat], "was": was, "is": is_now} for one, was, is_now in other
        ],
        "changed": [
            {"how": one.how, "words": in_words(one), "lines": list(one.lines)}
            for one in islice(rules_differ(table.rules.loaded.items, rules.loaded.items), _MOST_LISTED)
        ],
    }  # fmt: skip


def fitting(table: ServedTable, rules: RuleSet, codes: list[int]) -> Fitting | str:
    """The game of a table by other rules, or why it cannot be played by them."""
    game, players = rules.loaded.game, len(table.seats)
    assert game is not None, "rules with errors are not tried"
    if not game.fewest_players <= players <= game.most_players:
        return f"These rules are for {game.fewest_players} to {game.most_players} players, and {players} sit here."
    try:
        engine = rules.engine(players)
    except LoweringError as fault:
        return f"These rules are understood, but cannot be played yet: {fault}"
    new = Session(engine, table.session.table).table
    session, divergence = replayed(engine, new, codes)
    return Fitting(rules, session, len(codes) if divergence is None else divergence.number - 1)


def _fitting_as_meant(table: ServedTable, rules: RuleSet, decisions: Sequence[Kept]) -> Fitting | str:
    """The same for rules that have been edited: what would be put into a player's mouth by them is decided anew."""
    found = fitting(table, rules, [one.code for one in decisions])
    if isinstance(found, str) or (meant := as_meant(decisions, found.session)) == found.kept:
        return found
    return Fitting(rules, found.session.fork(meant, found.session.history[meant].state), meant)


async def switch(table: ServedTable, wanted: Any, known: Known) -> Reply:
    """Goes on by the edited rules, from where the last decision fits them, in a branch beside the old one."""
    async with table.lock:
        loaded, errors = await asyncio.to_thread(read, table.rules)
        if errors or loaded is None or loaded.game is None or rules_hash(loaded) != wanted:
            return Reply.refused("The rules have been edited again since you looked.", now=True)
        rules = known(rule_set_of(loaded, table.rules.game))
        decisions = _now(table)[: len(table.session.history)]
        found = await asyncio.to_thread(_fitting_as_meant, table, rules, decisions)
        if isinstance(found, str):
            return Reply.refused(found)
        branch = Branch(max(table.branches) + 1, table.branch, found.kept, rules.key, "edited rules", time())
        if not await begin_branch(table, branch, as_kept(rules)):
            return Reply.refused("This could not be kept, and does not count. Try again.", 503)
        return await _goes_on(table, rules, found.session, _NEW_RULES)


async def resume(table: ServedTable, number: Any, known: Known) -> Reply:
    """Goes on in a branch that was left, by the rules that it was played by."""
    async with table.lock:
        if type(number) is not int or number not in table.branches:
            return Reply.refused("There is no such branch.", 404)
        branch = table.branches[number]
        kept = decisions_of(table.store, table.id, table.branches, number)
        rules = known(followed(await asyncio.to_thread(kept_rules, table.store, branch.rules), table.rules))
        found = await asyncio.to_thread(fitting, table, rules, [one.code for one in kept])
        if isinstance(found, str):
            return Reply.refused(found)
        await table.store.append(
            ("update tables set branch=? where id=?", [(number, table.id)]),
            table.happens("designer", "went back to a branch", to=number),
        )
        same = rules.hash == table.rules.hash
        table.branch = number
        table.decided_at = [table.decided_at[0], *(one.at for one in kept)]
        waiting = seal_again(found.session, waiting_in(table.store, table.id, number))
        return await _goes_on(table, rules, found.session, _SAME_RULES if same else _OLD_RULES, waiting)


async def _goes_on(
    table: ServedTable, rules: RuleSet, session: Session, news: str, waiting: Sequence[Sealed] = ()
) -> Reply:
    differs = _what_differs(table.rules, rules)
    table.rules, table.edited, table.fault = rules, {}, ""
    await table.goes_elsewhere(session, waiting, news, differs)
    return Reply(said={"kept": len(session.history)})


def _what_differs(old: RuleSet, new: RuleSet) -> str:
    """Which rules are others, in words for players: ` Changed: card "Lamp", parameter price per seat (2 → 3).`, or "".
    """
    found = rules_differ(old.loaded.items, new.loaded.items)
    said = ""
    for how, some in grouped((one.how, in_short(one)) for one in islice(found, _MOST_NAMED)).items():
        told = (spoken(one).replace(" -> ", " → ") for one in dict.fromkeys(some))
        said += f" {capital(how)}: {', '.join(told)}."
    return f"{said} And {len(found) - _MOST_NAMED} more." if len(found) > _MOST_NAMED else said
