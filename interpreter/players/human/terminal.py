"""The terminal of a person, or what stands in for one: a pipe is read line by line and never cleared."""

import sys
from collections.abc import Callable, Sequence
from unicodedata import normalize

from attrs import define
from rich.console import Console, Group, RenderableType
from rich.text import Text

from dsl.controls import visible_lines
from interpreter.players.human import screen
from interpreter.players.human.columns import Columns
from interpreter.text.log.journal import LogLine

#: Of a line that is typed, so many letters are read, and with so many pieces of that size the input has no end.
LONGEST, MOST_PIECES = 1000, 100_000
#: Clears the screen, with or without what could be scrolled back to, and goes to its upper left corner.
CLEAR, CLEAR_SCREEN = "\x1b[2J\x1b[3J\x1b[H", "\x1b[2J\x1b[H"


@define
class Terminal:
    """`asks`: somebody sits there and can be asked; `clears`: the screen can be emptied."""

    console: Console
    asks: bool
    clears: bool

    def read(self, prompt: str) -> str:
        """A line, without its end. Raises EOFError when there are no more."""
        self.console.file.flush()
        if self.asks:
            line = input(visible_lines(prompt))  # which goes to the terminal past our streams
            return normalize("NFC", line[:LONGEST])
        line = rest = sys.stdin.readline(LONGEST)
        for _ in range(MOST_PIECES):
            if len(rest) < LONGEST or rest.endswith("\n"):
                break
            rest = sys.stdin.readline(LONGEST)  # no answer is so long, and the rest is not kept
        else:
            raise EOFError
        if not line:
            raise EOFError
        return normalize("NFC", line.rstrip("\r\n"))

    def agrees(self, question: str) -> bool:
        """Whether somebody sits there and says yes."""
        return self.asks and self.read(f"{question} [y/N] ").strip().casefold() in ("y", "yes")

    def clear(self, *, private: bool = True) -> None:
        """Empties the screen; `private`: nothing can be scrolled back to. Where that cannot be, it is scrolled away."""
        if self.clears:
            self.write(CLEAR if private else CLEAR_SCREEN)
        elif self.asks:
            self.write("\n" * max(self.console.height, 24))

    def text(self, part: RenderableType) -> str:
        """What would be printed, without spaces at the ends of lines.

        What nothing has to be done to, which is most in a pipe, goes past rich, which would take long for it.
        """
        console = self.console
        is_plain = console.color_system is None
        match part:
            case Group():
                return "".join(map(self.text, part.renderables))
            case Text(plain=line) if is_plain and line.isprintable():
                if console.soft_wrap or part.cell_len <= console.width:
                    return f"{line.rstrip()}\n"
            case Columns() if is_plain and (lines := part.lines(console.width)) is not None:
                return "".join(map(self.text, lines))
        with self.console.capture() as captured:
            self.console.print(part)
        return "".join(f"{line.rstrip()}\n" for line in captured.get().splitlines())

    def show(self, part: RenderableType) -> None:
        """Prints something."""
        self.write(self.text(part))

    def say(self, text: str) -> None:
        """Prints a sentence."""
        self.show(screen.plain_text(text))

    def page(self, lines: Sequence[LogLine], *, stops: bool = False) -> None:
        """Prints lines, headings set off; if it `stops`, a screen at a time for somebody who sits there."""
        text = self.text(screen.log(lines))
        whole, room = text.splitlines(keepends=True), self.console.height - 1
        if not (stops and self.asks and self.clears):
            room = len(whole)
        while len(whole) > room:
            self.write("".join(whole[:room]))
            whole = whole[room:]
            if self.read(f"{len(whole)} lines more: Enter, or q to stop. ").strip():
                return
        self.write("".join(whole))

    def write(self, text: str) -> None:
        """Writes what has been made up already."""
        self.console.file.write(text)

    def hand_over(self, name: str, obey: Callable[[str], bool]) -> bool:
        """Hands the cleared screen over to the next person, who presses Enter; whether that has happened.

        What is typed instead is still the last person's: `obey` gets it, and tells whether the screen stays.
        """
        if not self.asks:
            self.say(f"{name} decides.")
            return True
        self.clear()
        while True:
            self.say(f"Pass the screen to {name} and press Enter.")
            typed = self.read("").strip()
            if not typed:
                break
            if obey(typed):
                return False
        self.clear()
        return True
