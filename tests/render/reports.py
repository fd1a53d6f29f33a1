"""Reports to render: real scores from the engine, and one with every oddity a name or number can have."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tertium.corpus.chunk import Chunk, Notice
from tertium.engine import local
from tertium.metrics.spec import parse
from tertium.results.scores import Interval, MetricScore, Report, SystemScores

REFERENCES = [["the cat sat on the mat ."], ["he read the book because he was interested in world history ."], ["no"]]
SYSTEMS = {
    "base": ["the cat sat on a mat .", "he was interested in world history because he read the book .", "yes"],
    "new": ["the cat sat on the mat .", "he read the book because world history interested him .", "no"],
}
ODD = 'a|b & c_d%\x1b[31m\t"--"\n$x^~{}\\<i>'


@dataclass(frozen=True)
class Lists:
    """The smallest corpus: everything in one chunk."""

    systems: dict[str, list[str]]
    references: list[list[str]]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.systems)

    def at_least(self) -> int:
        return 0

    def chunks(self, segments: int) -> Iterator[Callable[[], tuple[Chunk, tuple[Notice, ...]]]]:
        yield lambda: (Chunk.of(list(self.systems.values()), self.references), ())


def real(*metrics: str, segments: bool = False) -> Report:
    """Both systems by ``metrics``, really scored."""
    parsed = [parse(metric) for metric in metrics]
    return local.score(Lists(SYSTEMS, REFERENCES), parsed, version="9.9", threads=1, segment_scores=segments)


def odd() -> Report:
    """Scores that do not exist, an interval, a metric where lower is better, names out of a nightmare."""

    def score(metric: str, value: float, higher: bool, segments: tuple[float | None, ...]) -> MetricScore:
        interval = Interval(49.0, 51.0, 0.95, 1000, 0) if value == 0.5 else None
        return MetricScore(
            metric, 100 * value, value, f"{metric}#1", higher, 2, interval=interval, segment_scores=segments
        )

    nan = float("nan")
    long = " + ".join(f"0.{i}*metric{i}" for i in range(1, 7))
    one = (
        score("up", 0.5, True, (50.0, None)),
        score("down", 0.25, False, (-0.001, 25.0)),
        score(long, nan, True, (None, None)),
    )
    two = (
        score("up", 0.25, True, (0.0, 1.0)),
        score("down", 0.2, False, (1.0, 2.0)),
        score(long, nan, True, (None, None)),
    )
    return Report("9.9", 2, (SystemScores(ODD, one), SystemScores("日本", two)))
