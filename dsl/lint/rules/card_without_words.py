from dsl.ir.prose.cards import card_texts
from dsl.lint.rule import Found, Level, Subject, first_line, rule, warning


@rule("T121", Level.INFO)
def card_without_words(subject: Subject) -> Found:
    """What neither the designer nor the words for rules tell."""
    texts = card_texts(subject.game)
    for card in subject.game.cards:
        if (why := texts[card.title].wordless) is not None:
            span = getattr(why.node, "span", card.span)
            yield warning(
                "card-without-words", f'nothing tells players what the card "{card.title}" does',
                first_line(span if span.in_file else card.span), label="there are no words for this",
                help=("write below the title what the card does, in your own words: `> ...`",),
            )  # fmt: skip
