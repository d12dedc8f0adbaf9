"""Names in generated code: reserved ones, and names made from those of a rule file."""

import keyword
import re
from functools import lru_cache

# What generated code calls, and what Python has.
_TAKEN = """
    A B BACK_FROM BIT DECISION_LIMIT FROM NOTHING ROUNDS State GameOver
    as_list copy_of create end f fault flip forget fresh has_room index mask mix new o pick refill roll run spend st
    asked choose decisions from_the_start give_up once_more opening play_out rounds spent
    distance longest_line shuffle shuffle_any swap_pieces swap_zones too_deep too_long too_many
    without_each alike all_due decider lift begin_effect end_effects after is_of began finish copied look_again
    first_owned flat
    enumerate int len list max min range set sum tuple zip
"""
TAKEN = frozenset(_TAKEN.split())


@lru_cache(1000)
def plain_name(wish: str) -> str:
    """Makes a Python identifier that is not reserved."""
    plain = re.sub(r"\W", "_", wish) or "it"
    if not plain.isidentifier():
        plain = f"v_{plain}"
    return f"{plain}_" if keyword.iskeyword(plain) or plain in TAKEN or re.match(r"[abdprT]\d", plain) else plain


def ascii_name(words: str) -> str:
    """Makes the readable suffix of the name of a table or a function."""
    return "".join(letter if letter.isalnum() and letter.isascii() else "_" for letter in words)
