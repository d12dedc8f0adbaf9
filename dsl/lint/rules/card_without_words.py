"""A card of which players cannot read what it does.

The text of a card is made of its lines that begin with `>`, or else of its rules, in words. There are rules for which
there are no words that could not be misread. Such a card needs a line of yours, or players see its title alone.

Bad:
    cards Gadget: worth: number
    zone shelf: row, face up
    deck Gadget in shelf:
        2 x "Alarm clock", worth 1:
            if fame of you > 3 and (coin of you > 3 or worth of this > 3): gain 1 coin

Good:
    cards Gadget: worth: number
    zone shelf: row, face up
    deck Gadget in shelf:
        2 x "Alarm clock", worth 1:
            > You get a coin if you have more than three fame, and more than three coins or a clock worth so.
            if fame of you > 3 and (coin of you > 3 or worth of this > 3): gain 1 coin
"""

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
