"""The IR of scenarios: what a test gives, runs and claims, with every name resolved.

Expressions stand in a context of their own: slot k holds the seat k of the cast, there is no `you`.
"""

from __future__ import annotations

from typing import TypeAlias

from dsl.frozen import frozen
from dsl.ir.nodes import Expression
from dsl.node import Node


@frozen
class PieceWanted(Node):
    """`copies` pieces with that title (or, made from an enum, of that value); of that owner, if said; lying so.

    `owner_of_list`: the owner is said behind a list, of those in it that can be theirs.
    """

    title: str
    copies: int
    owner: int | None
    face: str | None
    owner_of_list: bool = False


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
class GivenRound(Node):
    """The number of the round under way."""

    number: Expression


@frozen
class GivenPieces(Node):
    """`only`: what else lies in the zone is out of the game."""

    zone: Expression
    pieces: tuple[PieceWanted, ...]
    only: bool = False


@frozen
class GivenEmpty(Node):
    """What lies in the zone, or in each of several, is out of the game."""

    zone: Expression


@frozen
class AnswerValue(Node):
    """What is chosen, as written: a number, a place where a piece lies, or words (a title, a value, a player).

    `begins`: a pattern for the titles of options that begin with these words. `zone`: where the piece of that title
    lies, a zone or several.
    """

    number: int | None
    words: str
    piece: Expression | None = None
    begins: str = ""
    zone: Expression | None = None


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
    """A player takes an action; `at` as in `AnswerChoose`."""

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
    """`kind` is setup, flow, procedure, game or random; answered alike each of so many `times`."""

    kind: str
    name: str
    arguments: tuple[Expression, ...]
    answers: tuple[Answer, ...]
    times: int = 1


@frozen
class GoOn(Node):
    """Answers to the question that waits; an action taken first is run if none does."""

    answers: tuple[Answer, ...]


@frozen
class ClaimTrue(Node):
    """A condition holds; `words` are those of the scenario."""

    expression: Expression
    words: str


@frozen
class ClaimHolds(Node):
    """These pieces are among those in the zone; `only`: they are all."""

    zone: Expression
    pieces: tuple[PieceWanted, ...]
    only: bool = False


@frozen
class ClaimSees(Node):
    """`thing` is a zone, or several, or pieces (all faces there, or with `negated` none), a mark, or a hidden counter.

    `perhaps_nothing`: it may be that nothing lies there.
    """

    player: int
    thing: Expression
    negated: bool
    perhaps_nothing: bool = False


@frozen
class ClaimSeesOwn(Node):
    """Of the zones of this name, these players see all that lies in their own, and nothing in the others'."""

    players: tuple[int, ...]
    zone: str


@frozen
class ClaimTells(Node):
    """This player can tell whether all `claims` are so: they are, wherever the player is shown and told the same."""

    player: int
    claims: tuple[Claim, ...]
    negated: bool


@frozen
class ClaimTold(Node):
    """Some line that this player has been told has these words in it; `player` None: somebody has."""

    player: int | None
    text: str
    negated: bool


@frozen
class ClaimCan(Node):
    """Whether a player may take an action now."""

    player: int
    action: str
    negated: bool


@frozen
class ClaimAsked(Node):
    """`player` None: somebody."""

    player: int | None
    text: str | None
    negated: bool


@frozen
class ClaimOffered(Node):
    """`only`: and nothing else, but for passing."""

    player: int
    values: tuple[AnswerValue, ...]
    negated: bool
    only: bool = False


@frozen
class ClaimMayPass(Node):
    """`negated`: asked, and bound to answer."""

    player: int
    negated: bool


@frozen
class Happening(Node):
    """`kind` is procedure, flow, action or verb."""

    kind: str
    name: str


@frozen
class ClaimHappened(Node):
    """`times` None: at least once."""

    what: Happening
    times: int | None


@frozen
class ClaimInOrder(Node):
    """The first of each came after the first of the one before it."""

    what: tuple[Happening, ...]


@frozen
class ClaimDecided(Node):
    """What a procedure has decided."""

    procedure: str
    value: Expression


@frozen
class ClaimOver(Node):
    """Whether the game is over."""

    negated: bool


@frozen
class ClaimRefused(Node):
    """What was run last could not be done."""


@frozen
class ClaimWins(Node):
    """`among`: and perhaps others."""

    winners: tuple[int, ...]
    among: bool = False


@frozen
class Check(Node):
    """Claims that are looked at where they stand."""

    claims: tuple[Claim, ...]


@frozen
class Rolls(Node):
    """What the dice show, from the first on. `then_chance`: those after these come by chance."""

    values: tuple[int, ...]
    then_chance: bool


@frozen
class Scenario(Node):
    """`parameters` as given; the parts run in order, from a game in which setup has been done (see `runs_setup`).

    `rolls` None: all dice come by chance.
    """

    title: str
    covers: tuple[str, ...]
    variants: tuple[str, ...]
    cast: tuple[str, ...]
    slots: int  # how many its expressions use, those of the cast included
    seed: int
    rolls: Rolls | None
    parameters: tuple[tuple[str, int], ...]
    parts: tuple[ScenarioPart, ...]

    @property
    def runs_setup(self) -> bool:
        """Whether it runs the setup or a whole game before it claims anything, so that none has been done before."""
        first = next((p for p in self.parts if isinstance(p, Run | GoOn | Check)), None)
        return isinstance(first, Run) and first.kind in ("setup", "game", "random")

    @property
    def claims(self) -> tuple[Claim, ...]:
        """Everything that it claims, in order."""
        return tuple(claim for part in self.parts if isinstance(part, Check) for claim in part.claims)


Answer: TypeAlias = AnswerChoose | AnswerWord | AnswerTake | RestPasses | RestRandom
Claim: TypeAlias = (
    ClaimTrue
    | ClaimHolds
    | ClaimSees
    | ClaimSeesOwn
    | ClaimTells
    | ClaimTold
    | ClaimCan
    | ClaimAsked
    | ClaimOffered
    | ClaimMayPass
    | ClaimHappened
    | ClaimInOrder
    | ClaimDecided
    | ClaimOver
    | ClaimRefused
    | ClaimWins
)
Given: TypeAlias = GivenValue | GivenTurn | GivenRound | GivenEmpty | GivenPieces
ScenarioPart: TypeAlias = Given | Run | GoOn | Check

#: What is claimed of the question that waits.
ABOUT_A_QUESTION = (ClaimAsked, ClaimOffered, ClaimMayPass, ClaimCan)
