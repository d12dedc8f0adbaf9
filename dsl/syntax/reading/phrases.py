"""What places and parts of sentences are called in messages; `vocabulary.py` ties it to the grammar."""

from dsl.frozen import frozen


@frozen
class Context:
    """A place where lines stand: under which headers, how to speak of it, and what each line says."""

    headers: tuple[str, ...]
    place: str
    says: str


#: Where sentences stand; it goes for rounds, phases, steps and the texts of cards as well.
SENTENCES = "among the sentences of a rule"

CONTEXTS = (
    Context((), "at the left margin", "each line declares something, such as `zone hand of player: hand`"),
    Context(('game "A":',), "under `game`", "each line is a setting, such as `players: 2 to 6`"),
    Context(("counters a",), "under `counters`", "each line names a counter, such as `gold`"),
    Context(("enum a:",), "under `enum`", "each line names a value, such as `spring`"),
    Context(("spaces a:",), "under `spaces`", "each line names a space, such as `garden`"),
    Context(("track a, 1 to 2:",), "under `track`", 'each line is a place, such as `5 ford "The ford"`'),
    Context(("define a:",), "under `define`", "each line is a case, such as `3 if points > 10`"),
    Context(("deck a in b:",), "under `deck`", 'each line is a card, such as `2 x "Storm", strength 3`'),
    Context(('ruling a-1 "A":',), "under `ruling`", "each line is a `>` line, with what was decided"),
    Context(("step 1 a:",), "in a round, phase or step",
            "each line is a step or a sentence such as `draw 2 cards`"),
    Context(("setup:",), SENTENCES, "each line is a sentence, such as `draw 2 cards` or `if ...:`"),
    Context(("deck a in b:", '"A":'), "in a card's text",
            "each line is a sentence such as `draw 2 cards`, or `when ...:`"),
    Context(("setup:", "choose one:"), "under `choose one`",
            'each line is an option: `option "Draw": draw 2 cards`'),
    Context(('variant "A" of "B":',), "in a variant",
            "each line is an edit such as `extend setup:`, or declares something"),
    Context(('scenario "A":',), "in a scenario",
            "each line begins with `played by`, `given`, `when`, `then` or `and`"),
)  # fmt: skip

#: Shapes and marks, which the grammar does not spell out. Whatever a sentence can lack must be named here.
LABELS = {
    "NAME": "a name",
    "NUMBER": "a number",
    "STRING": 'a text in "quotes"',
    "COMPARE": "a comparison such as `>`",
    "CLAUSE": "the id of a clause such as `rules-012`",
    "RULE_TEXT": "a `>` line",
    "ELSE_TEXT": "a `>` line",
    "FROM_THE_GAME": "`from the game`",
    "_FORWARD_BY": "`forward by`",
    "_BACK_BY": "`back by`",
    "_COMMA": "`,`",
    "_NEWLINE": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "$END": "the end of the file",
}
#: These begin the names of the terminals that stand for a line with an error; nobody is told to write one.
BAD = "BAD_"

#: Behind these stands the name of what is declared.
DECLARING = (
    *("counter", "counters", "zone", "enum", "cards", "tokens", "pawn", "dice", "role", "flag", "remember"),
    *("define", "spaces", "grid", "track", "parameter", "library", "round", "phase", "procedure", "action"),
    *("let", "as", "each"),
)
_PLAIN_DECLARATIONS = (
    *("counter", "zone", "enum", "pawn", "role", "flag", "grid", "track", "parameter", "library"),
    *("round", "phase", "step", "procedure", "action", "reaction"),
)
#: What a name is the name of, by the word before it.
NAMES_AFTER = {
    **{word: f"the name of the {word}" for word in _PLAIN_DECLARATIONS},
    "counters": "the name of the group of counters",
    "cards": "the name of the kind of cards",
    "tokens": "the name of the kind of tokens",
    "dice": "the name of the kind of dice",
    "spaces": "the name of the kind of spaces",
    "remember": "the name of what is remembered",
    "define": "the name of what is defined",
    "deck": "the kind of cards in the deck",
    "use": "the name of a library",
    "do": "the name of a procedure",
    "doing": "the name of a procedure",
    "let": "a new name",
    "as": "a new name",
    "per": "`turn`, `round` or `game`",
    "each": "who or what, such as `player`",
    "all": "a name such as `players`",
    "a": "what kind of thing, such as `card`",
    "an": "what kind of thing, such as `action`",
}

#: These can begin a line in several places or none, so they do not tell one from another.
IGNORED_IN_CONTEXT = ("_INDENT", "_DEDENT", "_NEWLINE", "$END", "OTHERWISE", "ELSE_TEXT", "AND", "RULE_TEXT")


@frozen
class Group:
    """Terminals that together are one thing to a person: those that go on where the sample breaks off."""

    headers: tuple[str, ...]
    sample: str
    phrase: str


GROUPS = (
    Group(("setup:",), "", "a sentence"),
    Group(("setup:",), "if a:", "a sentence, or the end of the line and a block under it"),
    Group(("setup:",), "decide", "a value"),
    Group(("setup:",), "raise a by", "a value"),
    Group(("setup:",), "discard", "which pieces"),
    Group(("setup:",), "you may", "a verb such as `gain` or `move`"),
    Group(("setup:",), "choose", "what to choose, such as `a card from hand`"),
    Group((), "before", "an event such as `step market`"),
    Group((), "zone a:", "what to say of it, such as `stack, face down` of a zone or `starts at 3` of a counter"),
    Group(("setup:",), "gain", "how much of what, such as `3 gold`"),
    Group(("setup:",), "create", "an amount"),
    Group(("setup:",), "reveal a to", "a place or a player"),
    Group(("setup:",), "a", "what happens, such as `gains 3 gold`"),
    Group(("setup:",), "set", "what to change"),
    Group(("setup:",), "decide a", ""),  # a value can nearly always go on; nobody is helped by hearing how
)
