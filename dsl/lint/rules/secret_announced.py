from dsl.ir import nodes as ir
from dsl.lint.hidden import BodySecrets, bodies_with_secrets
from dsl.lint.rule import Found, Level, Subject, rule, warning


@rule("S101", Level.INFO)
def secret_announced(subject: Subject) -> Found:
    """An announcement with a secret in its braces, or with what a hidden counter is set to."""
    for body in bodies_with_secrets(subject):
        for announcement in body.of(ir.Announce):
            told = [part for part in announcement.text if not isinstance(part, str)]
            if any(_is_hidden(body, part) for part in told):
                yield warning(
                    "secret-announced", "all players hear what one player hides", announcement.span,
                    label="tells a secret",
                    help=("leave it out; if here it comes out, say so: `# ignore[secret-announced]: why`",),
                )  # fmt: skip


def _is_hidden(body: BodySecrets, e: ir.Expression) -> bool:
    return e.type.kind is not ir.Kind.PIECE and (body.shows(e) or (isinstance(e, ir.Local) and _is_kept(body, e.slot)))


def _is_kept(body: BodySecrets, slot: int) -> bool:
    """Whether a hidden counter is set to it, or changed by it."""
    changes = [(w.variable, w.value) for w in body.of(ir.Write)] + [(c.variable, c.amount) for c in body.of(ir.Change)]
    hidden = body.subject.hidden
    return any(isinstance(e, ir.Local) and e.slot == slot and variable in hidden for variable, e in changes)
