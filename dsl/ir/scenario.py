"""The IR of scenarios: what a test gives, runs and claims, with every name resolved.

Expressions stand in a context of their own: slot k holds the seat k of the cast, there is no `you`.
"""

from __future__ import annotations

from typing import TypeAlias

from attrs import field, frozen

from dsl.ir.nodes import Expression
from dsl.source import NO_SPAN, Span


def _span() -> Span:
    return field(default=NO_SPAN, eq=False, repr=False, kw_only=True)


@frozen
class PieceWanted:
    """`copies` pieces with that title (or, made from an enum, of that value); of that owner, if said; lying so."""

    title: str
    copies: int
    owner: int | None
    face: str | None
    span: Span = _span()


@frozen
class GivenValue:
    """A variable is set; an index that is None stands for all players."""

    variable: str
    at: tuple[Expression | None, ...]
    value: Expression
    span: Span = _span()


@frozen
class GivenTurn:
    """It is somebody's turn; what is run then is run for that player."""

    player: Expression
    span: Span = _span()


@frozen
class GivenPieces:
    zone: Expression
    pieces: tuple[PieceWanted, ...]
    span: Span = _span()


@frozen
class GivenEmpty:
    """What lies in the zone, or in each of several, is out of the game."""

    zone: Expression
    span: Span = _span()


@frozen
class AnswerValue:
    """What is chosen, as written: a number, or words (a title, the name of a value, a player's name)."""

    number: int | None
    words: str
    span: Span = _span()


@frozen
class AnswerChoose:
    """One answer after another, to questions put to `player`; `at`: words that the question contains."""

    player: int
    values: tuple[AnswerValue, ...]
    at: str | None
    span: Span = _span()


@frozen
class AnswerWord:
    """`word` is agrees, declines, passes or stops."""

    player: int
    word: str
    at: str | None
    span: Span = _span()


@frozen
class AnswerTake:
    player: int
    action: str
    at: str | None
    span: Span = _span()


@frozen
class RestPasses:
    span: Span = _span()


@frozen
class RestRandom:
    span: Span = _span()


@frozen
class Run:
    """`kind` is setup, flow, procedure, action, game or random; `player` takes the action."""

    kind: str
    name: str
    arguments: tuple[Expression, ...]
    player: int | None
    answers: tuple[Answer, ...]
    span: Span = _span()


@frozen
class ClaimTrue:
    expression: Expression
    words: str
    span: Span = _span()


@frozen
class ClaimHolds:
    """These pieces are among those in the zone."""

    zone: Expression
    pieces: tuple[PieceWanted, ...]
    span: Span = _span()


@frozen
class ClaimSees:
    """`thing` is a zone (all faces in it, or with `negated` none), a piece, a mark on one, or a hidden counter."""

    player: int
    thing: Expression
    negated: bool
    span: Span = _span()


@frozen
class ClaimCan:
    player: int
    action: str
    negated: bool
    span: Span = _span()


@frozen
class ClaimAsked:
    player: int
    text: str | None
    negated: bool
    span: Span = _span()


@frozen
class ClaimOffered:
    player: int
    values: tuple[AnswerValue, ...]
    negated: bool
    span: Span = _span()


@frozen
class ClaimMayPass:
    player: int
    span: Span = _span()


@frozen
class ClaimHappened:
    """`kind` is procedure, flow, action or verb; `times` None: at least once."""

    kind: str
    name: str
    times: int | None
    span: Span = _span()


@frozen
class ClaimDecided:
    procedure: str
    value: Expression
    span: Span = _span()


@frozen
class ClaimOver:
    negated: bool
    span: Span = _span()


@frozen
class ClaimRefused:
    span: Span = _span()


@frozen
class ClaimWins:
    winners: tuple[int, ...]
    span: Span = _span()


@frozen
class Check:
    claims: tuple[Claim, ...]
    span: Span = _span()


@frozen
class Scenario:
    """`parameters` as given; the parts run in order, from a game in which setup has been done (see `runs_setup`)."""

    title: str
    covers: tuple[str, ...]
    variants: tuple[str, ...]
    cast: tuple[str, ...]
    slots: int  # how many its expressions use, those of the cast included
    seed: int
    rolls: tuple[int, ...]
    parameters: tuple[tuple[str, int], ...]
    parts: tuple[Part, ...]
    span: Span = _span()

    @property
    def runs_setup(self) -> bool:
        """Whether the first thing it runs is the setup or a whole game, so that none has been done before."""
        first = next((p for p in self.parts if isinstance(p, Run)), None)
        return first is not None and first.kind in ("setup", "game", "random")


Answer: TypeAlias = AnswerChoose | AnswerWord | AnswerTake | RestPasses | RestRandom
Claim: TypeAlias = (
    ClaimTrue
    | ClaimHolds
    | ClaimSees
    | ClaimCan
    | ClaimAsked
    | ClaimOffered
    | ClaimMayPass
    | ClaimHappened
    | ClaimDecided
    | ClaimOver
    | ClaimRefused
    | ClaimWins
)
Part: TypeAlias = GivenValue | GivenTurn | GivenEmpty | GivenPieces | Run | Check
