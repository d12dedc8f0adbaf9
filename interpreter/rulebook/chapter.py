"""A part of a rulebook, as every form of output prints it."""

from dsl.frozen import frozen


@frozen
class About:
    """What a chapter is about, and its name in the rules, if it has one.

    `kind`: round (with steps), flow (without), way (an option of a question), action, cards, questions (all of them),
    question, thing, or parameters.
    """

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
    def is_of_parameters(self) -> bool:
        return self.about is not None and self.about.kind == "parameters"

    @property
    def says_something(self) -> bool:
        return bool(self.paragraphs or self.items or self.table)
