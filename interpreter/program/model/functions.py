"""The functions that can be played: every back end has just these."""

from typing import Final

PLAYABLE: Final = frozenset(
    {
        "left", "right", "seat_number", "owner", "holder", "title", "face_up", "smaller", "larger", "pips", "next",
        "shift", "item", "first", "last", "from", "back_from", "without_each", "distance", "longest_line", "parameter",
        "value_attribute", "round_number", "rounds", "game_is_over", "held", "entry", "copies", "has_begun", "place",
        "active_player", "next_player", "taken", "decider", "cause", "causer", "deep", "seen", "kept_from", "turn_over",
        "rules_under_way", "metered", "metered_each", "alike",
    }
)  # fmt: skip

#: Functions that lowering removes (`desugar/card_texts.py`, `timed_effects.py`, `causes.py`).
WORKED_OUT: Final = frozenset({"playable", "lasting", "controller"})
