"""A part of a rulebook, as every form of output prints it."""

from dsl.frozen import frozen


@frozen
class About:
    """What a chapter is about: `kind` is flow, action, way (an option of a question), cards, thing or question."""

    kind: str
    name: str


@frozen
class Chapter:
    """A heading, `depth` headings deep from 1, and what stands under it: paragraphs, a list, a table with a head."""

    title: str
    depth: int
    paragraphs: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    table: tuple[tuple[str, ...], ...] = ()
    about: About | None = None

    @property
    def says_something(self) -> bool:
        return bool(self.paragraphs or self.items or self.table)
