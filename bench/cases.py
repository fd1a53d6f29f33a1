"""What is compared with what, and the goal for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bench import peers
from bench.data import Files
from tertium import __version__
from tertium.corpus.formats.opening import Place, open_corpus
from tertium.engine import local
from tertium.metrics.spec import parse

PLAIN_RIBES = "ribes:tok=none,case=keep"
Prepare = Callable[[Files], Callable[[], object]]


@dataclass(frozen=True)
class Case:
    name: str
    ours: Prepare
    peer_name: str
    peer: Prepare
    goal: float
    pairs: int = 5
    inner: int = 5
    segments: int | None = None  # the first so many, where the peer would take minutes for all


def tertium_score(*specs: str, threads: int = 1) -> Prepare:
    """Our side: files in, corpus scores out, through the engine the command line uses."""

    def prepared(files: Files) -> Callable[[], object]:
        metrics = [parse(spec) for spec in specs]

        def run() -> object:
            corpus = open_corpus([Place(str(files.hyp))], [Place(str(files.ref))], names=["system"])
            return local.score(corpus, metrics, version=__version__, threads=threads)

        return run

    return prepared


def tertium_campaign(spec: str) -> Prepare:
    """All systems of a campaign against one reference file, as `tertium score REF -i SYSTEM...` does it."""

    def prepared(files: Files) -> Callable[[], object]:
        metric = parse(spec)

        def run() -> object:
            places = [Place(str(path)) for path in files.systems]
            names = [path.stem for path in files.systems]
            corpus = open_corpus(places, [Place(str(files.ref))], names=names)
            return local.score(corpus, [metric], version=__version__, threads=1)

        return run

    return prepared


def campaign_cases() -> list[Case]:
    """The metrics whose time is mostly reading: with many systems the references are read and prepared once."""
    bleu = peers.each_system(peers.sacrebleu_metric("BLEU"))
    plain = peers.each_system(peers.sacrebleu_metric("BLEU", tokenize="none"))
    goals = [
        ("bleu", "sacreBLEU", bleu, 100),
        ("bleu:tok=none", "sacreBLEU", plain, 80),
        ("wer", "jiwer", peers.each_system(peers.jiwer_wer), 100),
        ("wer", "rapidfuzz", peers.each_system(peers.rapidfuzz_wer), 4),
        ("rouge-l", "rouge-score", peers.each_system(peers.rouge_score_l), 100),
        (PLAIN_RIBES, "NLTK", peers.each_system(peers.nltk_ribes), 250),
    ]
    official = peers.official_ribes()
    if not isinstance(official, str):
        goals.append((PLAIN_RIBES, "RIBES.py", peers.each_system(official), 50))
    return [Case(name, tertium_campaign(name), peer, run, goal, pairs=3, inner=3) for name, peer, run, goal in goals]


def all_cases() -> list[Case]:
    bleu, chrf, ter = (peers.sacrebleu_metric(name) for name in ("BLEU", "CHRF", "TER"))
    plain = peers.sacrebleu_metric("BLEU", tokenize="none")
    plus = peers.sacrebleu_metric("CHRF", word_order=2)
    cases = [
        Case("bleu", tertium_score("bleu"), "sacreBLEU", bleu, 100, inner=20),
        Case("bleu:tok=none", tertium_score("bleu:tok=none"), "sacreBLEU", plain, 80, inner=20),
        Case("chrf", tertium_score("chrf"), "sacreBLEU", chrf, 100),
        Case("chrf++", tertium_score("chrf++"), "sacreBLEU", plus, 100),
        Case("tertium", tertium_score("tertium"), "sacreBLEU's chrF", chrf, 18),  # 15 microseconds of its 270
        Case("ter", tertium_score("ter"), "sacreBLEU", ter, 500, pairs=3, segments=500),
        Case(
            "ter:search=sacrebleu", tertium_score("ter:search=sacrebleu"), "sacreBLEU", ter, 500, pairs=3, segments=500
        ),
        Case("nist:tok=none", tertium_score("nist:tok=none"), "NLTK", peers.nltk_nist, 100),
        Case("wer", tertium_score("wer"), "jiwer", peers.jiwer_wer, 100, inner=20),
        Case("wer", tertium_score("wer"), "rapidfuzz", peers.rapidfuzz_wer, 4, inner=20),
        Case("rouge-l", tertium_score("rouge-l"), "rouge-score", peers.rouge_score_l, 100),
        # Parses are kept on disk before the clock starts; what is compared is scoring, with the field's usual metric.
        Case("shallow, parses kept", tertium_score("shallow"), "sacreBLEU's BLEU", bleu, 3, segments=1000),
        Case("layered, graphs kept", tertium_score("layered"), "sacreBLEU's BLEU", bleu, 3, segments=1000),
        Case(PLAIN_RIBES, tertium_score(PLAIN_RIBES), "NLTK", peers.nltk_ribes, 250, 3, 10),
        Case("atec", tertium_score("atec"), "sacreBLEU's BLEU", bleu, 5),
    ]
    official = peers.official_ribes()
    if not isinstance(official, str):
        cases.append(Case(PLAIN_RIBES, tertium_score(PLAIN_RIBES), "RIBES.py", official, 50, 5, 10))
    return cases


def left_out() -> list[str]:
    """Rows that are not there, and why."""
    official = peers.official_ribes()
    return [f"`ribes` against the authors' RIBES.py: not measured, {official}."] if isinstance(official, str) else []
