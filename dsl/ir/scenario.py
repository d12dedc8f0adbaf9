"""The IR of scenarios: what a test gives, runs and claims, with every name resolved.

Expressions stand in a context of their own: slot k holds the seat k of the cast, there is no `you`.
"""

from __future__ import annotations

from typing import TypeAlias

from dsl.ir.nodes import Expression
from dsl.node import Node, frozen


@frozen
class PieceWanted(Node):
    """`copies` pieces with that title (or, made from an enum, of that value); of that owner, if said; lying so."""

    title: str
    copies: int
    owner: int | None
    face: str | None


@frozen
class GivenValue(Node):
    """A variable is set; an index that is None stands for all players."""

    variable: str
    at: tuple[Expression | None, ...]
    value: Expression


@frozen
class GivenTurn(Node):
    """It is somebody's turn; what is run then is run for that player."""

    player: Expression


@frozen
class GivenPieces(Node):
    zone: Expression
    pieces: tuple[PieceWanted, ...]


@frozen
class GivenEmpty(Node):
    """What lies in the zone, or in each of several, is out of the game."""

    zone: Expression


@frozen
class AnswerValue(Node):
    """What is chosen, as written: a number, or words (a title, the name of a value, a player's name)."""

    number: int | None
    words: str


@frozen
class AnswerChoose(Node):
    """One answer after another, to questions put to `player`; `at`: words that the question contains."""

    player: int
    values: tuple[AnswerValue, ...]
    at: str | None


@frozen
class AnswerWord(Node):
    """`word` is agrees, declines, passes or stops."""

    player: int
    word: str
    at: str | None


@frozen
class AnswerTake(Node):
    player: int
    action: str
    at: str | None


@frozen
class RestPasses(Node):
    """Every other question is passed, where that may be."""


@frozen
class RestRandom(Node):
    """Every other question is answered by chance."""


@frozen
class Run(Node):
    """`kind` is setup, flow, procedure, action, game or random; `player` takes the action."""

    kind: str
    name: str
    arguments: tuple[Expression, ...]
    player: int | None
    answers: tuple[Answer, ...]


@frozen
class ClaimTrue(Node):
    expression: Expression
    words: str


@frozen
class ClaimHolds(Node):
    """These pieces are among those in the zone."""

    zone: Expression
    pieces: tuple[PieceWanted, ...]


@frozen
class ClaimSees(Node):
    """`thing` is a zone (all faces in it, or with `negated` none), a piece, a mark on one, or a hidden counter."""

    player: int
    thing: Expression
    negated: bool


@frozen
class ClaimCan(Node):
    player: int
    action: str
    negated: bool


@frozen
class ClaimAsked(Node):
    player: int
    text: str | None
    negated: bool


@frozen
class ClaimOffered(Node):
    player: int
    values: tuple[AnswerValue, ...]
    negated: bool


@frozen
class ClaimMayPass(Node):
    player: int


@frozen
class ClaimHappened(Node):
    """`kind` is procedure, flow, action or verb; `times` None: at least once."""

    kind: str
    name: str
    times: int | None


@frozen
class ClaimDecided(Node):
    procedure: str
    value: Expression


@frozen
class ClaimOver(Node):
    negated: bool


@frozen
class ClaimRefused(Node):
    """What was run last could not be done."""


@frozen
class ClaimWins(Node):
    winners: tuple[int, ...]


@frozen
class Check(Node):
    claims: tuple[Claim, ...]


@frozen
class Scenario(Node):
    """`parameters` as given; the parts run in order, from a game in which setup has been done (see `runs_setup`)."""

    title: str
    covers: tuple[str, ...]
    variants: tuple[str, ...]
    cast: tuple[str, ...]
    slots: int  # how many its expressions use, those of the cast included
    seed: int
    rolls: tuple[int, ...]
    parameters: tuple[tuple[str, int], ...]
    parts: tuple[ScenarioPart, ...]

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
ScenarioPart: TypeAlias = GivenValue | GivenTurn | GivenEmpty | GivenPieces | Run | Check
