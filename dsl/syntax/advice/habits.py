"""What people write out of habit, from other languages and from plain English, and how it is said here."""

from collections.abc import Mapping

#: Words and signs for which another is usually meant; each is offered only if the line is then right.
INSTEAD: Mapping[str, tuple[str, ...]] = {
    "=": ("is", "to", "be", ":", ": starts at"), ",": (":",), "==": ("is",), "else": ("otherwise",),
    "elif": ("otherwise if",), "elseif": ("otherwise if",), "unless": ("if not",), "then": (":",),
    "change": ("replace", "extend"), "modify": ("replace", "extend"), "delete": ("remove",),
    "foreach": ("for each", "each"), "every": ("each",), "all": ("each", "every"), "equals": ("is", "="),
    "has": ("holds",), "owns": ("has", "holds"), **dict.fromkeys(("gets", "receives", "earns", "collects"), ("gains",)),
    "takes": ("gains", "draws", "moves"), "spends": ("pays",),
    **dict.fromkeys(("does", "performs", "uses"), ("takes",)),
    **dict.fromkeys(("puts", "places", "transfers"), ("moves",)), **dict.fromkeys(("picks", "selects"), ("chooses",)),
    "shows": ("reveals",), "contains": ("holds",), "can": ("may",), "into": ("to",), "onto": ("to",),
    "in": ("to", "from"), "at": ("to", "from", "in"), "on": ("to", "in"), "from": ("to", "in", "of"),
    "to": ("from", "be", "into", "="), "of": ("from", "in"), "as": ("be", "to"), "be": ("to",), "called": ("as",),
    "named": ("as",), "by": ("to",), "number": ("amount",), "and": (",",), "function": ("procedure",),
    "def": ("procedure", "define"), "method": ("procedure",), "event": ("whenever",), "variable": ("remember",),
    "var": ("remember", "let"), "const": ("parameter",), "constant": ("parameter",), "import": ("use",),
    "include": ("use",), "test": ("scenario",), "pile": ("zone", "stack"), "deck": ("stack",), "list": ("row",),
    "area": ("group",), "space": ("slot",), "place": ("move", "slot"), "return": ("decide",), "put": ("move",),
    "add": ("move", "raise", "gain"), "transfer": ("move", "give"), "pick": ("choose",), "select": ("choose",),
    "take": ("gain", "draw", "move"), "get": ("gain",), "receive": ("gain",), "earn": ("gain",), "spend": ("pay",),
    "show": ("reveal",), "turn": ("flip",), "mix": ("shuffle",), "increase": ("raise",), "decrease": ("lower",),
    "reduce": ("lower",), "print": ("announce",), "say": ("announce",), "break": ("stop",), "exit": ("return",),
    "call": ("do",), "run": ("do",), "perform": ("do",), "assert": ("then",), "expect": ("then",), "&&": ("and",),
    "||": ("or",), "!": ("not",), ";": ("",), "{": (":",), ".": ("", "'s"), "<>": ("!=",),
}  # fmt: skip

#: Words for which the other is only a guess, even where the line is right with it: it is named, not put in.
GUESSED = frozenset(("in", "at", "on", "from", "to", "of", "as", "be", "by", "and", "number", "deck", "pile", "list"))

#: The words whose absence shows; that another one is missing would be no more than a guess.
JOINING = frozenset((
    "to", "from", "of", "at", "by", "as", "with", "in", "a", "an", "is", "be", "than", "on", "until", "'s", ":", ",",
    "x", "=", "wins", "step", "phase", "round", "do", "ends", "once", "down", "up", "times", "turns", "game",
))  # fmt: skip

#: Words that are left out when a line is right without them.
FILLERS = frozenset((
    "please", "now", "also", "immediately", "must", "should", "will", "shall", "then", "the", "of", "some",
))  # fmt: skip

#: Signs of other languages that mean nothing here.
SIGNS: Mapping[str, str] = {
    ";": "a line ends by itself; nothing closes it",
    "{": "a block opens with `:` at the end of a line, and its lines are indented by four spaces",
    "}": "a block ends where its lines are no longer indented; nothing closes it",
    "!": "write `not`, and `!=` for `is not`",
    "&": "write `and`",
    "|": "write `or`",
    ".": "write `gold of ann` or `ann's gold`",
    "'": 'a text stands in double quotes: "like this"',
    "`": 'a text stands in double quotes: "like this"',
    "%": "percentages are whole numbers: `gold * 20 / 100 rounded down`",
    "$": "name the counter instead: `3 gold`",
    "\u20ac": "name the counter instead: `3 gold`",
    "\\": "a line goes on in the next after a comma, or before `and`, `or` or `+`, without a sign",
    "@": "names are made of letters, digits and _",
    "?": "a condition has no question mark",
    "^": "write the product in full: `n * n`",
    "~": "names are made of letters, digits and _",
}
