"""`bylaws report`: plays a game for its designer, and writes what was found on one page."""

from __future__ import annotations

import json
import math
import re
from argparse import Namespace
from pathlib import Path

from dsl.disk.find import plain
from dsl.ir import nodes as ir
from dsl.listing import listed
from dsl.loading import Loaded, LoadError, load, rules_hash
from interpreter.cli.exit_codes import FINE, INTERRUPTED
from interpreter.cli.input.bots import bots_of, compile_once, games_and_jobs, playing
from interpreter.cli.input.game import rules_of, sound, values
from interpreter.cli.input.kept.report_store import ReportStore, report_store
from interpreter.cli.input.rule_sets import by_name, what_is_changed
from interpreter.cli.output.tables import Block, Long
from interpreter.cli.output.terminal import show
from interpreter.cli.output.written import room_for, write_beside
from interpreter.cli.wrong_use import WrongUse
from interpreter.players.thinking.budget import MOST_PASSES
from interpreter.report.compared import Compared, compared
from interpreter.report.finding import Grade
from interpreter.report.page import page, page_of_two
from interpreter.report.picture import alone
from interpreter.report.report import LONGER, Report, Wanted, play, report
from interpreter.simulation.reports.parameters import parameter_values

WIDTH = 100


def run(options: Namespace) -> int:
    """1 if the rules have errors, 130 if it was interrupted."""
    first = rules_of(options)
    each = [first, *_other(options, first)]
    games = [sound(loaded) for loaded in each]
    if len(each) > 1 and games[0] == games[1]:
        raise WrongUse("both are the same rules", "say with what else to compare")
    number, jobs = games_and_jobs(options)
    minutes = _positive(options.minutes, "--minutes")
    target = _place(options.out or _name_of(each))
    if options.pictures:
        room_for(Path(options.pictures), "--pictures")
    players = len(bots_of(None, options.players or max(game.fewest_players for game in games), games[0]))
    think = _thinking(options)
    for game in games:
        bots_of(None, players, game)
        compile_once(game, players)
    wanted = [
        Wanted(
            by_name(loaded), players, number, think, options.seed, options.limit,
            _positive(options.seconds, "--seconds"), _target(options),
        )
        for loaded in each
    ]  # fmt: skip
    asked = {
        "game": games[0].title, "rules": [rules_hash(loaded) for loaded in each],
        "variants": [list(game.variants) for game in games], "parameters": [parameter_values(game) for game in games],
        "players": players, "seed": options.seed, "games": number, "think": think, "limit": options.limit,
    }  # fmt: skip
    with report_store(options.keep, asked, len(each)) as store:
        whole = _play(wanted, games, store, jobs, minutes)
    reports = [report(one, game, played) for one, game, played in zip(wanted, games, store.played, strict=True)]
    both = compared(reports[0], reports[1], _names(each), (store.played[0], store.played[1])) if len(each) > 1 else None
    document = both.plain if both is not None else reports[0].plain
    text = json.dumps({"version": 1, **document}, indent=2, ensure_ascii=False) + "\n"
    write_beside(target, page_of_two(both) if both is not None else page(reports[0]), "--out")
    write_beside(target.with_suffix(".json"), text, "--out")
    for one in reports[0].findings if options.pictures else ():
        for number, picture in enumerate(one.pictures, 1):
            write_beside(Path(options.pictures) / f"{one.key}-{number}.svg", alone(picture), "--pictures")
    if options.format == "json":
        print(text, end="")
    else:
        show(_lines(both or reports[0], target, whole))
    return FINE if whole else INTERRUPTED


def _other(options: Namespace, first: Loaded) -> list[Loaded]:
    """The rules to set beside the first: with a variant on or other values, or another game."""
    named, given = options.compare, values(options.settings) | values(options.with_settings, "--with")
    if named is None and not options.with_settings:
        return []
    known = {word for each in first.variants for word in (each.name, plain(each.title))}
    is_variant = named is not None and (plain(named) in known or "variants" in Path(named).parts)
    if named is None or is_variant:
        return [load(options.game, [*options.variants, *([named] if named else [])], given)]
    try:
        return [load(named, [], given)]
    except LoadError as fault:
        names = listed(each.name for each in first.variants) if first.variants else "none"
        raise LoadError(str(fault), f"the variants of {first.title} are {names}") from fault


def _place(said: str) -> Path:
    """Where the page is to go, looked at before the work begins. Raises WrongUse."""
    target = Path(said)
    if target.is_dir() or target.suffix == ".json":
        why = "is a folder" if target.is_dir() else "is where the numbers would go"
        raise WrongUse(f"{said} {why}", "give --out the name of a page: report.html")
    room_for(target.parent, "--out")
    return target


def _name_of(each: list[Loaded]) -> str:
    """`my_game-report.html`, in the folder that one is in."""
    words = "-".join(dict.fromkeys((each[0].title, *(title for loaded in each for title in loaded.chosen))))
    return f"{re.sub(r'[^a-z0-9]+', '_', words.casefold()).strip('_') or 'game'}-report.html"


def _names(each: list[Loaded]) -> tuple[str, str]:
    first, second = each
    if first.title != second.title:
        return first.title, second.title
    return what_is_changed(first), what_is_changed(second)


def _positive(number: float, option: str) -> float:
    if not (math.isfinite(number) and number > 0):
        raise WrongUse(f"{option} {number:g} is no time", f"write a number above 0: {option} 20")
    return number


def _target(options: Namespace) -> float | None:
    if options.target is None:
        return None
    if not 0 <= options.target <= 100:
        raise WrongUse(f"a target of {options.target:g} games in a hundred cannot be", "write 0 to 100: --target 40")
    return float(options.target) / 100


def _thinking(options: Namespace) -> int:
    if not 0 <= options.think * LONGER <= MOST_PASSES:
        raise WrongUse(f"--think {options.think} is no number of tries", "write 100, or 0 for players who do not think")
    if options.limit < 1:
        raise WrongUse(f"--limit {options.limit} leaves no decision", "write 10000")
    return int(options.think)


def _play(
    wanted: list[Wanted], games: list[ir.Game], store: ReportStore, jobs: int, minutes: float
) -> bool:
    """Plays what is left; whether Ctrl-C did not end it."""
    with playing(100, "of the report", rated=False) as progress:
        for k, (one, game, found) in enumerate(zip(wanted, games, store.played, strict=True)):

            def told(share: float, k: int = k) -> None:
                progress(int(100 * (k + share) / len(wanted)))

            whole = play(one, game, found, jobs=jobs, minutes=minutes / len(wanted), progress=told, kept=store.keep)
            store.keep(now=True)
            if not whole:
                return False
    return True


def _lines(found: Report | Compared, target: Path, whole: bool) -> list[Block]:
    """The first sentences, and where the page is."""
    if isinstance(found, Compared):
        told = [*found.sentences, *dict.fromkeys((*found.first.notes, *found.second.notes))]
    else:
        told = [*(one.sentences[0] for one in found.findings if one.grade is not Grade.UNASKED), *found.notes]
    lines: list[Block] = [Long(sentence, WIDTH) for sentence in told]
    if not whole:
        lines.append("Interrupted: this is of the games that were played by then.")
    return [*lines, "", f"The page: {target}; its numbers: {target.with_suffix('.json')}"]


