"""Lays out a view as rows and items of words, leaving out what says nothing."""

from collections.abc import Iterator, Sequence
from itertools import product

from dsl.frozen import frozen
from dsl.listing import series
from interpreter.runtime.state import State
from interpreter.showing.grids import Grid, grids, is_drawn, on_grids
from interpreter.showing.places import own_zones, put_away, shared_zones, zone_rows
from interpreter.showing.rows import Item, Row, shown_definitions
from interpreter.showing.values import Value, on_the_table, procedures_at_work, shared_values, value_rows
from interpreter.table.common import Common
from interpreter.table.session import Session
from interpreter.table.view import EffectView, View, ZoneView
from interpreter.text.labels import Words, several
from interpreter.text.log.journal import heading
from interpreter.text.of_words import of_rules


@frozen
class Board:
    """`where`: the running step; `shared`: nobody's; `own`: the viewer's; what is on `grids` is in no row."""

    title: str
    where: str
    seat: int | None
    names: tuple[str, ...]
    grids: tuple[Grid, ...]
    rows: tuple[Row, ...]
    shared: tuple[Item, ...]
    own: tuple[Item, ...]


@frozen
class Laid:
    """What lies on a table: on `grids`, in the places `on_grids`, in other `zones`, and in places put `aside`."""

    view: View
    grids: tuple[Grid, ...]
    values: tuple[Value, ...]
    zones: tuple[ZoneView, ...]
    on_grids: tuple[ZoneView, ...]
    aside: tuple[ZoneView, ...]


def laid_out(session: Session, view: View, state: State, common: Common | None = None) -> Laid:
    """The parts of a table as a view of a state has it, each where a player looks for it.

    `common`: what other views of the same game have in common with this one.
    """
    words, common = session.words, common or Common(session.words.program.layout)
    at_work = common.of_all("at work", lambda: procedures_at_work(session, state))
    drawn = _drawn(words)
    values = common.part(
        (_VALUES, view.seat), (view.variables, view.worked_out, at_work),
        lambda: tuple(value for value in on_the_table(words, view, at_work) if value[0].name not in drawn),
    )  # fmt: skip
    lying: tuple[list[ZoneView], ...] = [], [], []
    for kind, zone in zip(_kinds_of_places(words, bool(state.set_up)), view.zones, strict=True):
        lying[kind].append(zone)
    zones, on_them, aside = map(tuple, lying)
    return Laid(view, _grids(words, view, common), values, zones, on_them, aside)


@of_rules
def _kinds_of_places(words: Words, is_set_up: bool) -> Sequence[int]:
    """Of each place: 0, or 1 if it is on a space of a board that is drawn, or 2 if no rule will use it again."""
    on_spaces = _on_spaces(words)
    places = words.program.layout.zones.items()
    kinds = {name: 2 if is_set_up and name not in words.used_zones else int(name in on_spaces) for name, _ in places}
    return [kinds[name] for name, slot in places for _ in product(*map(range, slot.sizes))]


def _grids(words: Words, view: View, common: Common) -> tuple[Grid, ...]:
    """The boards, drawn once for all who see the same on them."""
    drawn, on_spaces = _drawn(words), _on_spaces(words)
    if not drawn and not on_spaces:
        return ()
    seen = tuple(one for one in (*view.variables, *view.worked_out) if one.name in drawn)
    on_them = tuple(zone for zone in view.zones if zone.name in on_spaces)
    return common.part(_BOARDS, (seen, on_them), lambda: tuple(grids(words, view)))


#: What these are called among what views have in common.
_BOARDS, _VALUES = "the boards", "the values"


def board(session: Session, seat: int | None) -> Board:
    """The table as `seat` may see it (None: all of it)."""
    state = session.state if seat is None else session.heard(seat)[0]
    words, laid = session.words, laid_out(session, session.view(seat), state)
    game, view, values, zones = session.engine.program.game, laid.view, laid.values, laid.zones
    title = game.title + (f" with {series(game.variants)}" if game.variants else "")
    return Board(
        title, where(words, view), seat, words.names, laid.grids,
        (*value_rows(words, values), *zone_rows(words, zones)),
        (
            *shared_values(words, values), *shared_zones(words, zones),
            *in_force(words, view), *put_away(words, laid.aside),
        ),
        tuple(own_zones(words, zones, seat)),
    )  # fmt: skip


def where(words: Words, view: View) -> str:
    """The round, phase and step that run: `Turn 3 > 4. Placing`."""
    if view.over:
        return "The game is over"
    if not view.flows:
        return "Setup"
    rounds = [name for name in view.flows if words.flow(name).kind == "round"]
    numbers = {rounds[-1]: view.round_number} if rounds else {}
    return " > ".join(heading(words, name, numbers.get(name)) for name in view.flows)


def in_force(words: Words, view: View) -> Iterator[Item]:
    """The timed effects in force, and until when."""
    if said := several(effect_in_words(words, effect, view.seat) for effect in view.effects):
        yield Item("In force", (series(said),))


def effect_in_words(words: Words, effect: EffectView, seat: int | None) -> str:
    """A timed effect: what it is called, whose it is, on whom and until when."""

    def named(player: int) -> str:
        return "you" if player == seat else words.player(player)

    who = [] if effect.you is None else [named(effect.you)]
    who += [f"on {series(map(named, effect.on))}"] if effect.on else []
    title = f"{effect.title}: {series(effect.cards)}" if effect.cards else effect.title
    return " ".join((title, *([f"({', '.join(who)})"] if who else []), until(words, effect, seat)))


def until(words: Words, effect: EffectView, seat: int | None) -> str:
    """When a timed effect ends: `until the end of this turn`."""
    if not effect.edge:
        return "for the rest of the game"
    if effect.whose is None:
        return f"until the {effect.edge} of this {effect.unit.replace('_', ' ')}"
    turn = "this turn" if effect.running else f"{words.whose(effect.whose, seat)} next turn"
    return f"until the {effect.edge} of {turn}"


@of_rules
def _drawn(words: Words) -> frozenset[str]:
    """The names of what is seen on the drawing of a board."""
    said = (*words.variables, *shown_definitions(words))
    return frozenset(one.name for one in said if is_drawn(one, on_grids(words)))


@of_rules
def _on_spaces(words: Words) -> frozenset[str]:
    """The places on spaces of boards that are drawn."""
    zones = ((name, slot.zone.dimensions) for name, slot in words.program.layout.zones.items())
    return frozenset(name for name, at in zones if len(at) == 1 and at[0].name in on_grids(words))
