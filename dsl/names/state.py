"""Declares the state of a game: counters, flags, roles, remembered values, pawns and zones."""

from dsl.diagnostic import error
from dsl.ir.nodes import NUMBER, Dimension, Index, Kind, Seen, Type
from dsl.names.declare import add
from dsl.names.symbols import CardTypeSymbol, Scope, VariableSymbol, ZoneSymbol, only
from dsl.names.type_names import probably, report_unknown
from dsl.syntax import nodes as n


def add_counters(scope: Scope, node: n.Counters) -> None:
    """One counter, or several of a group under their own names."""
    group = node.group.text if node.group else ""
    dimensions = dimensions_of(scope, node.owner, node.by)
    for item in only(node.items, n.CounterItem):
        number = len(scope.counters) if dimensions == (Index(Dimension.PLAYER),) else -1
        add_variable(
            scope, item.name, dimensions, NUMBER, node, title=item.title, unit=item.unit, group=group, number=number
        )


def add_variable(
    scope: Scope, name: n.Name, dimensions: tuple[Index, ...], type_: Type,
    node: n.Counters | n.Flag | n.Role | n.Remember | n.Pawn,
    *, title: n.Text | None = None, unit: n.Trait | None = None, group: str = "", number: int = -1,
) -> None:  # fmt: skip
    """Anything that is remembered; counters of player get a number."""
    traits = (unit, *node.traits) if unit else node.traits  # one's own before that of the whole group
    said = {trait.kind for trait in traits}
    shown = "shown" in said if said & {"shown", "not_shown"} else None
    symbol = VariableSymbol(
        name.text, title.text if title else spoken(name.text), dimensions, type_, node, traits,
        hidden="hidden" in said, group=group, number=number, seen="seen" in said, sealed="sealed" in said, shown=shown,
        at=name.span,
    )  # fmt: skip
    add(scope, name, symbol)
    if number >= 0 and scope.names.get(name.text) is symbol:
        scope.counters.append(symbol)


def is_mark(scope: Scope, owner: n.Name | None) -> bool:
    """Whether what is of that owner lies on pieces."""
    return owner is not None and (owner.text == "card" or owner.text in scope.names_of(CardTypeSymbol))


def spoken(name: str) -> str:
    """A name as a title, when none is given: `start_player` is "Start player"."""
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]


def type_of_pawn(scope: Scope, pawn: n.Pawn) -> Type:
    """Where a pawn stands: on spaces of the kind that it starts on, or of the only kind there is."""
    start = next((t.value for t in pawn.traits if t.kind == "starts"), None)
    kinds = spaces_of(scope)
    if isinstance(start, n.Name):
        kinds = [e.name for e, _ in scope.values_named(start.text) if e.name in kinds] or kinds
    return Type(Kind.VALUE, kinds[0] if len(kinds) == 1 else "")


def spaces_of(scope: Scope) -> list[str]:
    """The kinds of spaces there are."""
    return [e.name for e in scope.enums.values() if isinstance(e.node, n.Spaces | n.Track)]


def dimensions_of(scope: Scope, owner: n.Name | None, by: n.Name | None) -> tuple[Index, ...]:
    """What there is one of a thing for: `of player`, `by Day`."""
    if by is not None and is_mark(scope, by):
        scope.diagnostics.append(
            error(
                "mark-by", f"what lies on pieces is `of {by.text}`, and not `by {by.text}`", by.span,
                label=f"`by {by.text}` cannot stand here",
                help=(
                    f"write `of {by.text}`; behind `by` stands an enum",
                    f"for one of each title, write `enum Title: titles of {'KIND' if by.text == 'card' else by.text}`, "
                    "and here `by Title`",
                ),
            )
        )  # fmt: skip
        by = None
    return tuple(_index(scope, name) for name in (owner, by) if name is not None)


def _index(scope: Scope, name: n.Name) -> Index:
    if name.text == "player":
        return Index(Dimension.PLAYER)
    if is_mark(scope, name):
        return Index(Dimension.PIECE, name.text if name.text != "card" else "")
    if name.text == "title":
        kind = next(iter(sorted(scope.names_of(CardTypeSymbol))), "KIND")
        instead = f"write `enum Pile: titles of {kind}`, and here `Pile` in place of `title`"
        message = "titles of cards have a name of their own, under which there can be one for each of them"
        scope.diagnostics.append(error("unknown-kind", message, name.span, help=(instead,)))
        return Index(Dimension.VALUE)
    if name.text not in scope.enums:
        candidates = {"player", "card", *scope.enums}
        message = "there can be one for each player, card or value of an enum, but nothing is called"
        report_unknown(scope, name, message, candidates, "unknown-kind", "there can be one for each")
        return _index(scope, meant) if (meant := probably(name, candidates)) else Index(Dimension.VALUE)
    return Index(Dimension.VALUE, name.text)


def zone_symbol(scope: Scope, node: n.Zone) -> ZoneSymbol:
    """A zone, with how its pieces lie and who sees them."""
    shape = next((t.word or "" for t in node.traits if t.kind == "shape"), "")
    if not shape and not any(t.kind == "hidden" for t in node.traits):  # of that, its own report says how they lie
        scope.diagnostics.append(
            error(
                "zone-without-shape",
                f"how do the pieces in `{node.name.text}` lie?",
                node.name.span,
                label="say how they lie",
                help=(f"it is a stack, row, slot, hand, group or board: `zone {node.name.text}: stack, face down`",),
            )
        )
    return ZoneSymbol(node, dimensions_of(scope, node.owner, node.by), shape or "group", seen_by(node.traits, shape))


def told(traits: tuple[n.Trait, ...], happening: str) -> str:
    """What the log says when that happens, if the rules say so."""
    said = (t.value for t in traits if t.kind == "told" and t.word == happening)
    return next((text.text for text in said if isinstance(text, n.Text)), "")


def seen_by(traits: tuple[n.Trait, ...], shape: str) -> Seen:
    """Who sees the faces of what lies in a zone, by its traits."""
    seen = next((t.word for t in traits if t.kind == "seen"), None)
    if seen:
        return Seen(seen)
    face = next((t.word for t in traits if t.kind == "face"), None)
    if face:
        return Seen.EVERYBODY if face == "up" else Seen.NOBODY
    return Seen.OWNER if shape == "hand" else Seen.EVERYBODY
