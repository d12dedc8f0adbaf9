"""Summarises the observations of watched games: actions, questions, cards, rules, endings."""

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import asdict

from dsl.frozen import frozen
from dsl.ir import nodes as ir
from dsl.ir.bodies import statements_of
from dsl.source import Span
from dsl.walk import nodes_of
from interpreter.program.model.constant_fold import folded
from interpreter.program.model.setting import setting
from interpreter.simulation.games.observed import Journey, Observed, Question, Use
from interpreter.simulation.games.reached import Missed, clauses_never_reached, rules_never_reached
from interpreter.text.labels import capital, spoken


@frozen
class Asked:
    """A question of the rules, what it asks, and how often it was put and answered how."""

    prompt: str
    span: Span
    question: Question

    @property
    def never_given(self) -> list[str]:
        """The options that were offered, and that nobody ever took."""
        return [label for label, use in self.question.options.items() if use.offered and not use.taken]


@frozen
class Seen:
    """All that there is to say of the games that were watched; cards and actions in the order of the rules."""

    games: int
    actions: tuple[tuple[str, Use], ...]
    questions: tuple[Asked, ...]
    cards: tuple[tuple[str, Journey], ...]
    drawable: tuple[str, ...]
    playable: tuple[str, ...]
    never_drawn: tuple[str, ...]
    never_played: tuple[str, ...]
    endings: tuple[tuple[str, Span, int], ...]
    rules: tuple[Missed, ...]
    clauses: tuple[Missed, ...]


def seen(game: ir.Game, tables: Sequence[int], observed: Observed) -> Seen | None:
    """Summarises `observed`; `tables` are the numbers of players. None if no game was watched to its end."""
    if not observed.games:
        return None
    cards = {c.title: observed.cards.get(c.title, Journey()) for c in game.cards if _is_there(game, tables, c)}
    drawable, playable = tuple(_drawable(game, cards)), tuple(_playable(game, cards))
    return Seen(
        observed.games,
        tuple((a.title or spoken(a.name), observed.actions.get(k, Use())) for k, a in enumerate(game.actions)),
        tuple(_questions(game, observed)), tuple(cards.items()), drawable, playable,
        tuple(title for title in drawable if not cards[title].drawn),
        tuple(title for title in playable if not cards[title].played), tuple(_endings(game, observed)),
        tuple(rules_never_reached(game, tables, observed)), tuple(clauses_never_reached(game, tables, observed)),
    )  # fmt: skip


def as_json(found: Seen) -> dict[str, Any]:
    """The part of the documented object that is about the games that were watched."""
    return {
        "games": found.games,
        "actions": [{"action": name, **asdict(use)} for name, use in found.actions],
        "questions": [_question(asked) for asked in found.questions],
        "cards": [{"card": title, **asdict(journey)} for title, journey in found.cards],
        "never_drawn": list(found.never_drawn),
        "never_played": list(found.never_played),
        "endings": [{"rule": rule, "where": place(span), "games": games} for rule, span, games in found.endings],
        "rules_never_reached": [_missed(m) for m in found.rules],
        "clauses_never_reached": [_missed(m) for m in found.clauses],
    }


def place(span: Span) -> str:
    """The file and the line."""
    return f"{span.source.path}:{span.line}"


def _question(asked: Asked) -> dict[str, Any]:
    options = [{"option": label, **asdict(use)} for label, use in asked.question.options.items()]
    found = {"asks": asked.prompt, "where": place(asked.span), "asked": asked.question.asked}
    ends, given = asked.question.ends, asked.question.given
    cuts = {f"p{percent}": given.percentile(percent) for percent in (5, 50, 95)} if given.count else {}
    numbers = {"lowest": ends.minimum, "highest": ends.maximum, "given": given.count, **cuts} if ends.count else None
    return {**found, "passing": asdict(asked.question.passing), "options": options, "numbers": numbers}


def _missed(missed: Missed) -> dict[str, Any]:
    named = {"what": missed.what, "where": place(missed.span), "heading": missed.heading}
    return {**named, "clauses": list(missed.clauses)}


# ---------------------------------------------------------------- questions


def prompts_of(game: ir.Game, observed: Observed) -> dict[int, str]:
    """What the questions ask, by their sites."""
    asking = {node.site: node for node in nodes_of(statements_of(game), ir.Choose)}
    return {site: _prompt(game, asking.get(site), site) for site in observed.questions if site >= 0}


def _questions(game: ir.Game, observed: Observed) -> Iterator[Asked]:
    """Those with answers other than actions, in the order of the files."""
    prompts = prompts_of(game, observed)
    put = (site for site, question in observed.questions.items() if question.options or question.ends.count)
    spans = {site: game.sites[site].span for site in put}
    for site, span in sorted(spans.items(), key=lambda one: (one[1].source.path, one[1].start)):
        yield Asked(prompts[site], span, observed.questions[site])


def _prompt(game: ir.Game, choose: ir.Choose | None, site: int) -> str:
    """The prompt, with `...` for its braces; else the first line of the statement."""
    if choose is not None and choose.prompt:
        return "".join(part if isinstance(part, str) else "..." for part in choose.prompt)
    if choose is not None and isinstance(choose.options, ir.FromMenu):
        return f"{capital(choose.options.labels[0])}?"
    return game.sites[site].span.text.partition("\n")[0].strip().removesuffix(":")


# ---------------------------------------------------------------- cards


def _is_there(game: ir.Game, tables: Sequence[int], card: ir.Card) -> bool:
    """Whether there is a copy of it at one of the tables."""
    copies = (folded(card.copies, setting(game, players, {})) for players in tables)
    return any(not (isinstance(one, ir.Constant) and one.value == 0) for one in copies)


def _drawable(game: ir.Game, cards: dict[str, Journey]) -> Iterator[str]:
    """Those that begin in a pile, or came into one and were drawn."""
    piles = {zone.name for zone in game.zones if zone.shape == "stack"}
    in_piles = {card.title for card in game.cards if card.zone.zone in piles}
    return (title for title, journey in cards.items() if journey.drawn or title in in_piles)


def _playable(game: ir.Game, cards: dict[str, Journey]) -> Iterator[str]:
    """Those that could be played: they were drawn or came into a hand, and have a text that can be carried out.

    Or others of their kind were played: where none ever is, cards are there to be collected. What only changes rules
    as long as it lies somewhere is not played.
    """
    texted = {card.title for card in game.cards if card.effect is not None}
    lasting = {card.title for card in game.cards if card.standing} - texted
    kinds = {card.card_type for card in game.cards if card.title in cards and cards[card.title].played}
    used = {card.title for card in game.cards if card.card_type in kinds}
    for title, journey in cards.items():
        could_be = (journey.held or journey.drawn) if title in texted else (journey.held and title in used)
        if could_be and title not in lasting:
            yield title


# ---------------------------------------------------------------- endings


def _endings(game: ir.Game, observed: Observed) -> Iterator[tuple[str, Span, int]]:
    """The rules that ended the game, the most frequent first."""
    ends = [(site, times) for site, times in observed.endings.items() if site >= 0]
    for site, times in sorted(ends, key=lambda one: (-one[1], one[0])):
        inner = game.sites[site].span
        around = (end.span for end in game.ends if end.span.source.path == inner.source.path)
        span = next((outer for outer in around if outer.start <= inner.start <= outer.end), inner)
        yield span.text.partition("\n")[0].strip().removesuffix(":"), span, times
