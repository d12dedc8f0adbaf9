"""A made-up game, and rules for its cards: each kind of node of the IR that a card can have, often with a twin."""

from itertools import product

from dsl.ir import nodes as ir

SHELF = """game "Shelf":
    players: 2 to 4

enum Colour: red "Red", blue "Blue", green "Green"
cards Thing: colour: Colour, worth: number
zone hand of player: hand
zone shelf: row, face up
zone pile: stack, face down, refill from discard_pile
zone discard_pile: stack, face up
zone stall of player: row, face up
counter coin of player
counter fame of player
counter kitty
flag lucky of player
flag dented of Thing
define luck of player: 1
define can_trade of player: yes
define crowd: 2
define is_merry: yes
define skill of player, Colour: 1
flag open_house
remember weather: Colour or none
remember mood of Thing: Colour or none
role host
dice cube: from 1 to 6
procedure clean_up: shuffle discard_pile
procedure robbery of victim: player: victim loses 1 coin
counters Purse of player
    gold
    silver
spaces Plot: barn, well, pond, mill
grid village, 3 by 3 of Plot
flag sown of Plot
pawn goat: starts on barn
tokens Bead
procedure pick, deciding a number:
    choose a number from 3 to 4 as x
    decide x
procedure boldness of one: player, deciding a number:
    if coins of one > 3: gain 1 fame
    decide fame of one
procedure bargain of one: player:
    if coins of one > 3: return
    one gains 1 coin
action sell "Sell": gain 1 coin
action rest "Rest": gain 1 fame

deck Thing in pile:
{cards}

setup:
    move barn to centre of village
    move every Plot other than barn to rim of village
round day:
    each player: draw a card from pile
game ends after day: the player with most coin wins
"""

STATEMENTS = (
    *(f"{verb} {n} {things}" for verb, n, things in product(("gain", "lose"), (1, 2), ("coins", "fame"))),
    "each player gains 1 coin",
    "each player other than you gains 1 coin",
    "each player loses 1 coin",
    "each player other than you loses 2 coins",
    "left of you gains 1 coin",
    "right of you gains 1 coin",
    "give 1 coin to left of you",
    "give 2 coins to left of you",
    "left of you gives 1 coin to you",
    "draw a card from pile",
    "draw 2 cards from pile",
    "draw a card from pile to your stall",
    "draw a card from discard_pile",
    "discard the top card of pile",
    "move the top card of pile to your hand",
    "move the top card of discard_pile to your hand",
    "move the top card of pile to bottom of discard_pile",
    "move the top card of pile to discard_pile",
    "remove the top card of pile from the game",
    "move the top card of pile to your stall face down",
    "move the top card of pile to shelf",
    "shuffle pile",
    "shuffle discard_pile",
    "reveal the top card of pile",
    "look at the top card of pile",
    "look at hand of left of you",
    "reveal your hand",
    "swap your hand and hand of left of you",
    "swap your stall and stall of left of you",
    "set your lucky to yes",
    "set your lucky to no",
    "set lucky of left of you to yes",
    "set dented of this to yes",
    "raise your coins by 1",
    "lower your coins by 1",
    "raise your fame by 1",
    "gain coins equal to your fame",
    "gain coins equal to your luck",
    "gain coins equal to number of cards in your hand",
    "gain coins equal to number of cards in shelf",
    "end turn",
    "gain fame equal to (number of cards in shelf where colour is red)",
    "gain fame equal to (number of cards in shelf where colour is not red)",
    "gain fame equal to (number of cards in shelf where worth > 1)",
    "gain fame equal to (number of cards in shelf where worth < 1)",
    "choose a player as rival\n        rival loses 1 coin",
    "choose a player other than you as rival\n        rival loses 1 coin",
    "choose a player other than you as rival\n        rival gains 1 coin",
    "choose a player as rival where coins > your coins\n        rival loses 1 coin",
    "choose a player as rival where coins < your coins\n        rival loses 1 coin",
    "choose a player as rival where hand is empty\n        rival loses 1 coin",
    "choose a player as rival where hand is not empty\n        rival loses 1 coin",
    "choose a card from your hand as thing\n        discard thing",
    "choose a card from your hand as thing\n        remove thing from the game",
    "choose a card from shelf as thing\n        move thing to your hand",
    "secretly choose a card from your hand as thing\n        move thing to shelf",
    "randomly choose a card from your hand as thing\n        move thing to shelf",
    "you may choose a card from your hand as thing\n        move thing to shelf",
    "choose a card from your hand as thing where colour is red\n        move thing to shelf",
    "choose a card from your hand as thing where worth >= 2\n        move thing to shelf",
    "until end of this turn:\n            exception to luck of you: previous + 1",
    "until end of your next turn:\n            exception to luck of you: previous + 1",
    "until start of your next turn:\n            exception to luck of you: previous - 1",
    "until end of this turn:\n            exception to luck of any player: instead 3",
    "until end of this turn:\n            exception to luck of you: at least 3",
    "until end of this turn:\n            exception to luck of you: at most 3",
    "until end of this turn:\n            exception to can_trade of you: instead no",
    "until end of this turn:\n            exception to can_trade of any player: instead no",
    "until end of this turn:\n            after you gaining some coins: gain 1 fame",
    "until end of this turn:\n            after any player gaining some coins: gain 1 fame",
    "until end of this turn:\n            instead of you losing some coins: nothing happens",
    'choose one:\n            option "Coin": gain 1 coin\n            option "Fame": gain 1 fame',
    'choose one:\n            option "Coin": gain 1 fame\n            option "Fame": gain 1 coin',
    *(
        f"roll {n} as thrown\n        gain coins equal to {how} pips of thrown"
        for n in ("2 cubes", "3 cubes")
        for how in ("total", "highest", "lowest")
    ),
    "roll a cube as alarm\n        if pips of alarm is 6: gain 1 coin",
    "roll a cube as alarm\n        if pips of alarm > 4: gain 1 coin",
    "secretly roll a cube as alarm\n        if pips of alarm > 4: gain 1 coin",
    "left of you rolls a cube as alarm\n        if pips of alarm > 4: gain 1 coin",
    "repeat 2 times: gain 1 coin",
    "repeat 3 times: gain 1 coin",
    "repeat (number of cards in shelf) times: gain 1 coin",
    "while your coins < 3: gain 1 coin",
    "while your coins < 4: gain 1 coin",
    "set open_house to yes",
    "set open_house to no",
    "set weather to red",
    "set weather to blue",
    "set mood of this to red",
    "set mood of top of pile to red",
    "set host to left of you",
    "set host to you",
    "you take up to 2 actions from sell",
    "you take up to 2 actions from rest",
    "you take 2 actions from sell, rest",
    "you take any number of actions from sell, rest",
    "left of you wins",
    "you win",
    "nobody wins",
    "this becomes a copy of top of pile until end of this turn",
    "this becomes a copy of top of pile until start of your next turn",
    "this becomes a copy of top of pile until end of this turn, keeping worth",
    "top of shelf becomes a copy of this until end of this turn",
    "this becomes a copy of top of pile as long as your lucky",
    "this becomes a copy of top of pile as long as not your lucky",
    "this becomes a copy of top of pile for the rest of the game",
    "until end of this turn:\n            exception to can_trade of you if your coins > 1: instead no",
    *(
        f"until end of this turn:\n            {rule}"
        for rule in (
            "exception to crowd: previous + 1",
            "exception to crowd: previous + 2",
            "exception to crowd: instead 1",
            "exception to is_merry: instead no",
            "exception to is_merry: instead yes",
            "after doing clean_up: gain 1 coin",
            "before doing clean_up: gain 1 coin",
            "instead of doing clean_up: gain 1 coin",
            "after doing robbery: gain 1 coin",
            "after any player drawing any card: gain 1 coin",
            "after you drawing any card: gain 1 coin",
            "after you drawing any card from pile: gain 1 coin",
            "after you discarding any card: gain 1 coin",
            "before you discarding any card: gain 1 coin",
            "instead of you discarding any card: gain 1 coin",
            "instead of you discarding any card as thing: remove thing from the game",
            "after you drawing any card as thing: reveal thing",
            "after you drawing any card as thing: discard thing",
            "after any player rolling any cube: gain 1 coin",
            "after you rolling any cube: gain 1 coin",
            "before action sell: gain 1 coin",
            "before start of your turn: gain 1 coin",
            "before end of this round: gain 1 coin",
            "after action sell: gain 1 coin",
            "after action rest: gain 1 coin",
            "after any player becoming host: gain 1 coin",
            "after round day: gain 1 coin",
            "before round day: gain 1 coin",
            'reaction "Cheer", after any player drawing any card: gain 1 coin',
            'reaction "Cheer", after any player drawing any card: gain 2 coins',
            'reaction "Cheer", instead of you discarding any card: gain 1 coin',
            "forbid action sell",
            "forbid action rest",
        )
    ),
    "when served: gain 1 coin",
    "when served: gain 2 coins",
    "when cleared: gain 1 coin",
    "gain 1 coin\n        when served: gain 1 fame",
    "gain coins equal to your coins / 2 rounded up",
    "gain coins equal to your coins / 2 rounded down",
    "gain coins equal to your coins + your fame",
    "gain coins equal to your coins - your fame",
    "if colour of this is in (red, blue): gain 1 coin",
    "if colour of this is not in (red, blue): gain 1 coin",
    "do effect of top of shelf",
    "do effect of top of pile",
    "set next_player to left of you",
    "set next_player to right of you",
    "create 1 Bead in shelf",
    "create 2 Beads in shelf",
    "create 1 Bead in your stall",
    "flip top of pile face up",
    "flip top of pile face down",
    "do robbery of left of you",
    "do robbery of right of you",
    "in one moment:\n            gain 1 coin\n            left of you loses 1 coin",
    "all players at once:\n            secretly choose a card from hand of you as thing\n            discard thing",
    "let x be number of cards in shelf\n        if x > 2: gain 1 coin",
    "reveal every card in hand of players",
    "reveal every card in stall of players",
    *(
        f"as {whom} of you, decided by {who}:{deed}"
        for whom, who in (("left", "you"), ("right", "you"), ("left", "host"))
        for deed in (" draw a card from pile", "\n            choose a card from your hand\n            discard it")
    ),
    *(
        f"repeat at most {n} times:\n            {body}"
        for n in (8, 9)
        for body in (
            "gain 1 coin\n            if your coins > 3: stop", "if your coins > 3: stop\n            gain 1 coin",
        )
    ),
    "each player other than you:\n            gain 1 coin\n            if coins of you > 3: stop",
    "return\n        gain 1 coin",
    "gain 1 coin\n        return",
    "if your coins > 3: return\n        gain 1 coin",
    "if your coins > 3: return\n        gain 1 coin\n        gain 1 fame",
    "let x be decided by boldness of you\n        gain x coins",
    "let x be decided by boldness of left of you\n        gain x coins",
    "let x be decided by pick\n        gain x coins",
    "let x be decided by pick\n        lose x coins",
    "do bargain of left of you\n        gain 1 fame",
    "do bargain of right of you\n        gain 1 fame",
    *(
        f"{deed} {things}"
        for deed in ("discard", "reveal")
        for things in (
            "the card in shelf with most worth", "the card in shelf with fewest worth",
            "the card in pile with most worth", "the card in shelf with most colour then most worth",
            "the card in shelf with most worth then most colour",
            "first of shelf", "last of shelf", "item(2) of shelf", "item(2) of pile", "item(3) of pile", "last of pile",
        )
    ),
    *(
        f"set host to the player {which}"
        for which in (
            "with most coins", "with fewest coins", "with most cards in their hand", "with most cards in their stall",
            "from left of you with most coins", "from right of you with most coins",
            "from left of you anticlockwise with most coins", "other than you with most coins",
        )
    ),
    "the player with most coins wins",
    "the player with most coins then fewest fame wins",
    "the player with fewest coins wins",
    "gain coins equal to first of (1, 2)",
    "gain coins equal to last of (1, 2)",
    "gain coins equal to item(2) of (1, 2, 3)",
    "gain coins equal to item(3) of (1, 2, 3)",
    *(
        f"choose a Purse as kind\n        {then}"
        for then in (
            "if kind of you > 1: gain 1 coin", "if kind of you < 1: gain 1 coin",
            "if kind of left of you > 1: gain 1 coin",
            "gain coins equal to kind of you", "gain coins equal to kind of left of you", "gain 1 kind", "gain 2 kind",
            "lose 1 kind", "gain kind equal to your coins",
        )
    ),
    *(f"gain ({n}) coins" for n in ("(your fame + 1) * 2", "your fame + 1 * 2", "(your fame + 1) * (your coins + 2)")),
    *(f"for each n from {low} to 4: gain n coins" for low in (1, 2)),
    *(f"set host to {who} of {what}" for who in ("owner", "holder") for what in ("this", "top of pile")),
    *(f"{verb} {n} {what}" for n in (1, 2) for verb, what in (("pay", "coin to kitty"), ("gain", "coin from kitty"))),
    *(f"choose a number from {low} to 3 as x\n        gain x coins" for low in (1, 2)),
    "set host to next_player",
    "set host to active_player",
    "if controller of this is you: gain 1 coin",
    "gain coins equal to seat_number of you",
    "gain coins equal to round_number",
    "gain coins equal to smaller(your coins, your fame)",
    "gain coins equal to larger(your coins, your fame)",
    "if title of top of pile is \"Card 1\": gain 1 coin",
    "set weather to next of red",
    "set weather to next of blue",
    "if playable of top of pile: gain 1 coin",
    "if playable of top of shelf: gain 1 coin",
    "if lasting of this: gain 1 coin",
    "if not lasting of this: gain 1 coin",
    "if game_is_over: gain 1 coin",
    "if not game_is_over: gain 1 coin",
    "if face_up of top of pile: gain 1 coin",
    *(
        f"move goat to {space}"
        for space in (
            "well", "pond", "next of well",
        )
    ),
    "gain coins equal to distance from well to pond",
    "gain coins equal to distance from well to mill",
    "gain coins equal to longest_line of (every Plot where sown)",
    "gain coins equal to longest_line of (every Plot where not sown)",
    "choose an order of shelf as line\n        reveal line",
    "choose an order of your hand as line\n        reveal line",
    *(
        f"until end of this turn:\n            after {event}: gain 1 coin"
        for event in (
            "any card entering shelf", "any card leaving shelf", "any Bead entering shelf",
            "any card entering your stall", "any player shuffling pile", "you shuffling pile", "you giving some coins",
            "you giving some coins to left of you", "you giving some fame", "you paying some coins",
            "you losing some coins to the bank", "you losing some coins",
            "start of your turn", "end of your turn", "end of this turn", "end of this round",
            "any player losing some coins while controller of cause is you",
            "any player losing some coins while controller of cause is not you",
            "you giving any card", "any player playing any card", "you playing any card", "you revealing any card",
            "you moving any card", "you moving any card from shelf", "you moving any card to shelf",
        )
    ),
)
#: What stands on no card: parts of the rules that a game makes of them, and what is refused before.
NEVER_ON_CARDS: set[type] = {
    ir.Boundary, ir.Turn, ir.Unsupported, ir.RunFlow, ir.Item, ir.Cases, ir.FromActions,
}  # fmt: skip
#: Built-in names that are no functions in what the rules mean: they are worked out of the cells of a grid.
NO_FUNCTIONS = {"tops", "space", "centre", "rim", "circuit", "neighbours", "clockwise", "anticlockwise"}
#: It tells what happens, and does nothing: so it is no part of what a card does.
TOLD = 'announce "{you} is glad"\n        do clean_up'
CONDITIONS = (
    "your coins > 1", "your coins >= 1", "your coins = 0", "your coins < 2", "your fame > fame of left of you",
    "your fame < fame of left of you", "your lucky", "not your lucky", "can_trade of you", "not can_trade of you",
    "your hand is empty", "your hand is not empty", "number of cards in shelf >= 2", "number of cards in shelf <= 2",
    "any player where coins > your coins", "no player where coins > your coins", "no player where coins < your coins",
    "your lucky and your coins > 1", "your lucky or your coins > 1", "any card in shelf where colour is red",
    "no card in shelf where colour is red", "dented of this", "your luck = 2", "your luck is not 2",
    "open_house", "not open_house", "is_merry", "host exists", "host is none", "you is host", "mood of this is red",
    "weather is red", "crowd > 1", "space of goat is well", "host is the player with most coins",
)  # fmt: skip
