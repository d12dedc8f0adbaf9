from dsl.ir import nodes as ir
from dsl.ir.shown import width_laid_out
from dsl.lint.rule import Diagnostic, Found, Subject, first_line, rule, warning
from dsl.source import Span
from dsl.syntax import nodes as n

#: So many letters stand in a line of a usual screen.
SCREEN = 80


@rule("T125")
def layout_not_seen(subject: Subject) -> Found:
    """Spaces whose layout is too wide to show, wider than there are spaces, or never drawn."""
    for spaces in subject.syntax(n.Spaces):
        if spaces.across is not None and not spaces.across.value:
            yield _not_seen(spaces.name.text, "none stand side by side", spaces.span, "lay at least one in a row")
    for board in subject.game.enumerations:
        if board.across and (why := _why_not(subject.game, board)) is not None:
            fault, advice = why
            yield _not_seen(board.name, fault, board.span, advice)


def _not_seen(name: str, fault: str, span: Span, advice: str) -> Diagnostic:
    message = f"the layout of `{name}` is not seen: {fault}"
    return warning("layout-not-seen", message, first_line(span), label="laid out here", help=(advice,))


def _why_not(game: ir.Game, board: ir.Enumeration) -> tuple[str, str] | None:
    """What is wrong with it, and what to do."""
    width = width_laid_out(board.across, [value.title for value in board.values])
    if board.across > len(board.values):
        return f"it has only {len(board.values)} spaces", "lay fewer of them side by side"
    if width >= SCREEN:
        return f"a row takes {width} letters, and a line has {SCREEN}", "lay fewer side by side, or give shorter titles"
    if any(v.type.name == f"{v.name} cells" and v.dimensions[0].name == board.name for v in game.variables):
        return "a grid says where these spaces lie", "take `laid out` and the number away, or the grid"
    stand = any(v.pawn and v.type.name == board.name for v in game.variables)
    holders: tuple[ir.Variable | ir.Zone, ...] = (*game.variables, *game.zones)
    if not stand and not any(board.name in (index.name for index in one.dimensions) for one in holders):
        return "nothing ever stands or lies there", "take `laid out` and the number away"
    return None
