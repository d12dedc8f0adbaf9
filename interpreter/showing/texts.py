"""Longer texts that a person can ask for: the rules. Each is a list of lines."""

from collections.abc import Iterator, Sequence

from dsl.ir import nodes as ir
from dsl.ir.prose.actions import terms, with_terms
from interpreter.rulebook import Chapter, goals, parts, sentences
from interpreter.table.session import Session
from interpreter.text.labels import Words
from interpreter.text.log.journal import LogLine
from interpreter.text.of_words import of_rules


def goal(session: Session) -> list[LogLine]:
    """What players are after, in one line; nothing where the rules have no words for it."""
    said = goal_of(session.words)
    return [LogLine(f"Goal: {said[0].lower()}{said[1:]}")] if said else []


@of_rules
def goal_of(words: Words) -> str:
    """What players are after."""
    return " ".join(goals(words.rules))


def rules_here(session: Session) -> list[LogLine]:
    """The goal, the rule text behind the present step and question, and behind the actions that it offers."""
    more = LogLine("Type ? and the name of anything on the screen to read what the rules say about it.")
    return [*goal(session), *(rules_of_question(session) or [more])]


def rules_of_question(session: Session) -> Sequence[LogLine]:
    """The rule text behind the present step and question, and behind the actions that it offers."""
    running = session.engine.running(session.state)[-2:]
    asked = session.engine.asked(session.state).options
    listed = asked.names if isinstance(asked, ir.FromActions) else ()
    game = session.words.rules
    actions = [
        *(action.name for action in game.actions if action.name in listed),
        *(game.actions[number].name for number in session.state.offers),
    ]
    wanted = dict.fromkeys([*(one.name for one in running), *actions])
    return [line for name in wanted for line in _rules_of(session.words, name, name in actions)]


@of_rules
def _rules_of(words: Words, name: str, is_action: bool) -> Sequence[LogLine]:
    """The rule text of a step or an action."""
    game = words.rules
    section = {section.name: section for section in game.rulebook if section.name}.get(name)
    if section is not None:
        return page_of(section, game) if has_heading(section) else _texts(section)
    priced = (action for action in game.actions if is_action and action.name == name and terms(game, action))
    return [LogLine(with_terms(game, action), 1) for action in priced]


def card_text(session: Session, title: str) -> list[str]:
    """What a card says, without its title and fields."""
    text = session.words.card_texts.get(title)
    return [f"  {words}" for words in text.paragraphs] if text is not None else []


def rulebook(session: Session) -> list[LogLine]:
    """The whole rulebook."""
    return [line for part in parts(session.engine.rules) for line in _chapter(part)]


def _chapter(part: Chapter) -> Iterator[LogLine]:
    yield LogLine(part.title, part.depth)
    yield from (LogLine(f"  {words}") for text in part.paragraphs for words in text.splitlines())
    yield from (LogLine(f"  - {item}") for item in part.items)
    for row in part.table[1:]:
        printed = dict(zip(part.table[0], row, strict=True))
        title, copies = printed.pop(part.table[0][0]), printed.pop("Copies", "1")
        name = title if copies == "1" else f"{title} ({copies})"
        apart = len(printed) > 1
        said = ", ".join(f"{column.lower()} {cell}" if apart else cell for column, cell in printed.items() if cell)
        yield LogLine(f"  {name}: {said}" if said else f"  {name}")


#: Kinds of things that players know by their titles or names. Others have names for the rule file alone.
_KNOWN_TO_PLAYERS = frozenset(
    ("game", "setup", "end", "round", "phase", "step", "action", "deck", "card", "counters", "zone", "value")
)


def has_heading(section: ir.Section) -> bool:
    """Whether players know what the section is about by its name."""
    return section.kind in _KNOWN_TO_PLAYERS


def page_of(section: ir.Section, game: ir.Game) -> list[LogLine]:
    """A section of the rulebook with its heading, that of an action with what it costs and how often it is taken."""
    action = next((a for a in game.actions if section.kind == "action" and a.name == section.name), None)
    return [LogLine(with_terms(game, action) if action else section.title, 1), *_texts(section)]


def _texts(section: ir.Section) -> list[LogLine]:
    return [LogLine(f"  {words}") for words in sentences(section)]
