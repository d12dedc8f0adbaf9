import re
from collections.abc import Iterator

from dsl.lint.rule import Found, Subject, rule, warning
from dsl.listing import series
from dsl.syntax import nodes as n

_BRACES = re.compile(r"\{([^{}]*)\}")


@rule("T123")
def log_reads_badly(subject: Subject) -> Found:
    """No verb in the third person, a full stop, or braces in which nothing stands that is known there."""
    for text, known in _told(subject):
        unknown = [name for name in _BRACES.findall(text.text) if name.casefold() not in known]
        if unknown:
            can = f"here can stand {series(f'{{{name}}}' for name in known)}" if known else "write it without braces"
            yield warning(
                "log-reads-badly", f"`{{{unknown[0]}}}` stands for nothing in what the log says here",
                text.span, label="told as it is written", help=(can,),
            )  # fmt: skip
        elif not re.match(r"(\{cards\} )?[a-z]*[a-rt-z]s\b", text.text) or text.text.endswith("."):
            yield warning(
                "log-reads-badly", f'"Ann {text.text}" is no sentence as the log wants it',
                text.span, label="told behind the name of a player",
                help=('begin with a verb as it follows a name, without a full stop at the end: "plays {cards}"',),
            )  # fmt: skip


def _told(subject: Subject) -> Iterator[tuple[n.Text, tuple[str, ...]]]:
    """What the rules have the log say, with the names that may stand in its braces."""
    for zone in subject.syntax(n.Zone):
        indices = [name.text.casefold() for name in (zone.owner, zone.by) if name is not None]
        whose = ("player's",) if "player" in indices else ()
        yield from ((text, ("cards", "from", *indices, *whose)) for text in _texts(zone.traits))
    for counters in subject.syntax(n.Counters):
        yield from ((text, ()) for text in _texts(counters.traits))
    for action in subject.syntax(n.Action):
        yield from ((trait.told, ()) for trait in action.traits if trait.told is not None)


def _texts(traits: tuple[n.Trait, ...]) -> Iterator[n.Text]:
    return (t.value for t in traits if t.kind == "told" and isinstance(t.value, n.Text))
