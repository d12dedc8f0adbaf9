"""More sentences that are said in quite another way here: how people talk at the table (see `other_ways.py`)."""

from __future__ import annotations

_NAME = "said-otherwise"

#: The message on a sentence that stands at the left margin, where it is a rule of its own.
AT_THE_MARGIN = "who wins stands below the line that says when the game ends"

#: The pattern, the name, the message and the help of each, as in `other_ways.WAYS`.
TABLE_TALK: tuple[tuple[str, ...], ...] = (
    (
        r"^(?:cards|tokens)\s+(?P<kind>\w+)\s+(?:with|has|have|having)\b.*$",
        _NAME,
        "what is printed on cards stands behind a colon, each thing with its type",
        "write `cards {kind}: worth: number, colour: Colour`, with an `enum Colour: red, blue` for words",
    ),
    (
        r'^enum\s+(?P<name>\w+)\s*:\s*".*$',
        _NAME,
        "the values of an enum are names, without quotes",
        'write `enum {name}: red, blue`; what players read stands behind a name: `red "Crimson"`',
    ),
    (
        r"^(?:[Ee]ach|[Ee]very)\s+player\s+(?:has|gets|(?:starts|begins)\s+with)\s+(?P<count>\d+)\s+(?P<what>\w+)\b[^:]*$",
        _NAME,
        "what every player has is declared, with how much of it there is at the beginning",
        "write `counter {what} of player: starts at {count}`; cards are drawn in the `setup:`",
    ),
    (
        r"^(?:the\s+)?(?P<role>\w+)\s+is\s+(?:chosen\s+)?(?:an?\s+)?(?:random|randomly|at\s+random)\b.*$",
        _NAME,
        "chance chooses in a sentence of its own",
        "write `randomly choose a player as chosen`, and below that `set {role} to chosen`",
    ),
    (
        r"^(?:if|when)\s+an?\s+player\s+(?:has|have|is)\b.*$",
        "choice-inside",
        "this does not say which player is meant",
        "for every player of whom it is so, write `each player where ...:`",
        "if it is enough that there is one, write `if any player where ...:`",
    ),
    (
        r"^.*?(?P<comment>//.*)$",
        _NAME,
        "a remark that is no rule begins with `#`",
        "write `#` instead of `//`",
    ),
    (
        r"\b(?P<does>gains?|loses?|pays?|draws?)\s+(?:that|this|so)\s+(?:many|much)\s+(?P<what>\w+).*$",
        _NAME,
        "a number that is meant again needs a name",
        "write `let luck be number of ...`, and then `{does} {what} equal to luck`",
        "of dice: `roll a die as luck`, and then `{does} {what} equal to pips of luck`",
    ),
    (
        r"\b(?:have|has|there\s+is)\s+an?\s+(?P<like>\w+)\s+(?P<what>card|token|piece)\b.*$",
        _NAME,
        "what a {what} is like stands behind `where`",
        "write `any {what} in your hand where colour is {like}`, with the word for it that stands in `cards ...:`",
    ),
    (
        r"^(?P<verb>gain|lose|pay|draw)\s+(?P<one>\w+\s+\w+)\s+or\s+(?P<other>\w+\s+\w+)$",
        "one-or-the-other",
        "which of the two is done must be chosen",
        'write `choose one:`, and below it, indented, `option "One": {verb} {one}` and `option "Two": {verb} {other}`',
    ),
    (
        r"^(?P<verb>discards?|trash|reveals?)\s+(?P<count>an?|one|\d+)\s+(?:of\s+your\s+)?(?P<what>cards?|tokens?|pieces?)\b.*$",
        "choice-inside",
        "this does not say which {what} is meant",
        "let it be chosen first: `choose {count} {what} from your hand as chosen`, and below that `{verb} chosen`",
    ),
    (
        r"^(?P<who>[\w' ]+?)\s+(?:skips?|misses)\s+(?:(?:your|their|his|her|the|a)\s+)?(?:next\s+)?turn$",
        "skipped-turn",
        "a turn is skipped by a flag that is looked at when it comes",
        "declare `flag skipped of player`, and write `set skipped of {who} to yes` here",
        "where turns are taken, write `players take turns where not skipped:`",
    ),
    (
        r"^(?:trade|exchange|swap)\s+(?P<one>\d+\s+\w+)\s+for\s+(?P<other>\d+\s+\w+)$",
        "pay-and-get",
        "each line says one thing, and this one says two",
        "write `pay {one} to the bank`, and on the next line `gain {other}`",
    ),
    (
        r"^(?:cards|tokens)\b.*\b(?P<field>\w+):\s*(?P<one>\w+)\s+or\s+(?P<other>(?!none\b)\w+).*$",
        _NAME,
        "words that may be printed are the values of an enum",
        "write `enum Kind: {one}, {other}` above, and `{field}: Kind` here",
    ),
    (
        r"^[Dd]eck\s*:.*$",
        _NAME,
        "the cards of a deck stand below its line, each kind on one of its own",
        'write `deck KIND in ZONE:`, and below it, indented, lines such as `10 x "Ruby", value 3`',
    ),
    (
        r"^(?P<what>zone|counter|flag|role|remember|define)\s+(?P<one>\w+)\s+"
        r"(?P<other>deck|cards|track|step|turn|round|total|number|top|bottom|end)\b.*$",
        "name-in-two-words",
        "a name is one word, and `{one} {other}` is not",
        "write `{what} {one}_{other}`, here and wherever it is meant",
    ),
    (
        r"\b(?:youngest|oldest|tallest|shortest|(?:goes|plays|begins|starts)\s+first)\b.*$",
        _NAME,
        "who begins is a role, and chance or somebody chooses who has it",
        "declare `role starter`, and write `randomly choose a player as first`, and below that `set starter to first`",
    ),
    (
        r"^(?:[Oo]n|[Ii]n|[Dd]uring)\s+(?:your|their|a\s+player's|each\s+player's|each|a)\s+turn\b.*$",
        _NAME,
        "what is done in a turn stands in a round",
        'write `round day "Day":`, below it, indented, `players take turns:`, and below that what a player does',
    ),
    (
        r"^(?:the\s+)?player\s+with\s+(?:the\s+)?(?:most|fewest|highest|lowest)\s+\w+(?:\s+then\s.*)?\s+wins\.?$",
        "end-of-the-game",
        AT_THE_MARGIN,
        "write `game ends when ...:`, and below it, indented, who wins: `the player with most points wins`",
    ),
    (
        r"\bgame\s+(?:is\s+)?over\b.*$",
        "end-of-the-game",
        "a game ends by saying who wins it",
        "write `nobody wins`, or `the player with most ... wins`; at the left margin, `game ends when ...:` says when",
    ),
    (
        r"^each\s+player\s+(?:counts?|scores?|adds?(?:\s+up)?)\b.*$",
        _NAME,
        "what somebody has in all is worked out by a definition",
        "write `define score of player: total worth of cards in their hand`, and `the player with most score wins`",
    ),
    (
        r"^step\s+(?P<name>[A-Za-z]\w*)\b.*$",
        _NAME,
        "a step has a number, as in a rulebook",
        "write `step 1 {name}`",
    ),
)
