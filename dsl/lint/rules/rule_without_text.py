from collections.abc import Sequence

from dsl.ir import nodes as ir
from dsl.lint.rule import Diagnostic, Found, Level, Subject, first_line, rule, warning
from dsl.source import Span

#: With fewer than these having it, there is no habit yet.
_FEWEST = 4


@rule("T109", Level.INFO, share=80)
def rule_without_text(subject: Subject, share: int) -> Found:
    """What has no words of its own; what only does procedures may have them there."""
    game = subject.game
    told = {(section.kind, section.name) for section in game.rulebook}
    flows = [(f.kind, f.name, f.title, f.body, f.span) for f in game.flows if f.kind != "round"]
    actions = [("action", a.name, a.title, a.body, a.span) for a in game.actions]
    parts = [
        (f'the {kind} "{title}"', span, (kind, name) in told, body)
        for kind, name, title, body, span in (*flows, *actions)
        if span.source.path not in subject.rules.libraries
    ]
    cards = [(f'the card "{c.title}"', c.span, bool(c.rule_text), c.effect) for c in game.cards if c.effect is not None]
    for group in (parts, cards):
        having = sum(has for _, _, has, _ in group)
        if having >= _FEWEST and 100 * having >= share * len(group):
            yield from (
                _found(what, span) for what, span, has, body in group if not has and not _only_does(body.statements)
            )


def _only_does(statements: Sequence[ir.Statement]) -> bool:
    return bool(statements) and all(isinstance(s, ir.Call | ir.RunFlow) for s in statements)


def _found(what: str, span: Span) -> Diagnostic:
    return warning(
        "rule-without-text", f"no line tells players what {what} is", first_line(span), label="without rule text",
        help=("write it below, in your own words: `> ...`",),
    )  # fmt: skip
