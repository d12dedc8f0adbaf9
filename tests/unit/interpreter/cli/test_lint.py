"""`bylaws lint`: what it reports, what it mends, and that it never writes half a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.interpreter.cli.commands import run

GAME = """\
game "Small":
    players: 2 to 3

counter coins of player

step 1 fee “Pay”:
    each player: gain 1 coins
game ends: the player with most coins then most coins wins
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.bylaws"
    path.write_text(GAME)
    return path


def test_it_says_what_is_wrong_and_how_to_mend_it(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = run(capsys, "lint", str(game))
    assert done.code == 1
    assert "game.bylaws:6" in done.out and "`bylaws lint --fix` does it" in done.out
    assert game.read_text() == GAME


def test_fix_mends_the_file(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = run(capsys, "lint", str(game), "--fix")
    assert done.code == 0 and "carried out" in done.err
    assert game.read_text() == GAME.replace("“Pay”", '"Pay"')
    assert run(capsys, "lint", str(game)).code == 0


def test_diff_changes_nothing(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = run(capsys, "lint", str(game), "--diff")
    assert done.code == 0
    assert '+step 1 fee "Pay":' in done.out and "-step 1 fee “Pay”:" in done.out
    assert game.read_text() == GAME


def test_unsafe_fixes_are_only_carried_out_when_asked_for(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = GAME.replace("“Pay”", '"Pay"').replace("each player: gain", "each player: gian")
    game.write_text(text)
    assert run(capsys, "lint", str(game), "--fix").code == 1
    assert game.read_text() == text
    run(capsys, "lint", str(game), "--fix", "--unsafe-fixes")
    assert "gain 1 coins" in game.read_text()


def test_a_read_only_folder_is_told(
    game: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: object, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("interpreter.table.atomic_write.atomic_write", full)
    done = run(capsys, "lint", str(game), "--fix")
    assert done.code == 2 and "No space left on device" in done.err
    assert game.read_text() == GAME


@pytest.mark.slow
def test_the_bundled_game_is_clean(capsys: pytest.CaptureFixture[str]) -> None:
    done = run(capsys, "lint", "action_the_project")
    assert (done.code, done.out) == (0, "")


# ---------------------------------------------------------------- what is looked for

UNUSED = """\
game "Small":
    players: 2 to 3

counter coins of player
zone attic: stack, face down

step 1 fee "Pay":
    each player: gain 1 coins
game ends: the player with most coins then most coins wins
"""


@pytest.fixture
def unused(tmp_path: Path) -> Path:
    path = tmp_path / "game.bylaws"
    path.write_text(UNUSED)
    return path


@pytest.mark.parametrize("words", ["unused-zone", "C101", "c1", "C", "correctness", "naming, unused-zone"])
def test_rules_are_selected_by_name_code_and_category(
    unused: Path, capsys: pytest.CaptureFixture[str], words: str
) -> None:
    assert "unused-zone" in run(capsys, "lint", str(unused), "--select", words).out
    assert "unused-zone" not in run(capsys, "lint", str(unused), "--ignore", words).out


def test_a_word_that_names_no_rule_is_refused(unused: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = run(capsys, "lint", str(unused), "--ignore", "unusd-zone")
    assert done.code == 2
    assert "--ignore: lint has no rule `unusd-zone`" in done.err and "do you mean `unused-zone`?" in done.err


def test_what_is_found_without_lint_is_selected_by_its_name(unused: Path, capsys: pytest.CaptureFixture[str]) -> None:
    unused.write_text(UNUSED.replace("step 1 fee", "step 2 pause:\n    nothing happens\nstep 1 fee"))
    assert "step-order" in run(capsys, "lint", str(unused)).out
    assert "step-order" in run(capsys, "lint", str(unused), "--select", "step-order").out
    assert "step-order" not in run(capsys, "lint", str(unused), "--ignore", "step-order").out
    assert "step-order" not in run(capsys, "lint", str(unused), "--select", "unused-zone").out


def test_statistics_count_what_is_found(unused: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = run(capsys, "lint", str(unused), "--statistics", "--select", "unused-zone")
    assert done.out == "1  unused-zone  warning\n" and done.code == 1


def test_a_comment_lets_a_rule_pass(unused: Path, capsys: pytest.CaptureFixture[str]) -> None:
    behind = UNUSED.replace("face down", "face down  # ignore[unused-zone]: for a variant")
    above = UNUSED.replace("zone attic", "# ignore[unused-zone]: for a variant\n# that is to come\nzone attic")
    for text in (behind, above):
        unused.write_text(text)
        assert run(capsys, "lint", str(unused), "--select", "unused-zone").out == ""


@pytest.mark.parametrize(
    ("comment", "said"),
    [
        ("# ignore[unused-zone]", "ignore-without-reason"),
        ("# ignore[unused-counter]: why not", "nothing called `unused-counter` is found here"),
        ("# ignore[unused-thing]: why not", "lint has no rule `unused-thing`"),
    ],
)
def test_a_comment_that_helps_nobody_is_reported(
    unused: Path, capsys: pytest.CaptureFixture[str], comment: str, said: str
) -> None:
    unused.write_text(UNUSED.replace("face down", f"face down  {comment}"))
    assert said in run(capsys, "lint", str(unused)).out


def test_an_unused_ignore_is_taken_away_by_fix(unused: Path, capsys: pytest.CaptureFixture[str]) -> None:
    clean = UNUSED.replace("zone attic: stack, face down\n", "")
    for comment in (
        "counter coins of player  # ignore[unused-counter]: old",
        "# ignore[unused-zone]: old\ncounter coins of player",
    ):
        unused.write_text(clean.replace("counter coins of player", comment))
        run(capsys, "lint", str(unused), "--fix")
        assert unused.read_text() == clean


def test_errors_cannot_be_ignored(unused: Path, capsys: pytest.CaptureFixture[str]) -> None:
    unused.write_text(UNUSED.replace("gain 1 coins", "gain 1 gold  # ignore[unknown-counter, unknown-name]: please"))
    done = run(capsys, "lint", str(unused))
    assert done.code == 1 and "error[unknown" in done.out


# ---------------------------------------------------------------- settings of a project


def test_settings_stand_beside_the_rules_or_above(unused: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (unused.parent / "bylaws.toml").write_text('[lint]\nignore = ["unused-zone"]\n')
    inner = unused.parent / "inner"
    inner.mkdir()
    (inner / "game.bylaws").write_text(UNUSED)
    for path in (unused, inner):
        assert "unused-zone" not in run(capsys, "lint", str(path)).out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[lint\n", "is not TOML"),
        ("lint = 3\n", "`lint` is a section"),
        ('[lint]\nignore = "unused-zone"\n', "`ignore` is a list of names"),
        ('[lint]\nselect = ["unused-zoen"]\n', "lint has no rule `unused-zoen`"),
        ("[lint.unused-zone]\nwidth = 3\n", "has no option `width`"),
        ("[lint.unused-zoen]\nwidth = 3\n", "lint has no rule `unused-zoen`"),
    ],
)
def test_settings_that_make_no_sense_are_refused(
    unused: Path, capsys: pytest.CaptureFixture[str], text: str, said: str
) -> None:
    (unused.parent / "bylaws.toml").write_text(text)
    done = run(capsys, "lint", str(unused))
    assert done.code == 2 and said in done.err and "bylaws.toml" in done.err


STEPS = """\
game "Small":
    players: 2 to 3

counter coins of player

step 2 fee "Pay":
    each player: gain 1 coin
step 1 wage "Wage":  # ignore[unused-zone]: it comes later
    each player: gain 1 coin
game ends: the player with most coins wins
"""


@pytest.mark.parametrize("word", ["step-order", "F203", "F2", "flow"])
def test_what_is_found_without_a_rule_of_lint_has_code_and_category_too(
    word: str, game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game.write_text(STEPS)
    assert "step-order" in run(capsys, "lint", str(game), "--select", word).out
    assert "step-order" not in run(capsys, "lint", str(game), "--select", "naming").out
    assert "step-order" not in run(capsys, "lint", str(game), "--ignore", word).out


def test_a_comment_on_what_was_not_looked_for_is_not_reported(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game.write_text(STEPS)
    assert "unused-ignore" in run(capsys, "lint", str(game)).out
    assert "unused-ignore" in run(capsys, "lint", str(game), "--select", "unused-zone,T205").out
    assert run(capsys, "lint", str(game), "--select", "unused-counter").out == ""
    assert run(capsys, "lint", str(game), "--select", "unused-counter,T205").out == ""
    assert "unused-ignore" not in run(capsys, "lint", str(game), "--ignore", "unused-ignore").out


def test_no_comment_is_called_unused_while_an_error_keeps_lint_from_looking(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = STEPS + '\nscenario "Faulty":\n    played by ann, ben\n    then number of carts in ann\'s hand = 1\n'
    game.write_text(rules)
    assert "unused-ignore" not in run(capsys, "lint", str(game)).out
    run(capsys, "lint", str(game), "--fix")
    assert game.read_text() == rules
