"""Visibility: the seats that see a piece that comes into a zone, as masks with a bit for each seat."""

from interpreter.program.model.layout import SEEN_BY_MOVER, SEEN_BY_PIECE_OWNER, Layout

#: The shapes of places in which it matters, and is seen, which piece lies where.
ORDERED = frozenset({"stack", "row", "slot", "board"})


def zone_mask(layout: Layout, zone: int, mover: int, owner: int) -> int:
    """The mask for what `mover` puts into a zone; `owner` is the owner of the piece."""
    mask = layout.masks[zone]
    if mask == SEEN_BY_MOVER:
        return bit(mover)
    return bit(owner) if mask == SEEN_BY_PIECE_OWNER else mask


def bit(seat: int) -> int:
    """The mask of one seat; of nobody it is 0."""
    return 1 << seat if seat >= 0 else 0


def entry_mask(layout: Layout, zone: int, mover: int, owner: int, face: str | None) -> int:
    """The mask for a piece that comes into a zone face up, face down, or (None) as the zone has it."""
    mask = zone_mask(layout, zone, mover, owner)
    if face is None:
        return mask
    if face == "up":
        return layout.everybody
    return 0 if mask == layout.everybody else mask
