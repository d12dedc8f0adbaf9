"""What a person asked for and cannot have: said in a sentence, without a traceback, with exit code 2."""


class WrongUse(Exception):
    """The text is one sentence; `help` says what to do about it."""

    def __init__(self, message: str, help: str = "") -> None:
        super().__init__(message)
        self.help = help
