"""How a command ends early: for wrong use with exit code 2, for faulty rules with 1; without a traceback."""


class WrongUse(Exception):
    """The text is one sentence; `help` says what to do about it."""

    def __init__(self, message: str, help: str = "") -> None:
        super().__init__(message)
        self.help = help


def install(extra: str) -> str:
    """What to do where an extra is not installed: the `help` of a WrongUse."""
    return f'install it: pip install "bylaws[{extra}]", or in the folder of Bylaws pip install -e ".[{extra}]"'


class FaultyRules(Exception):
    """The rules have errors, which have been printed."""
