"""What looks like a fault and is none: each rule leaves it alone. And faults that its page does not show."""

from __future__ import annotations

import pytest

from dsl.render import render
from interpreter.findings.looked import errors
from tests.lint.test_rules import found_in, text_of

pytestmark = pytest.mark.usefixtures("nothing_kept")

_SPLIT = """
action split "Split", beside sell:
    roll 2 dice as pair
    choose one asking "How?":
        option "{low} and {high}" for each low from 1 to 6, each high from low to 6
                if (pips of first of pair is low or pips of first of pair is high) and high <= 5 + low:
            gain (high - low) coins
        option "Not at all": gain 1 fame
"""

NONE = {
    "a condition that one of several options would not need": ("always-holds", _SPLIT),
    "names in one of several options that stand for the same": ("same-on-both-sides", _SPLIT),
    "a parameter has the number of the text": (
        "text-and-rule-disagree",
        """
parameter wage = 3 (1 to 9) "coins for a day's work"
action work "Work", beside sell:
    > You gain three coins.
    gain wage coins
""",
    ),
    "the amount hangs on the play": (
        "text-and-rule-disagree",
        """
action work "Work", beside sell:
    > You gain two coins, and as many more as you have fame.
    gain (2 + fame of you) coins
""",
    ),
    "as many more come as a sentence of their own": (
        "text-and-rule-disagree",
        """
action work "Work", beside sell:
    > You gain two coins, and as many more as you have fame.
    gain 2 coins
    gain coin equal to fame of you
""",
    ),
    "two more come under a condition": (
        "text-and-rule-disagree",
        """
action work "Work", beside sell:
    > You gain three coins, and two more if you have fame.
    gain 3 coins
    if fame of you > 0: gain 2 coins
""",
    ),
    "the number is for each of something": (
        "text-and-rule-disagree",
        """
action work "Work", beside sell:
    > You gain two coins for each player.
    gain 8 coins
""",
    ),
    "a text about something else": (
        "text-and-rule-disagree",
        """
action work "Work", beside sell:
    > You gain two coins.
    gain 2 coins
    > And you gain one fame.
    gain 1 fame
""",
    ),
    "a where that is bracketed to its end": (
        "where-reaches-over",
        """
flag late
action brag "Brag", beside sell:
    if any card in your hand where (price > 3 and late): gain 1 fame
    if any player where not late and coin > 3: gain 1 fame
    if any player as rival where coin > 3 and fame of rival > 1: set late to yes
""",
    ),
    "a list that nothing can be joined to": (
        "where-reaches-over",
        """
flag late
after step market:
    for each ware in every card in stall where price > 3 and late: move ware to sold
    set late to not late
""",
    ),
    "those that a rule is about": (
        "where-reaches-over",
        """
flag late
whenever any player as rival where coin > 30 and late:
    set coin of rival to 0
    set late to no
after step market: set late to yes
""",
    ),
    "that that": (
        "repeated-word",
        "\n> Whoever has had that that day has had enough.\nbefore step market: nothing happens",
    ),
    "a title that says a word twice": ("repeated-word", 'action wave "Wave goodbye goodbye", beside sell: gain 1 coin'),
    "three dots": ("space-before-punctuation", '\naction wave "Wave ...", beside sell: gain 1 coin'),
    "an abbreviation at the end": ("title-with-full-stop", 'action wave "Wave to Mr.", beside sell: gain 1 coin'),
    "brackets that are no clause": (
        "misspelt-clause",
        """
action work "Work", beside sell:
    > [fair-01] You gain a coin; see the table [page 12].
    gain 1 coin
""",
    ),
    "a comment in words": ("commented-out-rule", "# move the host on when all have had a look at the stall"),
    "a heading in a comment": ("commented-out-rule", "# set 2: the wares"),
    "an ending is read": (
        "confusing-names",
        """
flag helped of player
role helper
after step evening:
    if helper is host: set helped of host to yes
    set helper to right of host
game ends after day when helped of host: nobody wins
""",
    ),
    "numbers tell names apart": (
        "confusing-names",
        """
counter row_1
counter row_2
after step evening:
    raise row_1 by 1
    raise row_2 by row_1
game ends after day when row_2 > 9: nobody wins
""",
    ),
    "two winners of two things": (
        "tie-without-tie-break",
        "after step evening:\n    if fame of host > 9: the player with most fame then fewest coin wins",
    ),
    "a free action with a limit": ("free-gain", 'free action beg "Beg", up to 2 per round, beside sell: gain 1 coin'),
    "a free action that costs": (
        "free-gain",
        'free action beg "Beg", beside sell:\n    lose 1 fame\n    gain 1 coin',
    ),
    "a secret that is told to its owner": (
        "secret-in-question",
        """
counter purse of player: hidden
before step market:
    each player:
        gain 1 purse
        let mine be purse of you
        choose a number from 0 to 3 as spent asking "Of your {mine}, how much?"
        secretly pay spent purse to the bank
""",
    ),
    "what all hide together": (
        "secret-condition-shown",
        """
counter purse of player: hidden
before step market:
    each player gains 1 purse
    if highest purse of players > 5: host gains 1 fame
""",
    ),
    "a loop that does all in secret": (
        "secret-condition-shown",
        """
counter purse of player: hidden
before step market:
    each player:
        gain 4 purse
        while purse of you > 3, at most 9 times: secretly lose 1 purse
game ends after day when total purse of players > 99: nobody wins
""",
    ),
    "a loop over all cards of a hand": (
        "secret-condition-shown",
        """
before step market:
    each player:
        for each one in your hand: gain 1 fame
""",
    ),
    "an action that needs what is one's own": (
        "secret-condition-shown",
        """
counter purse of player: hidden
before step market: each player gains 1 purse
action boast "Boast", beside sell:
    needs purse of you > 3 else "you are poor"
    needs any card in your hand where price > 3 else "you have nothing good"
    gain 1 fame
""",
    ),
    "an action that needs what is one's own by way of a definition": (
        "secret-condition-shown",
        """
counter purse of player: hidden
define is_rich of player: purse > 3
before step market: each player gains 1 purse
action boast "Boast", beside sell:
    needs is_rich of you else "you are poor"
    gain 1 fame
""",
    ),
    "an action that needs what a partner shows": (
        "secret-condition-shown",
        """
counter purse of player: hidden, also seen by left of them
before step market: each player gains 1 purse
action boast "Boast", beside sell:
    needs purse of right of you > 3 else "they are poor"
    gain 1 fame
""",
    ),
    "a rule that looks at what lies in the open": (
        "secret-condition-shown",
        """
flag rich
whenever coin of host > 30 and not rich: set rich to yes
action boast "Boast", beside sell:
    needs not rich else "nobody listens"
    gain 1 fame
""",
    ),
    "an option that hangs on what is one's own": (
        "secret-condition-shown",
        """
before step market:
    each player:
        choose one asking "Well?":
            option "This": gain 1 coin
            option "That" if any card in your hand where price > 3: gain 1 fame
""",
    ),
    "a loop whose condition is told by what it does": (
        "secret-condition-shown",
        """
before step market:
    each player:
        for each one in your hand where price of one > 3:
            reveal one
            gain 1 fame
""",
    ),
    "a card that is shown by what hangs on it": (
        "secret-condition-shown",
        """
before step market:
    each player:
        randomly choose a card from your hand as offered
        if price of offered > 3: move offered to stall face up
""",
    ),
    "a card that has been shown before": (
        "secret-condition-shown",
        """
before step market:
    each player:
        choose a card from your hand as offered asking "What do you offer?"
        reveal offered
        if price of offered > 3: gain 1 fame
        reveal every card in your hand
        if any card in your hand where price is 3: gain 1 fame
        for each one in your hand where price of one > 3: gain 1 fame
""",
    ),
    "chosen secretly and laid face down": (
        "secret-choice-told-at-once",
        """
before step market:
    each player:
        secretly choose a card from your hand as offered asking "What do you offer?"
        move offered to stall face down
""",
    ),
    "seat by seat, each one's own": (
        "at-once-sees-others",
        """
counter wish of player
before step market:
    all players at once:
        choose a number from 0 to 5 as wanted asking "How much?"
        set your wish to wanted
        if your wish > 3: lose 1 coin
""",
    ),
    "what cards are called by": (
        "unused-card-field",
        """
enum Hue: red, blue
cards Flag: hue: Hue
zone mast: row, face up
deck Flag in mast:
    "{hue} flag", hue each Hue
before step market: move every card in mast to mast face down
""",
    ),
    "the highest that somebody has": (
        "tie-by-seat",
        """
enum Level: novice, master
remember level of player: Level
define top_level: highest level of players
before step market:
    each player where level is top_level: gain 1 coin
""",
    ),
    "shown where cards may lie face down": (
        "nothing-to-reveal",
        """
before step market:
    move top of stock to stall face down
    reveal every card in stall
""",
    ),
    "hidden, and changed by a secret": (
        "hidden-but-known",
        """
counter purse of player: hidden
before step market:
    each player:
        gain 2 purse
        secretly choose a number from 0 to purse of you as given_away asking "How much?"
        pay given_away purse to the bank
after step market: each player where purse > 9 gains 1 fame
""",
    ),
}
SOME = {
    "a loop while somebody has something hidden": (
        "secret-condition-shown",
        """
counter purse of player: hidden
before step market:
    each player:
        gain 4 purse
        while purse of you > 3, at most 9 times:
            secretly lose 1 purse
            gain 1 fame
""",
    ),
    "a loop over cards in a hand that not all see": (
        "secret-condition-shown",
        """
before step market:
    each player:
        for each one in your hand where price of one > 3: gain 1 fame
""",
    ),
    "a loop over players in order": (
        "secret-condition-shown",
        """
counter purse of player: hidden
before step market:
    each player from host where purse > 3: gain 1 fame
""",
    ),
    "a rule that looks at it all the time": (
        "secret-condition-shown",
        """
counter purse of player: hidden
flag rich
before step market: each player gains 1 purse
whenever purse of host > 3 and not rich: set rich to yes
""",
    ),
    "a rule on an event": (
        "secret-condition-shown",
        """
counter purse of player: hidden
before step market: each player gains 1 purse
after any player as seller gaining some fame while purse of seller > 3: announce "{seller} is rich"
""",
    ),
    "an action that needs what others hide": (
        "secret-condition-shown",
        """
counter purse of player: hidden
before step market: each player gains 1 purse
action boast "Boast", beside sell:
    needs purse of left of you > 3 else "they are poor"
    gain 1 fame
""",
    ),
    "an action that needs what nobody sees": (
        "secret-condition-shown",
        """
action guess "Guess", beside sell:
    needs price of top of stock > 3 else "it is cheap"
    gain 1 fame
""",
    ),
    "an option that hangs on what others hide": (
        "secret-condition-shown",
        """
counter purse of player: hidden
before step market:
    each player:
        gain 1 purse
        choose one asking "Well?":
            option "This": gain 1 coin
            option "That" if any card in hand of left of you where price > 3: gain 1 fame
""",
    ),
    "an action that needs it by way of a definition": (
        "secret-condition-shown",
        """
counter purse of player: hidden
define rival_is_rich of player: purse of left of them > 3
before step market: each player gains 1 purse
action boast "Boast", beside sell:
    needs rival_is_rich of you else "they are poor"
    gain 1 fame
""",
    ),
    "nested in a loop and a condition": (
        "text-and-rule-disagree",
        """
after step market:
    > Whoever has five coins gains two fame.
    each player:
        if coin of you >= 5: gain 1 fame
""",
    ),
    "several ids in one pair of brackets": (
        "misspelt-clause",
        """
action work "Work", beside sell:
    > [fair-01] You gain a coin, [fair-02, fair-03] and that is all.
    gain 1 coin
""",
    ),
    "two letters changed places": (
        "confusing-names",
        """
counter harvest of player
counter havrest of player
after step evening:
    each player gains 1 harvest
    each player where harvest > 3 gains 1 havrest
game ends after day when any player where havrest > 9: nobody wins
""",
    ),
    "options of one menu": (
        "same-title-twice",
        """
before step market:
    host chooses one asking "What do you do?":
        option "Rest": host gains 1 coin
        option "Rest": host gains 1 fame
""",
    ),
}


@pytest.mark.parametrize("name", NONE)
def test_it_is_left_alone(name: str) -> None:
    rule, example = NONE[name]
    found = found_in(text_of(example))
    assert not errors(found), render(errors(found), "full")
    assert rule not in [one.name for one in found], render(found, "full")


@pytest.mark.parametrize("name", SOME)
def test_it_is_found(name: str) -> None:
    rule, example = SOME[name]
    found = found_in(text_of(example))
    assert not errors(found), render(errors(found), "full")
    assert rule in [one.name for one in found]
