"""Two ways to run a program: generated Python, and a small interpreter that says what it must do."""
