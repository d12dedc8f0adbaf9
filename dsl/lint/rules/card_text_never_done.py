from dsl.ir import nodes as ir
from dsl.lint.rule import Found, Subject, first_line, rule, warning


@rule("C127")
def card_text_never_done(subject: Subject) -> Found:
    """A part of texts that no rule carries out; it is said once, at the first card that has it."""
    done = {node.part for node in subject.all(ir.DoText)}
    said: set[tuple[str, str]] = set()
    for card in subject.game.cards:
        parts = [part.name for part in card.parts]
        if card.effect is not None and card.effect.statements:
            parts.append("")
        for part in parts:
            if part in done or (card.card_type, part) in said:
                continue
            said.add((card.card_type, part))
            what = f"what stands under `when {part}:`" if part else "the text"
            yield warning(
                "card-text-never-done", f'nothing ever carries out {what} of "{card.title}"', first_line(card.span),
                label="nothing does this",
                help=(f"write `do {part or 'effect'} of CARD` where a {card.card_type} is played",),
            )  # fmt: skip
