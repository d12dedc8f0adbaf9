"""What opens a seat: words nobody can guess, of which only hashes are kept; and what names a question.

The number of a question would tell how often somebody has been asked in secret, so it is never sent. Its name is a
keyed hash of that number, the same again after the server was started anew.
"""

import hmac
from functools import lru_cache
from hashlib import sha256
from secrets import token_urlsafe
from typing import Final

#: 128 bits.
_BYTES: Final = 16


def new_token() -> str:
    """A word for a link."""
    return token_urlsafe(_BYTES)


def hashed(token: str) -> bytes:
    """What is kept of a word."""
    return sha256(token.encode("utf-8", "replace")).digest()


@lru_cache(maxsize=4096)
def question_name(key: bytes, branch: int, number: int, seat: int) -> str:
    """The name of the question that a seat is asked after so many decisions of a branch."""
    return hmac.new(key, f"{branch}.{number}.{seat}".encode(), sha256).hexdigest()[:24]
