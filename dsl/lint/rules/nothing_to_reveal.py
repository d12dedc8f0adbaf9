from dsl.ir import nodes as ir
from dsl.lint.hidden import is_open
from dsl.lint.rule import Found, Subject, rule, warning
from dsl.walk import nodes_in


@rule("S108")
def nothing_to_reveal(subject: Subject) -> Found:
    """A `reveal`, or a `look at`, of what lies in open zones alone, where nothing is laid face down."""
    laid_down = {node.zone for move in subject.all(ir.MovePieces) if move.face == "down" for node in _zones(move.zone)}
    for show in subject.all(ir.Reveal):
        zones = [node.zone for node in _zones(show.pieces)]
        of_a_zone = isinstance(_source(show.pieces), ir.Contents | ir.PileEnd)
        if of_a_zone and is_open(subject, show.pieces) and not laid_down & set(zones):
            yield warning(
                "nothing-to-reveal", f"everybody sees already what lies in `{zones[0]}`", show.span,
                label="shows nothing new", help=("leave it out, or lay the cards there face down",),
            )  # fmt: skip


def _source(pieces: ir.Expression) -> ir.Expression:
    while isinstance(pieces, ir.Filter | ir.First):
        pieces = pieces.over
    return pieces


def _zones(e: ir.Expression) -> list[ir.ZoneAt | ir.Zones]:
    return [node for node in nodes_in(e) if isinstance(node, ir.ZoneAt | ir.Zones)]
