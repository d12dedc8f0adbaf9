"""How a game looks on the page: `looks.toml` beside its rules gives colours, icons, images, captions and grids.

No rule reads it, and the game is the same without it. Names that the game does not have are told, and left out. Images
go by names that nobody can guess and that tell nothing: they are made anew whenever the server begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from attrs import define, field

from dsl.disk.beside import file_in, settings_beside
from dsl.disk.files import LoadError
from dsl.ir import nodes as ir
from dsl.ir.prose.nouns import spelt
from dsl.nearest import nearest
from interpreter.text.labels import spoken
from interpreter.web.kept.tokens import new_token

FILE: Final = "looks.toml"
_IMAGES: Final = (".png", ".jpg", ".jpeg", ".webp", ".gif")
_COLOUR: Final = re.compile(r"#[0-9a-fA-F]{6}")


@define(eq=False)
class Looks:
    """The looks of a game in a folder: read anew whenever they are asked for. `names`: of images, by their files."""

    folder: Path
    names: dict[Path, str] = field(factory=dict)

    def image(self, name: str) -> Path | None:
        """The file of an image, by the name that pages know."""
        return next((path for path, known in self.names.items() if known == name), None)

    def shown(self, game: ir.Game) -> tuple[dict[str, Any], list[str]]:
        """What a page is told, and what is wrong with the file: nothing of either where there is none."""
        told: dict[str, Any] = {"colours": {}, "icons": {}, "images": {}, "captions": {}, "grids": {}}
        try:
            found = settings_beside(self.folder / FILE)
        except LoadError as fault:
            return told, [f"{FILE} cannot be read: {fault}"]
        wrong = [f"{FILE} has a part {part}; the parts are {', '.join(told)}" for part in found if part not in told]
        for part, (kind, known) in _parts(game).items():
            given = found.get(part, {})
            if not isinstance(given, dict):
                wrong.append(f"{FILE}: {part} is a table: write [{part}] above its lines")
                continue
            for name, value in given.items():
                title = known.get(str(name).casefold())
                if title is None:
                    why = _unknown(str(name), kind, known.values())
                else:
                    why = self._take(told, part, title, value)
                wrong += [f"{FILE}, [{part}]: {why}"] if why else []
        wrong += [f"{FILE}, [grids]: {why}" for why in _odd_grids(game, told["grids"])]
        return told, wrong

    def _take(self, told: dict[str, Any], part: str, title: str, value: Any) -> str:
        """Takes one line in, or says what is wrong with it."""
        match part:
            case "grids" if not _is_grid(value):
                return f'{title} is laid out in rows of titles: {title} = [["A", "B"], ["C", ""]]'
            case "colours" if not (isinstance(value, str) and _COLOUR.fullmatch(value)):
                return f'the colour of {title} is written like "#d55e00"'
            case "icons" | "captions" if not (isinstance(value, str) and 0 < len(value) <= 200):
                return f"what stands for {title} is a text of at most 200 letters"
            case "images":
                path = file_in(self.folder, value, _IMAGES)
                if path is None:
                    return f"{title} has no image {value!r} in the folder of the game ({', '.join(_IMAGES)})"
                value = f"/looks/{self.names.setdefault(path, new_token())}"
        told[part][title] = value
        return ""


def _parts(game: ir.Game) -> dict[str, tuple[str, Mapping[str, str]]]:
    """Of each part of the file what its names are of, and these names as pages show them."""
    kinds = {spelt(one.name): spelt(one.name).capitalize() for one in game.card_types}
    kinds |= {one.name: spelt(one.name).capitalize() for one in game.card_types}
    boards = {one.name: one.name for one in game.enumerations if one.board}
    titles = [card.title for card in game.cards]
    spaces = [title for one in game.enumerations if one.board for title in _titles(one)]
    both = {title: title for title in (*titles, *spaces)}
    parts = {
        "colours": ("kind of card", kinds), "icons": ("card or space", both), "captions": ("card or space", both),
        "images": ("card", {title: title for title in titles}), "grids": ("board", boards),
    }  # fmt: skip
    return {
        part: (kind, {name.casefold(): title for name, title in known.items()})
        for part, (kind, known) in parts.items()
    }  # fmt: skip


def _titles(board: ir.Enumeration) -> list[str]:
    return [value.title or spoken(value.name) for value in board.values]


def _unknown(name: str, kind: str, known: Iterable[str]) -> str:
    near = nearest(name, known)
    return f"there is no {kind} {name}" + (f"; did you mean {near[0]}?" if near else "")


def _is_grid(value: Any) -> bool:
    if not isinstance(value, list) or not all(isinstance(row, list) for row in value):
        return False
    return len({len(row) for row in value}) == 1 and all(isinstance(title, str) for row in value for title in row)


def _odd_grids(game: ir.Game, grids: dict[str, Any]) -> Iterator[str]:
    """What is wrong with the titles in grids; a grid with such a fault is left out."""
    for board in [one for one in game.enumerations if one.name in grids]:
        laid, titles = [title for row in grids[board.name] for title in row if title], _titles(board)
        for title in dict.fromkeys(laid):
            if title not in titles:
                yield _unknown(title, f"space of {board.name}", titles)
            elif laid.count(title) > 1:
                yield f"{title} is laid more than once"
        if set(laid) - set(titles) or len(set(laid)) < len(laid):
            del grids[board.name]
