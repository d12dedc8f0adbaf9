from dsl.ir import nodes as ir
from dsl.lint.hidden import bodies_with_secrets
from dsl.lint.rule import Found, Subject, rule, warning


@rule("S102")
def secret_in_question(subject: Subject) -> Found:
    """A question whose words look at a hidden counter of somebody else than the player who is asked."""
    for body in bodies_with_secrets(subject):
        offered = body.owner.question if isinstance(body.owner, ir.HookRule) else None  # a reaction, by its title
        for question in (*body.of(ir.Choose), *((offered,) if offered is not None else ())):
            titles = question.options.texts if isinstance(question.options, ir.FromMenu) else ()
            parts = (part for text in (question.prompt, *titles) for part in text)
            told = [part for part in parts if not isinstance(part, str) and body.is_secret(part)]
            others = [read for part in told for read in body.hidden_reads(part) if question.player not in read.at]
            if others:
                yield warning(
                    "secret-in-question", f"whoever is asked learns `{others[0].span.text}`, which is hidden",
                    question.span, label="the question tells it", help=("leave it out of the question",),
                )  # fmt: skip
