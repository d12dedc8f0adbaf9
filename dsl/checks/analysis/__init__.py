"""What several checks ask of a rule set: its bodies, effects, facts by condition, counts of cards."""
