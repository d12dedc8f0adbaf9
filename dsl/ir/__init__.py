"""What a rule set means: the intermediate representation, how it is made from syntax, and how it is printed."""
