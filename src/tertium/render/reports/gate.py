"""A gate's report: a table, JSON, JUnit XML."""

from __future__ import annotations

from xml.etree import ElementTree

from tertium.errors import counted, printable
from tertium.render.reports.comparison_numbers import signed
from tertium.render.tables.grid import Column, number_text, p_text
from tertium.render.tables.sheets import Sheet
from tertium.results.comparisons import Check, GateReport

WHOLE = "all segments"  # where a check is not of a slice
_TONES = {"pass": "good", "fail": "bad", "unproven": "bad"}


def sheet(report: GateReport, width: int | None = None) -> tuple[Sheet, list[str]]:
    places = 2 if width is None else width
    sliced = any(check.where != WHOLE for check in report.checks)
    columns = [Column(title) for title in (*(("where",) if sliced else ()), "metric", "verdict")]
    last = len(columns) - 1
    titles = (report.baseline, report.new, "drop", "at most", "allowed", "p", *(("segments",) if sliced else ()))
    columns += [Column(title, numeric=True) for title in titles]
    rows = []
    for check in report.checks:
        row = (
            check.metric,
            check.verdict,
            *(number_text(value, places) for value in (check.baseline, check.new)),
            signed(check.drop, places),
            signed(check.bound, places),
            number_text(check.max_drop, places),
            p_text(check.p, report.resamples),
        )
        rows.append((check.where, *row, str(check.segments)) if sliced else row)
    tone = {(row, last): _TONES[check.verdict] for row, check in enumerate(report.checks)}
    outcome = "passed" if report.passed else "not passed"
    made = Sheet(f"gate {outcome}: {report.new} against {report.baseline}", tuple(columns), tuple(rows), tone)
    return made, notes(report)


def notes(report: GateReport) -> list[str]:
    drawn = "" if report.documents is None else f" in {report.documents} documents, which are drawn whole"
    made = [
        f"drop: how much worse {report.new} is (+ is worse, also where lower scores are better); at most: the largest "
        "drop that is compatible with the data; p: one-sided test against a drop of the allowed size or more, passes "
        f"below {report.alpha:g}",
        f"{counted(report.segments, 'segment')}{drawn}; bootstrap, {report.resamples} resamples, seed {report.seed}",
    ]
    unproven = [check for check in report.checks if check.verdict == "unproven"]
    if unproven:
        made.append(f"unproven: the segments can neither show nor rule out such a drop ({len(unproven)} of the checks)")
    return made + [f"{label}: {signature}" for label, signature in report.signatures]


def junit(report: GateReport) -> str:
    """A test case for each check, as continuous integration servers read it."""
    failed = [check for check in report.checks if check.verdict != "pass"] if not report.passed else []
    name = printable(f"tertium gate: {report.new} against {report.baseline}")
    counts = {"tests": str(len(report.checks)), "failures": str(len(failed)), "errors": "0"}
    root = ElementTree.Element("testsuites", {"name": "tertium gate", **counts})
    suite = ElementTree.SubElement(root, "testsuite", {"name": name, **counts})
    for check in report.checks:
        place = {"classname": printable(f"tertium.gate.{check.where}"), "name": printable(check.metric)}
        case = ElementTree.SubElement(suite, "testcase", place)
        if check in failed:
            failure = ElementTree.SubElement(case, "failure", {"type": check.verdict, "message": sentence(check)})
            failure.text = "\n".join([sentence(check), *map(printable, notes(report))])
        else:
            ElementTree.SubElement(case, "system-out").text = sentence(check)
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def sentence(check: Check) -> str:
    where = "" if check.where == WHOLE else f" in {check.where}"
    return printable(
        f"{check.metric}{where}: {check.baseline:.2f} to {check.new:.2f}, drop {signed(check.drop, 2)}, at most "
        f"{signed(check.bound, 2)}, allowed {check.max_drop:.2f}, p = {p_text(check.p, 1000)}: {check.verdict}"
    )
