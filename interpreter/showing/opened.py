"""What lay hidden with each player when a game was over, for all to see."""

from typing import Any

from interpreter.showing.payload import without_log
from interpreter.table.session import Session
from interpreter.text.redaction import PUBLIC


def opened(session: Session) -> list[dict[str, Any]]:
    """Of a game that is over, the places of players with cards that not everybody knows: `seat`, `label`, `cards`.

    The cards are titles, those that lie in no order sorted. It must be given to nobody while a game goes on.
    """
    assert session.over, "nothing is opened while a game goes on"
    whole, known = without_log(session, None), without_log(session, PUBLIC)
    hidden = {place["id"] for place in known["places"] if any(card["face"] is None for card in place["cards"])}
    return [
        {
            "seat": place["owner"],
            "label": place["label"],
            "cards": [whole["faces"][card["face"]]["title"] for card in place["cards"] for _ in range(card["number"])],
        }
        for place in whole["places"] if place["owner"] is not None and place["id"] in hidden
    ]  # fmt: skip
