"""After which questions one may come that not everybody hears of: what rules say, held to what happens in play."""

from __future__ import annotations

from interpreter.program.cfg.unheard import before_unheard
from interpreter.table.decision import is_announced
from interpreter.text.redaction import PUBLIC
from tests.tables import game, game_of, play, table

#: Whoever takes coins may be asked in secret.
RULES = """game "Shields":
    players: 3 to 3
counter coins of player: starts at 5
counter shields of player: hidden, starts at 1
counter tally
reaction shield "Hold up the shield?", instead of any player losing some coins while shields of you > 0:
    lower shields of you by 1
round day "Day":
    each player:
        choose a number from 1 to 2 as colour asking "Which colour?"
        choose a number from 1 to 2 as n asking "How many?"
        do taking of n
        choose a number from 1 to 2 as rest asking "How long?"
        raise tally by rest
procedure taking of n: number:
    each player: lose n coins
game ends after day when tally > 9: nobody wins
"""


def prompts(rules: str) -> set[str]:
    """The questions after which one may come that not everybody hears of."""
    session, found = table(game_of(rules), 3), set()
    for one in play(session, 1, 40).history:
        if session.engine.asked(one.state).site in before_unheard(session.engine.program):
            found.add(session.decision_in(one.state).prompt)
    return found


def test_what_may_be_followed_by_a_secret_question() -> None:
    again = "Hold up the shield?"  # the next player may be asked the same
    assert prompts(RULES) == {"How many?", again}
    later = RULES.replace("        do taking of n\n", "").replace("by rest\n", "by rest\n        do taking of n\n")
    assert prompts(later) == {"How long?", again}, "behind another question"
    reaction = RULES[RULES.index("reaction") : RULES.index("round")]
    assert before_unheard(table(game_of(RULES.replace(reaction, "")), 3).engine.program) == frozenset()


def test_no_secret_question_comes_after_another() -> None:
    asked_in_secret = 0
    for rules, players in ((game_of(RULES), 3), (game("bad_day_at_the_office"), 3)):
        session = table(rules, players, engine="generated")
        known, last = before_unheard(session.engine.program), None
        for one in play(session, 5, 150).history:
            if is_announced(session.engine, one.state, PUBLIC):
                last = session.engine.asked(one.state).site
            elif last is not None:
                asked_in_secret += 1
                assert last in known
    assert asked_in_secret > 5
