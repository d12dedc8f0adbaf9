"""What stands in a cell as it is written in rules; and why it cannot stand there."""

import re
from collections.abc import Iterable

from dsl.frozen import frozen
from dsl.ir.limits import LARGEST_NUMBER, MOST_PIECES
from dsl.ir.nodes import TEXT, YES_NO, Kind, Type
from dsl.listing import listed
from dsl.names.state import spoken
from dsl.names.symbols import DefineSymbol, EnumSymbol, ParameterSymbol, Scope
from dsl.nearest import nearest

#: What a yes and a no are in a cell; the last two are the boxes that one ticks in spreadsheets.
YES, NO = ("yes", "x", "true"), ("no", "false")
_NUMBER = re.compile(r"([+-]?)(\d+)(?:[.,]0{1,2})?")
#: What is worked out, or stands for several cards.
SAID_IN_RULES = re.compile(r"\(.*\)|each .*", re.DOTALL)


class Unfit(Exception):
    """Why a cell cannot say that, in half a sentence."""


@frozen
class Written:
    """What the rules say: a value behind the name of the field; nothing at all; or the name alone, for a yes."""

    text: str = ""
    is_bare: bool = False

    @property
    def is_said(self) -> bool:
        return bool(self.text) or self.is_bare


def title_in(cell: str) -> str:
    """The title that a cell gives. Raises `Unfit`."""
    return _one_line(cell, "a title")


def copies_in(scope: Scope, cell: str) -> str:
    """How many copies a cell says: a number, or the name of what says it; 1 if it is empty. Raises `Unfit`."""
    if not cell:
        return "1"
    if (number := _number(cell)) is not None:
        if number.startswith("-"):
            raise Unfit(f"there cannot be {cell} copies of a card: write 0 or more")
        if int(number) > MOST_PIECES:
            raise Unfit(f"there cannot be {cell} copies of a card: a game has up to {MOST_PIECES:,} pieces")
        return number
    symbol = scope.names.get(cell)
    if isinstance(symbol, ParameterSymbol) or any(not d.arguments for d in scope.definitions(cell)):
        return cell
    known = [*scope.names_of(ParameterSymbol), *scope.names_of(DefineSymbol), *scope.defines]
    raise Unfit(f"`{cell}` is no number of copies" + _meant(cell, known, "write a whole number"))


def written(scope: Scope, type_: Type, cell: str) -> Written:
    """What the rules say for a cell with a value of that type. Raises `Unfit`."""
    if not cell:
        return Written()
    if type_.optional and cell.casefold() == "none":
        return Written("none")
    if type_ != TEXT and SAID_IN_RULES.fullmatch(cell):
        return Written(" ".join(cell.split()))
    if type_ == YES_NO:
        return _yes_or_no(cell)
    if type_.kind is Kind.VALUE and (enum := scope.enums.get(type_.name)) is not None:
        return Written(_value(enum, cell))
    if type_.kind is Kind.TEXT:
        return Written(f'"{_one_line(cell, "what is printed")}"')
    if type_.kind is Kind.NUMBER:
        if (number := _number(cell)) is not None:
            return Written(number)
        raise Unfit(f"`{cell}` is no whole number")
    raise Unfit(f"`{cell}` cannot be printed; write `none`, or leave it empty")


def _one_line(cell: str, what: str) -> str:
    if not cell:
        raise Unfit(f"{what} has at least one letter")
    if "\n" in cell or "\t" in cell:
        raise Unfit(f"{what} is one line: take the line break away")
    if '"' in cell:
        raise Unfit(f'{what} cannot have the sign " in it: write “ and ”, or leave it out')
    return cell


def _number(cell: str) -> str | None:
    """A whole number as rules write it; None if it is none."""
    found = _NUMBER.fullmatch(cell.replace("−", "-"))
    if found is None:
        return None
    digits = found[2].lstrip("0") or "0"
    if len(digits) > len(str(LARGEST_NUMBER)) or int(digits) > LARGEST_NUMBER:
        raise Unfit(f"{cell} is too large: numbers go up to {LARGEST_NUMBER:,}")
    return f"-{digits}" if found[1] == "-" and digits != "0" else digits


def _yes_or_no(cell: str) -> Written:
    said = cell.casefold()
    if said in YES:
        return Written(is_bare=True)
    if said in NO:
        return Written("no")
    raise Unfit(f"`{cell}` is neither `yes` nor `no`")


def _value(enum: EnumSymbol, cell: str) -> str:
    """The value that a cell means: by its name or title, in small or capital letters."""
    ways: dict[str, str] = {}
    for value in enum.values:
        name = value.name.text
        said = value.title.text if value.title is not None else spoken(name)
        for way in (name, said):
            ways.setdefault(way.casefold(), name)
    if (found := ways.get(cell.casefold())) is not None:
        return found
    names = [value.name.text.strip('"') for value in enum.values]
    raise Unfit(f"no {enum.name} is called `{cell}`" + _meant(cell, names, f"there is {listed(names, 'or')}"))


def _meant(word: str, known: Iterable[str], otherwise: str) -> str:
    near = nearest(word, sorted(known))
    return f": did you mean `{near[0]}`?" if near else f": {otherwise}"
