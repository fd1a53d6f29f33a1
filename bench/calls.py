"""Calls from Python: a single segment, again and again, and lists as long as a test set.

Every call has another sentence, as in a loop over a test set; peers that remember tokenised sentences are made to
forget them before each pass.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import tertium
from bench import peers
from bench.cases import PLAIN_RIBES
from bench.data import Files
from bench.timing import Ratio, compare
from tertium.corpus.formats.opening import Place
from tertium.metrics.spec import parse
from tertium.tasks.score import ScoreRequest, run
from tertium.tasks.texts import FileTexts

GOAL = 10  # times the peer's speed, for every metric
MICROSECONDS = 50  # of tertium.score
TIMES_FILES = 1.3
DEFAULT = ("bleu", "chrf", "ter")

Sentence = Callable[[str, str], object]


@dataclass(frozen=True)
class Call:
    spec: str
    peer_name: str
    peer: Sentence
    segments: int = 500


def calls() -> list[Call]:
    import jiwer
    from nltk.translate.ribes_score import sentence_ribes
    from sacrebleu.metrics import BLEU, CHRF, TER

    bleu, chrf, ter = BLEU(effective_order=True), CHRF(), TER()
    return [
        Call("bleu", "sacreBLEU", lambda hyp, ref: bleu.sentence_score(hyp, [ref])),
        Call("chrf", "sacreBLEU", lambda hyp, ref: chrf.sentence_score(hyp, [ref])),
        Call("ter", "sacreBLEU", lambda hyp, ref: ter.sentence_score(hyp, [ref]), 60),
        Call(PLAIN_RIBES, "NLTK", lambda hyp, ref: sentence_ribes([ref.split()], hyp.split())),
        Call("wer", "jiwer", lambda hyp, ref: jiwer.wer(ref, hyp), 2000),
    ]


def sentences(files: Files) -> Iterator[tuple[Call, Ratio]]:
    """Seconds a call of ``sentence_score``: ours, the peer's."""
    texts = list(zip(peers.lines(files.hyp), peers.lines(files.ref), strict=True))
    for call in calls():
        part = texts[: call.segments]
        yield call, compare(_ours(call, part), _theirs(call, part), pairs=7, inner=5)


def _ours(call: Call, texts: list[tuple[str, str]]) -> Callable[[], object]:
    metric = parse(call.spec)

    def every() -> None:
        score = metric.sentence_score
        for hyp, ref in texts:
            score(hyp, [ref])

    return every


def _theirs(call: Call, texts: list[tuple[str, str]]) -> Callable[[], object]:
    def every() -> None:
        peers.forget_tokens()
        for hyp, ref in texts:
            call.peer(hyp, ref)

    return every


def one_segment(files: Files, segments: int = 500) -> float:
    """Seconds of ``tertium.score`` of one segment by the default metrics, after the first call."""
    texts = list(zip(peers.lines(files.hyp), peers.lines(files.ref), strict=True))[:segments]

    def every() -> None:
        for hyp, ref in texts:
            tertium.score([hyp], [ref])

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a few of the sentences are odd
        return compare(every, every, pairs=7).ours / segments


def lists(files: Files) -> Iterator[tuple[str, Ratio]]:
    """How many times as fast lists are as files, of one reference each and of lists of references, on one thread."""
    hyps, refs = peers.lines(files.hyp), peers.lines(files.ref)
    shapes: dict[str, Any] = {"one string each": refs, "a list each": [[ref] for ref in refs]}
    metrics = tuple(map(parse, DEFAULT))
    texts = FileTexts((Place(str(files.hyp)),), (Place(str(files.ref)),), None, ("system",))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for what, given in shapes.items():
            yield (
                what,
                compare(
                    lambda given=given: tertium.score(hyps, given, metrics, threads=1),
                    lambda: run(ScoreRequest(texts, metrics, threads=1)),
                    pairs=11,
                ),
            )
