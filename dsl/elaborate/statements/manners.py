"""Checks `secretly`, `openly` and `randomly` against the verbs that take them."""

from collections.abc import Mapping
from typing import Final

from dsl.elaborate.core.context import Context
from dsl.source import Span
from dsl.syntax import nodes as n

_COUNTERS, _PIECES = ("secretly", "openly"), ("secretly",)

#: The words that may stand before a verb. Before others there is nothing that they could say.
_TAKES: Final[Mapping[type, tuple[str, ...]]] = {
    n.Choose: ("secretly", "openly", "randomly", "privately", "secretly randomly"),
    n.Transfer: _COUNTERS,
    n.GiveAmount: _COUNTERS,
    n.Move: _PIECES,
    n.Discard: _PIECES,
    n.GivePieces: _PIECES,
    n.RemoveFromGame: _PIECES,
    n.Roll: _PIECES,
    n.RollAgain: _PIECES,
}


def manner_fits(c: Context, item: n.Act) -> None:
    """Notes an error where the word before the verb says nothing."""
    if not item.manner or item.manner in _TAKES.get(type(item.verb), ()):
        return
    verb = item.verb.span.text.partition(" ")[0]
    c.e.note(
        "idle-manner", f"`{item.manner} {verb}` says no more than `{verb}`", _word(item),
        label="leave this out", help=(_instead(item.manner),),
    )  # fmt: skip


def _word(item: n.Act) -> Span:
    start = item.span.start + item.span.text.index(item.manner or "")
    return Span(item.span.source, start, start + len(item.manner or ""))


def _instead(manner: str) -> str:
    match manner:
        case "randomly":
            return "let chance choose first: `randomly choose a card from your hand as lost`"
        case "secretly randomly":
            return "let chance choose first: `secretly randomly choose a card from your hand as lost`"
        case "privately":
            return "only a question can be put to somebody in private: `privately choose ...`"
        case "secretly":
            return "who sees a card hangs on the zone that it lies in: its owner alone, in `zone hand of player: hand`"
        case _:
            return "what lies on the table is seen as its zone says; `reveal` shows a card to all"
