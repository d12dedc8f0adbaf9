"""A tiny game with a variant and a scenario, for what looks at the files of a game."""

from pathlib import Path

GAME = """game "Tiny":
    players: 2 to 4
counter coin of player
round day "Day":
    step 1 earning "Earning":
        each player: gain 1 coin
game ends after day when round_number >= 3:
    the player with most coin wins
"""
VARIANT = 'variant "Bonus" of "Tiny":\n    extend step earning:\n        each player: gain 1 coin\n'
SCENARIO = 'scenario "Pay day":\n    played by ann, ben\n    when step earning\n    then ann\'s coin is 1\n'


def write_tiny(folder: Path) -> None:
    """Writes the game into `tiny` in this folder."""
    for name, text in {
        "game.bylaws": GAME,
        "variants/bonus.bylaws": VARIANT,
        "scenarios/all.bylaws": SCENARIO,
    }.items():
        path = folder / "tiny" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
