"""`bylaws simulate`: many games between bots, and what there is to say about them."""

import re
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any

from dsl.ir import nodes as ir
from dsl.loading import rules_hash
from interpreter.cli.exit_codes import FINDINGS, FINE, INTERRUPTED
from interpreter.cli.input.bots import bots_of, games_and_jobs, playing, workers_of
from interpreter.cli.input.game import rules_of, sound
from interpreter.cli.input.kept.run_store import RunStore, run_store
from interpreter.cli.input.rule_sets import by_name
from interpreter.cli.output.faults import command_to_see
from interpreter.cli.output.simulation_tables import simulation_lines
from interpreter.cli.output.written import print_report, write_report
from interpreter.cli.wrong_use import WrongUse
from interpreter.simulation.games.run import Rules
from interpreter.simulation.processes.cluster import Cluster
from interpreter.simulation.reports.parameters import parameter_values
from interpreter.simulation.reports.report import all_as_json, seen_at_all, wins
from interpreter.simulation.reports.summary import summary
from interpreter.simulation.simulate import Result, simulate


def run(options: Namespace) -> int:
    """1 if the rules have errors or a game could not be finished, 130 if it was interrupted."""
    loaded = rules_of(options)
    game = sound(loaded)
    each = seats_of(options, game)
    games, jobs = games_and_jobs(options)
    closely = closely_of(options, games)
    asked = {
        "game": game.title, "rules": rules_hash(loaded), "variants": list(game.variants),
        "parameters": parameter_values(game), "tables": [list(seats) for seats in each], "seed": options.seed,
        "games": games, "closely": closely, "rows": bool(options.rows),
    }  # fmt: skip
    rules = by_name(loaded)
    with run_store(options, asked, rules, each, game) as kept, workers_of(options) as cluster:
        results = _play(options, rules, each, jobs, asked, kept, cluster)
    _print(options, results, game)
    if len(results) < len(each) or results[-1].done < results[-1].wanted:
        return INTERRUPTED
    return FINDINGS if any(result.tally.faulty for result in results) else FINE


def seats_of(options: Namespace, game: ir.Game) -> list[tuple[str, ...]]:
    """The bots at each of the tables that `--players` or `--seats` ask for. Raises WrongUse."""
    if options.seats or options.players is None:
        return [bots_of(options.seats, None, game)]
    return [bots_of(None, number, game) for number in _numbers(options.players, game)]


def _numbers(said: str, game: ir.Game) -> list[int]:
    if said == "all":
        return list(range(game.fewest_players, game.most_players + 1))
    numbers: list[int] = []
    for part in said.split(","):
        found = re.fullmatch(r"\s*(\d+)(?:\.\.(\d+))?\s*", part)
        if found is None:
            raise WrongUse(f"--players {said} says no number of players", "write 4, or 2..5, or 2,4, or all")
        numbers += islice(range(int(found[1]), int(found[2] or found[1]) + 1), game.most_players + 1)
    if not numbers or 0 in numbers:
        raise WrongUse(f"--players {said} leaves nobody to play", "write 4, or 2..5, or 2,4, or all")
    return list(dict.fromkeys(numbers))


def closely_of(options: Namespace, games: int) -> int:
    """How many of the first games are watched. Raises WrongUse."""
    if options.closely == "all":
        return games
    if not options.closely.isdecimal():
        raise WrongUse(f"--closely {options.closely} says no number of games", "write 500, or all, or 0 for none")
    return min(int(options.closely), games)


def _play(
    options: Namespace, rules: Rules, each: Sequence[tuple[str, ...]], jobs: int, asked: Mapping[str, Any],
    kept: RunStore, cluster: Cluster | None,
) -> list[Result]:  # fmt: skip
    """The games at each table, one table after another, until Ctrl-C."""
    games, closely = asked["games"], asked["closely"]
    results: list[Result] = []
    played = [there.done if (there := kept.so_far(place)) else 0 for place in range(len(each))]
    with playing(games * len(each), before=sum(played)) as progress:
        for place, seats in enumerate(each):

            def told(done: int, place: int = place) -> None:
                played[place] = done
                progress(sum(played))

            result = simulate(
                rules, seats, games=games, seed=options.seed, jobs=jobs, progress=told, closely=closely,
                most_seats=max(map(len, each)) if options.rows else 0, so_far=kept.so_far(place),
                kept=partial(kept.keep, place), cluster=cluster,
            )  # fmt: skip
            kept.end(result, place)
            results.append(result)
            if result.done < result.wanted:
                break
    return results


# ---------------------------------------------------------------- printing


def _print(options: Namespace, results: Sequence[Result], game: ir.Game) -> None:
    def command(seed: int, players: int) -> str:
        seats = next(result.seats for result in results if len(result.seats) == players)
        return command_to_see(options.game, options.variants, options.settings, seats, seed)

    found = seen_at_all(results, game)
    told = summary(results, game, found)
    report = {**all_as_json(results, game, found, command), "summary": told.plain()}
    if options.out:
        write_report(options.out, "summary", report)
    lines = simulation_lines(
        results, game, found, told.sentences, options.settings, command,
        details=options.details, kept=bool(options.out),
    )  # fmt: skip
    print_report(options, report, _csv_rows(results), lines)


def _csv_rows(results: Sequence[Result]) -> Iterator[Sequence[Any]]:
    """A head, then a row for each seat at each table."""
    yield "players", "seat", "bot", "games", "wins", "share", "low", "high"
    for result in results:
        for win in wins(result):
            told = [win[name] for name in ("wins", "share", "low", "high")]
            yield result.tally.seats, win["seat"] + 1, win["bot"], result.tally.finished, *told
