"""Games are found by name, folder and file; what is not there or cannot be read is said in plain words."""

import os
import re
from pathlib import Path

import pytest

from dsl.disk.answers import LARGEST
from dsl.disk.find import plain
from dsl.loading import Loaded, LoadError, load, rules_hash
from dsl.loading.scenarios import about_the_variant, scenarios
from dsl.syntax import nodes as n
from dsl.syntax.building.reserved import given_name

GAME = """
game "Dice Row":
    players: 2 to 3
use auctions
parameter target = 10 (5 to 20)
parameter quick = no
enum Mood: calm, wild
parameter mood = calm
counter score of player
"""
ROUND = """
round turn "Turn":
    step 1 scoring "Scoring":
        each player: gain 1 score
game ends after turn when round_number >= target:
    the player with most score wins
"""
FAST = 'variant "Fast Game" of "Dice Row":\n    set parameter target = 5\n'
FASTER = 'variant "Faster" of "Dice Row" over "Fast Game":\n    remove step bonus\n    set parameter quick = yes\n'
BONUS = '    insert after step scoring as 2 bonus "Bonus":\n        each player: gain 2 score\n'
SCENARIO = """
scenario "One turn":
    played by ann, ben
    when step scoring
    then ann's score is 1
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game in several files, with two variants and a scenario."""
    home = tmp_path / "dice_row"
    files = {
        "game.bylaws": GAME,
        "a_round.bylaws": ROUND,
        "notes.txt": "not a rule file",
        "variants/fast.bylaws": FAST + BONUS,
        "variants/faster.bylaws": FASTER,
        "scenarios/all.bylaws": SCENARIO + SCENARIO.replace('"One turn"', '"Fast turn" with "Fast Game"'),
    }
    for name, text in files.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text, encoding="utf-8")
    return home


def names(loaded: Loaded) -> list[str]:
    """The names of the files that were read, in order."""
    return [Path(source.path).name for source in loaded.files]


def played(loaded: Loaded) -> bool:
    """Whether the rules are free of errors; if not, the test shows them."""
    assert loaded.diagnostics == ()
    return loaded.game is not None


def value(loaded: Loaded, name: str) -> object:
    """The value that a parameter has in the merged rules."""
    (found,) = [item for item in loaded.items if isinstance(item, n.Parameter) and item.name.text == name]
    match found.value:
        case n.Number(text) | n.Name(text):
            return text
        case n.YesNo(yes):
            return yes
        case other:
            return other


def refusal(*arguments: object, **named: object) -> tuple[str, str]:
    """The message and the advice of the LoadError."""
    with pytest.raises(LoadError) as found:
        load(*arguments, **named)  # type: ignore[arg-type]
    return str(found.value), found.value.help


# ---------------------------------------------------------------- finding


def test_a_folder_is_a_game_its_own_file_first_then_the_others_by_name_then_libraries(folder: Path) -> None:
    loaded = load(folder)
    assert played(loaded)
    assert loaded.title == "Dice Row"
    assert names(loaded) == ["game.bylaws", "a_round.bylaws", "auctions.bylaws"]


@pytest.mark.parametrize("name", ["game.bylaws", "a_round.bylaws", "scenarios/all.bylaws"])
def test_any_file_of_a_game_means_the_game(folder: Path, name: str) -> None:
    assert load(str(folder / name)).items == load(folder).items


@pytest.mark.parametrize(
    "name", ["action_the_project", "action-the-project", "Action the Project!", "games/action_the_project"]
)
def test_the_games_that_come_along_are_found_by_name(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[3])
    assert load(name).title == "Action the Project!"


def test_a_file_with_a_game_of_its_own_is_read_alone(folder: Path) -> None:
    alone = folder / "other.bylaws"
    alone.write_text('game "Alone":\n    players: 2 to 2\n', encoding="utf-8")
    assert (load(alone).title, names(load(alone))) == ("Alone", ["other.bylaws"])


def test_a_library_alone_is_checked_as_if_a_game_used_it(tmp_path: Path) -> None:
    library = tmp_path / "draft.bylaws"
    library.write_text('library draft "Drafts"\nrole drafter\n', encoding="utf-8")
    assert played(load(library))
    library.write_text('library draft "Drafts"\nrole drafter\nrole drafter\n', encoding="utf-8")
    assert [found.name for found in load(library).diagnostics] == ["name-twice"]


def test_a_name_that_is_nothing() -> None:
    assert refusal("action_the_projekt") == (
        "there is no game, folder or file called action_the_projekt",
        "did you mean action_the_project?",
    )
    message, advice = refusal("xyzzy")
    assert message == "there is no game, folder or file called xyzzy"
    assert "action_the_project" in advice


@pytest.mark.parametrize("name", ["mygme", "Mygame", "my-game"])
def test_a_name_that_is_nearly_a_folder_or_file_here(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mygame").mkdir()
    (tmp_path / "mygame" / "game.bylaws").write_text(GAME, encoding="utf-8")
    (tmp_path / "market.bylaws").write_text(GAME, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert refusal(name)[1] == "did you mean mygame?"
    assert refusal("markt.bylaws")[1] == "did you mean market.bylaws?"


def test_folders_that_are_no_game(tmp_path: Path) -> None:
    assert refusal(tmp_path)[0].endswith("has no rule files")
    (tmp_path / "rules.bylaws").write_text(GAME, encoding="utf-8")
    assert refusal(tmp_path)[0].endswith("has no game.bylaws")


def test_paths_that_are_no_rule_files(folder: Path) -> None:
    assert refusal(folder / "notes.txt")[1] == "the name of a rule file ends in .bylaws"
    (folder / "loop.bylaws").symlink_to(folder / "loop.bylaws")
    assert "cannot be read" in refusal(folder)[0]
    assert refusal(folder / "loop.bylaws")[0].endswith("loop.bylaws is a link that leads nowhere")
    (folder / "loop.bylaws").unlink()
    (folder / "sub.bylaws").mkdir()
    assert refusal(folder)[0].endswith("sub.bylaws is a folder, and a rule file was wanted")
    (folder / "sub.bylaws").rmdir()
    os.mkfifo(folder / "pipe.bylaws")
    assert refusal(folder)[0].endswith("pipe.bylaws is not a file")


def test_a_file_that_is_too_large(folder: Path) -> None:
    (folder / "large.bylaws").write_bytes(b"#" * (LARGEST + 1))
    assert refusal(folder)[0].endswith("large.bylaws is larger than 2 MB, too large for a rule file")
    (folder / "large.bylaws").write_bytes(b"#" * 1000)
    assert played(load(folder))


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_file_that_may_not_be_read(folder: Path) -> None:
    (folder / "a_round.bylaws").chmod(0)
    assert refusal(folder)[0].endswith("a_round.bylaws cannot be read: you do not have the right to")


# ---------------------------------------------------------------- reading


def test_a_text_that_is_not_utf_8_is_marked_where_it_goes_wrong(folder: Path) -> None:
    (folder / "a_round.bylaws").write_bytes(ROUND.encode() + "# café\n".encode("latin-1"))
    loaded = load(folder)
    (found,) = loaded.diagnostics
    assert (found.name, found.message) == ("not-utf-8", "this file is not saved as UTF-8")
    assert found.span.column == 6
    assert loaded.game is None
    (folder / "a_round.bylaws").write_bytes(ROUND.encode("utf-16"))
    (found,) = load(folder).diagnostics
    assert found.message == "this file is saved as UTF-16, not as UTF-8"


def test_paths_are_shown_from_the_current_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder.parent)
    assert load(folder).files[0].path == "dice_row/game.bylaws"
    monkeypatch.chdir("/")
    assert load(folder).files[0].path == (folder / "game.bylaws").as_posix().removeprefix("/")


def test_a_text_in_an_editor_counts_instead_of_its_file(folder: Path) -> None:
    new = {folder / "game.bylaws": GAME.replace("Dice Row", "New Title")}
    assert load(folder, texts=new).title == "New Title"
    assert load(folder / "game.bylaws", texts=new).title == "New Title"
    assert load(Path("nowhere.bylaws"), texts={Path("nowhere.bylaws"): GAME}).title == "Dice Row"


def test_an_unknown_library(folder: Path) -> None:
    (folder / "game.bylaws").write_text(GAME.replace("use auctions", "use auction"), encoding="utf-8")
    (found,) = load(folder).diagnostics
    assert (found.name, found.label) == ("unknown-library", "did you mean `auctions`?")


def declares(loaded: Loaded, name: str) -> list[str]:
    """Where something with this name is declared, each with the line."""
    found = (item for item in loaded.items if (given := given_name(item)) and given.text == name)
    return [f"{item.span.source.path.rsplit('/', 1)[-1]}: {item.span.text.strip()}" for item in found]


@pytest.mark.parametrize(
    "declared",
    [
        "parameter min_open = 3 (1 to 9)",
        "zone hand of player: row",
        "define height of Pebble: weight",
        "procedure penalty of loser: player: loser loses 1 score",
    ],
)
def test_what_a_library_leaves_to_the_game_counts_as_the_game_declares_it(folder: Path, declared: str) -> None:
    libraries = "use auctions, tricks, claims"
    pebbles = 'cards Pebble: weight: number\nzone heap: row\ndeck Pebble in heap:\n    2 x "Pebble", weight 3\n'
    text = GAME.replace("use auctions", libraries) + pebbles
    (folder / "game.bylaws").write_text(f"{text}{declared}\n", encoding="utf-8")
    loaded = load(folder)
    assert played(loaded)
    assert declares(loaded, re.findall(r"\w+", declared)[1]) == [f"game.bylaws: {declared}"]


def test_without_that_the_library_has_it_and_of_two_the_first(folder: Path) -> None:
    (folder / "game.bylaws").write_text(GAME.replace("use auctions", "use tricks, claims"), encoding="utf-8")
    loaded = load(folder)
    assert played(loaded)
    assert [line.split(":")[0] for line in declares(loaded, "hand")] == ["tricks.bylaws"]
    assert any("Whoever was wrong gives up a card" in item.span.text for item in loaded.items)


def test_the_words_above_what_gives_way_go_with_it(folder: Path) -> None:
    text = GAME.replace("use auctions", "use claims") + "procedure penalty of loser: player: loser loses 1 score\n"
    (folder / "game.bylaws").write_text(text, encoding="utf-8")
    assert not any("Whoever was wrong gives up a card" in item.span.text for item in load(folder).items)


@pytest.mark.parametrize("declared", ["counter min_open", "flag dropped_out of player"])
def test_another_kind_of_thing_or_what_is_the_librarys_alone(folder: Path, declared: str) -> None:
    (folder / "game.bylaws").write_text(f"{GAME}{declared}\n", encoding="utf-8")
    assert [found.name for found in load(folder).diagnostics] == ["name-of-a-library"]


def test_a_variant_may_declare_it_too(folder: Path) -> None:
    variant = f"{FAST}    use claims\n    procedure penalty of loser: player: loser loses 1 score\n"
    (folder / "variants/fast.bylaws").write_text(variant, encoding="utf-8")
    loaded = load(folder, ["fast"])
    assert played(loaded)
    assert [line.split(":")[0] for line in declares(loaded, "penalty")] == ["fast.bylaws"]


# ---------------------------------------------------------------- variants


@pytest.mark.parametrize("name", ["fast", "Fast Game", "fast-game", "FAST"])
def test_a_variant_is_wanted_by_file_name_or_title(folder: Path, name: str) -> None:
    loaded = load(folder, [name])
    assert played(loaded)
    assert loaded.chosen == ("Fast Game",)
    assert value(loaded, "target") == "5"
    assert loaded.game and loaded.game.variants == ("Fast Game",)


def test_a_variant_is_wanted_by_its_path(folder: Path, tmp_path: Path) -> None:
    outside = tmp_path / "mine.bylaws"
    outside.write_text('variant "Mine" of "Dice Row":\n    set parameter target = 7\n', encoding="utf-8")
    assert value(load(folder, [str(outside)]), "target") == "7"
    assert refusal(folder, [str(folder / "a_round.bylaws")])[0].endswith("has no variant in it")


OUTSIDE = """variant "Mine" of "Dice Row" over "Other":
    set parameter quick = yes
variant "Other" of "Dice Row":
    set parameter target = 7
"""
MINE = """
scenario "Mine alone":
    played by ann, ben
    then ann's score is 0
"""


def written(path: Path, text: str) -> Path:
    """A file with this text, in a folder that is made for it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("place", ["mine.bylaws", "mine/mine.bylaws", "dice_row/other/mine.bylaws"])
def test_a_variant_finds_its_game_by_the_title_around_it(folder: Path, tmp_path: Path, place: str) -> None:
    loaded = load(written(tmp_path / place, OUTSIDE))
    assert played(loaded)
    assert (loaded.place.folder, loaded.chosen) == (folder, ("Other", "Mine"))


def test_a_variant_finds_its_game_in_the_current_folder(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    assert played(load(written(tmp_path / "far/away/mine.bylaws", OUTSIDE)))
    monkeypatch.chdir(folder.parent)
    assert played(load(tmp_path / "far/away/mine.bylaws"))


def test_a_variant_finds_its_game_in_a_file_beside_it_before_a_bundled_one(tmp_path: Path) -> None:
    home = tmp_path / "with nothing of other tests above it"
    path = written(home / "mine.bylaws", 'variant "Mine" of "Hearts":\n    flag late\n')
    assert load(path).title == "Hearts"
    written(home / "my_hearts.bylaws", 'game "Hearts":\n    players: 2\n')
    assert load(path).place.rules == (home / "my_hearts.bylaws",)


def test_a_variant_whose_game_is_not_found_says_where_it_was_sought_and_what_to_do(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path / "far/away/mine.bylaws", OUTSIDE.replace("Dice Row", "Xyzzy"))
    assert refusal("far/away/mine.bylaws") == (
        'far/away/mine.bylaws is a variant of "Xyzzy", and no game is called so: not beside it, not in the folder '
        "above, not in the current folder, not among those that come with Bylaws",
        "name the game too: GAME --variant far/away/mine.bylaws",
    )
    written(tmp_path / "far/away/mine.bylaws", OUTSIDE.replace("Dice Row", "Dice Rwo"))
    assert refusal("far/away/mine.bylaws")[1] == 'did you mean "Dice Row"?'


def test_a_variant_of_two_games_of_one_title_asks_which(folder: Path, tmp_path: Path) -> None:
    written(tmp_path / "copy/game.bylaws", GAME + ROUND)
    path = written(tmp_path / "mine.bylaws", OUTSIDE)
    message, help = refusal(path)
    assert message.endswith(
        'is a variant of "Dice Row", as is called each of '
        + ", ".join((tmp_path / game / "game.bylaws").as_posix() for game in ("copy", "dice_row"))
    )
    assert help == f"name the game too: GAME --variant {path.as_posix()}"


def test_a_variant_outside_brings_its_scenarios_and_those_that_it_goes_over(folder: Path, tmp_path: Path) -> None:
    path = written(tmp_path / "far/mine.bylaws", OUTSIDE.split('variant "Other"')[0] + MINE)
    written(tmp_path / "far/other.bylaws", 'variant "Other"' + OUTSIDE.split('variant "Other"')[1])
    written(tmp_path / "far/hearts.bylaws", 'variant "Odd" of "Hearts":\n    flag late\n')
    own = MINE.replace('"Mine alone"', '"Both" with "Mine", "Other"') + MINE.replace('alone"', 'odd" with "Odd"')
    written(tmp_path / "far/scenarios/all.bylaws", own)
    loaded = load(folder, [str(path)])
    assert loaded.chosen == ("Mine",)
    groups = {group.rules.chosen: [s.title for s in group.scenarios] for group in scenarios(loaded)}
    assert groups == {
        (): ["One turn"], ("Fast Game",): ["Fast turn"], ("Other", "Mine"): ["Mine alone", "Both"],
    }  # fmt: skip
    about = [s.title for group in about_the_variant(load(path)) for s in group.scenarios]
    assert about == ["Mine alone", "Both"]


def test_a_variant_outside_is_found_again_by_its_reference(folder: Path, tmp_path: Path) -> None:
    loaded = load(folder, [str(written(tmp_path / "far/mine.bylaws", OUTSIDE))])
    assert loaded.chosen == ("Other", "Mine")
    (other, mine) = loaded.references(loaded.chosen)
    assert load(folder, [other]).chosen == ("Other",)
    assert rules_hash(load(folder, [mine, other])) == rules_hash(loaded)


def test_a_scenario_in_the_file_of_a_variant_is_played_with_it(folder: Path) -> None:
    written(folder / "variants/fast.bylaws", FAST + BONUS + MINE)
    groups = {group.rules.chosen: [s.title for s in group.scenarios] for group in scenarios(load(folder))}
    assert groups == {(): ["One turn"], ("Fast Game",): ["Mine alone", "Fast turn"]}


def test_a_scenario_in_a_file_called_like_that_of_a_variant_is_played_with_it(folder: Path) -> None:
    written(folder / "scenarios/more/faster.bylaws", MINE)
    written(folder / "scenarios/fastest.bylaws", MINE.replace("Mine alone", "Yours"))
    groups = {group.rules.chosen: [s.title for s in group.scenarios] for group in scenarios(load(folder))}
    assert groups == {(): ["One turn", "Yours"], ("Fast Game", "Faster"): ["Mine alone"], ("Fast Game",): ["Fast turn"]}


def test_variants_are_listed_whether_chosen_or_not(folder: Path) -> None:
    assert [(v.name, v.title) for v in load(folder).variants] == [("fast", "Fast Game"), ("faster", "Faster")]


def test_the_order_of_variants_means_nothing(folder: Path) -> None:
    one, other = load(folder, ["fast", "faster"]), load(folder, ["faster", "fast"])
    assert played(one)
    assert one.items == other.items
    assert one.chosen == ("Fast Game", "Faster")


def test_the_file_of_a_variant_means_the_game_with_it_and_all_that_it_goes_over(folder: Path) -> None:
    assert load(folder / "variants/faster.bylaws").chosen == ("Fast Game", "Faster")


def test_a_variant_that_there_is_not(folder: Path) -> None:
    assert refusal(folder, ["fats"]) == ("there is no variant called fats", "did you mean fast?")
    assert refusal(folder, ["xyzzy"]) == ("there is no variant called xyzzy", "there is fast, faster")


def test_over_a_variant_that_there_is_not(folder: Path) -> None:
    (folder / "variants/faster.bylaws").write_text(FASTER.replace('over "Fast Game"', 'over "Fast Gaem"'))
    found = load(folder, ["fast", "faster"]).diagnostics
    assert ("unknown-variant", 'did you mean "Fast Game"?') in [(d.name, d.label) for d in found]


def test_rules_beside_a_variant_are_an_error(folder: Path) -> None:
    (folder / "variants/fast.bylaws").write_text(FAST + "flag late\n", encoding="utf-8")
    assert [found.name for found in load(folder, ["fast"]).diagnostics] == ["outside-variant"]


def test_a_variant_may_use_a_library(folder: Path) -> None:
    (folder / "game.bylaws").write_text(GAME.replace("use auctions", ""), encoding="utf-8")
    (folder / "variants/fast.bylaws").write_text(FAST + "    use auctions\n", encoding="utf-8")
    assert names(load(folder)) == ["game.bylaws", "a_round.bylaws"]
    assert played(load(folder, ["fast"]))
    assert "auctions.bylaws" in names(load(folder, ["fast"]))


def test_a_variant_among_the_rules_of_a_game(tmp_path: Path) -> None:
    path = tmp_path / "one.bylaws"
    path.write_text(GAME + ROUND + FAST + SCENARIO, encoding="utf-8")
    assert value(load(path), "target") == "10"
    loaded = load(path, ["fast_game"])
    assert (value(loaded, "target"), len(loaded.beside.scenarios)) == ("5", 1)


# ---------------------------------------------------------------- parameters


@pytest.mark.parametrize(
    ("name", "given", "is_then"),
    [
        ("target", 12, "12"),
        ("target", "12", "12"),
        ("quick", "yes", True),
        ("quick", 1, True),
        ("mood", "wild", "wild"),
        ("mood", 1, "wild"),
    ],
)
def test_parameters_get_values(folder: Path, name: str, given: str | int, is_then: object) -> None:
    loaded = load(folder, parameters={name: given})
    assert played(loaded)
    assert value(loaded, name) == is_then


@pytest.mark.parametrize(
    ("name", "given", "message", "advice"),
    [
        ("target", 21, "`target` goes from 5 to 20; 21 is too large", ""),
        ("target", "-1", "`target` goes from 5 to 20; -1 is too small", ""),
        ("target", "ten", "`target` is a number, not ten", ""),
        ("quick", "3", "`quick` is yes or no, not 3", ""),
        ("quick", 2, "`quick` is yes or no, not 2", ""),
        ("mood", "wlid", "`mood` is one of `calm` and `wild`, not wlid", "did you mean `wild`?"),
        ("mood", 2, "`mood` is one of `calm` and `wild`, not 2", ""),
        ("traget", 7, "there is no parameter `traget`", "did you mean `target`?"),
    ],
)
def test_parameters_refuse_values(folder: Path, name: str, given: str | int, message: str, advice: str) -> None:
    assert refusal(folder, parameters={name: given}) == (message, advice)


def test_a_value_from_outside_counts_over_that_of_a_variant(folder: Path) -> None:
    assert value(load(folder, ["fast"], {"target": 9}), "target") == "9"


# ---------------------------------------------------------------- scenarios and identity


def test_scenarios_are_understood_in_the_rules_that_they_ask_for(folder: Path) -> None:
    groups = list(scenarios(load(folder)))
    assert [(group.rules.chosen, len(group.scenarios)) for group in groups] == [((), 1), (("Fast Game",), 1)]
    assert all(group.diagnostics == () for group in groups)


def test_a_scenario_with_a_variant_that_there_is_not(folder: Path) -> None:
    text = SCENARIO.replace('"One turn"', '"One turn" with "Slow"')
    (folder / "scenarios/all.bylaws").write_text(text, encoding="utf-8")
    ((group,), (found,)) = (groups := list(scenarios(load(folder)))), groups[0].diagnostics
    assert (group.scenarios, found.name) == ((), "unknown-variant")


def test_scenarios_in_folders_in_their_folder_are_read(folder: Path) -> None:
    (folder / "scenarios/old/older").mkdir(parents=True)
    (folder / "scenarios/.hidden").mkdir()
    for place in ("old", "old/older", ".hidden"):
        text = SCENARIO.replace('"One turn"', f'"One turn in {place}"')
        (folder / f"scenarios/{place}/more.bylaws").write_text(text, encoding="utf-8")
    titles = [one.title for group in scenarios(load(folder)) for one in group.scenarios]
    assert titles == ["One turn", "One turn in old", "One turn in old/older", "Fast turn"]
    assert load(folder / "scenarios/old/older/more.bylaws").title == load(folder).title


def test_titles_are_the_same_however_their_letters_are_put_together(folder: Path) -> None:
    composed, decomposed = "Caf\u00e9", "Cafe\u0301"
    path = folder / "variants/fast.bylaws"
    path.write_text(path.read_text(encoding="utf-8").replace('"Fast Game"', f'"{decomposed}"'), encoding="utf-8")
    text = SCENARIO.replace('"One turn"', f'"Turn" with "{composed}"')
    (folder / "scenarios/all.bylaws").write_text(text, encoding="utf-8")
    ((group,),) = (list(scenarios(load(folder))),)
    assert (group.rules.chosen, group.diagnostics) == ((composed,), ())
    for name in (composed, decomposed, "CAF\u00c9"):
        assert load(folder, [name]).chosen == (composed,)


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("Some Game!", "some_game"),
        ("It's 1", "its_1"),
        ("\u0418\u0433\u0440\u0430", "\u0438\u0433\u0440\u0430"),
        ("\u0939\u093f\u0928\u094d\u0926\u0940", "\u0939\u093f\u0928\u094d\u0926\u0940"),  # whose vowels are marks
        ("!", ""),
    ],
)
def test_names_of_any_script_can_be_told_apart(name: str, wanted: str) -> None:
    assert plain(name) == wanted


def test_rules_among_scenarios_are_an_error(folder: Path) -> None:
    (folder / "scenarios/all.bylaws").write_text("flag late\n", encoding="utf-8")
    assert [found.name for found in load(folder).beside.scenario_files.diagnostics] == ["outside-scenario"]


def test_the_hash_of_rules_is_that_of_their_meaning(folder: Path) -> None:
    before = rules_hash(load(folder))
    assert len(before) == 64
    assert rules_hash(load(folder, ["fast"])) != before
    assert rules_hash(load(folder, parameters={"target": 11})) != before
    assert rules_hash(load(folder, parameters={"target": 10})) == before
    (folder / "a_round.bylaws").write_text(
        "# A comment.\n> [dice-001] Words.\n" + ROUND.replace('"Turn":', '"Turn":  # so')
    )
    assert rules_hash(load(folder)) == before
    (folder / "game.bylaws").write_text(GAME + ROUND, encoding="utf-8")
    (folder / "a_round.bylaws").unlink()
    assert rules_hash(load(folder)) == before
    (folder / "game.bylaws").write_text(GAME + ROUND.replace("gain 1", "gain 2"), encoding="utf-8")
    assert rules_hash(load(folder)) != before


def test_what_other_programs_leave_behind_is_no_rule_file(tmp_path: Path) -> None:
    base = 'game "Base":\n    players: 2\ncounter coin of player\nphase day: each player gains 1 coin\n'
    (tmp_path / "game.bylaws").write_text(base + "phase finish: the player with most coin wins\n")
    (tmp_path / "variants").mkdir()
    more = '\ufeffvariant "More" of "Base":\n    counter fame of player\n'
    (tmp_path / "variants" / "more.bylaws").write_text(more, encoding="utf-8")
    (tmp_path / "._game.bylaws").write_bytes(b"\x00\x05")
    (tmp_path / ".#game.bylaws").symlink_to("nowhere")
    (tmp_path / "variants" / "._more.bylaws").write_bytes(b"\x00\x05")
    loaded = load(tmp_path)
    assert loaded.game is not None and [variant.title for variant in loaded.variants] == ["More"]
    varied = load(tmp_path, ("More",)).game
    assert varied is not None and "fame" in [variable.name for variable in varied.variables]
    named = load(tmp_path / "variants" / "more.bylaws")
    assert named.game is not None and "fame" in [variable.name for variable in named.game.variables]
