"""Renders diagnostics as JUnit XML: a suite for each file, a failed case for each diagnostic."""

from collections.abc import Sequence
from itertools import groupby
from xml.etree import ElementTree

from dsl.diagnostic import Diagnostic
from dsl.render.full import full
from dsl.render.screen import visible


def junit(diagnostics: Sequence[Diagnostic]) -> str:
    """The document. Without a diagnostic it holds one passed case, as some readers refuse an empty report."""
    total = len(diagnostics)
    root = ElementTree.Element("testsuites", name="bylaws", tests=str(total or 1), failures=str(total))
    if not diagnostics:
        suite = ElementTree.SubElement(root, "testsuite", name="bylaws", tests="1", failures="0")
        ElementTree.SubElement(suite, "testcase", name="no findings", classname="bylaws")
    for path, group in groupby(diagnostics, key=_path):
        _suite(root, path, list(group))
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _path(found: Diagnostic) -> str:
    return visible(found.span.source.path)


def _suite(root: ElementTree.Element, path: str, found_here: list[Diagnostic]) -> None:
    count = str(len(found_here))
    suite = ElementTree.SubElement(root, "testsuite", name=path, tests=count, failures=count)
    for found in found_here:
        case = ElementTree.SubElement(
            suite, "testcase", name=f"{found.name}:{found.span.line}:{found.span.column}", classname=path
        )
        failure = ElementTree.SubElement(case, "failure", message=visible(found.message), type=found.name)
        failure.text = full([found], colour=False)
