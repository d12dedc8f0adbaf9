"""Every rule of lint, in the order of their codes. Each looks on its own; none changes anything."""

from dsl.lint.action_twice import action_twice
from dsl.lint.action_without_effect import action_without_effect
from dsl.lint.always_holds import always_holds
from dsl.lint.at_once_sees_others import at_once_sees_others
from dsl.lint.card_never_drawn import card_never_drawn
from dsl.lint.card_text_never_done import card_text_never_done
from dsl.lint.case_never_reached import case_never_reached
from dsl.lint.changes_nothing import changes_nothing
from dsl.lint.clause_without_scenario import clause_without_scenario
from dsl.lint.commented_out_rule import commented_out_rule
from dsl.lint.confusing_names import confusing_names
from dsl.lint.contradiction import contradiction
from dsl.lint.counter_never_changes import counter_never_changes
from dsl.lint.counter_never_read import counter_never_read
from dsl.lint.decision_dropped import decision_dropped
from dsl.lint.decision_never_used import decision_never_used
from dsl.lint.deck_can_run_dry import deck_can_run_dry
from dsl.lint.deep_nesting import deep_nesting
from dsl.lint.double_negation import double_negation
from dsl.lint.empty_branch import empty_branch
from dsl.lint.empty_step import empty_step
from dsl.lint.endless_turn import endless_turn
from dsl.lint.event_never_happens import event_never_happens
from dsl.lint.free_gain import free_gain
from dsl.lint.hidden_but_known import hidden_but_known
from dsl.lint.long_line import long_line
from dsl.lint.misspelt_clause import misspelt_clause
from dsl.lint.name_habit import name_habit
from dsl.lint.name_repeats_kind import name_repeats_kind
from dsl.lint.name_says_other_type import name_says_other_type
from dsl.lint.needs_without_reason import needs_without_reason
from dsl.lint.never_shuffled import never_shuffled
from dsl.lint.no_cards_of_a_kind import no_cards_of_a_kind
from dsl.lint.no_copies import no_copies
from dsl.lint.no_other_player import no_other_player
from dsl.lint.nobody_can_win import nobody_can_win
from dsl.lint.nothing_to_reveal import nothing_to_reveal
from dsl.lint.number_wants_parameter import number_wants_parameter
from dsl.lint.only_option import only_option
from dsl.lint.openly_for_nothing import openly_for_nothing
from dsl.lint.overwritten_at_once import overwritten_at_once
from dsl.lint.parameter_range_breaks import parameter_range_breaks
from dsl.lint.question_missing import question_missing
from dsl.lint.repeated_word import repeated_word
from dsl.lint.rounding_below_zero import rounding_below_zero
from dsl.lint.rule import Rule
from dsl.lint.rule_without_text import rule_without_text
from dsl.lint.same_branches import same_branches
from dsl.lint.same_clause_twice import same_clause_twice
from dsl.lint.same_on_both_sides import same_on_both_sides
from dsl.lint.same_player_first import same_player_first
from dsl.lint.same_title_twice import same_title_twice
from dsl.lint.secret_amount_shown import secret_amount_shown
from dsl.lint.secret_announced import secret_announced
from dsl.lint.secret_choice_told_at_once import secret_choice_told_at_once
from dsl.lint.secret_condition_shown import secret_condition_shown
from dsl.lint.secret_in_question import secret_in_question
from dsl.lint.secret_left_open import secret_left_open
from dsl.lint.secretly_in_the_open import secretly_in_the_open
from dsl.lint.space_before_punctuation import space_before_punctuation
from dsl.lint.text_and_rule_disagree import text_and_rule_disagree
from dsl.lint.tie_by_seat import tie_by_seat
from dsl.lint.tie_without_tie_break import tie_without_tie_break
from dsl.lint.title_case import title_case
from dsl.lint.title_missing import title_missing
from dsl.lint.title_with_full_stop import title_with_full_stop
from dsl.lint.turn_without_decision import turn_without_decision
from dsl.lint.unfinished import unfinished
from dsl.lint.unknown_clause_covered import unknown_clause_covered
from dsl.lint.unordered_rules import unordered_rules
from dsl.lint.unused_card_field import unused_card_field
from dsl.lint.unused_counter import unused_counter
from dsl.lint.unused_definition import unused_definition
from dsl.lint.unused_die import unused_die
from dsl.lint.unused_enum import unused_enum
from dsl.lint.unused_enum_value import unused_enum_value
from dsl.lint.unused_library import unused_library
from dsl.lint.unused_name import unused_name
from dsl.lint.unused_parameter import unused_parameter
from dsl.lint.unused_procedure_argument import unused_procedure_argument
from dsl.lint.unused_zone import unused_zone
from dsl.lint.vague_name import vague_name
from dsl.lint.variant_without_scenario import variant_without_scenario
from dsl.lint.whenever_keeps_holding import whenever_keeps_holding
from dsl.lint.where_reaches_over import where_reaches_over
from dsl.lint.without_bound import without_bound
from dsl.lint.zone_never_filled import zone_never_filled

RULES: tuple[Rule, ...] = (
    tie_without_tie_break,
    tie_by_seat,
    same_player_first,
    number_wants_parameter,
    free_gain,
    parameter_range_breaks,
    without_bound,
    unused_zone,
    unused_counter,
    counter_never_read,
    unused_parameter,
    unused_definition,
    unused_enum_value,
    unused_card_field,
    unused_die,
    no_cards_of_a_kind,
    unused_name,
    unused_procedure_argument,
    zone_never_filled,
    card_never_drawn,
    counter_never_changes,
    same_on_both_sides,
    changes_nothing,
    overwritten_at_once,
    same_branches,
    unused_enum,
    whenever_keeps_holding,
    contradiction,
    always_holds,
    case_never_reached,
    rounding_below_zero,
    action_twice,
    no_copies,
    card_text_never_done,
    only_option,
    empty_branch,
    decision_never_used,
    where_reaches_over,
    empty_step,
    never_shuffled,
    deck_can_run_dry,
    action_without_effect,
    endless_turn,
    unordered_rules,
    event_never_happens,
    turn_without_decision,
    no_other_player,
    nobody_can_win,
    decision_dropped,
    confusing_names,
    vague_name,
    title_missing,
    title_case,
    same_title_twice,
    name_says_other_type,
    name_repeats_kind,
    name_habit,
    secret_announced,
    secret_in_question,
    secret_amount_shown,
    secret_condition_shown,
    secret_choice_told_at_once,
    secretly_in_the_open,
    openly_for_nothing,
    nothing_to_reveal,
    at_once_sees_others,
    hidden_but_known,
    secret_left_open,
    repeated_word,
    space_before_punctuation,
    unfinished,
    title_with_full_stop,
    misspelt_clause,
    double_negation,
    deep_nesting,
    long_line,
    rule_without_text,
    unused_library,
    commented_out_rule,
    text_and_rule_disagree,
    clause_without_scenario,
    unknown_clause_covered,
    variant_without_scenario,
    needs_without_reason,
    question_missing,
    same_clause_twice,
)
