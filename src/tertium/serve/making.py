"""From what the page asks for to the report: the same task as ``tertium report``, run in the process of a job."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from tertium.analysis.comparing.comparison import CompareSettings
from tertium.corpus.formats.opening import Place
from tertium.errors import in_shell
from tertium.progress import Listener
from tertium.results.comparisons import Comparison
from tertium.results.wording import worded
from tertium.tasks import report
from tertium.tasks.compare import CompareRequest
from tertium.tasks.metric_choice import MetricChoice, language_remarks
from tertium.tasks.outer_scores import FileScores
from tertium.tasks.parts import FileLabels, Parts
from tertium.tasks.report import SLICES, ReportRequest
from tertium.tasks.systems import Systems
from tertium.tasks.texts import FileTexts, Learning
from tertium.views.tokens.languages import tokenizer_for

MOST_SEGMENTS = 10_000  # in the page; a browser holds more, but a file of some megabytes can still be sent


def make(asked: Mapping[str, Any], listener: Listener) -> tuple[dict[str, Any], str]:
    """What history keeps of the run, and the page."""
    language = asked["language"] or None
    metrics, remarks = MetricChoice(metrics=tuple(asked["metrics"]), language=language).chosen()
    if language is not None:
        remarks += map(in_shell, language_remarks(language, metrics))
    for sentence in remarks:
        listener.notice(sentence)
    texts = FileTexts(
        systems=_places(asked["systems"]),
        references=_places(asked["references"]),
        sources=next(iter(_places(asked["sources"])), None),
        names=tuple(system["name"] for system in asked["systems"]),
        learning=Learning(language),
    )
    documents = next((FileLabels(place["path"]) for place in asked["documents"]), None)
    tokenizer = (tokenizer_for(language) if language else None) or Parts.tokenizer
    parts = Parts(documents=documents, features=SLICES, tokenizer=tokenizer)
    scores = tuple(FileScores(place["path"], not asked["scores_lower"]) for place in asked["scores"])
    request = ReportRequest(
        CompareRequest(Systems(texts, tuple(metrics), scores=scores), CompareSettings(), parts),
        language=language,
        human=next((place["path"] for place in asked["judgments"]), None),
        max_segments=MOST_SEGMENTS,
        command=command(asked),
        draw_slices="page",
    )
    result = report.run(request, listener)
    result = worded(result, lambda text: _said(text, asked["labels"]))
    listener.progress("writing the page", 0, 0)
    return summary(result.comparison), result.to_html()


def summary(result: Comparison) -> dict[str, Any]:
    """The scores of every system, as lists of them and trends need them."""
    return {
        "segments": result.segments,
        "metrics": [metric.metric for metric in result.metrics],
        "scores": [
            {
                "system": standing.name,
                "metric": metric.metric,
                "signature": metric.signature,
                "higher": metric.higher_is_better,
                "score": standing.score,
                "low": None if standing.interval is None else standing.interval.low,
                "high": None if standing.interval is None else standing.interval.high,
                "letters": standing.letters,
            }
            for metric in result.metrics
            for standing in metric.systems
        ],
        "warnings": list(result.warnings),
    }


def command(asked: Mapping[str, Any]) -> str:
    """What to type to get the same page, with the names that people gave the texts; columns of a table by options."""
    references, systems, sources = (asked[role] for role in ("references", "systems", "sources"))
    tables = {place["table"] for place in (*references, *systems, *sources)}
    words = ["tertium", "report"]
    if len(tables) == 1 and "" not in tables:
        words += [*tables, "--ref-col", *_all(references, "column"), "--hyp-col", *_all(systems, "column")]
        words += [word for place in sources for word in ("--src-col", *_all([place], "column"))]
    else:
        words += [*_all(references, "label"), "-i", *_all(systems, "label")]
        words += [word for place in sources for word in ("-s", place["label"])]
    words += ["--names", *_all(systems, "name"), "-m", *asked["metrics"]]
    for place in asked["documents"]:
        words += ["--docs", ":".join([place["table"], *_all([place], "column")]) if place["column"] else place["label"]]
    for place in asked["judgments"]:
        words += ["--human", place["label"]]
    if asked["scores"]:
        words += ["--scores", *_all(asked["scores"], "label"), *(["--scores-lower"] if asked["scores_lower"] else [])]
    if asked["language"]:
        words += ["-l", asked["language"]]
    return shlex.join([*words, "-o", "report.html"])


def _all(places: Sequence[Mapping[str, str]], what: str) -> list[str]:
    """Columns without names are typed as numbers."""
    return [re.sub(r"^column (?=\d+$)", "", place[what]) if what == "column" else place[what] for place in places]


def _places(given: Sequence[Mapping[str, str]]) -> tuple[Place, ...]:
    return tuple(Place(place["path"]) for place in given)


def _said(text: str, labels: Mapping[str, str]) -> str:
    text = in_shell(text)
    for path, label in labels.items():
        if path in text:
            text = text.replace(path, label)
    return text
