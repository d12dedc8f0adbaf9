"""The registry of commands: what each does, and the arguments that it takes.

A command is run by the module of its name in `cli.playing`, `cli.writing` or `cli.paper`, by `run(options) -> int`.
That is imported only when there is something to do, and this module imports next to nothing, so that `--help` comes at
once.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from interpreter.players.kinds import KINDS

# Copies of lists in modules that take long to import, to which a test holds them.
#: How findings can be printed: `dsl.render.FORMATS`.
FORMATS = ("full", "concise", "json", "sarif", "github", "gitlab", "junit")
#: What findings weigh, the worst first: `dsl.diagnostic.Level`.
LEVELS = ("error", "warning", "info")

#: What can be printed, on which paper, how large cards are, and how the paper turns: `interpreter.paper`.
OUTPUTS, PAPERS = ("cards", "rules", "table", "list"), ("a4", "letter")
ELSEWHERE = ("tts", "pcio", "images")
CARDS, BACKS = ("poker", "bridge", "mini", "tarot"), ("long", "short", "fold", "none")

#: A person, among the kinds of players: the one who types, or one at a table in the browser.
YOU, HUMAN = "you", "human"

#: Adds arguments to a parser, or to a group of one.
Add: TypeAlias = Callable[[Any], object]


class Command(NamedTuple):
    """A command: its summary, and the arguments that it takes."""

    summary: str
    arguments: tuple[Add, ...] = ()


def _takes(*names: str, **settings: Any) -> Add:
    return lambda parser: parser.add_argument(*names, **settings)


def _flag(name: str, what: str) -> Add:
    return _takes(name, action="store_true", help=what)


def _word(option: str, metavar: str, what: str) -> Add:
    return _takes(option, metavar=metavar, help=what)


def _several(option: str, dest: str, metavar: str, what: str) -> Add:
    """An option that may stand there any number of times."""
    what = f"{what}; may be given several times"
    return _takes(option, dest=dest, action="append", default=[], metavar=metavar, help=what)


def _number(option: str, what: str, **settings: Any) -> Add:
    return _takes(option, metavar="N", help=what, **{"type": int, **settings})


def _one_of(*adds: Add, required: bool = False) -> Add:
    """Arguments of which at most one may stand there, or exactly one."""

    def add(parser: Any) -> None:
        group = parser.add_mutually_exclusive_group(required=required)
        for each in adds:
            each(group)

    return add


def _format(*formats: str, what: str = "how to print") -> Add:
    """The format; the first is that which is taken if nothing is said."""
    return _takes("--format", choices=formats, default=formats[0], help=f"{what} ({formats[0]})")


def _paths(what: str) -> Add:
    return _takes("paths", metavar="PATH", nargs="+", help=f"the name of a game, a folder, {what}")


def _bots(seats: str) -> Add:
    players = _number("--players", "so many random players (the fewest that can play)")
    return _one_of(players, _takes("--seats", metavar="BOT,BOT,...", help=f"{seats}; bots are {', '.join(KINDS)}"))


def _tables(games: str) -> tuple[Add, ...]:
    """Who plays how many games, in how many processes, and what is looked at."""
    return (
        _number("--games", games),
        _bots("who sits there, all moving on by one seat from game to game"),
        _SEED_OF_GAMES,
        _WORKERS,
        _several("--measure", "measures", "WORDS", 'look at this alone, as in "team wins" or rounds'),
    )


_WITH_VARIANT = "play all scenarios with a variant on"
_NAME_OF_GAME = "the name of a game, a folder, or a .bylaws file"
_GAME = _takes("game", metavar="GAME", help=_NAME_OF_GAME)
_VARIANT = _several("--variant", "variants", "NAME", "put a variant on the game, by its name or its file")
_RULE_SET = (_VARIANT, _several("--set", "settings", "NAME=VALUE", "give a parameter another value"))
_GAME_AND_RULES = (_GAME, *_RULE_SET)
_STANDARD_INPUT = _takes(
    "--stdin-filename", metavar="FILE", default="stdin.bylaws", help="the file that standard input stands for"
)
_SEED_OF_GAMES = _number("--seed", "the seed of the first game (1)", default=1)
_JOBS = _number("--jobs", "how many processes (one for each core)")
#: The same for what may also be done elsewhere.
_WORKERS = _one_of(
    _JOBS,
    _word("--cluster", "WHERE", "by a cluster of dask.distributed: its address, or local:4 for four workers here"),
)
#: Where a game stops for those who watch at a terminal.
_PACE = _takes(
    "--pace",
    choices=("none", "steps", "all"),
    help="where it stops for those who watch: nowhere, in steps in which much is revealed or counted, or wherever"
    " anything is",
)

COMMANDS: Mapping[str, Command] = {
    "play": Command(
        "plays a game in the terminal, with people, bots or both",
        (
            _takes("game", metavar="GAME", nargs="?", help=_NAME_OF_GAME),
            _word(
                "--seats",
                "WHO,WHO,...",
                f"who sits where, in order of play: {', '.join((YOU, *KINDS))} (you and random bots)",
            ),
            _word("--names", "NAME,NAME,...", "what the players are called"),
            *_RULE_SET,
            _number("--seed", "makes the same luck again"),
            _word("--save", "FILE", "keep the game there after each decision"),
            _word("--load", "FILE", "go on with a saved game"),
            _word("--log", "FILE", "write the whole log there at the end, with all that was hidden"),
            _PACE,
            _flag("--trace", "show each event with the line of the rules it came from"),
        ),
    ),
    "serve": Command(
        "plays a game in the browser: a link for each seat, bots, people who watch, a page for its designer",
        (
            *_GAME_AND_RULES,
            _number("--players", "so many seats, all for people (2, or the fewest that can play)"),
            _word(
                "--seats",
                "WHO,WHO,...",
                f"who sits where, in order of play: {', '.join((HUMAN, *KINDS))} (people alone)",
            ),
            _word("--names", "NAME,NAME,...", "what the players are called"),
            _number("--seed", "makes the same luck again"),
            _number("--port", "where browsers find it (8000); 0 takes any that is free", default=8000),
            _takes(
                "--host",
                metavar="ADDRESS",
                default="127.0.0.1",
                help="the address of this machine to listen at (127.0.0.1, for this machine alone); 0.0.0.0 lets all in"
                " your network in",
            ),
            _word("--address", "URL", "what others type to come here, if a server with TLS stands before this one"),
            _word("--keep", "FOLDER", "where tables are kept (GAME-tables in the folder that you are in)"),
            _flag("--new", "begin another table, even if one like it is not over yet"),
        ),
    ),
    "replay": Command(
        "shows a saved game again, as it was or as one player saw it",
        (
            _takes("file", metavar="FILE", help="a saved game"),
            _takes("--as", dest="seat", metavar="SEAT", help="what one player saw, by name or number"),
            _number("--until", "up to decision N, and the table there"),
            _flag("--all", "all at once, without waiting after each decision"),
            _PACE,
            _format("text", "json"),
        ),
    ),
    "test": Command(
        "plays the scenarios of a game, and shows why one fails",
        (
            _paths("or a .bylaws file"),
            _takes("-k", dest="only", metavar="TEXT", default="", help="only scenarios whose title contains TEXT"),
            _takes("--variant", dest="variants", action="append", default=[], metavar="NAME", help=_WITH_VARIANT),
            _flag("--coverage", "list the rules, branches, cards and clauses not reached"),
            _flag("--watch", "play what a change touches, whenever a file changes"),
            _format("full", "concise", "json", "junit"),
        ),
    ),
    "new": Command(
        "makes a small game to begin with, or a variant of a game",
        (
            _takes("words", metavar="NAME", nargs="+", help="what it is called; with --variant: NAME of GAME"),
            _flag("--variant", "a variant of a game instead of a game of its own"),
        ),
    ),
    "simulate": Command(
        "plays many games between bots, and says who wins, how long it takes, and what is never used",
        (
            *_GAME_AND_RULES,
            _number("--games", "how many games (1000)", default=1000),
            _one_of(
                _takes(
                    "--players",
                    metavar="N",
                    help="so many random players (the fewest that can play); 2..5, 2,4 or all play as many games with"
                    " each number",
                ),
                _takes("--seats", metavar="BOT,BOT,...", help=f"who sits where; bots are {', '.join(KINDS)}"),
            ),
            _WORKERS,
            _SEED_OF_GAMES,
            _takes(
                "--closely",
                default="200",
                metavar="N",
                help="watch the first N games closely, for what is chosen, played and never reached (200); all, or 0"
                " for none",
            ),
            _flag("--details", "show whole lists, and every option and card"),
            _format("text", "json", "csv"),
            _word("--out", "DIR", "keep the run there, so that it can go on where it was ended; and summary.json"),
            _word("--rows", "FILE", "write a row for each game: FILE ends in .csv or .parquet"),
        ),
    ),
    "compare": Command(
        "plays two rule sets on the same luck, and says in what they differ and how sure that is",
        (
            *_GAME_AND_RULES,
            _several("--with-variant", "with_variants", "NAME", "compare with the same rules and this variant"),
            _several("--with", "with_settings", "NAME=VALUE", "compare with another value of a parameter"),
            *_tables("how many games each way (2000; with --until-sure at most 20000)"),
            _flag("--until-sure", "end as soon as it is sure what differs and what does not"),
            _takes(
                "--margin",
                type=float,
                metavar="PERCENT",
                help="with --until-sure: a difference below this does not matter (3)",
            ),
            _word("--out", "DIR", "also write compare.json and compare.csv there"),
            _format("text", "json", "csv"),
        ),
    ),
    "sweep": Command(
        "tries several values of a parameter on the same luck, and finds the one nearest to a target",
        (
            _GAME,
            _several(
                "--set",
                "settings",
                "NAME=VALUES",
                "a parameter with the values to try: price=1..5, price=2,4,8, fog=yes,no; the name alone for all that"
                " it may have; with one value it is set to that",
            ),
            _VARIANT,
            *_tables("how many games with each value (500)"),
            _takes(
                "--target", metavar="WORDS=VALUE", help='find the value that comes nearest, as in "team wins = 40%%"'
            ),
            _format("text", "json", "csv"),
            _word("--svg", "FILE", "also draw a picture there"),
            _word("--out", "DIR", "also write sweep.json, sweep.csv and sweep.svg there"),
        ),
    ),
    "report": Command(
        "plays a game for its designer, and writes on one page how fair, long and deep it is, and what to look at",
        (
            *_GAME_AND_RULES,
            _number("--players", "so many players (the fewest that can play)"),
            _number(
                "--games", "how many games thinkers play (200); five times as many are played by chance", default=200
            ),
            _number(
                "--think",
                "how many games a thinker plays to the end in its head before each answer (100); 0: nobody thinks",
                default=100,
            ),
            _number("--minutes", "end after so long, with what was found by then (10)", type=float, default=10.0),
            _number(
                "--seconds",
                "how long people take for a decision, to tell how long a game is (20)",
                type=float,
                default=20.0,
            ),
            _takes("--target", type=float, metavar="PERCENT", help="in how many of 100 games a team should win"),
            _number("--limit", "a game with more decisions than N counts as endless (10000)", default=10_000),
            _word(
                "--compare",
                "VARIANT",
                "set another rule set beside it: the same with a variant on, or another game by its folder or file",
            ),
            _several("--with", "with_settings", "NAME=VALUE", "set beside it the same with another value"),
            _SEED_OF_GAMES,
            _JOBS,
            _word("--keep", "DIR", "keep the games there meanwhile, so that it can go on where it was ended"),
            _word("--out", "FILE", "where to write the page (GAME-report.html); its numbers go beside it, in .json"),
            _word("--pictures", "DIR", "also write each picture there, as an SVG file of its own"),
            _format("text", "json"),
        ),
    ),
    "secrets": Command(
        "plays games in which what is hidden is something else, and says what tells a player which it is",
        (
            _GAME,
            *_RULE_SET,
            _number("--games", "how many games (50)", default=50),
            _number("--players", "so many players (3, or as near as the game allows)"),
            _number("--seconds", "end after so long, with what was found by then", type=float),
            _SEED_OF_GAMES,
            _JOBS,
            _format("text", "json"),
        ),
    ),
    "check": Command(
        "says whether a game can be played, and what is wrong if not",
        (_paths("a .bylaws file, or - for standard input"), _VARIANT, _format(*FORMATS), _STANDARD_INPUT),
    ),
    "lint": Command(
        "says what is wrong with the rules and what is probably not meant, and mends what it can",
        (
            _paths("or a .bylaws file"),
            _VARIANT,
            _flag("--fix", "carry out fixes that cannot change what is meant"),
            _flag("--unsafe-fixes", "with --fix or --diff: the others too; look at them"),
            _flag("--diff", "show what --fix would change, and change nothing"),
            _word("--select", "RULES", "only these: names, codes or categories, with commas"),
            _word("--ignore", "RULES", "all but these"),
            _flag("--statistics", "how often each is found, and nothing more"),
            _flag("--watch", "look again whenever a file changes"),
            _format(*FORMATS),
            _takes("--fail-level", choices=LEVELS, default="warning", help="what counts as a failure (warning)"),
        ),
    ),
    "rule": Command(
        "explains what is found in rules, why it matters, and how it is written instead; or a word, such as `playable`",
        (
            _takes(
                "name",
                metavar="NAME",
                nargs="?",
                help="the name in square brackets of what was found; without it, all are listed",
            ),
            _format("text", "json"),
        ),
    ),
    "fmt": Command(
        "puts rule files into the one style, without changing what they say",
        (
            _paths("a .bylaws file, or - for standard input, which is printed formatted"),
            _flag("--check", "change nothing; fail if a file would change"),
            _flag("--diff", "change nothing; show what would change"),
            _format("text", "json", what="how to report"),
            _STANDARD_INPUT,
        ),
    ),
    "server": Command(
        "is started by an editor, and tells it what is found while somebody writes",
        (_takes("--stdio", action="store_true", help="as editors say; it speaks by standard input and output anyway"),),
    ),
    "expand": Command(
        "prints the rules with variants put in, and where each line comes from",
        (*_GAME_AND_RULES, _format("text", "json")),
    ),
    "rulebook": Command(
        "writes the rulebook for those who play, from the rule text and the structure of the rules",
        (
            *_GAME_AND_RULES,
            _format("markdown", "html", "json", what="how to write it"),
            _word("--out", "FILE", "write it there instead of printing it"),
        ),
    ),
    "print": Command(
        "makes the cards of a game as sheets to be printed and cut, its rulebook, and a list of all that is in the box",
        (
            *_GAME_AND_RULES,
            _number("--players", "enough for so many players (the most that can play)"),
            _takes("--paper", choices=PAPERS, help=f"the paper ({PAPERS[0]})"),
            _takes("--card", choices=CARDS, help=f"how large cards are ({CARDS[0]})"),
            _takes(
                "--backs",
                choices=BACKS,
                help="how the printer turns the paper for the backs: on its long or its short edge; or sheets to be"
                f" folded, or none ({BACKS[0]})",
            ),
            _one_of(
                _word("--only", "NAME,NAME,...", f"these alone: {', '.join(OUTPUTS)}"),
                _takes(
                    "--for",
                    dest="elsewhere",
                    choices=ELSEWHERE,
                    help="not on paper: a save for Tabletop Simulator (tts), a room for playingcards.io (pcio), or a"
                    " picture of each card as print services take them (images)",
                ),
            ),
            _flag("--changed", "only cards that are new, or look different, since the last time in that folder"),
            _word("--out", "FOLDER", "where to write them (GAME-print in the folder that you are in)"),
        ),
    ),
    "cards": Command(
        "writes the cards of a deck as a table for a spreadsheet, and takes in what was changed there",
        (
            _GAME,
            _takes("deck", metavar="DECK", nargs="?", help='as in "Job in draw_pile", or by its kind of cards'),
            _one_of(
                _word("--to", "FILE", "write the table: a .csv file, or a new .xlsx workbook"),
                _takes("--from", dest="source", metavar="FILE", help="take in what is different in the table"),
                required=True,
            ),
            _flag("--check", "with --from: change nothing; tell what would change, and fail if anything would"),
            _flag("--remove", "with --from: take cards away that no row has"),
            _flag("--rename", "with --from: a card whose row has another title gets it, wherever it is named"),
        ),
    ),
    "diff": Command(
        "tells in what two games differ, or a game and its variant, thing by thing",
        (
            _takes("first", metavar="A", help=_NAME_OF_GAME),
            _takes(
                "second",
                metavar="B",
                nargs="?",
                help="another game or file, or the name of a variant of A; without it, A with the --variant and --set"
                " given",
            ),
            *_RULE_SET,
            _format("text", "json"),
        ),
    ),
    "graph": Command(
        "draws how a game runs: rounds, phases, steps, actions and the end",
        (*_GAME_AND_RULES, _format("mermaid", "dot", "json", what="the language to draw it in")),
    ),
    "ir": Command(
        "prints what each rule has come to mean, with the line it comes from",
        (
            *_GAME_AND_RULES,
            _flag(
                "--bounds",
                "print how large everything can get, and what keeps it there; for all numbers of players and all"
                " values that parameters may be given, but for those given with --set",
            ),
            _number("--players", "with --bounds: for so many players alone"),
            _format("text", "json"),
        ),
    ),
    "bench": Command(
        "measures how fast a game runs on this machine",
        (
            *_GAME_AND_RULES,
            _bots("who sits where"),
            _number("--seconds",
                "how long to measure (3)", type=float, default=3.0),
            _format("text", "json"),
        ),
    ),
    "rulings": Command(
        "lists what the rulebook leaves open, and how it is settled", (*_GAME_AND_RULES, _format("text", "json"))
    ),
}

#: The commands that play games, and those for what leaves the screen; the others are for whoever writes rules.
PLAYING = frozenset({"play", "serve", "replay", "simulate", "compare", "sweep", "report", "bench", "secrets"})
PAPER = frozenset({"cards", "print"})


def module_of(command: str) -> str:
    """The name of the module that does the work of a command."""
    folder = "playing" if command in PLAYING else "paper" if command in PAPER else "writing"
    return f"interpreter.cli.{folder}.{command}"
