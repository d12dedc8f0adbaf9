"""The kinds of jobs, each from what is asked to its result: values in, values out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from secrets import choice, randbits
from typing import Any

from dsl.diagnostic import Diagnostic, Level
from dsl.disk.files import Files, LoadError, shown
from dsl.expand import expand
from dsl.ir import nodes as ir
from dsl.listing import count
from dsl.loading import Loaded, load, rules_hash, with_variant
from interpreter.cli.input.rule_sets import engine_for
from interpreter.cli.input.seats import names_of
from interpreter.cli.output.faults import command_to_see
from interpreter.cli.wrong_use import WrongUse
from interpreter.errors import RuleFault, fault_words
from interpreter.players.bots import Bots
from interpreter.scenario.run import Outcome
from interpreter.scenario.suite import suite
from interpreter.server.jobs.results import Failure, Played, Result, Shown
from interpreter.table.session import Session, Table

#: The bot that a game is played by whose only purpose is to be read.
BOT = "random"


def done(asked: Mapping[str, Any]) -> Result:
    """Does what is asked, of the texts as they stand in the editor."""
    files = Files({Path(path): text for path, text in asked["texts"].items()})
    try:
        return KINDS[asked["kind"]](load(asked["home"], disk=files), asked)
    except (LoadError, WrongUse) as fault:
        return Result(f"{fault}: {fault.help}" if fault.help else str(fault), went_well=False)


def _scenarios(rules: Loaded, asked: Mapping[str, Any]) -> Result:
    """Plays the scenario of that title, or all that stand in the file."""
    path, title = Path(asked["path"]), asked.get("title")
    if wrong := _first_error(rules.diagnostics):
        return wrong
    played: list[Played] = []
    found: list[Diagnostic] = []
    for group in suite(rules, wanted=lambda one: _file(one.span.source.path) == path and title in (None, one.title)):
        played += map(_played, group.outcomes)
        found += group.diagnostics
    if not played:
        return _first_error([one for one in found if _file(one.span.source.path) == path] or found) or Result(
            "this scenario belongs to no game that could be found", went_well=False
        )
    return Result(_counted(played), all(one.passed for one in played), tuple(played))


def _counted(played: Sequence[Played]) -> str:
    failed = [one for one in played if not one.passed]
    if len(played) == 1:
        (one,) = played
        return f'"{one.title}" has passed' if one.passed else f'"{one.title}" fails: {_first_line(one)}'
    if not failed:
        return f"all {len(played)} scenarios have passed"
    return f'{len(failed)} of {len(played)} scenarios fail, first "{failed[0].title}": {_first_line(failed[0])}'


def _first_line(one: Played) -> str:
    return one.failures[0].message.split("\n")[0]


def _played(outcome: Outcome) -> Played:
    return Played(outcome.scenario.title, str(_file(outcome.scenario.span.source.path)), tuple(_failures(outcome)))


def _failures(outcome: Outcome) -> Iterator[Failure]:
    for number, failure in enumerate(outcome.failures):
        lines = [f"expected {failure.expected}, got {failure.got}", *failure.notes]
        if number == 0 and outcome.last_events:
            lines += ["what happened last:", *(f"  {line}" for line in outcome.last_events)]
        span = failure.span if failure.span.in_file else outcome.scenario.span
        yield Failure(str(_file(span.source.path)), span.start, span.end, "\n".join(lines))


def _game(rules: Loaded, asked: Mapping[str, Any]) -> Result:
    """Plays one game between bots that choose by chance, and shows what has happened."""
    if (wrong := _first_error(rules.diagnostics)) or rules.game is None:
        return wrong or Result("there is no game to play in this", went_well=False)
    seed = asked.get("seed", randbits(32))
    session = _session(rules, rules.game, seed)
    bots = Bots.at(session)
    fault = ""
    try:
        while not session.over:
            bots.decide(session)
    except RuleFault as found:
        fault = fault_words(found)
    command = command_to_see(shown(rules.place.folder or rules.place.rules[0]), (), (), session.table.seats, seed)
    ended = session.outcome(None) if not fault else None
    end = fault.split("\n") if fault else [*ended.sentences, *ended.places] if ended else []
    text = "\n".join((f"# {rules.title}", "", f"To see this game again: `{command}`", "", *_log(session), "", *end, ""))
    players = count(len(session.table.seats), "player")
    sentence = fault.partition("\n")[0] or f"{rules.title} was played to its end, by {players}"
    return Result(sentence, not fault, shown=Shown(f"{rules.title}, game {seed}", text, "markdown"))


def _session(rules: Loaded, game: ir.Game, seed: int) -> Session:
    players = choice(range(game.fewest_players, game.most_players + 1))
    seats = (BOT,) * players
    engine = engine_for(rules, players)
    table = Table(
        game=str(rules.place.rules[0]), rules_hash=rules_hash(rules), variants=(),
        parameters=dict(engine.program.setting.parameters), names=names_of(None, seats), seats=seats, seed=seed,
    )  # fmt: skip
    return Session(engine, table)


def _log(session: Session) -> Iterator[str]:
    """The log of all that happened as Markdown: headings, and a sentence in each line of a list."""
    for line in session.log(None):
        yield f"\n{'#' * (line.level + 1)} {line.text}" if line.level else f"- {line.text}"


def _merged(rules: Loaded, asked: Mapping[str, Any]) -> Result:
    """Shows the rules with a variant on, each line of it marked."""
    title = asked["title"]
    merged = rules if title in rules.chosen else with_variant(rules, title)
    if not merged.legible:
        return _first_error(merged.diagnostics) or Result("not every line of the rules can be read", went_well=False)
    lines = [f"{line.text}  # {line.variant}" if line.variant and not line.is_note and _takes_a_comment(line.text)
             else line.text for line in expand(merged)]  # fmt: skip
    head = f'# {rules.title} with the variant "{title}": its lines end in `# {title}`. To read, not to change.'
    sentence = f'the rules with "{title}"'
    return Result(sentence, shown=Shown(f"{rules.title} with {title}", "\n".join((head, "", *lines, "")), "bylaws"))


def _takes_a_comment(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith(">")


def _first_error(found: Sequence[Diagnostic]) -> Result | None:
    errors = [one for one in found if one.level is Level.ERROR]
    if not errors:
        return None
    first = errors[0]
    where = f"{first.span.source.path}, line {first.span.line}" if first.span.in_file else ""
    return Result(f"something is wrong in the rules, {where}: {first.sentence}", went_well=False)


def _file(path: str) -> Path:
    return Path(path).absolute()


KINDS: Mapping[str, Callable[[Loaded, Mapping[str, Any]], Result]] = {
    "scenarios": _scenarios,
    "game": _game,
    "merged": _merged,
}
