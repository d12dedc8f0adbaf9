"""`bylaws secrets`: what of what is hidden the players of a game can tell all the same, with the line that tells it."""

import json
import math
from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from attrs import asdict

from dsl.ir import nodes as ir
from dsl.lint.ignores import SECRET_TOLD
from dsl.listing import count
from interpreter.cli.exit_codes import FINDINGS, FINE, INTERRUPTED
from interpreter.cli.input.bots import bots_of, compile_once, games_and_jobs
from interpreter.cli.input.game import rules_of, sound
from interpreter.cli.input.rule_sets import by_name
from interpreter.cli.output.faults import command_to_see
from interpreter.cli.output.progress import progress_bar
from interpreter.cli.output.tables import AsIs, Block
from interpreter.cli.output.terminal import show
from interpreter.cli.wrong_use import WrongUse
from interpreter.secrecy.search import Searched
from interpreter.secrecy.story import Story
from interpreter.simulation.games.secrets import search
from interpreter.simulation.processes.parallel import Run, SeedError
from interpreter.simulation.reports.parameters import parameter_values

#: So many sit there if nothing is said, where the game allows it: with two, whoever is not me is always the same.
PLAYERS = 3


def run(options: Namespace) -> int:
    """1 if the rules have errors or tell something, 130 if it was interrupted."""
    loaded = rules_of(options)
    game = sound(loaded)
    if options.seconds is not None and not (math.isfinite(options.seconds) and options.seconds > 0):
        raise WrongUse(f"in {options.seconds:g} seconds nothing can be found", "say more than 0")
    players = options.players or min(max(PLAYERS, game.fewest_players), game.most_players)
    players = len(bots_of(None, players, game))
    games, jobs = games_and_jobs(options)
    compile_once(game, players)
    seeds = range(options.seed, options.seed + games)
    with progress_bar(games) as progress:
        try:
            found = search(by_name(loaded), players, seeds, jobs=jobs, seconds=options.seconds, progress=progress)
        except SeedError as fault:
            raise WrongUse(str(fault), "this is a fault of Bylaws, please report it with the seed") from fault
    if options.format == "json":
        print(json.dumps(_report(found, game, players, options.seed)))
    else:
        show(_lines(found, game, players, options))
    if found.result.stories:
        return FINDINGS
    return INTERRUPTED if found.done < found.wanted and options.seconds is None else FINE


def _report(found: Run[Searched], game: ir.Game, players: int, seed: int) -> dict[str, Any]:
    searched = found.result
    return {
        "version": 1,
        "game": game.title,
        "variants": list(game.variants),
        "parameters": parameter_values(game),
        "players": players,
        "seed": seed,
        "games": searched.games,
        "games_wanted": found.wanted,
        "moments": searched.moments,
        "worlds": searched.worlds,
        "leaks": [asdict(story) for story in searched.stories.values()],
    }


# ---------------------------------------------------------------- for people


def _lines(found: Run[Searched], game: ir.Game, players: int, options: Namespace) -> Iterator[Block]:
    searched = found.result
    variants = f" with {', '.join(game.variants)}" if game.variants else ""
    yield f"{game.title}{variants}: {players} players, seeds from {options.seed}"
    for number, story in enumerate(searched.stories.values(), start=1):
        yield ""
        yield from _told(number, story)
        yield AsIs(
            "   see it by: " + command_to_see(options.game, options.variants, options.settings, story.bots, story.seed)
        )
    yield ""
    yield (
        f"{count(searched.moments, 'moment')} of {count(searched.games, 'game')}, "
        f"{count(searched.worlds, 'time')} something hidden was different"
        + (f"; {found.wanted - found.done:,} games were left out" if found.done < found.wanted else "")
    )
    if not searched.worlds:
        yield "nothing is hidden in these games"
    elif searched.stories:
        found_ = count(len(searched.stories), "leak")
        yield f"{found_} found; where that is meant, say so above the line: `# ignore[{SECRET_TOLD}]: why`"
    else:
        yield "no player could tell"


#: What a leak is called by the part of what the player sees.
_HEADINGS = {
    "log": "{player} is told what {player} must not know",
    "question": "{player} can tell by who is asked, or by the question",
    "options": "{player} can tell by what there is to choose from",
    "reason": "{player} can tell by the reason why something is not allowed",
    "view": "{player} can tell by what lies on the table",
    "undo": "{player} can tell by whether a decision may be taken back",
    "end": "{player} can tell by whether the game is over",
    "asked": "{player} can tell by what somebody else is asked",
}


def _told(number: int, story: Story) -> Iterator[Block]:
    yield f"{number}. {_HEADINGS[story.kind].format(player=story.player)}"
    for line in story.lines:
        yield f"   {line.place}  {line.text}"
    for line in story.conditions:
        if line not in story.lines:
            yield f"   {line.place}  {line.text}  (it hangs on this)"
    yield f"   seed {story.seed}, decision {story.decision}; {count(story.often, 'world')} could be told by it"
    first, *rest = story.different
    yield f"   another world: {first}"
    yield from (f"                  {also}" for also in rest)
    if story.decided:
        yield f"   then: {story.decided}"
    yield f"   in this world {story.player} sees: {' / '.join(story.sees)}"
    yield f"   in the other: {' / '.join(story.sees_there)}"
