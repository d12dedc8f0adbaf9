"""What comes of a request."""

from __future__ import annotations

from typing import Any

from attrs import field, frozen


@frozen
class Reply:
    """What came of a request: a status of HTTP, and what is said. `now`: the snapshot comes along."""

    status: int = 200
    said: dict[str, Any] = field(factory=dict)
    now: bool = False

    @classmethod
    def refused(cls, why: str, status: int = 409, now: bool = False, **more: Any) -> Reply:
        """Why something is not done, in a sentence."""
        return cls(status, {"why": why, **more}, now)
