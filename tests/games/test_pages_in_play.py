"""What a person can ask for in play is there in every game: the rulebook, the rules of the moment, what a thing is."""

import pytest

from interpreter.players.human.pages.named import page
from interpreter.rulebook import parts
from interpreter.showing.texts import goal, rulebook, rules_here
from tests.bundled import EACH_GAME, rule_sets
from tests.tables import game, table


@pytest.mark.parametrize("name", EACH_GAME)
def test_pages_are_those_of_the_rules_as_they_are_written(name: str) -> None:
    for variants in dict.fromkeys(((), rule_sets(name)[-1])):
        rules = game(name, *variants)
        session = table(rules, rules.fewest_players)
        headings = [part.title for part in parts(rules)]
        assert headings == [line.text for line in rulebook(session) if line.text in headings]
        assert rules_here(session) and all(line.text for line in goal(session))
    named = [card.title for card in rules.cards]
    named += [zone.title or zone.name for zone in rules.zones]
    named += [action.title or action.name for action in rules.actions]
    for asked in named:
        assert "nothing under" not in page(session, asked)[0].text, asked
