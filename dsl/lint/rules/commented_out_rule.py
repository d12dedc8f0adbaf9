import re

from dsl.diagnostic import Level, has_errors
from dsl.lint.rule import Found, Subject, rule, warning
from dsl.lint.said import comments
from dsl.source import Source
from dsl.syntax.parse import parse

_WORDS = re.compile(r"\w+")
#: What rule lines begin with; looked at first, since most comments are plain sentences and reading them takes a while.
_BEGINS = re.compile(
    r"(?:set|let|do|if|for|each|all|players|while|repeat|gain|lose|pay|give|draw|move|discard|shuffle|reveal|flip|roll|"
    r"create|swap|choose|secretly|openly|randomly|you|take|announce|raise|lower|remove|counter|counters|zone|flag|role|"
    r"remember|parameter|define|procedure|action|free|anytime|step|phase|round|deck|cards|tokens|dice|enum|spaces|until|"
    r"game|exception|forbid|before|after|instead|whenever|otherwise|option|needs|\d+ x|"
    r"\w+ (?:gains|loses|pays|gives|draws|moves|discards|takes|may|wins|chooses))\b"
)
_FEWEST_WORDS = 3


@rule("T111", Level.INFO)
def commented_out_rule(subject: Subject) -> Found:
    """A comment of its own line that can be read as a sentence of the language."""
    for span in comments(subject.files):
        alone = not span.source.line_text(span.line)[: span.column - 1].strip()
        text = span.text.lstrip("#").strip()
        if alone and _is_rule(text):
            yield warning(
                "commented-out-rule", "this comment is a rule that is switched off", span, label="reads as a rule",
                help=("take it away, or put it into force again; or say in words why it is out",),
            )  # fmt: skip


def _is_rule(text: str) -> bool:
    if len(_WORDS.findall(text)) < _FEWEST_WORDS or not _BEGINS.match(text) or "ignore[" in text:
        return False
    block = f"{text}\n        stop\n" if text.endswith(":") else f"{text}\n"
    return any(_reads(sentence) for sentence in (f"procedure p:\n    {block}", block.replace("        ", "    ")))


def _reads(text: str) -> bool:
    return not has_errors(parse(Source("comment", text))[1])
