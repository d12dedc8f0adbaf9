"""The reference back end: a small interpreter that says what a program must do."""
