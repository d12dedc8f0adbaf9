"""Observes games closely, from a journal and marked rules; they are the same games as without, but slower."""

from collections.abc import Iterable, Sequence
from typing import TypeVar, assert_never

from dsl.ir import nodes as ir
from interpreter.engine import Engine
from interpreter.program.model.nodes import Ask, Verb, are_pieces
from interpreter.runtime.copying import kind_told
from interpreter.runtime.state import State
from interpreter.scenario.coverage import marked
from interpreter.simulation.games.observed import Journey, Observed, Question, Use
from interpreter.text.labels import Words

_Key = TypeVar("_Key", int, str)

#: So many options of a question are told apart; what comes up after these is counted together.
MOST_OPTIONS = 500
OTHERS = "(others)"
MOVES = frozenset((Verb.MOVE, Verb.GIVE_PIECE, Verb.DISCARD, Verb.REMOVE, Verb.DRAW))


class Observer:
    """Watches the games of one table: play each with `engine`, then call `ended` or `dropped`, and `taken`."""

    def __init__(self, game: ir.Game, players: int) -> None:
        self.marks = marked(game, cards=True)
        self.engine = Engine(self.marks.game, players, trace=True)
        self.words = Words(self.engine.program, tuple(f"seat {seat + 1}" for seat in range(players)), self.engine.rules)
        self.cards = frozenset(card.title for card in game.cards)
        self.texted = frozenset(card.title for card in game.cards if card.effect is not None)
        self.known: dict[tuple[int, int], str] = {}
        self.game = Observed()
        plain = self.engine.advance

        def advance(state: State, index: int) -> None:
            self._note(state, index)
            plain(state, index)

        self.engine.advance = advance

    def ended(self, state: State) -> None:
        """A game is over."""
        self.game.games = 1
        journal = state.journal or []
        happened = (e[0] for e in journal if 0 <= e[0] < self.marks.first and e[1] != Verb.MISS)
        self.game.sites = dict.fromkeys(happened, 1)
        self.game.points = dict.fromkeys(self.marks.reached(e[0] for e in journal), 1)
        for entry in journal:
            if entry[1] == Verb.GAME_OVER:
                self.game.endings = {entry[0]: 1}
        self._cards(state, journal)

    def dropped(self) -> None:
        """A game could not be finished; it does not count."""
        self.game = Observed()

    def taken(self) -> Observed:
        """Takes the observations made since the last call."""
        seen, self.game = self.game, Observed()
        return seen

    # ------------------------------------------------------------ what was chosen

    def _note(self, state: State, index: int) -> None:
        asked = self.engine.asked(state)
        question = self.game.questions.get(state.site)
        if question is None:  # most have been put before, and to make one takes longer than to find it
            question = self.game.questions[state.site] = Question()
        question.asked += 1
        options, offers = state.options, state.offers
        if isinstance(asked.options, ir.FromActions):
            numbers = [self.engine.program.actions[asked.options.names[value]].number for value in options]
            _count(self.game.actions, numbers, numbers[index] if index < len(numbers) else None)
        elif isinstance(asked.options, ir.FromRange) and len(options) > MOST_OPTIONS:
            for end in (options[0], options[-1]):
                question.ends.add(end)
            if index < len(options):
                question.given.add(options[index])
        else:
            labels = self.labels_of(state, asked)
            if len(question.options) + len(labels) > MOST_OPTIONS:
                labels = [label if label in question.options else OTHERS for label in labels]
            _count(question.options, labels, labels[index] if index < len(labels) else None)
        place = index - len(options)
        _count(self.game.actions, offers, offers[place] if 0 <= place < len(offers) else None)
        if state.can_pass:
            question.passing.offered += 1
            question.passing.taken += place == len(offers)

    def labels_of(self, state: State, asked: Ask) -> list[str]:
        """The options of the question in words, those that are no actions."""
        labels = [self._label(state, asked, value) for value in state.options]
        return self._with_places(state, labels) if are_pieces(asked.options) else labels

    def _label(self, state: State, asked: Ask, value: int) -> str:
        match asked.options:
            case ir.FromMenu(labels):
                return labels[value]
            case ir.FromList(over) | ir.InOrder(over):
                if over.type.kind is ir.Kind.PIECE:
                    return self.words.program.layout.kinds[state.kind[value]].title
                key = (state.site, value)
                if key not in self.known:
                    self.known[key] = self.words.value(state, over.type.one(), value, None)
                return self.known[key]
            case ir.FromRange() | ir.FromActions():
                return str(value)
            case _:
                assert_never(asked.options)

    def _with_places(self, state: State, labels: Sequence[str]) -> list[str]:
        """The labels of pieces; alike ones that lie in different places get theirs: `Ox, seat 2's field`."""
        zones: dict[str, set[int]] = {}
        for label, piece in zip(labels, state.options, strict=True):
            zones.setdefault(label, set()).add(state.zone[piece])
        return [
            f"{label}, {self.words.zone(state.zone[piece])}" if len(zones[label]) > 1 else label
            for label, piece in zip(labels, state.options, strict=True)
        ]

    # ------------------------------------------------------------ where cards went

    def _cards(self, state: State, journal: Iterable[Sequence[int]]) -> None:
        """A card counts once a game for each thing that happened to it, however often it did."""
        drawn, held, played, discarded = set[str](), set[str](), set[str](), set[str]()
        for entry in journal:
            if entry[1] in MOVES and entry[5] >= 0:
                title, left, came = self.title(state, entry[5]), self._shape(entry[6]), self._shape(entry[7])
                if left == "stack" and came != "stack":
                    drawn.add(title)
                if came == "hand":
                    held.add(title)
                if entry[1] == Verb.DISCARD:
                    discarded.add(title)
                laid_down = entry[1] == Verb.DISCARD or came not in ("hand", "stack")  # not given away, nor put back
                if left == "hand" and title not in self.texted and laid_down:
                    played.add(title)
            elif entry[0] >= self.marks.first and self.marks.points[entry[0] - self.marks.first].kind == "text":
                part, title = self.marks.points[entry[0] - self.marks.first].what, self.title(state, entry[5])
                if not part or title not in self.texted:
                    played.add(title)
        for title in sorted((drawn | held | played | discarded) & self.cards):
            self.game.cards[title] = Journey(*(title in titles for titles in (drawn, held, played, discarded)))

    def title(self, state: State, piece: int) -> str:
        return self.words.program.layout.kinds[kind_told(state, piece, known=False)].title

    def _shape(self, zone: int) -> str:
        layout = self.words.program.layout
        return layout.zones[layout.zone_names[zone]].zone.shape if zone >= 0 else ""


def _count(uses: dict[_Key, Use], offered: Sequence[_Key], taken: _Key | None) -> None:
    for key in dict.fromkeys(offered):
        use = uses.setdefault(key, Use())
        use.offered += 1
        use.taken += key == taken
