"""Who sits at the table: `--seats` and `--names`."""

import unicodedata
from collections.abc import Sequence

from dsl.controls import visible
from dsl.ir import nodes as ir
from dsl.listing import count
from interpreter.cli.commands import YOU
from interpreter.cli.input.rule_sets import lowering
from interpreter.cli.wrong_use import WrongUse
from interpreter.engine import Engine
from interpreter.players.kinds import thinks, why_no_bot
from interpreter.table.naming import names_beside

LONGEST_NAME = 24


def seats_of(said: str | None, names: str | None, game: ir.Game) -> tuple[str, ...]:
    """What plays in each seat: if nothing is said, you and as many random bots as names or rules want."""
    if said is None:
        number = len(names.split(",")) if names else max(game.fewest_players, min(2, game.most_players))
        seats = (YOU, *["random"] * (number - 1))
        check_number(seats, game, "--names" if number > game.most_players else "--seats")
        return seats
    seats = tuple(seat.strip().casefold() for seat in said.split(","))
    for seat in seats:
        if seat != YOU and (advice := why_no_bot(seat, (YOU,))) is not None:
            raise WrongUse(f"no player is of the kind {seat or 'nothing'}", advice)
    check_number(seats, game)
    can_think(seats, game)
    return seats


def check_number(seats: tuple[str, ...], game: ir.Game, option: str = "--seats", saved: bool = False) -> None:
    """Raises WrongUse for too few or too many players; of a `saved` game only the rules can have changed."""
    few, most = game.fewest_players, game.most_players
    if few <= len(seats) <= most:
        return
    wanted = count(few, "player") if few == most else f"{few} to {count(most, 'player')}"
    enough = ",".join((*seats, *["random"] * (few - len(seats))))
    advice = f"type {option} {enough}" if len(seats) < few else f"name at most {most} with {option}"
    if saved:
        advice = "the rules have changed since it was saved"
    raise WrongUse(f"{game.title} is for {wanted}, not for {len(seats)}", advice)


def names_of(said: str | None, seats: tuple[str, ...]) -> tuple[str, ...]:
    """A name for each seat. Raises WrongUse for names that cannot be told apart, or are none."""
    given = [unicodedata.normalize("NFC", name.strip()) for name in said.split(",")] if said else []
    if len(given) > len(seats):
        raise WrongUse(f"there are {len(given)} names for {len(seats)} seats", "give as many --seats as --names")
    for name in given:
        if not name or len(name) > LONGEST_NAME:
            raise WrongUse(f'"{name}" is no name', f"a name has 1 to {LONGEST_NAME} letters")
        if (unseen := next(filter(_is_unseen, name), None)) is not None:
            what = f'the name "{visible(name)}" has a letter that nobody sees (U+{ord(unseen):04X})'
            raise WrongUse(what, "use letters, digits and spaces")
    names = names_beside(given, len(seats))
    if len({name.casefold() for name in names}) < len(names):
        raise WrongUse("two players have the same name", "give each another one")
    return names


def can_think(seats: Sequence[str], game: ir.Game) -> None:
    """Raises WrongUse if somebody at the table is to think in a game in which that would be to cheat."""
    bots = [seat for seat in seats if thinks(seat)]
    if not bots:
        return
    from interpreter.players.players import players_at
    from interpreter.players.thinking.thinkable import NotThinkable

    with lowering():
        engine = Engine(game, len(seats))
    try:
        players_at(bots, engine)
    except NotThinkable as why:
        raise WrongUse(f"nobody can think so in {game.title}: {why}", "seat random") from None


def _is_unseen(letter: str) -> bool:
    """Whether two names that differ in it could look alike."""
    return unicodedata.category(letter).startswith(("C", "Z")) and letter != " "
