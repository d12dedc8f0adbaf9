"""A made-up game in which the first player wins with a chance that is known: `edge` in twenty."""

from __future__ import annotations

from pathlib import Path

GAME = """
game "Threshold":
    players: 2 to 3
enum Mood: calm, wild
parameter edge = 7 (0 to 20) "so many pips of twenty are good for the first player"
parameter mood = calm "which die is rolled"
parameter secure = yes "whether nothing can go wrong"
dice calm_die: from 1 to 20
dice wild_die: from 1 to 20
counter points of player
counter pot
define fee: 1
exception to fee if pot > 0: instead 2
exception to fee if pot > 0: instead 3

step 1 throw "Throw":
    roll a calm_die as calm_luck
    roll a wild_die as wild_luck
    let luck be pips of calm_luck
    if mood is wild: set luck to pips of wild_luck
    if luck <= edge: first of players gains 1 point
    otherwise: last of players gains 1 point
    if luck <= 2 and not secure:
        raise pot by 1
        raise pot by fee
step 2 thanks "Thanks":
    players take turns:
        you may choose a number from 1 to 3 as gift:
            choose a number from 1 to gift as more
game ends after thanks:
    the player with most points wins
"""
KINDER = """
variant "Kinder" of "Threshold":
    set parameter edge = 9
"""


def written(folder: Path) -> Path:
    """The game with its variant, in this folder."""
    (folder / "variants").mkdir(parents=True)
    (folder / "game.bylaws").write_text(GAME)
    (folder / "variants" / "kinder.bylaws").write_text(KINDER)
    return folder
