"""Faults planted in rules that are clean: what rulebooks get wrong, and what people mistype.

Each is one change to one file: a piece of its text, and what stands there instead. What must be said of it is written
beside it: the name of a rule or an error, or several of which one is enough.
"""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

CLEAN = Path(__file__).with_name("clean")
HARBOUR, FRAME = CLEAN / "harbour.bylaws", Path(__file__).with_name("frame.bylaws")


@frozen
class Fault:
    """`said`: the names of which one must be reported, in the file after the change and not before it."""

    kind: str
    file: Path
    old: str
    new: str
    said: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.file.stem}: {self.kind}: {self.old.strip() or self.new.strip()}".replace("\n", " / ")[:110]

    @property
    def text(self) -> str:
        """The file with the fault in it."""
        before = self.file.read_text(encoding="utf-8")
        assert before.count(self.old) == 1, f"{self} stands in {self.file} {before.count(self.old)} times"
        return before.replace(self.old, self.new)


def _faults(kind: str, file: Path, *changes: tuple[str, str, str]) -> tuple[Fault, ...]:
    return tuple(Fault(kind, file, old, new, tuple(said.split())) for old, new, said in changes)


def _behind(kind: str, file: Path, *lines: tuple[str, str]) -> tuple[Fault, ...]:
    """Something is added at the end of the file."""
    end = file.read_text(encoding="utf-8").rstrip("\n").rsplit("\n", 1)[-1]
    return tuple(Fault(kind, file, end, f"{end}\n\n{new}", tuple(said.split())) for new, said in lines)


FAULTS: tuple[Fault, ...] = (
    *_behind(
        "left over", HARBOUR,
        ("zone attic: stack, face down", "unused-zone"),
        ("zone cellar of player: hand", "unused-zone"),
        ("zone map of Cargo: row, face up", "unused-zone"),
        ("counter luck", "unused-counter"),
        ("counter luck of player: starts at 3", "unused-counter"),
        ("flag warned of player", "unused-counter"),
        ("role bailiff", "unused-counter"),
        ("remember last_cargo: Cargo", "unused-counter"),
        ('parameter tax = 2 (0 to 5) "what the harbour takes"', "unused-parameter"),
        ('parameter strict = yes "whether fines are paid twice"', "unused-parameter"),
        ("define richest: highest coin of players", "unused-definition"),
        ("define is_poor of player as captain: coin of captain < 2", "unused-definition"),
        ("dice storm_die: from 1 to 8", "unused-die"),
        ("enum Season: spring, autumn", "unused-enum unused-enum-value"),
        ("cards Harbour: depth: number", "unused-card-kind no-cards-of-a-kind"),
        ("procedure repair of captain: player: captain gains 1 coin", "procedure-never-done"),
        ('action bribe "Bribe":\n    pay 1 coin to the bank\n    gain 1 fame', "action-out-of-reach"),
        ("tokens Buoy", "unused-card-kind no-cards-of-a-kind"),
        ("spaces Pier:\n    north_pier\n    south_pier", "unused-enum unused-enum-value unused-spaces"),
        ("use votes", "unused-library"),
    ),
    *_faults(
        "never looked at", HARBOUR,
        ("counter dangers\n", "counter dangers\ncounter gusts\n", "unused-counter"),
        ("            raise dangers by danger of turned\n",
         "            raise dangers by danger of turned\n            raise gusts by 1\n", "unknown-name unknown-counter"),
        ("        if dangers >= storm_at: set harbour_closed to yes\n", "", "unused-parameter counter-never-read"),
        ("game ends after lap when harbour_closed or round_number >= laps:",
         "game ends after lap when round_number >= laps:", "counter-never-read"),
        ("exception to cost of any Ship if last_mood is rough: previous + 1\n", "", "counter-never-read"),
        ("            set harbour_master to winner\n", "", "counter-never-changes role-never-changes same-player-first"),
        ("    set harbour_master to first\n", "", "unused-name counter-never-set"),
        ("            raise dangers by danger of turned\n", "", "counter-never-changes"),
        ("            set last_mood to mood of turned\n", "", "counter-never-changes unused-card-field"),
        ("            if ships of you is longest: gain 1 fame", "            if ships of you is longest: nothing happens",
         "changes-nothing empty-branch if-without-effect"),
        ("    needs not crowded of you else \"your fleet is full\"\n", "", "unused-definition"),
        ("define cost of Ship as ship: value of ship", "define cost of Ship as ship: 3", "unused-card-field unused-name unused-argument"),
    ),
    *_behind(
        "cards", HARBOUR,
        ('deck Ship in past_ships:\n    1 x "Ark", cargo wine, value 1, crew 1', "unknown-zone unknown-name"),
        ('zone wrecks: stack, face up\ndeck Ship in wrecks:\n    1 x "Ark", cargo wine, value 1, crew 1',
         "card-never-drawn unused-zone zone-never-looked-at"),
        ('deck Ship in ship_pile:\n    1 x "Barge", cargo wine, value 1, crew 1', "same-title"),
    ),
    *_faults(
        "cards", HARBOUR,
        ('2 x "Tempest"', '2 x "Swell"', "same-title"),
        ('2 x "Galleon"', '2 x "Cog"', "same-title"),
        (" crew 3", " crew 3, crew 4", "twice-set duplicate-field field-twice"),
        ("cargo wine,", "cargo rum,", "unknown-value unknown-name"),
        ("danger 3", "danger", "missing-value missing-word unexpected-end unexpected-word"),
        ("draw 2 from ship_pile", "draw 4 from ship_pile", "too-few-cards deck-too-small"),
        ("draw 2 from ship_pile", "draw 20 from ship_pile", "too-few-cards deck-too-small"),
        ("    shuffle ship_pile\n", "", "never-shuffled"),
        ("    shuffle weather_pile\n", "", "never-shuffled"),
        (", refill from past_weather", "", "deck-can-run-dry"),
        (", refill from past_weather", ", refill from weather_pile", "refilled-from-itself"),
        (", refill from past_weather", ", refill from fleet", "refilled-from-whose"),
        (", crew: number", "", "unknown-field unknown-name unknown-property"),
        ("value: number, crew: number", "value: number, crew: number, sails: number", "unused-card-field"),
        ("        gain 1 fame\n\ndeck", "\ndeck", "empty-card-text missing-body unexpected-line card-without-effect missing-block"),
        ("        draw 1 from weather_pile to past_weather as turned",
         "        draw 0 from weather_pile to past_weather as turned", "changes-nothing draws-nothing"),
        ('4 x "Cog"', '0 x "Cog"', "no-copies zero-copies"),
    ),
    *_faults(
        "ties and ends", HARBOUR,
        ("    the player with most fame then most coin wins", "    the player with most fame wins", "tie-without-tie-break"),
        ("    the player with most fame then most coin wins", "    the player with most fame then most fame wins",
         "same-criterion-twice tie-without-tie-break"),
        ("    the player with most fame then most coin wins", "    nobody wins", "nobody-wins nobody-can-win"),
        ("game ends after lap when harbour_closed or round_number >= laps:\n    > [harbour-30] The most fame wins, then the most coins.\n    the player with most fame then most coin wins\n",
         "", "no-end game-without-end endless-game nobody-wins"),
        ("round lap \"Lap\" until round_number >= laps:", "round lap \"Lap\":", "unused-x"),
        ("game ends after lap when", "game ends after lapp when", "unknown-flow unknown-name unknown-step"),
        ("game ends after lap when harbour_closed or round_number >= laps",
         "game ends after lap when harbour_closed and not harbour_closed", "contradiction same-on-both-sides never-holds"),
        ("game ends after lap when harbour_closed or round_number >= laps",
         "game ends after lap when coin of harbour_master < 0", "never-holds"),
        ("if dangers >= storm_at", "if dangers < 0", "never-holds unused-parameter"),
        ("        if highest_bid > 0:", "        if highest_bid >= 0:", "always-holds"),
        ("    2 if fame >= 6\n    1 if fame >= 3", "    1 if fame >= 3\n    2 if fame >= 6", "case-never-reached"),
    ),
    *_faults(
        "order", HARBOUR,
        ("step 1 weather", "step 3 weather", "step-order"),
        ("step 2 trade", "step 4 trade", "step-order"),
        ("step 4 tally", "step 2 tally", "step-order"),
        ("step 4 tally", "step 3 tally", "step-order"),
        ("        players take turns from harbour_master:", "        players take turns:", "same-player-first counter-never-read"),
        ("            you take one action from buy, launch, rest", "            you take one action from buy, rest", "action-out-of-reach"),
        ("            you take one action from buy, launch, rest", "            gain 1 coin", "action-out-of-reach turn-without-decision"),
        ("            you take one action from buy, launch, rest",
         "            you take any number of actions from buy, launch, rest", "endless-turn"),
        ("            do pay_fine of winner, highest_bid\n", "", "procedure-never-done"),
        ("            do pay_fine of winner, highest_bid", "            do pay_fine of winner", "argument-missing missing-argument"),
        ("            do pay_fine of winner, highest_bid", "            do pay_fine of highest_bid, winner", "wrong-type"),
        ("        let longest be highest ships of players\n        each player:\n            if ships of you is longest: gain 1 fame",
         "        nothing happens", "empty-step"),
        ("    payer loses fine coins", "    payer loses fine coins\n    return\n    payer gains 1 fame", "never-reached"),
        ("    payer loses fine coins", "    payer loses fine coins\n    do pay_fine of payer, fine", "endless-call endless-calls"),
        ("            set harbour_master to winner", "            set harbour_master to winner\n            set harbour_master to left of winner", "overwritten-at-once"),
        ("    pay (cost of wanted) coins to the bank", "    pay 0 coins to the bank", "changes-nothing"),
        ("    gain 1 coin\n\nprocedure", "    nothing happens\n\nprocedure", "action-without-effect"),
    ),
    *_behind(
        "order", HARBOUR,
        ("after action rest: gain 1 fame\nafter action rest: lose 1 fame", "unordered-rules"),
        ("instead of action rest: gain 2 coins\ninstead of action rest: gain 3 coins", "unordered-rules"),
        ("after action bribe: gain 1 fame", "unknown-action"),
        ("after step trading: raise dangers by 1", "unknown-step unknown-flow"),
        ("whenever dangers > 3: raise dangers by 1", "endless-loop never-settles whenever-keeps-holding"),
        ("whenever any player as captain where coin >= 0: captain gains 1 fame", "always-holds endless-loop whenever-keeps-holding"),
        ("free action loan \"Borrow\": gain 1 coin", "endless-turn free-gain"),
        ("after step tally: each player: choose a card from your hand as shown", "unused-name choice-without-effect"),
        ("after step tally: repeat until dangers > 20: raise fame of harbour_master by 1", "endless-loop unbounded-loop"),
        ("after step tally: set dangers to 10 / number of cards in dock rounded down", "division-by-zero may-divide-by-zero"),
        ("after step tally: set dangers to dangers / 2", "rounding how-rounded missing-word"),
        ("after step tally: set dangers to (dangers - 5) / 2 rounded down", "rounding-below-zero"),
        ("after step tally:\n    set dangers to dangers", "changes-nothing"),
        ("after step tally:\n    if dangers = dangers: raise dangers by 1", "same-on-both-sides"),
        ("after step tally:\n    if dangers > 3: raise dangers by 1\n    otherwise: raise dangers by 1", "same-branches"),
        ("after step tally:\n    if dangers > 3 and dangers > 3: raise dangers by 1", "same-on-both-sides"),
        ("after step tally:\n    raise dangers by 0", "changes-nothing"),
        ("after step tally:\n    each player: choose a number from 1 to 1 as only\n    raise dangers by 1", "only-option unused-name"),
        ("after step tally: let most be highest fame of players", "unused-name"),
        ("procedure sum of a: number, b: number: raise dangers by a\nafter step tally: do sum of 1, 2", "unused-procedure-argument vague-name"),
    ),
    *_faults(
        "secrets", HARBOUR,
        ("            set your bid to offer", "            set your bid to offer\n            announce \"{you} bids {bid of you}\"", "secret-announced"),
        ("counter bid of player: hidden", "counter bid of player", "hidden-choice at-once-shown unsaid-name"),
        ("            do pay_fine of winner, highest_bid", "            winner gains highest_bid fame", "secret-amount-shown"),
        ("        if highest_bid > 0:", "        if bid of harbour_master > 0:", "secret-condition-shown"),
        ("Which ship do you launch?", "Which ship do you launch? {bid of left of you}", "secret-announced secret-in-question"),
        ("    choose a card from your hand as launched asking", "    secretly choose a card from your hand as launched asking", "secret-choice-told-at-once"),
    ),
    *_faults(
        "words", HARBOUR,
        ("gain 2 coins.\n", "gain 3 coins.\n", "text-and-rule-disagree"),
        ("    > [harbour-12] Gain 1 coin.", "    > [harbour-12] Gain two coins.", "text-and-rule-disagree"),
        ("gains 1 fame; so", "gains 2 fame; so", "text-and-rule-disagree"),
        ("Everybody gets two ships", "Everybody gets three ships", "text-and-rule-disagree"),
        ("    > [harbour-20] Turn over the weather.\n", "", "rule-without-text"),
        ("    > [harbour-12] Gain 1 coin.\n", "", "rule-without-text"),
        ("[harbour-20] Turn over", "[harbour-20] Turn over over", "repeated-word"),
        ("[harbour-20] Turn over the weather.", "[harbour-20] Turn over the weather .", "space-before-punctuation"),
        ("[harbour-20] Turn over the weather.", "[harbour-20] TODO: the weather.", "unfinished"),
        ("[harbour-20] Turn over the weather.", "[harbour 20] Turn over the weather.", "misspelt-clause"),
        ("[harbour-21]", "[harbour-20]", "same-clause-twice"),
        ("# ---------------------------------------------------------------- Pieces", "# FIXME: are there enough ships?", "unfinished"),
        ("# ---------------------------------------------------------------- Pieces", "# counter gold of player: starts at 5", "commented-out-rule"),
        ("Which ship do you buy?", "Which ship do you buy??", "repeated-punctuation space-before-punctuation unfinished"),
        ("Which ship do you launch?", "Launch.", "title-with-full-stop"),
        ("\"Buy a ship\"", "\"Buy a ship.\"", "title-with-full-stop"),
        ("\"Buy a ship\"", "\"buy a ship\"", "title-case"),
        ("step 1 weather \"Weather\"", "step 1 weather \"weather\"", "title-case"),
        ("step 3 auction \"Office\"", "step 3 auction", "title-missing"),
        ("action launch \"Launch a ship\"", "action launch \"Buy a ship\"", "same-title same-title-twice"),
        ("step 4 tally \"Tally\"", "step 4 tally \"Trade\"", "same-title same-title-twice"),
    ),
    *_behind(
        "words", HARBOUR,
        ("counter coyn of player\nafter step tally: each player gains 1 coyn\ngame ends after lap when any player where coyn > 9: nobody wins", "confusing-names"),
        ("counter x of player\nafter step tally: each player gains 1 x\ngame ends after lap when any player where x > 9: nobody wins", "vague-name"),
        ("flag number_of_storms\nafter step tally: set number_of_storms to yes\ngame ends after lap when number_of_storms: nobody wins", "name-says-other-type"),
        ("zone dock_zone: row, face up\nafter step tally: move top 1 of ship_pile to dock_zone", "name-repeats-kind"),
        ("scenario \"Nothing\":\n    played by ann, ben\n    when step tally", "scenario-without-claim missing-then"),
        ("scenario \"Same\":\n    played by ann, ben\n    then fame of ann is 0\n\nscenario \"Same\":\n    played by ann, ben\n    then fame of ann is 0", "same-scenario-title"),
        ("scenario \"Far off\" covers harbour-99:\n    played by ann, ben\n    then fame of ann is 0", "unknown-clause-covered"),
        ("scenario \"One\" covers harbour-01:\n    played by ann, ben\n    then fame of ann is 0", "clause-without-scenario"),
    ),
    *_faults(
        "slips", HARBOUR,
        ("players: 2 to 5", "players: 5 to 2", "players-turned-round bad-range range-turned-round"),
        ("players: 2 to 5", "players: two to five", "unexpected-word missing-number"),
        ("(2 to 12)", "(7 to 12)", "out-of-range parameter-out-of-range"),
        ("parameter laps = 5", "parameter laps = 15", "out-of-range parameter-out-of-range"),
        ("enum Cargo: grain, wine, cloth", "enum Cargo: grain, wine, cloth, wine", "name-twice declared-twice value-twice"),
        ("counter dangers\n", "counter dangers\ncounter dangers\n", "declared-twice name-twice"),
        ("action rest \"Rest\":", "action rest \"Rest\"", "missing-colon"),
        ("round lap \"Lap\" until round_number >= laps:", "round lap \"Lap\" until round_number >= laps", "missing-colon"),
        ("step 2 trade \"Trade\":", "step 2 trade “Trade”:", "curly-quotes typographic-quotes"),
        ("asking \"What do you bid?\"", "asking \"What do you bid?", "unclosed-text unclosed-string unclosed-quote"),
        ("pay (cost of wanted) coins", "pay (cost of wanted coins", "unclosed-bracket unexpected-word missing-word"),
        ("            raise dangers by danger of turned", "           raise dangers by danger of turned", "indentation uneven-indent"),
        ("    gain 2 coins", "    gains 2 coins", "unexpected-word who-gains no-subject"),
        ("    move launched to dock", "    mov launched to dock", "unknown-line unexpected-word unknown-verb"),
        ("    move launched to dock", "    move launched too dock", "unexpected-word missing-word"),
        ("    payer loses fine coins", "    payer lose fine coins", "unexpected-word"),
        ("if turned exists:", "if turned exist:", "unexpected-word unknown-name"),
        ("    needs not crowded of you else \"your fleet is full\"", "    needs crowded else \"your fleet is full\"", "wrong-type missing-argument the-which not-a-condition of-whom"),
        ("draw 2 from ship_pile", "draw two from ship_pile", "unexpected-word unknown-name"),
        ("each player: draw 2", "draw 2", "no-player nobody-acts who-acts who-is-you"),
        ("set harbour_closed to yes", "set harbour_closed to 1", "wrong-type"),
        ("set harbour_closed to yes", "set harbour_closed to true", "unknown-name"),
        ("set last_mood to mood of turned", "set last_mood to danger of turned", "wrong-type"),
        ("set last_mood to mood of turned", "set last_mood to turned", "wrong-type"),
        ("where cost of wanted <= coin of you", "where cost of wanted <= hand of you", "wrong-type"),
        ("raise dangers by danger of turned", "raise dangers by mood of turned", "wrong-type"),
        ("move wanted to your fleet", "move wanted to your coin", "wrong-type"),
        ("    do effect of wanted\n", "", "card-text-never-done"),
        ("choose a number from 0 to coin of you", "choose a number from 5 to 0", "empty-range no-candidates range-turned-round"),
        ("    needs not crowded of you else \"your fleet is full\"", "    needs fame of you < 0 else \"never\"", "action-never-legal never-holds"),
        ("            you take one action from buy, launch, rest", "            you take one action from buy, launch, rest, rest", "action-twice offered-twice"),
    ),
    *(
        Fault("mistyped", HARBOUR, old, new, ("unknown-*",))
        for old, new in (
            ("until round_number >= laps", "until round_number >= lapse"),
            ("starts at start_coins", "starts at start_coin"),
            ("if dangers >= storm_at", "if dangers >= storm_on"),
            ("cargo: Cargo", "cargo: Cargoes_of"),
            ("deck Ship in ship_pile", "deck Shipp in ship_pile"),
            ("deck Weather in weather_pile", "deck Weather in wether_pile"),
            ("    shuffle weather_pile", "    shuffle weathr_pile"),
            ("6 x \"Breeze\",  mood calm", "6 x \"Breeze\",  mood clam"),
            ("define cost of Ship as ship: value of ship", "define cost of Ship as ship: valu of ship"),
            ("exception to cost of any Ship", "exception to costs_of of any Ship"),
            ("if last_mood is rough", "if last_mood is ruff"),
            ("    set harbour_master to first", "    set harbor_master to first"),
            ("where cost of wanted <=", "where cost of wantd <="),
            ("    move wanted to your fleet", "    move wanted to your fleat"),
            ("    move launched to dock", "    move launchd to dock"),
            ("    payer loses fine coins", "    payer loses fin coins"),
            ("    payer loses fine coins", "    payer loses fine coyns"),
            ("as turned\n", "as turnd\n"),
            ("if turned exists", "if turnd exists"),
            ("raise dangers by danger of turned", "raise danger by danger of turned"),
            ("raise dangers by danger of turned", "raise dangers by dangerousness of turned"),
            ("set harbour_closed to yes", "set harbor_closed to yes"),
            ("from buy, launch, rest", "from by, launch, rest"),
            ("from buy, launch, rest", "from buy, launch, reset"),
            ("set your bid to offer", "set your bit to offer"),
            ("set your bid to offer", "set your bid to offr"),
            ("highest bid of players", "highest bids_of of players"),
            ("if highest_bid > 0", "if highestbid > 0"),
            ("then most fame)", "then most fam)"),
            ("do pay_fine of winner", "do pay_fin of winner"),
            ("of winner, highest_bid", "of wnner, highest_bid"),
            ("highest ships of players", "highest ship of players"),
            ("of you is longest", "of you is longst"),
            ("when harbour_closed or", "when harbour_close or"),
            ("with most fame then most coin wins", "with most fame then most coyn wins"),
        )
    ),
)
