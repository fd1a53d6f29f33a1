"""A gate's report: a table, JSON, JUnit XML."""

from __future__ import annotations

from xml.etree import ElementTree

from tertium.errors import counted, printable
from tertium.render.reports.comparison_numbers import Numbers, signed
from tertium.render.tables.grid import Column, number_text, p_text
from tertium.render.tables.sheets import Sheet
from tertium.results.comparisons import Check, GateReport
from tertium.results.signatures import short_form

WHOLE = "all segments"  # where a check is not of a slice
_TONES = {"pass": "good", "fail": "bad", "unproven": "bad"}


def sheet(report: GateReport, width: int | None = None, *, short: bool = False) -> tuple[Sheet, list[str]]:
    sliced = any(check.where != WHOLE for check in report.checks)
    with_drops = any(check.floor is None for check in report.checks)
    columns = [Column(title) for title in (*(("where",) if sliced else ()), "metric", "verdict")]
    last = len(columns) - 1
    titles = [report.new, "allowed"]
    if with_drops:
        titles = [report.baseline or "", report.new, "drop", "at most", "allowed", "p"]
    columns += [Column(title, numeric=True) for title in (*titles, *(("segments",) if sliced else ()))]
    rows = []
    for check in report.checks:
        places = _places(check) if width is None else width
        numbers = [number_text(check.new, places), _allowed(check, places)]
        if with_drops:
            numbers = [
                number_text(check.baseline, places),
                number_text(check.new, places),
                signed(check.drop, places),
                signed(check.bound, places),
                _allowed(check, places),
                p_text(check.p, report.resamples),
            ]
        row = (check.metric, check.verdict, *numbers)
        rows.append((check.where, *row, str(check.segments)) if sliced else row)
    tone = {(row, last): _TONES[check.verdict] for row, check in enumerate(report.checks)}
    made = Sheet(_outcome(report), tuple(columns), tuple(rows), tone)
    return made, notes(report, short=short)


def _outcome(report: GateReport) -> str:
    against = "" if report.baseline is None else f" against {report.baseline}"
    return f"gate {'passed' if report.passed else 'not passed'}: {report.new}{against}"


def _places(check: Check) -> int:
    """As many decimals as differences have: limits of COMET's scores are thousandths."""
    return Numbers.of(check.scale, None).places + 1


def _allowed(check: Check, places: int) -> str:
    """The limit: of a drop, with its share where it was given so, or of the score."""
    if check.floor is not None:
        return f"{'≥' if check.higher_is_better else '≤'} {number_text(check.floor, places)}"
    share = "" if check.max_drop_share is None else f" ({100 * check.max_drop_share:g}%)"
    return number_text(check.max_drop, places) + share


def notes(report: GateReport, *, short: bool = False) -> list[str]:
    made = []
    if any(check.floor is None for check in report.checks):
        drawn = "" if report.documents is None else f" in {report.documents} documents, which are drawn whole"
        made += [
            f"drop: how much worse {report.new} is (+ is worse, also where lower scores are better); at most: the "
            "largest drop that is compatible with the data; p: one-sided test against a drop of the allowed size or "
            f"more, passes below {report.alpha:g}",
            f"{counted(report.segments, 'segment')}{drawn}; bootstrap, {report.resamples} resamples, seed "
            f"{report.seed}",
        ]
    else:
        made.append(counted(report.segments, "segment"))
    if any(check.max_drop_share is not None for check in report.checks):
        made.append(f"allowed: in brackets as a share of the score of {report.baseline}")
    if any(check.floor is not None for check in report.checks):
        made.append(f"≥, ≤: the score of {report.new} itself must not be worse than this floor")
    unproven = [check for check in report.checks if check.verdict == "unproven"]
    if unproven:
        made.append(f"unproven: the segments can neither show nor rule out such a drop ({len(unproven)} of the checks)")
    return made + [
        f"{label}: {short_form(label, signature) if short else signature}" for label, signature in report.signatures
    ]


def junit(report: GateReport) -> str:
    """A test case for each check, as continuous integration servers read it."""
    failed = [check for check in report.checks if check.verdict != "pass"] if not report.passed else []
    against = "" if report.baseline is None else f" against {report.baseline}"
    name = printable(f"tertium gate: {report.new}{against}")
    counts = {"tests": str(len(report.checks)), "failures": str(len(failed)), "errors": "0"}
    root = ElementTree.Element("testsuites", {"name": "tertium gate", **counts})
    suite = ElementTree.SubElement(root, "testsuite", {"name": name, **counts})
    for check in report.checks:
        floor = "" if check.floor is None else " floor"
        place = {"classname": printable(f"tertium.gate.{check.where}"), "name": printable(check.metric + floor)}
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
    places = _places(check)
    allowed = _allowed(check, places)
    if check.floor is not None:
        return printable(f"{check.metric}: {check.new:.{places}f}, allowed {allowed}: {check.verdict}")
    return printable(
        f"{check.metric}{where}: {check.baseline:.{places}f} to {check.new:.{places}f}, drop "
        f"{signed(check.drop, places)}, at most {signed(check.bound, places)}, allowed {allowed}, "
        f"p = {p_text(check.p, 1000)}: {check.verdict}"
    )
