"""How a command ends early: for wrong use with exit code 2, for faulty rules with 1; without a traceback."""


class WrongUse(Exception):
    """The text is one sentence; `help` says what to do about it."""

    def __init__(self, message: str, help: str = "") -> None:
        super().__init__(message)
        self.help = help


class FaultyRules(Exception):
    """The rules have errors, which have been printed."""
