"""A report: which games are played for it, by whom and how many, and what is found in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate
from time import monotonic
from typing import Any, Final

from attrs import Factory, define

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.listing import count
from interpreter.engine import Engine
from interpreter.players.kinds import THINK
from interpreter.report.course import End, Evidence
from interpreter.report.finding import FEWEST, Estimated, Finding, Grade
from interpreter.report.measures.cards import cards, kept_from, strongest, unused
from interpreter.report.measures.choices import choices, dead, kingmaking
from interpreter.report.measures.leads import decided, runaway
from interpreter.report.measures.length import finite, length
from interpreter.report.measures.seats import fair, solved, team, wins_together
from interpreter.report.measures.skill import Step, luck, skill
from interpreter.report.play import Series
from interpreter.simulation.games.run import Rules
from interpreter.simulation.games.seen import prompts_of, seen
from interpreter.simulation.processes.parallel import run_seeds
from interpreter.simulation.reports.parameters import parameter_values
from interpreter.table.ending.ranking import is_for_a_team

#: How those who play are called behind the word `played`.
THINKERS, CHANCE = "by thinkers", "by chance"
#: Who thinks longer thinks so many times as long.
LONGER: Final = 4
#: For each game of thinkers so many are played by chance, which takes next to no time.
BY_CHANCE: Final = 5
#: Few games of thinkers take long: so few are given to a worker at a time.
_CHUNK: Final = 16
#: What hangs on what was found may take the rest of the time from here on.
_FOUND: Final = 0.9
_WITHOUT: Final = "without "
#: Games that are played again, on the same deals, are called like the first ones, with this behind it.
_AGAIN: Final = " again"


@frozen
class Wanted:
    """What is asked for: `games` of thinkers, who try `think` games in their heads before each answer (0: nobody does).

    `seconds`: what a decision takes people. `limit`: decisions after which a game is called endless. `target`: how
    often a team should win.
    """

    rules: Rules
    players: int
    games: int
    think: int
    seed: int
    limit: int = 10_000
    seconds: float = 20.0
    target: float | None = None


@frozen
class Part:
    """One series of games of a report: its name, so many of them, at what part of the whole time it is to be over."""

    name: str
    series: Series
    games: int
    until: float


def parts(wanted: Wanted, game: ir.Game) -> tuple[Part, ...]:
    """All that is to be played whatever is found, the most telling first."""
    few, by_chance = max(1, wanted.games // 2), wanted.games * BY_CHANCE
    chance, alone = ("random",) * wanted.players, _wins_alone(wanted, game)
    shares = [("chance", chance, by_chance, 15), (f"chance{_AGAIN}", chance, by_chance // 2, 5)]
    if wanted.think:
        thinker, longer = f"{THINK}:{wanted.think}", f"{THINK}:{wanted.think * LONGER}"
        thinkers, others = (thinker,) * wanted.players, wanted.players - 1
        shares.append(("thinkers", thinkers, wanted.games, 45))
        if alone:
            shares += [
                ("thinker against chance", (thinker, *chance[1:]), few, 5),
                ("longer against thinkers", (longer, *(thinker,) * others), few, 15),
                (f"thinkers{_AGAIN}", thinkers, few, 15),
            ]
        else:
            shares.append(("longer", (longer,) * wanted.players, few, 35))
    ends = accumulate(share for *_, share in shares)
    whole = sum(share for *_, share in shares) / (_FOUND if alone else 1.0)
    return tuple(
        Part(name, Series(wanted.rules, seats, name.endswith(_AGAIN), wanted.limit), games, end / whole)
        for (name, seats, games, _), end in zip(shares, ends, strict=True)
    )


def _wins_alone(wanted: Wanted, game: ir.Game) -> bool:
    """Whether players play against each other."""
    return wanted.players > 1 and not is_for_a_team(game)


@define
class Played:
    """What has been played so far, by the name of the part."""

    evidence: dict[str, Evidence] = Factory(dict)

    def done(self, part: Part) -> int:
        """How many games of a part."""
        return len(self.evidence[part.name].courses) if part.name in self.evidence else 0


def play(
    wanted: Wanted, game: ir.Game, played: Played, *, jobs: int, minutes: float | None = None,
    progress: Callable[[float], object] = lambda share: None, kept: Callable[[], object] = lambda: None,
) -> bool:  # fmt: skip
    """Plays what is wanted, on from what has been `played`; whether it came to the end, or Ctrl-C ended it.

    After so many `minutes` it ends as well, but for games that are being played then. `progress` is told what part of
    all is done, `kept` is called after each lot of games.
    """
    began, since = monotonic(), 0.0
    for part in _one_after_another(wanted, game, played):
        have = played.evidence.setdefault(part.name, Evidence())
        before, out_of_time = len(have.courses), False
        number = part.games - before

        def enough(now: Evidence, part: Part = part, have: Evidence = have) -> bool:
            nonlocal out_of_time
            have.merge(now)
            now.clear()
            kept()
            out_of_time = minutes is not None and monotonic() - began > part.until * minutes * 60
            return out_of_time

        def show(done: int, part: Part = part, since: float = since, before: int = before) -> None:
            progress(since + (part.until - since) * (before + done) / part.games)

        show(0)
        if number > 0 and not (part.series.thinks and is_endless(played)):
            seeds = range(wanted.seed + before, wanted.seed + part.games)
            chunk = _CHUNK if part.series.thinks else 256
            run = run_seeds(part.series, seeds, jobs=jobs, progress=show, enough=enough, largest_chunk=chunk)
            have.merge(run.result)
            if run.done < number and not out_of_time:
                return False
        since = part.until
    progress(1.0)
    return True


def _one_after_another(wanted: Wanted, game: ir.Game, played: Played) -> Iterator[Part]:
    """What is to be played at first, and then what hangs on what was found: which cards make most difference."""
    yield from parts(wanted, game)
    if _wins_alone(wanted, game):
        _, found = _best(_groups(played))
        yield from _without(wanted, strongest(found, wanted.players))


def _without(wanted: Wanted, titles: Sequence[str]) -> tuple[Part, ...]:
    """The games by chance in which somebody may not use a card, for each of these."""
    seats, games = ("random",) * wanted.players, wanted.games * BY_CHANCE // 2
    each = (1 - _FOUND) / max(1, len(titles))
    return tuple(
        Part(_WITHOUT + title, Series(wanted.rules, seats, limit=wanted.limit, without=title), games, _FOUND + each * k)
        for k, title in enumerate(titles, 1)
    )


def _groups(played: Played) -> dict[str, Evidence]:
    """Who played enough games, and these: those that tell most come first."""
    return _known(played, (THINKERS, "thinkers"), (CHANCE, "chance"))


def _known(played: Played, *names: tuple[str, str]) -> dict[str, Evidence]:
    """The games of these parts, by who played them, where there are enough."""
    found = ((who, played.evidence.get(name, Evidence())) for who, name in names)
    return {who: those for who, those in found if len(those.ended) >= FEWEST}


def _best(groups: Mapping[str, Evidence]) -> tuple[str, Evidence]:
    """Who played the games that tell most, and these; of chance, if there are too few of thinkers."""
    return next(iter(groups.items()), (CHANCE, Evidence()))


def is_endless(played: Played) -> bool:
    """Whether most games go on and on by chance, so that nobody could think them to their end."""
    courses = [course for found in played.evidence.values() for course in found.courses]
    return 2 * sum(course.end == End.LIMIT for course in courses) > len(courses)


# ---------------------------------------------------------------- what is found


@frozen
class Report:
    """What was found about one rule set; `played` says what each series was and how many of its games were played."""

    title: str
    variants: tuple[str, ...]
    parameters: Mapping[str, Any]
    wanted: Wanted
    findings: tuple[Finding, ...]
    played: tuple[tuple[str, int, int], ...]
    notes: tuple[str, ...]

    @property
    def alarms(self) -> tuple[Finding, ...]:
        """What a designer would want to mend."""
        return tuple(found for found in self.findings if found.alarm)

    @property
    def plain(self) -> dict[str, Any]:
        """The documented object."""
        wanted = self.wanted
        return {
            "game": self.title, "variants": list(self.variants), "parameters": dict(self.parameters),
            "players": wanted.players, "seed": wanted.seed, "think": wanted.think, "limit": wanted.limit,
            "seconds_a_decision": wanted.seconds, "target": wanted.target,
            "played": [{"series": name, "games": done, "wanted": number} for name, done, number in self.played],
            "findings": {found.key: found.plain for found in self.findings}, "notes": list(self.notes),
        }  # fmt: skip


def report(wanted: Wanted, game: ir.Game, played: Played) -> Report:
    """What there is to say of what has been played."""
    seats = wanted.players
    barred = _without(wanted, [name[len(_WITHOUT) :] for name in played.evidence if name.startswith(_WITHOUT)])
    each = (*parts(wanted, game), *barred)
    evidence = {name: found for name, found in played.evidence.items() if found.courses}

    groups = _groups(played)
    twins = _known(played, (THINKERS, "thinkers again"), (CHANCE, "chance again"))
    who, best = _best(groups)
    thought = groups.get(THINKERS, Evidence())
    everything = Evidence()
    for found in evidence.values():
        everything.observed.merge(found.observed)
    watched = seen(game, [seats], everything.observed)
    together = is_for_a_team(game) or seats == 1 or wins_together(groups, seats)
    longer = _known(played, ("by thinkers who think four times as long", "longer"))
    played_by = {part.name: evidence[part.name] for part in each if part.name in evidence}
    first, pays = team({**groups, **longer}, wanted.target), False
    who_wins: tuple[Finding, ...] = ()
    if not together:
        first, stairs = fair(groups, seats), skill(_stairs(wanted, evidence))
        pays = stairs.grade is Grade.SEEMS
        dealt = luck(groups, twins, seats, has_luck=bool(Engine(game, seats).program.layout.streams))
        who_wins = (
            solved(thought, THINKERS), dealt, stairs, decided(thought, THINKERS, seats, wanted.think),
            runaway(best, who, seats), kingmaking(thought, THINKERS, seats),
        )  # fmt: skip
    findings = (
        first, finite(played_by, wanted.limit), length(groups, wanted.seconds), *who_wins,
        choices(best, who, game, pays=pays), dead(thought, THINKERS, game, prompts_of(game, everything.observed)),
        cards(best, who, seats, _kept_from(evidence, barred, seats)), unused(watched),
    )  # fmt: skip
    return Report(
        game.title, tuple(game.variants), parameter_values(game), wanted, findings,
        tuple((_words(part, wanted), played.done(part), part.games) for part in each), tuple(_notes(played, each)),
    )  # fmt: skip


def _kept_from(evidence: Mapping[str, Evidence], barred: Sequence[Part], seats: int) -> dict[str, Estimated]:
    """By card, how much more a player wins who may use it, in games by chance with the same seeds."""
    found = {}
    for part in barred:
        if part.name in evidence and "chance" in evidence:
            worth = kept_from(evidence["chance"], evidence[part.name], seats)
            if worth is not None:
                found[part.series.without] = worth
    return found


def _stairs(wanted: Wanted, evidence: Mapping[str, Evidence]) -> list[Step]:
    """The steps that were tried, from below."""
    tried = (
        ("thinker against chance", "a thinker", "chance"),
        ("longer against thinkers", f"one who thinks {LONGER} times as long", "thinkers"),
    )
    return [Step(upper, lower, wanted.players, evidence[name]) for name, upper, lower in tried if name in evidence]


def _words(part: Part, wanted: Wanted) -> str:
    """What was played, for the foot of the page."""
    short, long = f"{wanted.think:,}", f"{wanted.think * LONGER:,}"
    if part.series.without:
        return f"games by chance in which one player may not use {part.series.without}"
    return {
        "chance": "games played by chance",
        "chance again": "of these played again, with the same deals and dice",
        "thinkers": f"games of thinkers, who play {short} games to their end in their heads before each answer",
        "thinker against chance": "games of one thinker against chance",
        "longer against thinkers": f"games of one who tries {long} against thinkers",
        "thinkers again": "games of thinkers played again, with the same deals and dice",
        "longer": f"games of thinkers who try {long}",
    }[part.name]


def _notes(played: Played, each: Sequence[Part]) -> list[str]:
    """What was left out, or went wrong on the way."""
    courses = [course for found in played.evidence.values() for course in found.courses]
    lost = [course for course in courses if course.end == End.GIVEN_UP]
    told = []
    if is_endless(played):
        told.append("Nobody thought, since most games go on and on.")
    elif left := sum(part.games - played.done(part) for part in each):
        whole = count(sum(part.games for part in each), "game")
        told.append(f"It ended early: {left:,} of {whole} were not played. More time plays them, as in --minutes 60.")
    if lost:
        number = count(len(lost), "game")
        told.append(f"Not counted, since nobody could think about them: {number} ({lost[0].message}).")
    return told


