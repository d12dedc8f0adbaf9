"""Sentences for which there is no single line here: what is written instead, in the words of the line."""

from __future__ import annotations

import re

from attrs import frozen

from dsl.diagnostic import Diagnostic, error
from dsl.nearest import nearest
from dsl.syntax.faulty_line import FaultyLine
from dsl.syntax.habits import INSTEAD
from dsl.syntax.table_talk import AT_THE_MARGIN, TABLE_TALK

_VERBS = "gains|loses|pays|draws|moves|discards|gives|gets|receives|chooses|takes|has to|must"
_COUNT = r"(?P<count>\d+|\w+|\([^)]*\))"
_DO = "gain|lose|pay|draw|move|discard|reveal|shuffle|swap|give|roll|raise|lower|take"
_NOBODY_DEALS = "nobody deals here: whoever gets cards draws them"


@frozen
class OtherWay:
    """A line with this pattern is reported under that name; `help` may hold groups of the pattern in braces."""

    pattern: re.Pattern[str]
    name: str
    message: str
    help: tuple[str, ...]


def _way(pattern: str, name: str, message: str, *help_: str) -> OtherWay:
    return OtherWay(re.compile(pattern), name, message, help_)


WAYS = (
    _way(
        rf"\bdeal\s+(?:out\s+)?{_COUNT}\s+(?:\w+\s+)?to\s+(?:each|every|all)\s+(?:player|players)\b",
        "nobody-deals",
        _NOBODY_DEALS,
        "write `each player: draw {count} cards from draw_pile`, or the name of another pile",
    ),
    _way(
        rf"\bdeal\s+(?:out\s+)?{_COUNT}\s+(?:\w+\s+)?to\s+(?:the\s+)?(?P<whom>\w+)",
        "nobody-deals",
        _NOBODY_DEALS,
        "write `{whom} draws {count} from draw_pile`, or the name of another pile",
    ),
    _way(
        r"^(?:procedure|action|setup|step|phase|round|if|otherwise|each|option|game ends)\b.*?:\s+"
        r"(?P<rest>(?:each|if|for each|while|repeat|all|as)\b.*)$",
        "block-in-line",
        "behind a colon stands one short sentence, and this opens a block of its own",
        "write `{rest}` on the next line, indented by four spaces",
    ),
    _way(
        r"\.\s+(?P<rest>[A-Z].*)$",
        "two-sentences",
        "each line says one thing, and this one says two",
        "write `{rest}` on a line of its own; no sentence ends in a full stop",
    ),
    _way(
        rf",?\s*\b(?:and\s+)?then\s+(?P<rest>(?:{_VERBS})\b.+)$",
        "two-sentences",
        "each line says one thing, and this one says two",
        "write the second thing on a line of its own: who does it, and then `{rest}`",
    ),
    _way(
        r"^(?:take|get|pick|draw)\s+(?:an?|one)\s+(?P<what>card|token|piece)\s+from\b.*$",
        "choice-inside",
        "this does not say which {what} is meant",
        "for the one on top of a pile, write `draw a card from ...`",
        "to let it be chosen, write `choose a {what} from ... as chosen`, and below that `move chosen to your hand`",
    ),
    _way(
        r"^(?:put|place|play|lay|use)\s+an?\s+(?P<what>\w+)\b.*$",
        "choice-inside",
        "this does not say which {what} is meant",
        "let it be chosen first: `choose a {what} from ... as chosen`, and below that `move chosen to ...`",
    ),
    _way(
        r"^(?:end|finish)\s+the\s+game\b|^the\s+game\s+(?:ends|is\s+over)$",
        "end-of-the-game",
        "a game ends by saying who wins it",
        "write `nobody wins`, or `the player with most ... wins`; at the left margin, `game ends when ...:` says when",
    ),
    _way(
        r"^(?:go|return|jump)\s+(?:back\s+)?to\s+(?:step|phase|round)\b.*$|^(?:repeat\s+this|start\s+a\s+new)\s+(?:round|turn)\b.*$",
        "no-way-back",
        "steps run in the order written, and a round begins again by itself",
        "put what comes again and again into a round, `round day until ...:`, or into a block, `repeat until ...:`",
    ),
    _way(
        r"^(?:(?P<who>\w+)\s+)?(?:skips?|loses?|miss(?:es)?)\s+(?:(?:your|their|his|her|the|a)\s+)?(?:next\s+)?turn$",
        "skipped-turn",
        "a turn is skipped by a flag that is looked at when it comes",
        "declare `flag skipped of player`, and write `set skipped of ... to yes` here",
        "where turns are taken, write `players take turns where not skipped:`",
    ),
    _way(
        r"^(?:flip|toss)\s+a\s+coin\b.*$",
        "coin",
        "a coin is a die with two sides",
        "declare `dice coin: from 1 to 2`, write `roll a coin as side`, and ask `if pips of side = 1:`",
    ),
    _way(
        r"^choose\b[^:]*?:\s+(?P<rest>.+)$",
        "two-sentences",
        "a choice opens no block, unless it may be passed",
        "write `{rest}` on the next line, not indented further",
    ),
    _way(
        rf"^(?:you\s+may\s+|you\s+|either\s+)?(?P<one>(?:{_DO})\b[^:]*?),?\s+or\s+(?P<other>(?:{_DO})\b.*)$",
        "one-or-the-other",
        "which of the two is done must be chosen",
        'write `choose one:`, and below it, indented, `option "One": {one}` and `option "Other": {other}`',
    ),
    _way(
        rf"^(?:(?P<who>\w+)\s+)may\s+(?P<cost>pay[^:]+?)\s+to\s+(?P<gain>(?:{_DO})\b.*)$",
        "pay-and-get",
        "each line says one thing, and this one says two",
        'write `{who} may "pay":`, and below it, indented, `{cost} to the bank` and `{gain}`',
    ),
    _way(
        r"^(?:when|whenever|after|before|if)\s+(?:an?|any|the|each)?\s*(?P<who>\w+)\s+"
        r"(?:gains|loses|pays|gives|draws|discards|moves|reveals|plays|shuffles|rolls)\b[^:]*:.*$",
        "event-as-a-sentence",
        "a rule on what somebody does names it with -ing",
        "write `after any player drawing any card:`, `before any player losing some gold as amount:`, and so on",
    ),
    _way(
        r"^(?:(?:at|before|after)\s+)?(?:the\s+)?(?:beginning|start|end|each|every)\s+(?:of\s+)?(?:the|each|every|a|your)?\s*"
        r"(?P<what>round|turn|phase|step|game)\b[^:]*:.*$",
        "event-without-a-name",
        "a rule on a round, phase or step says its name",
        "write `before round day:` or `after step market:`; or make it the first or the last step of the {what}",
    ),
    _way(
        r"^(?:when|if)\b.*,?\s*the\s+game\s+(?:ends|is\s+over)\b.*$",
        "end-of-the-game",
        "the end of the game has a rule of its own at the left margin",
        "write `game ends when ...:`, and below it who wins, such as `the player with most points wins`",
    ),
    _way(
        r"^game\s+ends\s+after\s+(?P<count>\d+|two|three|four|five|six|ten)\s+(?:rounds|turns)\b.*$",
        "end-of-the-game",
        "rounds are counted while they run",
        "write `game ends after day when round_number >= {count}:`, if the round is called `day`",
    ),
    _way(
        r"^game\s+ends\b[^:]*$",
        "end-of-the-game",
        "a game ends by saying who wins it",
        "end this line with `:`, and write below it, indented, `the player with most points wins`, or `nobody wins`",
    ),
    _way(
        r"^(?:free\s+|anytime\s+)?action\b[^:]*\b(?:costs?\s+(?P<cost>\d+\s+\w+)|only\s+if\b)[^:]*:.*$",
        "needs-of-an-action",
        "what an action needs or costs stands below it",
        "write below it, indented, `needs gold of you >= 3`, and where it is paid, `pay 3 gold to the bank`",
    ),
    _way(
        r"^procedure\s+(?P<name>\w+)\s*\((?P<what>\w+).*$",
        "procedure-in-brackets",
        "what a procedure is told stands behind little words, with its type",
        "write `procedure {name} of {what}: player:`, and call it with `do {name} of ann`",
    ),
    _way(
        r"^[Aa]ll\s+(?P<who>players?\b.*?)\s+(?:secretly\s+|simultaneously\s+|may\s+)*(?:choose|select|pick|play|place|put|bid)\b",
        "all-do",
        "what all do at the same time stands in a block",
        "write `all players at once:` (or `all players other than ... at once:`), and below it, indented, "
        "`choose a ... as chosen` and what then becomes of it",
        "if they do it one after another, write `each player:`",
    ),
    _way(
        r"^(?:All|all|The|the)\s+players?\s+(?P<does>(?:gain|draw|lose|pay|discard|move|get|take|shuffle|reveal)\b.*)$",
        "all-do",
        "what all do stands in a block, or behind `each player`",
        "write `each player:`, and below it, indented, `{does}`",
    ),
    _way(
        r"^(?:(?P<who>\w+)\s+)?chooses?\s+yes\s+or\s+no\b",
        "yes-or-no",
        "yes or no is asked by an offer",
        'write `you may "do it":`, and below it what happens then; `otherwise:` says what happens if not',
    ),
    _way(
        r'^with\s+(?P<variants>"[^"]*")',
        "variants-behind-the-title",
        "the variants of a scenario stand behind its title",
        'write `scenario "..." with {variants}:`',
    ),
    _way(
        r"^(?!given\b|when\b|then\b|and\b)(?P<all>[\w' \[\]]+?\s+(?:holds|is)\s+.+)$",
        "given-or-then",
        "this does not say whether it is given or claimed",
        "write `given {all}` for how things lie before, and `then {all}` for what must be so at the end",
    ),
    _way(
        r"^given\s+[^\"]+?\s+and\s+(?P<rest>.+)$",
        "two-sentences",
        "each line says one thing, and this one says two",
        "write `and {rest}` on the next line",
    ),
    _way(
        r"^given\s+\d+\s+players\b.*$",
        "who-plays",
        "who plays is said by name",
        "write `played by ann, ben, cat`",
    ),
    _way(
        r"^when\s+(?P<answer>\w+\s+(?:chooses|agrees|declines|passes|stops)\b.*)$",
        "answer-to-what",
        "an answer follows what is run, and nothing is run here",
        "write what asks the question, such as `when step market`, and on the next line `and {answer}`",
    ),
    _way(
        r"^(?:when|and)\s+(?P<kind>step|phase|round)\s+\d[\d.]*$",
        "by-its-name",
        "a {kind} is run by its name, and not by its number",
        "write `when {kind} market`, if it is called `market`",
    ),
    _way(
        r"^given\s+(?P<pile>\w+'s\s+\w+|\w+\s+of\s+\w+)\s+(?:has|holds|contains)\s+\d+\s+cards?\b",
        "given-which-cards",
        "which cards lie there must be said, and not only how many",
        'write `given {pile} holds "TITLE", 2 x "OTHER TITLE"`',
    ),
    _way(
        rf"^(?:then|and)\s+(?P<who>\w+)\s+(?P<verb>{_VERBS})\s+(?P<count>\d+)\s+(?P<what>\w+)",
        "claim-of-a-change",
        "a claim says how things are in the end, and not what changes",
        "write how much it is then: `{what} of {who} is ...`; or that it took place, such as `gain happened`",
    ),
    *(_way(*each) for each in TABLE_TALK),
)


def other_way(line: FaultyLine) -> Diagnostic | None:
    """The report on a line that is said in quite another way here."""
    text = line.source.text[line.trial.line.start : line.trial.line.end]
    for way in WAYS:
        found = way.pattern.search(text)
        if found and _is_about(line, way) and line.trial.line.start + found.end() >= line.found_span.start:
            start = line.trial.line.start
            groups = {key: _plainly(value or "") for key, value in found.groupdict().items()}
            first = found.start("rest" if "rest" in groups else 0)
            span = line.span(start + first, start + found.end())
            return error(
                way.name, way.message.format(**groups), span, help=tuple(each.format(**groups) for each in way.help)
            )
    return None


def _plainly(words: str) -> str:
    """A piece of the line as it can be written here, as far as that goes: no full stop, no `cards` behind a number."""
    words = re.sub(r"\b(draws?\s+\w+)\s+cards?\b", r"\1", words.removesuffix("."))
    return words[0].lower() + words[1:] if words[:4] in ("The ", "Each", "If y") else words


_SCENE_WORDS = ("given", "when", "then", "and")
_IN_SCENARIOS = (
    *("who-plays", "answer-to-what", "by-its-name"),
    "variants-behind-the-title",
    "given-or-then",
    "given-which-cards",
    "claim-of-a-change",
)


def _has_block(line: FaultyLine) -> bool:
    """Whether something stands below the line, indented further."""
    text = line.source.text
    below = text[line.trial.line.end :].lstrip("\n").split("\n", 1)[0]
    return bool(below.strip()) and len(below) - len(below.lstrip()) > line.trial.line.indent


def _is_about(line: FaultyLine, way: OtherWay) -> bool:
    """Whether the line stands where the advice can be followed."""
    if way.name == "given-or-then" and (line.first in INSTEAD or nearest(line.first, _SCENE_WORDS)):
        return False
    if way.name == "two-sentences":
        return True
    if way.name == "end-of-the-game" and _has_block(line):
        return False
    context = line.context()
    if way.message == AT_THE_MARGIN and (context is None or context.headers):
        return False
    if context is None:
        return (line.first in _SCENE_WORDS) == (way.name in _IN_SCENARIOS)
    return (context.headers == ('scenario "A":',)) == (way.name in _IN_SCENARIOS)
