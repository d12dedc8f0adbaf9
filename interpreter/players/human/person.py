"""A person who is asked: sees the table, types, is obeyed, until there is an answer."""

from collections.abc import Callable
from typing import TypeAlias

from attrs import define, field

from dsl.listing import series
from interpreter.players.answers import PASS_KEY, Numbers, Row, answer, could_mean, keys, next_of, row, why_no_row
from interpreter.players.human import screen
from interpreter.players.human.commands import Command, command, help_page
from interpreter.players.human.pacing import NONE, Pace
from interpreter.players.human.pages import named
from interpreter.players.human.pages.look import cards_page
from interpreter.players.human.terminal import Terminal
from interpreter.showing import texts
from interpreter.table.decision import Decision
from interpreter.table.save import SaveError
from interpreter.table.session import Session
from interpreter.table.why_illegal import not_now, why_illegal

PROMPT = "> "

#: A seat, and the site of a question.
_Asked: TypeAlias = tuple[int, int]


class Leaving(Exception):
    """The person does not want to go on."""


@define
class Person:
    """Answers for all seats at which people sit. `private`: they must not see each other's screens.

    `save` saves to a file, or the usual one, and gives its name; `pace` says where the log stops; `heard`: how many
    events each seat has been told. `turn`: the one to which the rest belongs; `numbers`: what stands before the answers
    to each seat's question at a site; `rows`: what they have answered beforehand; `skipped`: answers given
    unasked since the last question, and how many events had happened by then.
    """

    terminal: Terminal
    private: bool
    trace: bool
    save: Callable[[Session, str], str]
    pace: str = NONE
    last: int | None = field(default=None, init=False)
    drawn: str = field(default="", init=False)
    heard: dict[int, int] = field(factory=dict, init=False)
    turn: tuple[int, int] = field(default=(0, 0), init=False)
    numbers: dict[tuple[int, ...], Numbers] = field(factory=dict, init=False)
    rows: dict[_Asked, Row] = field(factory=dict, init=False)
    skipped: list[tuple[int, str]] = field(factory=list, init=False)

    def decide(self, session: Session) -> None:
        """Asks until there is an answer, or the last one is taken back. Raises Leaving, and EOFError."""
        seat = session.state.player
        self._begin_turn(session)
        if (given := self._given(session)) is not None:
            session.answer(given)
            return
        if self.private and self.last != seat:
            name = session.words.player(seat)
            if not self.terminal.hand_over(name, lambda typed: self._takes_back(session, typed)):
                return
        self.last = seat
        self._draw(session, seat, self._since(session, seat))
        while True:
            asked = session.decision
            typed = self.terminal.read(PROMPT)
            number = self._understand(session, asked, typed)
            if number is not None:
                session.answer(number)
                return

    def _begin_turn(self, session: Session) -> None:
        turn = session.state.round_number, session.state.active_player
        if turn != self.turn:
            self.turn = turn
            self.numbers.clear()
            self.rows = {place: Row((), rest=True) for place in session.in_any_order}

    def _given(self, session: Session) -> int | None:
        """The answer that is given unasked: the only one, or the next of those that were typed in one line."""
        asked, place = session.decision, _place(session)
        if asked.is_forced:
            self.skipped.append((len(session.events), asked.only_answer))
            return 0
        if (waiting := self.rows.pop(place, None)) is None:
            return None
        number, left = next_of(asked, waiting)
        if number is not None and (left.words or left.rest):
            self.rows[place] = left
        elif number is None and waiting.words:
            self.terminal.say(f"{waiting.words[0]} cannot be chosen now.")
        return number

    def _understand(self, session: Session, asked: Decision, typed: str) -> int | None:
        if not typed.strip():
            if asked.first_option + len(asked.options) == 1:
                return 0
            self._draw(session, asked.seat, session.since_own(asked.seat))
            return None
        numbers = self._numbers(session)
        number = None if typed.startswith(("/", "?")) else answer(asked, typed, numbers)
        if number is None and (several := row(asked, typed, numbers)) is not None:
            self.rows[_place(session)] = several
            if several.always:
                session.in_any_order.add(_place(session))
            return self._given(session)
        if number is None and (wanted := command(typed)) is not None:
            self._obey(session, wanted)
        elif number is None:
            self._refuse(session, asked, typed.strip())
        return number

    def _refuse(self, session: Session, asked: Decision, typed: str) -> None:
        reason = why_illegal(session.engine, session.state, session.words, typed)
        begun = series((option.words for option in could_mean(asked, typed)), "or")
        if begun:
            self.terminal.say(f'"{typed}" could mean {begun}: type more of it, or what stands before it.')
        elif several := why_no_row(asked, typed, self._numbers(session)):
            self.terminal.say(several)
        elif reason is None:
            self.terminal.say(f'"{typed}" could mean several answers: type what stands before the one you mean.')
        else:
            self.terminal.say(_no_such_key(typed) or reason.sentence)

    # ------------------------------------------------------------ what is shown

    def _numbers(self, session: Session) -> Numbers:
        """What stands before the answers, for as long as nobody else decides anything."""
        return self.numbers.setdefault((*_place(session), session.since_own(session.state.player)), {})

    def _since(self, session: Session, seat: int) -> int:
        """From which event on a seat is told what happened; unless the screen is cleared, nothing twice."""
        own = session.since_own(seat)
        return own if self.terminal.clears else max(own, min(self.heard.get(seat, 0), len(session.events)))

    def _draw(self, session: Session, seat: int, since: int) -> None:
        """The whole screen; in a pipe, what has happened and the table only where it has changed."""
        terminal = self.terminal
        table = terminal.text(screen.table(session, seat, terminal.console.width))
        back = session.answer_taken_back(seat) if session.why_not_undo(seat) is None else ""
        left_out = not_now(session.engine, session.state, session.words)
        unsaid = [said for place, said in self.skipped if said and not session.log(seat, place)]
        self.skipped.clear()
        asked = "".join(terminal.text(screen.plain_text(said)) for said in unsaid) + terminal.text(
            screen.question(session.decision, self._numbers(session), back=back, not_now=left_out)
        )
        is_new = seat not in self.heard if self.private else not self.heard
        goal = terminal.text(screen.log(texts.goal(session))) if is_new else ""
        room = terminal.console.height - sum(part.count("\n") for part in (goal, table, asked)) - 4
        news = max(since, min(self.heard.get(seat, 0), len(session.events)))
        shown = Pace(terminal, self.pace).before(session, seat, news, room, private=self.private)
        since = since if terminal.clears or shown == news else shown
        lines = session.trace(seat, since) if self.trace else session.log(seat, since)
        if terminal.clears:
            parts = [goal, terminal.text(screen.last_of_log(lines, room)), table, asked]
            terminal.clear(private=self.private)
        else:
            parts = [goal, terminal.text(screen.log(lines)), table if table != self.drawn else "", asked]
        self.drawn = table
        self.heard[seat] = len(session.events)
        terminal.write("\n".join(part for part in parts if part.strip()))

    # ------------------------------------------------------------ commands

    def _obey(self, session: Session, wanted: Command) -> None:
        seat = session.state.player
        match wanted.name:
            case "?":
                page = named.page(session, wanted.argument) if wanted.argument else texts.rules_here(session)
                self.terminal.page(page, stops=True)
            case "why":
                self._why(session, wanted.argument)
            case "look":
                self.terminal.page(cards_page(session, seat, wanted.argument), stops=True)
            case "ask":
                mine = {place for place in (*self.rows, *session.in_any_order) if place[0] == seat}
                session.in_any_order -= mine
                self.rows = {place: row for place, row in self.rows.items() if place not in mine}
                again = "You are asked for every order again."
                self.terminal.say(again if mine else "You are asked everything already.")
            case "log":
                self.terminal.page(session.log(seat), stops=True)
            case "undo":
                reason = session.undo()
                if reason is not None:
                    self.terminal.say(reason)
                else:
                    self.rows.clear()
                    session.in_any_order.discard(_place(session))
                    self._draw(session, seat, self._since(session, seat))
            case "save":
                self._save(session, wanted.argument)
            case "rules":
                self.terminal.page(texts.rulebook(session), stops=True)
            case "help":
                self.terminal.page(help_page(), stops=True)
            case _:
                raise Leaving

    def _takes_back(self, session: Session, typed: str) -> bool:
        """What the last person can still say while the screen is passed on. Whether their decision is taken back."""
        match command(typed):
            case Command("quit"):
                raise Leaving
            case Command("undo"):
                reason = session.undo(self.last)
                if reason is not None:
                    self.terminal.say(reason)
                else:  # the screen is in the next one's hands, and has to go back first
                    self.last = None
                    self.rows.clear()
                    session.in_any_order.discard(_place(session))
                return reason is None
            case Command("save", file):
                self._save(session, file)
            case _:
                self.terminal.say("Here you can type `undo`, `save` or `quit`; Enter shows the next screen.")
        return False

    def _why(self, session: Session, said: str) -> None:
        if not said:
            self.terminal.say("Say what: `why 3`, `why NAME`.")
            return
        asked = session.decision
        numbers = self._numbers(session)
        number = answer(asked, said, numbers)
        reason = why_illegal(session.engine, session.state, session.words, said)
        if number is not None:
            self.terminal.say(_can_be_chosen(asked, number, numbers))
        elif reason is None:
            self.terminal.say(f"{said} can be chosen.")
        elif (no_key := _no_such_key(said)) is not None:
            self.terminal.say(no_key)
        else:
            self.terminal.say(f"{reason.sentence}  [{reason.place}]" if self.trace else reason.sentence)

    def _save(self, session: Session, file: str) -> None:
        try:
            self.terminal.say(f"Saved to {self.save(session, file)}.")
        except SaveError as fault:
            self.terminal.say(str(fault))


def _place(session: Session) -> _Asked:
    """Who is asked, and where in the rules."""
    return session.state.player, session.engine.asked(session.state).site


def _can_be_chosen(asked: Decision, number: int, numbers: Numbers) -> str:
    """That an answer is offered, and what to type for it."""
    if asked.numbers is not None and number < asked.first_option:
        return f"{asked.numbers[0] + number} can be chosen."
    key, option = list(keys(asked, numbers))[number - asked.first_option]
    return f"{option.words} can be chosen: type {key}."


def _no_such_key(said: str) -> str | None:
    """What is typed like the letter before an answer, and stands before none."""
    is_letter = len(said) == 1 and said.isalpha() and said.isascii() and said.casefold() != PASS_KEY
    return f"No answer here has the letter {said}." if is_letter else None
