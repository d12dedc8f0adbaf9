"""Checks the traits behind the colon of a declaration: no counter is a stack, no mark is hidden."""

from collections.abc import Iterator, Mapping

from dsl.diagnostic import Diagnostic, error
from dsl.names.type_advice import shown
from dsl.syntax import nodes as n

Declared = n.Zone | n.Counters | n.Flag | n.Role | n.Remember | n.Pawn | n.Dice | n.Tokens


def misplaced_traits(node: Declared, *, is_mark: bool) -> Iterator[Diagnostic]:
    """One error for each that says nothing of this kind of thing."""
    for trait in node.traits:
        if is_mark and _by_some(trait):
            yield error(
                "mark-seen-by", "a mark is seen by everybody, or by whoever knows the piece",
                trait.span, label=f"`{shown(trait.span)}` cannot be said of a mark",
                help=("say `seen by everybody` if all see it on a piece that lies face down; else leave it out",),
            )  # fmt: skip
        elif trait.kind in _OF_HIDDEN and "hidden" in _MEANS[type(node)]:
            if all(other.kind != "hidden" for other in node.traits):
                yield error(
                    "trait-out-of-place", _OF_HIDDEN[trait.kind], trait.span,
                    label="this is seen by all", help=(f"write `hidden, {shown(trait.span)}`",),
                )  # fmt: skip
        elif _says(trait) not in _MEANS[type(node)] and not (is_mark and trait.kind == "seen"):
            what = "a mark" if is_mark else _CALLED[type(node)]
            yield error(
                "trait-out-of-place", f"`{shown(trait.span)}` says nothing of {what}",
                trait.span, label="not here", help=(_help(trait, what, _MEANS[type(node)]),),
            )  # fmt: skip


def _says(trait: n.Trait) -> str | None:
    return trait.word if trait.kind == "told" else trait.kind


def _by_some(trait: n.Trait) -> bool:
    """Whether it keeps a mark from some who see the piece, or shows it to some who do not."""
    return trait.kind in ("hidden", "face", *_OF_HIDDEN) or (trait.kind == "seen" and trait.word != "everybody")


def _help(trait: n.Trait, what: str, means: Mapping[str, str]) -> str:
    if trait.kind in ("seen", "face") and "hidden" in means:
        return "say `hidden` if nobody but its player sees it; else everybody does"
    if trait.kind == "hidden" and "shape" in means:
        return (
            "say `hand` where only its owner sees the cards, and `stack, face down, seen by nobody` where nobody does"
        )
    return f"of {what} you can say: {', '.join(means.values())}"


#: What is said of hidden things alone.
_OF_HIDDEN = {
    "sealed": "only what is hidden can be so `also after the game`",
    "also_seen": "only what is hidden can be `also seen by` somebody",
}
_BOUNDS = {"bounds": "`from 0 to 5`"}
_UNIT = {"unit": '`shown "$100" each`'}
_SHOWN = {"shown": "`shown`", "not_shown": "`not shown`"}
_KEPT = {"starts": "`starts at ...`", "hidden": "`hidden`", **_SHOWN}
_MEANS: dict[type, Mapping[str, str]] = {
    n.Zone: {
        "shape": "`stack`, `row`, `slot`, `hand`, `group` or `board`",
        "face": "`face up` or `face down`",
        "seen": "`seen by its owner`",
        "also_seen": "`also seen by left of them`",
        "at_most": "`at most 5`",
        "refill": "`refill from ZONE`",
        "entering": '`entering is "plays {cards}"`',
    },
    n.Counters: {
        **_BOUNDS,
        "at_most": "`at most 5`",
        "below_zero": "`may be negative`",
        **_KEPT,
        **_UNIT,
        "raising": '`raising is "is promoted"`',
        "lowering": '`lowering is "is demoted"`',
    },
    n.Flag: _KEPT,
    n.Role: _KEPT,
    n.Remember: {**_BOUNDS, "at_most": "`at most 5`", **_KEPT},
    n.Pawn: {"starts": "`starts on SPACE`", "hidden": "`hidden`", **_SHOWN},
    n.Dice: _BOUNDS,
    n.Tokens: {"supply": "`5 each`", "starts": "`starts in ZONE`", "printed": '`shown "{FIELD}"`'},
}
_CALLED: dict[type, str] = {
    n.Zone: "a zone",
    n.Counters: "a counter",
    n.Flag: "a flag",
    n.Role: "a role",
    n.Remember: "what is remembered",
    n.Pawn: "a pawn",
    n.Dice: "dice",
    n.Tokens: "tokens",
}
