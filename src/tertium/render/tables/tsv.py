r"""Tab-separated values in long format: a header, then one number a line, in full precision.

Lossless: in names a backslash is written ``\\``, TAB ``\t``, newline ``\n``, carriage return ``\r``, any other
character that is not printable ``\xHH``, ``\uHHHH`` or ``\UHHHHHHHH``. No quotes. A score
that does not exist is an empty field.
"""

from __future__ import annotations

from collections.abc import Iterable

from tertium.errors import printable
from tertium.render.tables.grid import segment_scores
from tertium.results.record import finite_or_none
from tertium.results.scores import Interval, PairedP, Report

_INTERVAL = ("low", "high", "level", "resamples", "seed")  # columns of a report that has intervals
_TEST = ("p", "significant", "test", "sides", "draws", "test_seed")  # of one that has paired tests


def long(report: Report, *, segments: bool = False) -> str:
    if not segments:
        scores = [(system.name, score) for system in report.systems for score in system.scores]
        with_intervals = any(score.interval is not None for _, score in scores)
        tests = any(score.test is not None for _, score in scores)
        header = ["system", "metric", "score", "value", "signature", *(_INTERVAL if with_intervals else ())]
        header += _TEST if tests else ()
        rows = [
            [name, score.metric, _number(score.score), _number(score.value), score.signature]
            + (_interval(score.interval) if with_intervals else [])
            + (_test(score.test) if tests else [])
            for name, score in scores
        ]
        return "".join(map(line, [header, *rows]))
    columns = []
    for system in report.systems:
        for score in system.scores:
            names = f"\t{escape(system.name)}\t{escape(score.metric)}\t"
            columns.append([f"{names}{_number(number)}\n" for number in segment_scores(score)])
    rows_of_texts = zip(*columns, strict=True)
    made = (f"{segment}{text}" for segment, texts in enumerate(rows_of_texts, 1) for text in texts)
    return line(["segment", "system", "metric", "score"]) + "".join(made)


def _interval(interval: Interval | None) -> list[str]:
    if interval is None:
        return [""] * len(_INTERVAL)
    return [repr(number) for number in interval.to_dict().values()]


def _test(test: PairedP | None) -> list[str]:
    if test is None:
        return [""] * len(_TEST)
    significant = "yes" if test.significant else "no"
    return [_number(test.p), significant, test.test, test.sides, str(test.draws), str(test.seed)]


def line(fields: Iterable[str]) -> str:
    return "\t".join(map(escape, fields)) + "\n"


def escape(text: str) -> str:
    """A field that holds no TAB, no line end and nothing a terminal would obey."""
    return printable(text.replace("\\", "\\\\"))


def _number(number: float | None) -> str:
    number = None if number is None else finite_or_none(number)
    return "" if number is None else repr(number)
