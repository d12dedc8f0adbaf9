"""What `bylaws print` can make of a game, by the names that `--only` takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from interpreter.paper.board.pages import table
from interpreter.paper.book.rulebook import rulebook
from interpreter.paper.cards import cards
from interpreter.paper.component_list import component_list
from interpreter.paper.digital.images import images
from interpreter.paper.digital.pcio import pcio
from interpreter.paper.digital.tts import tts
from interpreter.paper.order import Made, Order

#: Makes files. Raises LoadError for what cannot be read, and TypesetError for what cannot be set.
Output: TypeAlias = Callable[[Order], Made]

OUTPUTS: Mapping[str, Output] = {"cards": cards, "rules": rulebook, "table": table, "list": component_list}
#: What `--for` makes in place of these.
ELSEWHERE: Mapping[str, Output] = {"tts": tts, "pcio": pcio, "images": images}
