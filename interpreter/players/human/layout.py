"""Lays out a view as rows and items of words, leaving out what says nothing."""

from collections.abc import Iterator

from dsl.frozen import frozen
from dsl.listing import series
from interpreter.players.human.grids import Grid, grids, is_drawn, on_grids
from interpreter.players.human.places import own_zones, put_away, shared_zones, zone_rows
from interpreter.players.human.rows import Item, Row
from interpreter.players.human.values import on_the_table, shared_values, value_rows
from interpreter.table.session import Session
from interpreter.table.view import EffectView, View, ZoneView
from interpreter.text.labels import Words, several
from interpreter.text.log.journal import heading


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


def board(session: Session, seat: int | None) -> Board:
    """The table as `seat` may see it (None: all of it)."""
    words, view = session.words, session.view(seat)
    game = session.engine.program.game
    title = game.title + (f" with {series(game.variants)}" if game.variants else "")
    drawn = on_grids(words)
    values = [value for value in on_the_table(session, view) if not is_drawn(value[0], drawn)]
    in_use = words.used_zones if session.state.set_up else {zone.name for zone in view.zones}
    zones = [zone for zone in view.zones if zone.name in in_use and not _lies_on(words, zone, drawn)]
    aside = [zone for zone in view.zones if zone.name not in in_use]
    return Board(
        title, where(words, view), seat, words.names, tuple(grids(session, view)),
        (*value_rows(words, values), *zone_rows(words, zones)),
        (*shared_values(words, values), *shared_zones(words, zones), *in_force(words, view), *put_away(words, aside)),
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
    if said := several(_effect(words, effect, view.seat) for effect in view.effects):
        yield Item("In force", (series(said),))


def _effect(words: Words, effect: EffectView, seat: int | None) -> str:
    until = (
        f"until the {effect.edge} of this {effect.unit.replace('_', ' ')}"
        if effect.edge
        else "for the rest of the game"
    )
    if effect.edge and effect.whose is not None:
        turn = "this turn" if effect.running else f"{words.whose(effect.whose, seat)} next turn"
        until = f"until the {effect.edge} of {turn}"

    def named(player: int) -> str:
        return "you" if player == seat else words.player(player)

    who = [] if effect.you is None else [named(effect.you)]
    who += [f"on {series(map(named, effect.on))}"] if effect.on else []
    title = f"{effect.title}: {series(effect.cards)}" if effect.cards else effect.title
    return " ".join((title, *([f"({', '.join(who)})"] if who else []), until))


def _lies_on(words: Words, zone: ZoneView, kinds: frozenset[str]) -> bool:
    """Whether it is a place on a space of a board that is drawn."""
    dimensions = words.program.layout.zones[zone.name].zone.dimensions
    return len(dimensions) == 1 and dimensions[0].name in kinds
