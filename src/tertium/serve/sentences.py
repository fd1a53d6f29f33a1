"""Two sentences while somebody types: their scores, what words, order and length cost, and the picture of the order."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Any

import anyio
from anyio import CapacityLimiter, to_thread

from tertium.errors import InputError, SpecError
from tertium.metrics.base import Metric
from tertium.results.forensics import Forensics, Loss
from tertium.serve.jobs import BusyError
from tertium.serve.limits import ServerLimits
from tertium.serve.requests import language_of, refuse_files
from tertium.tasks.explain import DEFAULT, ExplainRequest, OneHypothesis, run
from tertium.tasks.metric_choice import MetricChoice
from tertium.tasks.picture_words import picture_words

_MOST_METRICS = 12


class Sentences:
    """Scores in threads, for the event loop must answer others meanwhile; no more at once than there are places."""

    def __init__(self, limits: ServerLimits) -> None:
        self._limits = limits
        self._threads = CapacityLimiter(limits.sentence_threads)
        self._count, self._lock = 0, threading.Lock()

    async def explained(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        self._enter()
        turn = _Turn(self._leave)
        try:
            with anyio.move_on_after(self._limits.sentence_seconds):
                return await to_thread.run_sync(self._work, asked, turn, limiter=self._threads, abandon_on_cancel=True)
        finally:
            turn.given_up()
        raise SlowError(
            f"the sentences were not scored within {self._limits.sentence_seconds:g} s; shorten them, or choose "
            "fewer metrics."
        )

    def _enter(self) -> None:
        with self._lock:
            if self._count >= self._limits.sentences:
                raise BusyError(f"{self._count} pairs of sentences are being scored, which is all; try again.")
            self._count += 1

    def _leave(self) -> None:
        with self._lock:
            self._count -= 1

    def _work(self, asked: Mapping[str, Any], turn: _Turn) -> dict[str, Any]:
        with turn:
            return explained(asked, self._limits.sentence_characters)


class _Turn:
    """A place that is given back once: by the thread that took it, or by who waited if no thread ever did.

    A thread that nobody waits for any longer still takes its place, for it still works.
    """

    def __init__(self, leave: Callable[[], None]) -> None:
        self._leave, self._lock, self._begun = leave, threading.Lock(), False

    def __enter__(self) -> None:
        with self._lock:
            self._begun = True

    def __exit__(self, *_: object) -> None:
        self._leave()

    def given_up(self) -> None:
        with self._lock:
            begun, self._begun = self._begun, True
        if not begun:
            self._leave()


class SlowError(InputError):
    """It took too long; the answer is 408."""


def explained(asked: Mapping[str, Any], most: int) -> dict[str, Any]:
    """The scores and the picture of one pair, as the page shows them."""
    hypothesis, reference = (_sentence(asked, name, most) for name in ("hypothesis", "reference"))
    language = language_of(asked)
    metrics = _metrics(tuple(_names(asked.get("metrics"))), language)
    words = picture_words(language, None, None)
    [found] = run(ExplainRequest(OneHypothesis(hypothesis, (reference,)), metrics, words))
    picture = found.picture
    losses = zip(metrics, picture.losses, strict=True)
    return {
        "scores": [_row(metric, loss) for metric, loss in losses],
        "pair": _pair(picture),
    }


def _sentence(asked: Mapping[str, Any], name: str, most: int) -> str:
    text = asked.get(name)
    if not isinstance(text, str):
        given = "missing" if text is None else type(text).__name__
        raise InputError(f"the {name} is {given}, expected a string.")
    if len(text) > most:
        raise InputError(
            f"the {name} has {len(text):,} characters, and {most:,} are scored while you type; make a report of "
            "longer texts."
        )
    # A browser may send half of a surrogate pair; no text in a file can hold one.
    return " ".join(text.encode("utf-8", "replace").decode("utf-8").splitlines())


def _names(given: Any) -> Sequence[str]:
    names = list(DEFAULT) if given is None else given
    if not isinstance(names, list) or not names or not all(isinstance(name, str) for name in names):
        raise SpecError("metrics are a list of names, as in ['bleu', 'chrf'].")
    if len(names) > _MOST_METRICS:
        raise SpecError(f"{len(names)} metrics were asked for; {_MOST_METRICS} are scored while you type.")
    refuse_files(names)
    return names


@lru_cache(maxsize=64)
def _metrics(names: tuple[str, ...], language: str | None) -> tuple[Metric, ...]:
    chosen, _ = MetricChoice(metrics=names, language=language).chosen()
    for metric in chosen:
        if any(leaf.parser for leaf in metric.plain()):
            raise SpecError(f"{metric} parses sentences, which takes too long while you type; make a report with it.")
        if any(getattr(leaf, "align", "") == "source" for leaf in metric.plain()):
            raise SpecError(
                f"{metric} needs word alignments of a source, which take a corpus to learn; make a report with a "
                f"source, or use {metric.name}:align=direct here."
            )
    return tuple(chosen)


def _row(metric: Metric, loss: Loss) -> dict[str, Any]:
    return {
        "metric": loss.metric,
        "score": _finite(loss.score),
        "higher": metric.better.name == "HIGHER",
        "words": _finite(loss.words),
        "order": _finite(loss.order),
        "length": _finite(loss.length),
        "note": loss.note,
    }


def _finite(value: float | None) -> float | None:
    """JSON has no infinity, which is the TER of any word against no reference."""
    return value if value is not None and math.isfinite(value) else None


def _pair(picture: Forensics) -> dict[str, Any]:
    """What crossing.js of the report draws: both sides, their links and blocks."""
    return {
        "ref": _side(picture.ref, picture.ref_text, picture.ref_spans),
        "hyp": _side(picture.hyp, picture.hyp_text, picture.hyp_spans),
        "links": [
            {"ref": link.ref, "hyp": link.hyp, "stage": link.stage, "moved": link.moved} for link in picture.links
        ],
        "blocks": [
            {"ref": block.ref, "hyp": block.hyp, "length": block.length, "shift": block.shift, "moved": block.moved}
            for block in picture.blocks
        ],
        "missing": picture.missing,
        "extra": picture.extra,
        "moves": [{"text": move.text, "shift": move.shift, "to": move.to} for move in picture.moves],
        "unit": picture.unit,
    }


def _side(
    words: Sequence[str], text: str, spans: Sequence[tuple[int, int] | None]
) -> dict[str, str | Sequence[tuple[int, int]]]:
    """A text and where its words are in it, as JavaScript counts; the words themselves where it does not have them."""
    found = [span for span in spans if span is not None]
    if len(found) < len(spans):
        text, found, at = " ".join(words), [], 0
        for word in words:
            found.append((at, at + len(word)))
            at += len(word) + 1
    if any(char > "\uffff" for char in text):  # two units of UTF-16
        units = [0, *accumulate(2 if char > "\uffff" else 1 for char in text)]
        found = [(units[start], units[end]) for start, end in found]
    return {"text": text, "spans": found}
