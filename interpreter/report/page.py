"""A report as one page of HTML, without script or network: sentences first, then pictures, then numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from dsl.listing import series
from interpreter.report.compared import Compared
from interpreter.report.finding import Finding, Grade
from interpreter.report.picture import STYLE, Picture
from interpreter.report.report import Report

#: Fits a telephone of 360 px and paper of A4, in light and dark.
_STYLE: Final = """
:root { color-scheme: light dark; --line: #0003; --faint: #555; --paper: #fff; --ink: #1a1a1a }
@media (prefers-color-scheme: dark) {
  :root { --line: #fff4; --faint: #bbb; --paper: #161616; --ink: #e8e8e8 }
}
* { box-sizing: border-box }
body { margin: 0 auto; padding: 1em; max-width: 44em; color: var(--ink); background: var(--paper); line-height: 1.5;
  font-family: system-ui, "Helvetica Neue", Arial, sans-serif; overflow-wrap: break-word }
body.two { max-width: 76em }
h1, h2, h3 { line-height: 1.2; margin: 1.6em 0 .4em }
h1 { margin-top: .4em }
h2 { border-top: 1px solid var(--line); padding-top: .8em }
p, ul { margin: .5em 0 }
ul { padding-left: 1.3em }
a { color: inherit }
.faint, .threshold, figcaption, summary { color: var(--faint) }
.threshold, figcaption, summary, table { font-size: .88em }
.grade { display: inline-block; border: 1px solid currentColor; border-radius: 1em; padding: .05em .7em;
  font-size: .82em; font-weight: 600; white-space: nowrap }
.alarm { border-width: 2px }
.said { font-weight: 600 }
figure { margin: 1em 0; max-width: 34em }
svg { display: block; width: 100%; height: auto; color: var(--ink) }
details { margin: .3em 0 }
summary { cursor: pointer }
.wide { overflow-x: auto }
table { border-collapse: collapse; width: 100% }
th, td { border-bottom: 1px solid var(--line); padding: .25em .7em .25em 0; text-align: left; vertical-align: top }
td + td, th + th { text-align: right; font-variant-numeric: tabular-nums }
.pair { display: grid; gap: 0 2em }
.pair h3 { margin: .6em 0 .2em; font-size: 1em }
.pair > * { min-width: 0 }
@media (min-width: 52em) { .pair { grid-template-columns: 1fr 1fr } }
@media print {
  @page { size: A4; margin: 16mm 14mm }
  :root { --paper: #fff; --ink: #000; --faint: #333; --line: #0005 }
  body { max-width: none; padding: 0; font-size: 10.5pt }
  h1, h2, h3, .verdict, .said, figcaption { break-after: avoid }
  figure, tr, li { break-inside: avoid }
  figure { max-width: 12cm }
  details:not([open]) { display: none }
  a { text-decoration: none }
  .pair { grid-template-columns: 1fr 1fr }
}
"""
#: What stands in the mark beside a question, with a shape for who sees no colours.
_SIGNS: Final = {
    Grade.SEEMS: "seems so", Grade.UNTOLD: "cannot be told", Grade.NO_SIGN: "no sign of it", Grade.MEASURED: "measured",
    Grade.UNASKED: "not asked",
}  # fmt: skip
#: So many things stand in a list; JSON has all.
_LISTED: Final = 12
_NOT_PEOPLE: Final = (
    "This was played by programs, not by people. They do not bluff, bargain, tire or laugh: whether the game is fun is "
    "nowhere measured here. What is said of choices and of suspense are signs, no more."
)
_GRADES: Final = (
    "“Seems” stands where all values that are likely lie beyond a threshold, “no sign” where all lie on this side of "
    "it, “cannot be told” where they lie on both. Numbers in brackets hold the true value in 95 of 100 cases."
)


def page(found: Report) -> str:
    """The page of one report."""
    return "\n".join((*_head(_title(found), ""), *_single(found), *_foot((found,)), "</body>", "</html>", ""))


def page_of_two(found: Compared) -> str:
    """The page of two reports side by side."""
    lines = (*_head(f"{found.first.title}: {found.names[0]} and {found.names[1]}", "two"), *_double(found))
    return "\n".join((*lines, *_foot((found.first, found.second)), "</body>", "</html>", ""))


def _title(found: Report) -> str:
    return f"{found.title}{''.join(f' with {name}' for name in found.variants)}"


def _head(title: str, kind: str) -> Iterator[str]:
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>'
    yield f"<title>{escape(title)}: a report</title>"
    yield '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
    yield f"<style>{_STYLE}{STYLE}</style>\n</head>"
    yield f"<body{f' class={chr(34)}{kind}{chr(34)}' if kind else ''}>\n<h1>{escape(title)}</h1>"


def _about(found: Report) -> str:
    players = "one player" if found.wanted.players == 1 else f"{found.wanted.players} players"
    return f"A report for {players}."


# ---------------------------------------------------------------- one report


def _single(found: Report) -> Iterator[str]:
    yield f'<p class="faint">{escape(_about(found))}</p>'
    yield "<h2>In short</h2>"
    yield from _short(found)
    yield f'<p class="faint">{escape(_GRADES)}</p>'
    for one in found.findings:
        yield f'<h2 id="{one.key}">{escape(one.question)}</h2>'
        yield from _finding(one)


def _short(found: Report) -> Iterator[str]:
    """The first sentences: what to look at, what was found else, what cannot be told."""
    asked = [one for one in found.findings if one.grade is not Grade.UNASKED]
    untold = [one for one in asked if one.grade is Grade.UNTOLD]
    others = [one for one in asked if not one.alarm and one not in untold]
    for heading, findings in (("To look at", found.alarms), ("What was found", others), ("Not told yet", untold)):
        if findings:
            yield f"<h3>{heading}</h3>\n<ul>"
            for one in findings:
                yield f'<li><a href="#{one.key}">{escape(one.question)}</a> {escape(one.sentences[0])}</li>'
            yield "</ul>"


def _finding(one: Finding) -> Iterator[str]:
    kind = "grade alarm" if one.alarm else "grade"
    yield f'<p class="verdict"><span class="{kind}">{"▲ " if one.alarm else ""}{_SIGNS[one.grade]}</span></p>'
    first, *others = one.sentences
    yield f'<p class="said">{escape(first)}</p>'
    yield from (f"<p>{escape(words)}</p>" for words in others)
    for listed in one.lists:
        shown = "".join(f"<li>{escape(item)}</li>" for item in listed.items[:_LISTED])
        left = len(listed.items) - _LISTED
        more = f"<li>and {left:,} more</li>" if left > 0 else ""
        yield f"<p>{escape(listed.heading)}</p>\n<ul>{shown}{more}</ul>"
    for picture in one.pictures:
        yield from _figure(picture)
    if one.threshold:
        yield f'<p class="threshold">{escape(one.threshold)}</p>'


def _figure(picture: Picture) -> Iterator[str]:
    yield f"<figure>\n<figcaption>{escape(picture.title)}</figcaption>\n{picture.svg()}"
    table = f'<div class="wide">{_table(picture.table)}</div>'
    yield f"<details><summary>The numbers</summary>\n{table}</details>\n</figure>"


def _table(rows: Sequence[Sequence[str]]) -> str:
    head, *body = rows
    lines = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in body)
    names = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    return f"<table><thead><tr>{names}</tr></thead><tbody>{lines}</tbody></table>"


# ---------------------------------------------------------------- two reports


def _double(found: Compared) -> Iterator[str]:
    first, second = found.names
    yield f'<p class="faint">A: {escape(first)}. B: {escape(second)}. {escape(_about(found.first))}</p>'
    yield "<h2>What differs</h2>"
    yield "<ul>" + "".join(f"<li>{escape(words)}</li>" for words in found.sentences) + "</ul>"
    if found.rows:
        yield f'<div class="wide">{_table(found.rows)}</div>'
    yield f'<p class="faint">{escape(_GRADES)}</p>'
    others = {one.key: one for one in found.second.findings}
    keys = [one.key for one in found.first.findings]
    for one in found.first.findings:
        yield f'<h2 id="{one.key}">{escape(one.question)}</h2>\n<div class="pair">'
        yield from _half("A", first, one)
        if one.key in others:
            yield from _half("B", second, others[one.key])
        yield "</div>"
    for one in found.second.findings:
        if one.key not in keys:
            yield f'<h2 id="{one.key}">{escape(one.question)}</h2>\n<div class="pair">'
            yield from _half("B", second, one)
            yield "</div>"


def _half(letter: str, name: str, one: Finding) -> Iterator[str]:
    yield f"<div>\n<h3>{letter}: {escape(name)}</h3>"
    yield from _finding(one)
    yield "</div>"


# ---------------------------------------------------------------- who played


def _foot(reports: Sequence[Report]) -> Iterator[str]:
    yield '<h2 id="played">Who played</h2>'
    yield f"<p>{escape(_NOT_PEOPLE)}</p>"
    for found in reports:
        if len(reports) > 1:
            yield f"<h3>{escape(_title(found))}</h3>"
        yield "<ul>"
        for words, done, wanted in found.played:
            yield f"<li>{done:,}{f' of {wanted:,}' if done < wanted else ''} {escape(words)}</li>"
        yield "</ul>"
        yield from (f"<p>{escape(note)}</p>" for note in found.notes)
        if settings := [f"{name} = {value}" for name, value in found.parameters.items()]:
            yield f'<p class="faint">The parameters of the rules: {escape(series(settings))}.</p>'
    asked = reports[0].wanted
    seats = "All move on by one seat from game to game. " if asked.players > 1 else ""
    yield (
        f'<p class="faint">The first seed is {asked.seed}; the same seeds, games and rules give the same report. '
        f"{seats}Chance passes half of the time where it may, and else takes any answer; it never thinks. What is "
        "hidden from thinkers, they do not see in their heads either.</p>"
    )
