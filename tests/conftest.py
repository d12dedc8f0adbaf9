"""What all tests share: the flag that rewrites golden files, and slow tests last."""

import gc
import os
import signal
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

from dsl import cache
from dsl.syntax.reading.vocabulary import vocabulary
from interpreter.runtime.stack_room import with_room
from tests import first_difference
from tests.golden_files import Golden, compare, update

first_difference.install()

ALL_TESTS = pytest.StashKey[list[pytest.Item]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds --update-golden."""
    parser.addoption("--update-golden", action="store_true", help="write what golden tests give as expected")


def pytest_configure(config: pytest.Config) -> None:
    """Has what is kept for the next time kept beside what pytest keeps, not in the user's own cache folder.

    All workers share it, and so do commands that tests run. Where Python is not to write compiled modules beside the
    sources, they are kept there too: to compile all of them anew is half of the time that a command takes to start.
    """
    gc.disable()  # while tests are found, nothing is thrown away
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # a shell that starts them in the background has it ignored,
        signal.signal(signal.SIGINT, signal.default_int_handler)  # by all that they start, too
    cache.ROUNDS_UNSORTED = sys.maxsize  # else, now and then, all that tests have made is looked through
    if config.pluginmanager.hasplugin("cacheprovider"):
        kept = config.rootpath / config.getini("cache_dir") / "d"
        os.environ["XDG_CACHE_HOME"] = str(kept)
        if os.environ.pop("PYTHONDONTWRITEBYTECODE", "") or sys.dont_write_bytecode:
            os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = str(kept / "compiled")
            sys.dont_write_bytecode = False
    _settle_examples()
    if _is_second(config):
        vocabulary()


def _settle_examples() -> None:
    """How examples are made up; what makes them is loaded here, where it is known where to keep compiled modules."""
    from hypothesis import Phase, settings
    from hypothesis.internal.conjecture import engine

    # A busy machine is no fault: what takes too long is measured by the benchmarks, not by single examples.
    settings.register_profile("patient", deadline=None)
    # Where a change is judged it is always by the same examples; new ones are looked for at home.
    # What fails there fails soon: a smaller example, and what of it matters, are looked for by whoever mends it.
    settings.register_profile("judging", deadline=None, derandomize=True, phases=set(Phase) - {Phase.explain})
    settings.load_profile("judging" if os.environ.get("CI") else "patient")
    if os.environ.get("CI"):
        engine.MAX_SHRINKING_SECONDS = 20


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool:
    """Calls a test with room for all that it calls."""
    test, names = pyfuncitem.obj, pyfuncitem._fixtureinfo.argnames
    with_room(lambda: test(**{name: pyfuncitem.funcargs[name] for name in names}))
    return True


def _is_second(config: pytest.Config) -> bool:
    """Whether this is the second of several workers, which begins elsewhere: what one has compiled, the others read."""
    return getattr(config, "workerinput", {}).get("workerid") == "gw1"


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """The second worker looks for tests from the last file to the first."""
    report = yield
    if isinstance(collector, pytest.Directory) and _is_second(collector.config):
        report.result.reverse()
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Remembers every test that was found, before -k and -m leave some out, and puts the slow ones last."""
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: item.path.parts)  # in the same order, whichever worker this is
    config.stash[ALL_TESTS] = list(items)
    items.sort(key=lambda item: item.get_closest_marker("slow") is not None)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> object:
    """Each worker begins with a part in one piece, so that what the tests of a module share is made by one of them."""
    if config.getoption("dist") != "load":
        return None  # something else was asked for
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log)


def pytest_collection_finish() -> None:
    """To look for garbage among all that the tests have loaded, again and again, took a quarter of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(1_000_000, 20, 50)
    gc.enable()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says what tests have measured and recorded as such: `record_property("measured", ...)`."""
    reports = (report for group in terminalreporter.stats.values() for report in group)
    found = (pair for report in reports for pair in getattr(report, "user_properties", ()))
    said = dict.fromkeys(str(text) for name, text in found if name == "measured")
    if said:
        terminalreporter.section("measured")
        for text in said:
            terminalreporter.write_line(text)


@pytest.fixture(autouse=True)
def signals_are_as_before() -> Iterator[None]:
    """What a test leaves blocked or ignored, all processes that later tests start would be deaf to."""
    names = [name for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in (getattr(signal, name) for name in names)}
    blocked = _blocked()
    yield
    for number, handler in before.items():
        signal.signal(number, handler)
    assert _blocked() == blocked


def _blocked() -> object:
    return signal.pthread_sigmask(signal.SIG_BLOCK, ()) if hasattr(signal, "pthread_sigmask") else None


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compares a case's text with what was given; see `tests.golden_files`."""
    return update if request.config.getoption("--update-golden") else compare


@pytest.fixture
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """For rules that no other test reads: to keep them takes as long as to read them."""
    vocabulary()  # which all tests share
    monkeypatch.setenv("BYLAWS_CACHE", "off")


@pytest.fixture
def kept_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For rules that no other test reads, but this one again and again: what is kept of them is not in others' way."""
    vocabulary()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "kept"))


@pytest.fixture
def all_tests(request: pytest.FixtureRequest) -> list[pytest.Item]:
    """Every test that was found; skips the test unless the whole of `tests` was asked for."""
    config = request.config
    everything = config.rootpath / "tests"
    asked = [config.invocation_params.dir / argument for argument in config.args]
    if not any(everything.is_relative_to(place.resolve()) for place in asked):
        pytest.skip("only part of the tests were asked for")
    return config.stash[ALL_TESTS]
