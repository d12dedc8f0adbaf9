"""Rules that tell what is hidden, and rules that look as if they did. What tells is in the line marked `# tells`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent, indent

from attrs import frozen

from dsl.ir import nodes as ir
from dsl.loading import load

FRAME = Path(__file__).with_name("frame.txt").read_text(encoding="utf-8")
END = "game ends after lap when round_number > 4: the player with most coin wins"


@frozen
class Planted:
    """What is put into the frame: in a step, among the declarations, behind the steps, or in place of the end."""

    body: str = "nothing happens"
    declarations: str = ""
    rounds: str = ""
    end: str = END

    @property
    def rules(self) -> str:
        """The whole game."""
        text = FRAME
        for mark, said, depth in (
            ("#body", self.body, 8), ("#declarations", self.declarations, 0), ("#rounds", self.rounds, 0),
            ("#end", self.end, 0),
        ):  # fmt: skip
            text = text.replace(f"{mark}\n", indent(dedent(said).strip("\n"), " " * depth) + "\n")
        return text

    @property
    def tells(self) -> bool:
        """Whether something is told."""
        return "# tells" in self.rules

    @property
    def telling(self) -> int:
        """The line that tells."""
        return next(number for number, line in enumerate(self.rules.split("\n"), 1) if "# tells" in line)

    def game(self) -> ir.Game:
        """The game, which can be played."""
        path = Path("planted.bylaws")
        loaded = load(path, texts={path: self.rules})
        assert loaded.game is not None, [(d.message, d.span.line, d.span.text) for d in loaded.diagnostics]
        return loaded.game


def _said(**bodies: str) -> dict[str, Planted]:
    return {name: Planted(body) for name, body in bodies.items()}


LEAKS: Mapping[str, Planted] = {
    **_said(
        condition_on_a_hand="""
            each player:
                if any Card in your hand where suit is red: gain 1 fame  # tells
        """,
        a_card_in_mind="""
            each player:
                randomly choose a Card from your hand as lost
                choose a number from 0 to 1 as offered asking "How many?"
                if suit of lost is red: gain offered fame  # tells
        """,
        announced_who_cannot="""
            each player:
                if (number of Cards in your hand where suit is red) < 2: announce "{you} cannot"  # tells
                choose a number from 0 to 1 as offered asking "How many?"
        """,
        asked_only_if_able="""
            each player:
                if any Card in your hand where worth > 3: choose a number from 0 to 2 as offered asking "Give?"  # tells
        """,
        a_question_skipped="""
            each player:
                choose a Card from your hand as offered where worth > 3 asking "Which?"  # tells
                move offered to your mat face down
        """,
        condition_on_a_hidden_counter="""
            each player:
                if coin of you > 5: gain 1 fame  # tells
        """,
        each_player_where="each player where coin > 5: gain 1 fame  # tells",
        an_amount_that_stops="each player: lose 6 coins  # tells",
        an_amount_worked_out="each player: gain (coin of you) fame  # tells",
        announced_in_braces="""
            each player:
                let wealth be coin of you
                announce "{you} has {wealth}"  # tells
        """,
        announced_sum="""
            let wealth be total coin of players
            announce "{wealth} in all"  # tells
        """,
        condition_on_a_sum='if total coin of players > 16: announce "Much."  # tells',
        condition_on_a_face_down_card="""
            each player:
                if suit of top of your mat is red: announce "Red."  # tells
        """,
        condition_on_the_top_of_a_pile='if suit of the top Card of pile is red: announce "Red."  # tells',
        condition_on_a_hidden_flag="each player where spy: gain 1 fame  # tells",
        condition_on_a_hidden_side="""
            each player:
                if side of you is bad: announce "{you} is bad"  # tells
        """,
        secret_dice="""
            each player:
                secretly roll a die as thrown
                if pips of thrown > 3: gain 1 fame  # tells
        """,
        a_secret_pick_of_chance="""
            each player:
                secretly randomly choose a number from 1 to 6 as fate
                if fate > 3: gain 1 fame  # tells
        """,
        a_card_that_chance_picks_in_secret="""
            each player:
                secretly randomly choose a Card from your hand as lost
                if suit of lost is red: gain 1 fame  # tells
        """,
        a_secret_number="""
            each player:
                secretly choose a number from 0 to 5 as thought asking "Think of a number."
                if thought > 2: announce "{you} thinks of much"  # tells
        """,
        a_secret_number_and_a_question="""
            each player:
                secretly choose a number from 0 to 5 as thought asking "Think of a number."
                if thought > 2: choose a number from 0 to 1 as offered asking "Why?"  # tells
        """,
        in_the_words_of_a_question="""
            each player:
                let rival_has be coin of left of you
                choose a number from 0 to 1 as offered asking "They have {rival_has}. Well?"  # tells
        """,
        the_largest_number="""
            each player:
                choose a number from 0 to coin of left of you as offered asking "How many?"  # tells
        """,
        which_options_there_are="""
            each player:
                choose a player as rival where coin > 4 asking "Whom?"  # tells
        """,
        an_option_on_a_condition="""
            each player:
                choose one asking "What?":  # tells
                    option "This": nothing happens
                    option "That" if coin of left of you > 5: nothing happens
        """,
        how_many_are_counted="each player: gain (number of Cards in your hand where suit is red) fame  # tells",
        how_many_are_moved="""
            each player:
                move every Card in your hand where worth > 3 to your mat face down  # tells
        """,
        how_many_are_drawn="each player: draw (number of Cards in your hand where worth > 3) cards from pile  # tells",
        how_often="""
            each player:
                repeat (coin of you) times: gain 1 fame  # tells
        """,
        until_it_is_gone="""
            each player:
                while coin of you > 4, at most 20 times:
                    secretly lose 1 coin
                    gain 1 fame  # tells
        """,
        who_has_most="the player with most coin gains 1 fame  # tells",
        who_begins="""
            each player from the player with most coin:
                choose a number from 0 to 1 as offered asking "And?"  # tells
        """,
        who_leads="set leader to the player with most coin  # tells",
        a_mark_that_all_see="""
            each player:
                for each one in your hand:
                    if suit of one is red: set bent of one to yes  # tells
        """,
        a_flag_that_all_see="""
            each player:
                set ready of you to coin of you > 5  # tells
        """,
        a_shuffle="""
            if suit of the top Card of pile is red: shuffle heap  # tells
        """,
        mats_that_change_places="""
            each player:
                if spy of you: swap your mat and mat of left of you  # tells
        """,
        a_step_that_ends="""
            each player:
                if coin of you > 5: stop
                announce "{you} goes on"  # tells
        """,
        a_sum_that_is_not_reached="""
            each player:
                lose (lowest coin of players) fame
                gain (highest coin of players) fame  # tells
        """,
        a_rule_behind_two_others="""
            each player:
                let wealth be coin of you
                let rich be wealth > 5
                if rich: announce "Rich."  # tells
        """,
        the_rest_of_a_deal="""
            each player:
                if any Card in your hand where worth > 4: draw a card from pile  # tells
                otherwise: move top of pile to heap
        """,
        somebody_is_out="""
            each player:
                if coin of you > 10: you lose the game  # tells
        """,
    ),
    "a_definition": Planted("each player where is_rich: gain 1 fame  # tells", "define is_rich of player: coin > 5"),
    "a_definition_in_a_question": Planted(
        """
            each player:
                let wealth be riches of left of you
                choose a number from 0 to 1 as offered asking "They have {wealth}. Well?"  # tells
        """,
        "define riches of player: coin * 2",
    ),
    "what_a_procedure_decides": Planted(
        """
            each player:
                let rich be decided by look_into of you
                if rich: announce "Yes."  # tells
        """,
        """
            procedure look_into of who: player, deciding yes_no:
                decide coin of who > 5
        """,
    ),
    "a_rule_on_an_event": Planted(
        "each player: gain 1 fame",
        """
            after any player as winner gaining some fame while coin of winner > 5:
                announce "{winner} is rich"  # tells
        """,
    ),
    "a_rule_on_a_draw": Planted(
        "each player: draw a card from pile",
        """
            after any player drawing any card as drawn while worth of drawn > 3:
                announce "A good one."  # tells
        """,
    ),
    "whenever": Planted(
        declarations="""
            whenever any player where coin > 7 and not closed:
                set closed to yes  # tells
            flag closed
        """
    ),
    "a_card_at_work_in_a_hand": Planted(
        "each player: gain 1 fame",
        """
            deck Card in pile:
                9 x "Star", worth 3, suit blue:
                    as long as this is in your hand:
                        after you gaining some fame as amount while amount = 1: gain 2 fame  # tells
        """,
    ),
    "a_limit_that_a_hidden_card_lifts": Planted(
        "each player: gain (limit of you) fame  # tells",
        """
            define limit of player: 1
            deck Card in pile:
                9 x "Star", worth 3, suit blue:
                    as long as this is in your hand:
                        exception to limit of you: previous + 1
        """,
    ),
    "an_effect_that_lasts": Planted(
        """
            each player:
                if spy of you: do please of you  # tells
        """,
        """
            define charm of player: 1
            procedure please of who: player:
                until end of this round:
                    exception to charm of who: previous + 1
        """,
    ),
    "an_action_that_needs_it": Planted(
        "each player: you take up to 1 actions from boast  # tells",
        """
            action boast "Boast":
                needs coin of left of you > 4 else "they are poor"
                gain 1 fame
        """,
    ),
    "a_reason": Planted(
        "each player: you take up to 1 actions from boast, rest  # tells",
        """
            action boast "Boast":
                needs coin of left of you > 20 else "they are not rich enough"
                needs coin of left of you > 4 else "they are poor"
                gain 1 fame
            action rest "Rest": nothing happens
        """,
    ),
    "the_end_of_the_game": Planted(
        end="game ends after lap when highest coin of players > 8 or round_number > 6: nobody wins  # tells"
    ),
    "the_number_of_rounds": Planted(
        rounds="""
            round late "Late" until round_number > 6 or highest coin of players > 8:  # tells
                do ask_all
        """,
        end="game ends after late when round_number > 4: nobody wins",
    ),
    "a_pot_of_the_bank": Planted('if vault > 6: announce "Full."  # tells', "counter vault: hidden, starts at 5"),
    "a_hidden_role": Planted('if chief is left of leader: announce "Near."  # tells', "role chief: hidden"),
    "who_is_remembered": Planted(
        """
            each player:
                secretly choose a player as liked asking "Whom do you like?"
                set favourite of you to liked
            each player as one where favourite of one is not one: one gains 1 fame  # tells
        """,
        "remember favourite of player: player or none, hidden",
    ),
    "what_is_created": Planted(
        "each player: create (coin of you) chips in your shelf  # tells",
        """
            tokens chip
            zone shelf of player: group
        """,
    ),
}

NO_LEAKS: Mapping[str, Planted] = {
    **_said(
        given_openly="""
            each player:
                secretly choose a number from 0 to coin of you as gift asking "How many?"
                openly give gift coins to left of you
        """,
        given_secretly="""
            each player:
                secretly choose a number from 0 to coin of you as gift asking "How many?"
                secretly give gift coins to left of you
        """,
        a_card_revealed="each player: reveal top of your mat",
        a_card_looked_at="each player: look at top of mat of left of you",
        a_card_turned_up="each player: flip every Card in your mat face up",
        what_happens_in_secret="each player where coin > 3: secretly gain 1 coin",
        a_condition_on_what_is_written_in_secret="""
            each player:
                if coin of you > 3: set spy of you to yes
        """,
        a_question_that_is_put_all_the_same="""
            each player:
                you may choose a Card from your hand as offered where worth > 3 asking "Which?":
                    move offered to heap
        """,
        a_choice_among_unseen_cards="""
            each player:
                secretly choose a Card from your hand as offered asking "Which?"
                move offered to your mat face down
        """,
        bids_at_once="""
            all players at once:
                choose a number from 0 to 5 as bid asking "Your bid?"
                set fame of you to bid
        """,
        a_secret_pick_that_is_kept="""
            each player:
                secretly randomly choose a number from 1 to 6 as fate
                secretly gain fate coins
                secretly randomly choose a Card from your hand as lost
                move lost to your mat face down
        """,
        secret_dice_that_are_kept="""
            each player:
                secretly roll a die as thrown
                secretly gain (pips of thrown) coins
        """,
        how_many_cards="each player: gain (number of Cards in your hand) fame",
        all_cards_go_left="each player: move every Card in your hand to hand of left of you",
        a_deck_that_runs_dry="each player: draw 2 cards from pile",
        a_card_in_mind_that_nobody_sees="""
            each player:
                randomly choose a Card from your hand as lost
                choose a number from 0 to 1 as offered asking "How many?"
                move lost to your mat face down
        """,
        a_card_by_chance="""
            each player:
                randomly choose a Card from your hand as lost
                move lost to heap
        """,
        a_shuffle="shuffle pile",
        a_mark_that_all_see="""
            each player:
                if any Card in your hand where bent: gain 1 fame
                set bent of top of your mat to yes
        """,
        a_card_in_the_open="""
            move top of pile to heap face up
            if suit of the top Card of heap is red: announce "Red."
        """,
        what_is_meant_to_be_told="""
            # ignore[secret-told]: the richest may be seen to be so
            the player with most coin gains 1 fame
        """,
        what_was_said_in_the_open="""
            each player:
                choose a number from 0 to 5 as said asking "How many?"
                if said > 2: announce "Many."
        """,
    ),
    "a_reaction_from_a_hand": Planted(
        "each player: gain 1 fame",
        """
            deck Card in pile:
                9 x "Star", worth 3, suit blue:
                    as long as this is in your hand:
                        reaction "Shine?", after any player other than you gaining some fame:
                            move this to heap
        """,
    ),
    "the_end_opens_everything": Planted(
        end="game ends after lap when round_number > 2: the player with most coin wins"
    ),
    "an_action_that_needs_what_is_ones_own": Planted(
        "each player: you take up to 1 actions from save",
        """
            action save "Save":
                needs coin of you > 4 else "you have too little"
                secretly lose 1 coin
        """,
    ),
}
