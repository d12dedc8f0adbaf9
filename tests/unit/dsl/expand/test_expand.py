"""The expanded rules are the merged rules, each line with its place, its changes, and what meets it."""

from pathlib import Path

import pytest

from dsl.expand import Expanded, expand
from dsl.expand.printed import as_typed, printed
from dsl.loading import load
from dsl.source import Source
from dsl.syntax import nodes as n
from dsl.syntax.parse import parse
from dsl.variant.rules import Items
from tests.unit.dsl.variant.shop import in_blocks

GAME = """game "Tea Time":
    players: 2 to 4

parameter price = 2 (1 to 5) "what a cup costs"
# Counters and cups.
counter coin of player
zone shelf: row, face up
zone tray: row, face up
role host
cards Cup: size: number
deck Cup in shelf:
    2 x "Mug", size 2       # the big one
    "Thimble", size 1

round afternoon "Afternoon":
    step 1 brewing "Brewing": move every card in shelf to tray

    step 2 drinking "Drinking":
        # All drink.
        each player:
            do sip of you,
                by you
        move the card in tray to shelf

procedure sip of drinker: player,
        by pourer: player:
    drinker loses price coin

define thirst of player: 1
define big of card:
    yes if size of it > 1
    no otherwise

instead of host losing some coin as amount: gain 1 coin
before step drinking: host gains 1 coin
after any player moving any card from tray to shelf: stop
exception to thirst of host: previous + 1
forbid action steal if thirst of host > 3

action steal "Steal a sip", during sip:
    gain 1 coin

game ends after afternoon when round_number >= 3:
    the player with most coin wins

variant "Milk" of "Tea Time":
    > A splash of milk.
    insert after step brewing as 1.1 pouring "Pouring":
        # Not too much.
        host gains 1 coin
    replace procedure sip:
        drinker loses 1 coin
    extend step brewing: shuffle tray
    replace define thirst: 2
    replace define big: size > 3
    set parameter price = 3
    add 3 x "Mug"
    replace "Thimble", size 2
    remove action steal
"""


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with that game, in the current folder."""
    monkeypatch.chdir(tmp_path)
    Path("tea.bylaws").write_text(GAME, encoding="utf-8")
    return Path("tea.bylaws")


def rules(lines: list[Expanded]) -> str:
    """The rules alone, as a text."""
    return "".join(f"{line.text}\n" for line in lines if not line.is_note)


def remarks_on(text: str, lines: list[Expanded]) -> list[tuple[str, int]]:
    """The remarks below the line with this text, each with the line that it speaks of."""
    (at,) = [place for place, line in enumerate(lines) if line.text.strip() == text]
    found = []
    for line in lines[at + 1 :]:
        if not line.is_note:
            break
        found.append((line.text.strip(), line.line))
    return found


def number(text: str) -> int:
    """The line of the file that begins so."""
    (found,) = [k for k, line in enumerate(GAME.split("\n"), start=1) if line.strip().startswith(text)]
    return found


def test_rules_without_variants_are_printed_as_they_stand(path: Path) -> None:
    lines = expand(load(path))
    assert rules(lines) == GAME[: GAME.index('\nvariant "Milk"')]
    written = GAME.split("\n")
    for line in lines:
        if not line.is_note:
            assert line.text == written[line.line - 1]
            assert line.path == "tea.bylaws"


def test_what_is_printed_are_the_merged_rules(path: Path) -> None:
    loaded = load(path, ["milk"], {"price": 4})
    text = rules(expand(loaded))
    again, faults = parse(Source("again", text))
    assert faults == ()
    assert in_blocks(again.items) == in_blocks(loaded.items)


def test_lines_of_a_variant_stand_in_their_place_and_say_so(path: Path) -> None:
    lines = expand(load(path, ["milk"]))
    of_variant = [(line.text.strip(), line.line) for line in lines if line.variant == "Milk" and not line.is_note]
    assert ('step 1.1 pouring "Pouring":', number("insert after step brewing")) in of_variant
    assert ("# Not too much.", number("# Not too much.")) in of_variant
    assert ("drinker loses 1 coin", number("drinker loses 1 coin")) in of_variant
    assert ("shuffle tray", number("extend step brewing")) in of_variant
    at = [line.text.strip() for line in lines].index('step 1.1 pouring "Pouring":')
    assert lines[at].text.startswith("    step")
    assert lines[at + 1].text == "        # Not too much."
    assert lines[at + 2].text == "        host gains 1 coin"
    assert lines[at - 1].text.strip() == "shuffle tray"


@pytest.mark.parametrize(
    ("line", "edit", "remark"),
    [
        ('parameter price = 3 (1 to 5) "what a cup costs"', "set parameter", '# "Milk" sets this; it was 2'),
        ('5 x "Mug", size 2  # the big one', "add 3 x", '# "Milk" adds to the copies'),
        ('"Thimble", size 2', 'replace "Thimble"', '# "Milk" replaces this'),
        ("define thirst of player: 2", "replace define thirst", '# "Milk" replaces this'),
        ("define big of card: size > 3", "replace define big", '# "Milk" replaces this'),
        ('step 1 brewing "Brewing":', "extend step brewing", '# "Milk" extends this'),
    ],
)
def test_changed_lines_say_who_changed_them(path: Path, line: str, edit: str, remark: str) -> None:
    assert (remark, number(edit)) in remarks_on(line, expand(load(path, ["milk"])))


def test_a_remark_on_a_heading_of_several_lines_stands_below_all_of_it(path: Path) -> None:
    meets = ('# meets this: action steal "Steal a sip", during sip:', number("action steal"))
    assert remarks_on("by pourer: player:", expand(load(path))) == [meets]
    found = remarks_on("procedure sip of drinker: player, by pourer: player:", expand(load(path, ["milk"])))
    assert found == [('# "Milk" replaces this', number("replace procedure sip"))]


def test_what_was_removed_is_listed_at_the_end(path: Path) -> None:
    last = expand(load(path, ["milk"]))[-1]
    assert (last.text, last.line) == ('# "Milk" removes the action `steal`', number("remove action"))


def test_a_value_from_outside_is_marked(path: Path) -> None:
    lines = expand(load(path, parameters={"price": 5}))
    assert remarks_on('parameter price = 5 (1 to 5) "what a cup costs"', lines) == [("# set from outside", 0)]


def test_rules_that_meet_a_thing_are_beside_it(path: Path) -> None:
    lines = expand(load(path))
    assert remarks_on('step 2 drinking "Drinking":', lines) == [
        ("# meets this: before step drinking: host gains 1 coin", number("before step"))
    ]
    assert remarks_on("define thirst of player: 1", lines) == [
        ("# meets this: exception to thirst of host: previous + 1", number("exception"))
    ]
    assert remarks_on('action steal "Steal a sip", during sip:', lines) == [
        ("# meets this: forbid action steal if thirst of host > 3", number("forbid"))
    ]
    assert remarks_on("by pourer: player:", lines) == [
        ('# meets this: action steal "Steal a sip", during sip:', number("action steal"))
    ]
    assert remarks_on('round afternoon "Afternoon":', lines) == [
        ("# meets this: game ends after afternoon when round_number >= 3:", number("game ends"))
    ]


def test_rules_that_may_meet_a_sentence_are_beside_it(path: Path) -> None:
    lines = expand(load(path))
    losing = "# may meet this: instead of host losing some coin as amount: gain 1 coin"
    assert remarks_on("drinker loses price coin", lines) == [(losing, number("instead of"))]
    moving = "# may meet this: after any player moving any card from tray to shelf: stop"
    assert remarks_on("move the card in tray to shelf", lines) == [(moving, number("after any"))]
    other_places = 'step 1 brewing "Brewing": move every card in shelf to tray'
    assert remarks_on(other_places, lines) == []


@pytest.mark.parametrize("variants", [[], ["fate"], ["fate", "kinder_fate", "sealed_bids", "spent_cards", "own_card"]])
def test_games_that_come_along_expand_to_what_they_mean(variants: list[str]) -> None:
    loaded = load("action_the_project", variants)
    text = "".join(f"{line.text}\n" for line in printed(loaded.items, as_typed(loaded.items)))
    assert text.count("\n# | library auctions") == 1 and text.count("\n# | procedure ask") == 1
    again, faults = parse(Source("again", text))
    assert faults == ()
    sealed = "sealed_bids" in variants
    assert ("\nuse auctions (the game may declare auction)\n" in text) == sealed != ("\nuse auctions\n" in text)
    libraries = {item.span.source for item in loaded.items if isinstance(item, n.Library)}
    changed = {"auction"} if sealed else set()
    own = [item for item in loaded.items if item.span.source not in libraries or _name(item) in changed]
    assert in_blocks(_without_use(again.items)) == in_blocks(_without_use(tuple(own)))


def _name(item: object) -> str:
    return item.name.text if isinstance(item, n.Procedure) else ""


def _without_use(items: Items) -> Items:
    return tuple(item for item in items if not isinstance(item, n.Use))
