"""Declares the built-in names: functions and constants, with what they take and what they give.

A function is called `NAME of X` (its last argument), `NAME(a, b)` or both together: `item(3) of list`.
"""

from dsl.frozen import frozen
from dsl.ir.nodes import NUMBER, PIECE, PLAYER, TEXT, YES_NO, Kind, Type

_VALUE = Type(Kind.VALUE)
_SPACE = _VALUE
_BOARD = Type(Kind.UNKNOWN, "board")
_ANY = Type(Kind.UNKNOWN)
_LIST = Type(Kind.UNKNOWN, many=True)


@frozen
class BuiltIn:
    """`same`: the result has the type of the argument at that place (of one item of it, when `item`).

    `bare`: said alone in a `where`, it is the candidate's.
    """

    name: str
    takes: tuple[Type, ...]
    gives: Type
    meaning: str
    same: int | None = None
    item: bool = False
    bare: bool = True

    @property
    def explained(self) -> str:
        """Its meaning, and whether it is of something."""
        return f"of something: {self.meaning}" if self.takes else self.meaning


FUNCTIONS: tuple[BuiltIn, ...] = (
    BuiltIn("left", (PLAYER,), PLAYER, "the next player clockwise"),
    BuiltIn("right", (PLAYER,), PLAYER, "the next player anticlockwise"),
    BuiltIn("seat_number", (PLAYER,), NUMBER, "where somebody sits, counted clockwise from 1"),
    BuiltIn("owner", (PIECE,), PLAYER.or_none(), "whose deck or supply a piece came from"),
    BuiltIn("holder", (PIECE,), PLAYER.or_none(), "in whose zone a piece lies now; none in a common zone"),
    BuiltIn("controller", (PIECE,), PLAYER.or_none(), "who decides for a card, or took the action that is a cause",
            bare=False),
    BuiltIn("title", (PIECE,), TEXT, "what is printed at the head of a card, or stands for a value of an enum"),
    BuiltIn("face_up", (PIECE,), YES_NO, "whether everybody sees what a piece is"),
    BuiltIn("playable", (PIECE,), YES_NO, "whether a card's text has something to carry out now"),
    BuiltIn("lasting", (PIECE,), YES_NO, "whether something is in force that a card's text began with `until`"),
    BuiltIn("tops", (Type(Kind.ZONE),), PIECE.list(), "what lies on top of each of several piles, those of an enum",
            bare=False),
    BuiltIn("smaller", (NUMBER, NUMBER), NUMBER, "the smaller of two numbers"),
    BuiltIn("larger", (NUMBER, NUMBER), NUMBER, "the larger of two numbers"),
    BuiltIn("space", (_SPACE,), _SPACE, "where a pawn stands", same=0, bare=False),
    BuiltIn("centre", (_BOARD,), _SPACE.or_none(), "the space in the middle cell of a board; spaces are laid there",
            bare=False),
    BuiltIn("rim", (_BOARD,), _SPACE.list(), "the spaces in the outer cells of a board, clockwise from the upper left",
            bare=False),
    BuiltIn("circuit", (_SPACE,), _SPACE.list(), "the spaces on the rim, clockwise, beginning with this one"),
    BuiltIn("neighbours", (_SPACE,), _SPACE.list(), "the spaces side by side with this one, row by row"),
    BuiltIn("clockwise", (_SPACE,), _SPACE.or_none(), "the next space on the rim; none in the middle"),
    BuiltIn("anticlockwise", (_SPACE,), _SPACE.or_none(), "the space before this one on the rim; none in the middle"),
    BuiltIn("distance", (_SPACE, _SPACE), NUMBER.or_none(), "the fewest steps from neighbour to neighbour"),
    BuiltIn("longest_line", (_SPACE.list(),), NUMBER,
            "how many of these spaces lie side by side in one line: a row, a column or a diagonal; the most there are",
            bare=False),
    BuiltIn("pips", (Type(Kind.DIE),), NUMBER, "what a die shows"),
    BuiltIn("next", (_VALUE,), _VALUE, "the value after this one; the first again in a ring, else none", same=0),
    BuiltIn("item", (NUMBER, _LIST), _ANY, "the item at a place, counted from 1, or none", same=1, item=True),
    BuiltIn("first", (_LIST,), _ANY, "the first of a list, or none", same=0, item=True),
    BuiltIn("last", (_LIST,), _ANY, "the last of a list, or none", same=0, item=True),
)  # fmt: skip

#: Names that stand alone.
CONSTANTS: tuple[BuiltIn, ...] = (
    BuiltIn("round_number", (), NUMBER, "how often the round that runs has begun, counted from 1"),
    BuiltIn("game_is_over", (), YES_NO, "whether the game has ended"),
    BuiltIn("active_player", (), PLAYER.or_none(), "whose turn it is; none outside of turns"),
    BuiltIn("next_player", (), PLAYER.or_none(), "who was given the next turn with `set next_player to ...`"),
    BuiltIn("cause", (), PIECE.or_none(), "in a rule on an event: the card whose text did it, or the action"),
)

#: Words that stand for something without being declared, or that end something, with what they mean.
WORDS = {
    "you": "whoever acts: who has the turn, who takes the action, or each in turn in `each player:`",
    "their": "of the subject of the sentence; in a `where`, of the candidate",
    "it": "the piece last chosen, drawn or moved in the same block; in `each card in ...:`, that card",
    "this": "in the text of a card: the card",
    "controller": "in the text of a card: whoever has it carried out",
    "previous": "in an exception: the usual value",
    "players": "all players, in the order in which they sit",
    "bank": "where counters come from and go to; it has no end",
    "effect": "the text of a card, which `do effect of CARD` carries out",
    "stop": "leaves the innermost loop, and goes on behind it",
    "return": "ends the procedure, action or step that it stands in, and goes on where that was begun",
    "decide": "ends the procedure that it stands in, with an answer; `decide none` answers nobody or nothing",
    "end turn": "ends the turn that runs, wherever it is said",
    "wins": "ends the game, there and then",
}

#: The procedures of the standard libraries, with the library that has each; a test holds this to `dsl/standard`.
PROCEDURES = {
    "auction": "auctions", "vote": "votes", "claim": "claims", "stopping": "claims", "play_trick": "tricks",
    "play_tricks": "tricks", "pass_packs": "drafts", "there_and_back": "drafts", "row_by_row": "drafts",
    "fill_market": "markets", "purchase": "markets", "sell_off": "markets", "trade_in_turn": "trades",
    "trade_with_all": "trades",
}  # fmt: skip

BY_NAME: dict[str, BuiltIn] = {f.name: f for f in FUNCTIONS}
CONSTANT_NAMES: dict[str, BuiltIn] = {f.name: f for f in CONSTANTS}
