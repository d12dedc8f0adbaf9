"""Several seats who are told something together, as long as it is the same for all of them.

Where it hangs on who of them is told, they are told apart: so what one of them is told is what would be told to that
seat alone, and what is the same for several is put into words once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias, TypeVar

from attrs import define

T = TypeVar("T")


class Apart(Exception):
    """Something is not the same for all of a company: `some` of them, by their bits, are told it otherwise."""

    def __init__(self, some: int) -> None:
        super().__init__(some)
        self.some = some


@define(eq=False)
class Company:
    """Two seats or more, by their bits, in the place of one. To ask whether it is one of these raises Apart."""

    seats: int

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int) and other >= 0 and self.seats >> other & 1:
            raise Apart(1 << other)
        return self is other

    __hash__ = None  # type: ignore[assignment]  # nothing that is found out for it is kept: it may have to be told apart


#: Who is told something: a seat, several of them, PUBLIC, or None, who sees all.
Hearer: TypeAlias = "int | Company | None"


def company(seats: int) -> Hearer:
    """Who sits in these seats, by their bits; a single one is just that seat."""
    return Company(seats) if seats & seats - 1 else seats.bit_length() - 1


def seats_in(seats: int) -> Iterator[int]:
    """The seats of these bits."""
    while seats:
        yield (seats & -seats).bit_length() - 1
        seats &= seats - 1


def bits_of(hearer: Hearer) -> int:
    """The bits of those who are told: of seats their own; who sees all and who watches are told alone, and have one."""
    if isinstance(hearer, Company):
        return hearer.seats
    return 1 if hearer is None or hearer < 0 else 1 << hearer


def is_one_of(some: int, hearer: Hearer) -> bool:
    """Whether who is told is one of some, by their bits; if some of them are, Apart is raised."""
    all_of_them = bits_of(hearer)
    there = some & all_of_them
    if there and there != all_of_them:
        raise Apart(there)
    return there != 0


def for_each(hearer: Hearer, find: Callable[[Hearer], T]) -> Sequence[tuple[Hearer, T]]:
    """What is found for all who are told, or for some apart from the others where it is not the same for all."""
    try:
        return ((hearer, find(hearer)),)
    except Apart as apart:
        seats = bits_of(hearer)
        parts = (company(some) for some in (seats & apart.some, seats & ~apart.some))
        return [one for part in parts for one in for_each(part, find)]


def viewers(hearer: Hearer) -> Sequence[int | None]:
    """Each of those who are told."""
    return [*seats_in(hearer.seats)] if isinstance(hearer, Company) else [hearer]
