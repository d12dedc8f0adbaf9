"""`bylaws.toml` beside the rules, or in a folder above them: what lint is to look for there.

[lint]
ignore = ["naming", "unused-counter"]

[lint.long-line]
width = 100
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dsl.disk.files import Files, LoadError
from dsl.lint import RULES, Rule, Settings
from dsl.lint.rule import Option
from dsl.lint.settings import doubts, unknown
from dsl.nearest import nearest

FILE = "bylaws.toml"
#: All options of all rules take less.
LONGEST = 20_000


def settings_for(folder: Path, files: Files) -> Settings:
    """Those of the nearest `bylaws.toml`, in the folder or above it; none if there is none. Raises LoadError."""
    for place in (folder, *folder.resolve().parents):
        file = place / FILE
        if files.is_file(file):
            return _read(file, files)
    return Settings()


def checked(words: list[str], said: str) -> tuple[str, ...]:
    """Words that name rules. Raises LoadError for one that names none; `said` is where it stands."""
    for word in unknown(words, RULES):
        near = nearest(word, [*(rule.name for rule in RULES), *doubts()])
        help_ = f"do you mean `{near[0]}`?" if near else "`bylaws rule` lists them"
        raise LoadError(f"{said}: lint has no rule `{word}`", help_)
    return tuple(words)


def _read(file: Path, files: Files) -> Settings:
    text, faults = files.read(file)
    if faults:
        raise LoadError(f"{file} cannot be read: {faults[0].message}", faults[0].help[0])
    if len(text.text) > LONGEST:
        raise LoadError(f"{file} is longer than {LONGEST:,} letters", "leave out what is not needed")
    try:
        found = tomllib.loads(text.text)
    except tomllib.TOMLDecodeError as fault:
        raise LoadError(f"{file} is not TOML: {fault}", "mend that line") from fault
    except (ValueError, RecursionError) as fault:
        raise LoadError(f"{file} has numbers or brackets without end", "leave them out") from fault
    section = found.get("lint", {})
    if not isinstance(section, dict):
        raise LoadError(f"{file}: `lint` is a section", "write `[lint]`")
    select, ignore = (_words(file, section, key) for key in ("select", "ignore"))
    options = {name: _options(file, name, section[name]) for name in section if name not in ("select", "ignore")}
    return Settings(select, ignore, options)


def _words(file: Path, section: Mapping[str, Any], key: str) -> tuple[str, ...]:
    words = section.get(key, [])
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise LoadError(f"{file}: `{key}` is a list of names", f'write `{key} = ["unused-zone"]`')
    return checked(words, str(file))


def _options(file: Path, name: str, given: Any) -> Mapping[str, Any]:
    rule = next((rule for rule in RULES if rule.name == name), None)
    if rule is None:
        checked([name], str(file))
        raise LoadError(f"{file}: `{name}` is not a rule, but several", "set options of one rule")
    if not isinstance(given, dict):
        raise LoadError(f"{file}: `{name}` is a section", f"write `[lint.{name}]`")
    return {option: _value(file, rule, option, value) for option, value in given.items()}


def _value(file: Path, rule: Rule, option: str, value: Any) -> Option:
    if option not in rule.options:
        known = ", ".join(rule.options) or "none"
        raise LoadError(f"{file}: the rule `{rule.name}` has no option `{option}`", f"its options: {known}")
    usual = rule.options[option]
    found = tuple(value) if isinstance(value, list) else value
    if type(found) is not type(usual):
        raise LoadError(f"{file}: `{option}` of `{rule.name}` cannot be {value!r}", f"by itself it is {usual!r}")
    return found
