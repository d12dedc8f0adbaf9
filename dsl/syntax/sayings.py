"""How a rule is often said, in plain English or as in another language, and how it is said here.

A saying is a pattern and the words that take its place; it is offered only where the line is then right, alone
or together with a second one. What stands in the group `before` stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dsl.syntax.given_names import declares, is_given, is_of_players
from dsl.syntax.plain_english import PLAIN_ENGLISH

_BEGINS = r"(?P<before>^|:\s+)"
_COMPARED = r"(>=|<=|!=|=|>|<|is\b)\s*(\w+)"
_PILE = r"\w+'s\s+\w+|(?!any\b|no\b|every\b)\w+\s+of\s+\w+"
_DO = "gain|lose|pay|draw|move|discard|reveal|shuffle|create|swap|give|roll|flip|remove|choose|look|take"

#: A line with more sayings than that is no rule in other words.
MOST_PAIRED = 6
SAYINGS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), plain)
    for pattern, plain in (
        *PLAIN_ENGLISH,
        # comparing
        (r"\b(?:is|are)\s+(?:greater|more|larger|bigger|higher)\s+than\s+or\s+equal\s+to\b", ">="),
        (r"\b(?:is|are)\s+(?:less|fewer|smaller|lower)\s+than\s+or\s+equal\s+to\b", "<="),
        (r"\b(?:is|are)\s+(?:greater|more|larger|bigger|higher)\s+than\b", ">"),
        (r"\b(?:is|are)\s+(?:less|fewer|smaller|lower)\s+than\b", "<"),
        (r"\b(any|no|every|each)\s+(\w+)\s+(?:who\s+|that\s+)?(?:has|have|with)\s+(?:a|any)\s+cards?\s+in\s+"
         r"(?:their|his|her|its)\s+(\w+)", r"\1 \2 where their \3 is not empty"),
        (r"\b(any|no|every|each)\s+(\w+)\s+(?:who\s+|that\s+)?(?:has|have|with)\s+(\w+)\s*" + _COMPARED,
         r"\1 \2 where \3 \4 \5"),
        (r"\b(any|no|every|each)\s+(\w+)\s+(?:who\s+|that\s+)?(?:has|have|with)\s+(at\s+(?:least|most))\s+(\w+)\s+(\w+)",
         r"\1 \2 where \5 is \3 \4"),
        (r"\b(any|no|every|each)\s+(\w+)\s+(?:who\s+|that\s+)?(?:has|have|with)\s+(?:more|higher)\s+than\s+(\w+)\s+(\w+)",
         r"\1 \2 where \4 > \3"),
        (r"\b(any|no|every|each)\s+(\w+)\s+(?:who\s+|that\s+)?(?:has|have|with)\s+([0-9]+)\s+(\w+)",
         r"\1 \2 where \4 = \3"),
        (r"\b(\w+)\s+of\s+any\s+(\w+)\s*" + _COMPARED, r"any \2 where \1 \3 \4"),
        (rf"({_PILE})\s+(?:has|have|should\s+have|contains)\s+([0-9]+)\s+(\w+)", r"number of \3 in \1 is \2"),
        (r"\b(\w+)\s+(?:has|have|should\s+have)\s+([0-9]+)\s+cards?\b", r"number of cards in hand of \1 is \2"),
        (r"\b(\w+)\s+(?:has|have)\s+(?:less|fewer)\s+than\s+([0-9]+)\s+cards?\b", r"number of cards in \1 < \2"),
        (r"\b(\w+)\s+(?:has|have)\s+more\s+than\s+([0-9]+)\s+cards?\b", r"number of cards in \1 > \2"),
        (r"\b(\w+)\s+(?:has|have)\s+(?:less|fewer)\s+than\s+(\w+)\s+(\w+)", r"\3 of \1 < \2"),
        (r"\b(\w+)\s+(?:has|have)\s+more\s+than\s+(\w+)\s+(\w+)", r"\3 of \1 > \2"),
        (r"\b(\w+)\s+(?:has|have)\s+more\s+(\w+)\s+than\s+(\w+)", r"\2 of \1 > \2 of \3"),
        (r"\b(\w+)\s+(?:has|have)\s+(?:less|fewer)\s+(\w+)\s+than\s+(\w+)", r"\2 of \1 < \2 of \3"),
        (r"\b(\w+)\s+(?:has|have)\s+no\s+cards?\b", r"hand of \1 is empty"),
        (r"\b(\w+)\s+(?:has|have)\s+no\s+(\w+)\b", r"\2 of \1 is 0"),
        (r"\bthere\s+(?:is|are)\s+no\s+(?:more\s+)?cards?\s+(?:left\s+)?in\s+([\w' ]+?)(?=:|$)", r"\1 is empty"),
        (r"\bthere\s+(?:is|are)\s+(?:a\s+|any\s+|still\s+)*cards?\s+(?:left\s+)?in\s+([\w' ]+?)(?=:|$)",
         r"\1 is not empty"),
        (r"\bthere\s+(?:is|are)\s+([0-9]+)\s+(\w+)\s+in\s+([\w' ]+?)(?=:|$)", r"number of \2 in \3 is \1"),
        (r"\b(\w+)\s+(?:has|have)\s+(\"[^\"]*\"(?:,\s*\"[^\"]*\")*)\s+in\s+(?:her|his|their|its|the)\s+(\w+)",
         r"\3 of \1 holds \2"),
        (r"\bcan(?:not|'t)\s+see\b", "does not see"),
        (r"\bcan\s+see\b", "sees"),
        (r"\bthe\s+game\s+is\s+won\s+by\s+(\w+)", r"\1 wins"),
        (r"\beverybody\s+(passes|plays\s+at\s+random)", r"everybody else \1"),
        (r"^when\s+the\s+(round|phase|step)\s+(\w+)\s+is\s+(?:played|done|over)$", r"when \1 \2"),
        (r"^(?:with\s+)?(?:players|cast)\s*:?\s+(\w+(?:\s*,\s*\w+)*)$", r"played by \1"),
        (r"\beverybody\s+has\s+([0-9]+)\s+(\w+)\b", r"\2 of players is \1"),
        (r"\b(\w+)\s+(?:has|have|should have|must have)\s+([0-9]+)\s+(\w+)\b", r"\3 of \1 is \2"),
        (r"\b(\w+)\s+(?:has|have)\s+(at\s+(?:least|most))\s+([0-9]+)\s+(\w+)\b", r"\4 of \1 is \2 \3"),
        (r"\b(?:greater|more|larger|bigger|higher)\s+than\b", ">"),
        (r"\b(?:less|fewer|smaller|lower)\s+than\b", "<"),
        (r"\b(?:is|are)\s+equal\s+to\b", "is"),
        (r"\b(?:does|do)\s+not\s+equal\b", "is not"),
        (r"\b(?:isn't|isnt|aren't|arent)", "is not"),
        (r"\b(doesn't|doesnt|don't|dont)(?!\w)", "does not"),
        (r"\b(didn't|didnt)(?!\w)", "did not"),
        (r"\b(can't|cant|can\s+not)(?!\w)", "cannot"),
        (r"\b(the\s+\w+\s+in\s+[\w']+(?:\s+\w+)?|\w+)\s+is\s+face\s+up\b", r"face_up of \1"),
        (r"\b(the\s+\w+\s+in\s+[\w']+(?:\s+\w+)?|\w+)\s+is\s+face\s+down\b", r"not face_up of \1"),
        (r"((?:your|their|its|\w+'s)\s+\w+|\w+\s+of\s+\w+|\w+)\s+is\s+between\s+(\w+)\s+and\s+(\w+)",
         r"\1 >= \2 and \1 <= \3"),
        (r"==", "is"),
        (r"!==|<>", "!="),
        (r"=<", "<="),
        (r"=>", ">="),
        (r"&&", "and"),
        (r"\|\|", "or"),
        # one of many
        (r"\bthe\s+(first|last)\s+player\b", r"\1 of players"),
        (r"\bthe\s+player\s+to\s+the\s+(left|right)\s+of\b", r"\1 of"),
        (r"\b(?:the\s+)?(?:player|neighbour|neighbor)\s+(?:to|on)\s+your\s+(left|right)\b", r"\1 of you"),
        (r"\byour\s+(left|right)\s+(?:neighbour|neighbor)\b", r"\1 of you"),
        (r"\b(?:the\s+)?next\s+player\b", "left of you"),
        (r"\bthe\s+previous\s+player\b", "right of you"),
        (r"\b(?:the\s+(?:chosen|same|drawn|selected)|that)\s+(?:card|piece|token)\b", "it"),
        (r"(?<!the )\b(top|bottom)\s+([0-9]+\s+)?(cards?)\s+(?:of|from|in)\b", r"the \1 \2\3 of"),
        (r"\bthe\s+(top|bottom)\s+([0-9]+\s+)?(cards?)\s+(?:from|in)\b", r"the \1 \2\3 of"),
        (r"(?<!the )\bplayer\s+with\s+(?:the\s+)?(?:most|highest|largest|greatest)\b", "the player with most"),
        (r"(?<!the )\bplayer\s+with\s+(?:the\s+)?(?:fewest|least|lowest|smallest)\b", "the player with fewest"),
        (r"^(given|and)\s+the\s+(\w+)\s+pile\b", r"\1 \2_pile"),
        (r"\bwith\s+(?:the\s+)?(?:highest|largest|greatest)\b", "with most"),
        (r"\bwith\s+(?:the\s+)?(?:least|lowest|smallest)\b", "with fewest"),
        (r"\bof\s+(\w+)\s+in\b", r"of the \1 in"),
        (r"\b(an?\s+player)\s+(?:among|from)\s+players\s+other\s+than\b", r"\1 other than"),
        (r"\b(an?\s+\w+)\s+among\b", r"\1 from"),
        (r"\b(an?\s+\w+)\s+(?:except|but|not)(?=\s+\w)", r"\1 other than"),
        (r"\b(a\s+number)\s+between\s+(\w+)\s+and\s+(\w+)", r"\1 from \2 to \3"),
        (r"\b(chooses?)\s+(?:any|one)\s+(?!number\b|of\b|asking\b)(\w+)", r"\1 a \2"),
        (r"\bamong\s+players\s+other\s+than\b", "among every player other than"),
        (r"\b(all\s+\w+)\s+at\s+once\s+(where\b[^:]*?)\s*(?=:)", r"\1 \2 at once"),
        (r"\b(all\s+\w+)\s+(?:but|except)(?=\s+\w)", r"\1 other than"),
        # what is done
        (_BEGINS + r"(?:set\s+)?([A-Za-z][\w'\[\] ]*?)\s*\+=", r"raise \2 by"),
        (_BEGINS + r"(?:set\s+)?([A-Za-z][\w'\[\] ]*?)\s*-=", r"lower \2 by"),
        (_BEGINS + r"([A-Za-z][\w'\[\] ]*?)\s*(?::=|(?<![<>!=])=(?!=)|\bis\b|\bare\b|\bbecomes\b)\s*([^:]+)$",
         r"set \2 to \3"),
        (_BEGINS + r"add\s+(\w+)\s+to\s+(.+)$", r"raise \3 by \2"),
        (_BEGINS + r"(?:subtract|take)\s+(\w+)\s+from\s+(.+)$", r"lower \3 by \2"),
        (_BEGINS + r"(?:put|place)\s+(.+?)\s+(?:in|into|on|onto)\s+([^:]+)$", r"move \2 to \3"),
        (_BEGINS + r"every\s+(\w+)", r"each \2"),
        (_BEGINS + r"(?:take|draw|get|pick)\s+the\s+top\s+card\s+(?:from|of)\s+(?:the\s+)?(\w+)$",
         r"draw a card from \2"),
        (_BEGINS + r"(?:the\s+)?(\w+)\s+(?:passes|moves|goes)\s+to\s+the\s+(left|right)$", r"set \2 to \3 of \2"),
        (_BEGINS + r"pass\s+(?:the\s+)?(\w+)\s+to\s+the\s+(left|right)$", r"set \2 to \3 of \2"),
        (r"\b(gives?)\s+(?!all\b)([A-Za-z]\w*)\s+([0-9]+)\s+(\w+)$", r"\1 \3 \4 to \2"),
        (_BEGINS + r"end\s+(?:your|the)\s+turn$", "end turn"),
        (_BEGINS + r"do\s+(?:this|that|the\s+following)\s+(\w+)\s+times\b", r"repeat \2 times"),
        (r"\b(wins?)\s+the\s+game\b", r"\1"),
        (rf"\byou\s+(?:must|should|will|have\s+to)\s+((?:{_DO})\b)", r"\1"),
        (rf"\byou\s+((?:{_DO})\b)", r"\1"),
        (r"\b(gains?|loses?)\s+1\s+(\w+)\s+for\s+each\s+(\w+)\s+in\s+([\w' ]+)", r"\1 (number of \3s in \4) \2"),
        (r"\b(gains?|loses?)\s+([0-9]+)\s+(\w+)\s+for\s+each\s+(\w+)\s+in\s+([\w' ]+)",
         r"\1 (\2 * number of \4s in \5) \3"),
        (r"\b(gains?|loses?|pays?)\s+(\w+\s+of\s+\w+|\w+'s\s+\w+)\s+(?!to\b|from\b|equal\b)(\w+)\b",
         r"\1 \3 equal to \2"),
        (rf"^((?:{_DO})\b[^:]*?)\s+if\s+([^:]+)$", r"if \2: \1"),
        (rf"^((?:{_DO})\b[^:]*?)\s+unless\s+([^:]*\b(?:and|or)\b[^:]*)$", r"if not (\2): \1"),
        (rf"^((?:{_DO})\b[^:]*?)\s+unless\s+([^:]+)$", r"if not \2: \1"),
        (r"\bunless\s+([^:]*\b(?:and|or)\b[^:]*?)\s*(?=:)", r"if not (\1)"),
        (r"\bdraw\s+until\s+(?:you|they)\s+have\s+([0-9]+)(?:\s+\w+)?", r"draw to \1"),
        (r"\b(draws?)\s+(?:one|a\s+new|another)\s+card\b", r"\1 a card"),
        (r"\bfor\s+(?!each\b|the\b)(\w+\s+(?:in|from)\b)", r"for each \1"),
        (r"\b(chooses?\s+(?:an?|[0-9]+|up\s+to\s+[0-9]+)\s+\w+)\s+(?:in|out\s+of)\b", r"\1 from"),
        (r"\bfor\s+(each\s+\w+)\b", r"\1"),
        (r"\b(each\s+\w+)\s+may\b(?!.*:\s*$)", r"\1: you may"),
        (r"\belse\s+if\b", "otherwise if"),
        (r"\btakes\s+the\s+action\b", "takes"),
        # what there is
        (r"^(round)\s+[0-9]+\b", r"\1"),
        (r"^the\s+(game\s+ends)\b", r"\1"),
        (r'\b(game|variant|scenario):\s*("[^"]*"):?', r"\1 \2:"),
        (r":\s*([0-9]+)$", r": starts at \1"),
        (r":\s*([0-9]+)\s+to\s+([0-9]+)\b", r": from \1 to \2"),
        (r"(?<=[:,])(\s*)(\w+)\s+(number|text|yes_no|player|card)\b", r"\1\2: \3"),
        (r"(?<=[:,])(\s*)(\w+)\s+yes\s*(?:/|or)\s*no\b", r"\1\2: yes_no"),
        (r"\byes\s*(?:/|or)\s*no\b", "yes_no"),
        (r"\b(played\s+by|use)\b(.*?)\s+and\b", r"\1\2,"),
        (r"^(role|flag|counter|zone|parameter|cards|dice|enum)\s*:\s*(\w+)", r"\1 \2"),
        (r"^(parameter\s+\w+)\s*:\s*(\S+)", r"\1 = \2"),
        (r"^(parameter\s+\w+\s*=\s*\S+?),?\s+from\s+([0-9]+)\s+to\s+([0-9]+)", r"\1 (\2 to \3)"),
        (r"^(enum\b.*?)\s+(?:or|and)(?=\s+\w)", r"\1,"),
        (r"^(define\b.*?)\s+as\s+([^:]+)$", r"\1: \2"),
        (r"^if\s+([^:]+):\s*(\w+)$", r"\2 if \1"),
        (r"^(?:else|otherwise):?\s+(\w+)$", r"\1 otherwise"),
        (r'^("[^"]*")\s*x\s*([0-9]+)', r"\2 x \1"),
        (r'^((?:[0-9]+\s*x\s+)?"[^"]*"):(?=\s+\w)', r"\1,"),
        (r'^((?:[0-9]+\s*x\s+)?"[^"]*")\s*\(([^)]*)\)', r"\1, \2"),
        (r'(?<=, )(\w+):(?=\s+(?:[0-9"]|yes\b|no\b))', r"\1"),
        (r"^([A-Z][\w ]*?)(?=,|$)", r'"\1"'),
        (r"^(game\s+ends)\s+if\b", r"\1 when"),
        (r"\bseen\s+by\s+(?:the\s+)?owner\b", "seen by its owner"),
        (r"^([0-9]+)\s*(?:-|to)\s*([0-9]+)\s+players$", r"players: \1 to \2"),
        (r"^(\w+):\s*(stack|row|slot|hand|group)\b", r"zone \1: \2"),
        (r"^(\w+)\s+(\w+):\s*(stack|row|slot|hand|group)\b", r"zone \1_\2: \3"),
        (r"^(\w+\s+\w+\s+of)\s+(?:each|every|a)\s+player\b", r"\1 player"),
        (r"\b(set\s+parameter\s+\w+)\s+to\b", r"\1 ="),
        (r"\b(cannot|can)\s+to\b", r"\1"),
        (r"\bx([0-9]+)\b", r"\1 x"),
        # numbers
        (r"\bdivided\s+by\b", "/"),
        (r"\bmultiplied\s+by\b", "*"),
        (r"\b([0-9]+)\s*-\s*([0-9]+)\b", r"\1 to \2"),
        (r"\bbetween\s+(\w+)\s+and\s+(\w+)\b", r"one of \1, \2"),
        (r"\b(\w+)\.(\w+)\b", r"\2 of \1"),
    )
)  # fmt: skip


def said_so(text: str, whole: str) -> Iterator[tuple[int, int, str]]:
    """Where sayings stand in a line, each with what it is here; after them, what two of them together are.

    `whole` is the file, which tells what the names in a line stand for.
    """
    found = [(pattern, *each) for pattern, plain in SAYINGS for each in _found(pattern, plain, text, whole)]
    yield from ((start, end, instead) for _, start, end, instead in found)
    for pattern, start, end, instead in found if len(found) <= MOST_PAIRED else ():
        once = text[:start] + instead + text[end:]
        for other, plain in SAYINGS:
            if other is not pattern:
                yield from _both(text, once, other, plain, whole)


def _both(text: str, once: str, pattern: re.Pattern[str], plain: str, whole: str) -> Iterator[tuple[int, int, str]]:
    """A line in which one saying is replaced, with another one replaced too: as one change, as short as can be."""
    for start, end, instead in _found(pattern, plain, once, whole):
        twice = once[:start] + instead + once[end:]
        same = next((k for k, (one, two) in enumerate(zip(text, twice, strict=False)) if one != two), 0)
        same = text.rfind(" ", 0, same) + 1
        yield same, len(text), twice[same:]


def _found(pattern: re.Pattern[str], plain: str, text: str, whole: str) -> Iterator[tuple[int, int, str]]:
    for found in pattern.finditer(text):
        names = found.groupdict()
        if "zone" in names and not declares(whole, "zone", names["zone"]):
            continue
        if "mine" in names and not is_of_players(whole, names["mine"]):
            continue
        if "fresh" in names and is_given(whole, names["fresh"]):
            continue
        start = found.end("before") if "before" in pattern.groupindex else found.start()
        yield start, found.end(), found.expand(plain)
