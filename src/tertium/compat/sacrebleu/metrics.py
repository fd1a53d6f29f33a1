"""sacreBLEU's metric objects over ours: ``from tertium.compat.sacrebleu.metrics import BLEU, CHRF, TER``."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from tertium import __version__
from tertium.analysis.comparing.resampling import Bootstrap, resample
from tertium.analysis.comparing.score_rows import score_rows_of
from tertium.arrays import Floats
from tertium.compat.sacrebleu.scores import BLEUScore, CHRFScore, Score, TERScore
from tertium.corpus.texts.lists import corpus_of, streams
from tertium.corpus.texts.stream_corpus import Policy, StreamCorpus
from tertium.engine import local
from tertium.engine.rows import KeptRows
from tertium.errors import InputError, SpecError
from tertium.metrics.base import Metric
from tertium.metrics.bleu import SMOOTHINGS, Bleu
from tertium.metrics.chrf import ChrF
from tertium.metrics.formulas import brevity_penalty
from tertium.metrics.measuring import score_corpus
from tertium.metrics.ter import Ter
from tertium.results.scores import MetricScore

__all__ = ["BLEU", "CHRF", "TER", "BLEUScore", "CHRFScore", "Signature", "TERScore"]

References = Sequence[Sequence[str | None]]
S = TypeVar("S", bound=Score)

_POLICY = Policy(empty_ref="keep")  # a blank reference is text to sacreBLEU; None is none
_SMOOTHINGS = {"none": "none", "floor": "floor", "add-k": "add1_n2plus", "exp": "exp"}
_BY_LANGUAGE = {"zh": "zh", "ja": "ja-mecab", "ko": "ko-mecab"}
_SHORT = {
    "nrefs": "#",
    "case": "c",
    "eff": "e",
    "tok": "tok",
    "smooth": "s",
    "nc": "nc",
    "nw": "nw",
    "space": "s",
    "norm": "nr",
    "punct": "pn",
    "asian": "as",
    "bs": "bs",
    "seed": "rs",
    "tertium": "tertium",
}


@dataclass(frozen=True)
class Signature:
    """The settings of a score, in sacreBLEU's keys; ``tertium`` says whose program computed it."""

    info: dict[str, str]

    def format(self, short: bool = False) -> str:
        keys = _SHORT | {"tok": "t"} if self.info.get("tok") == "tercom" else _SHORT  # sacreBLEU's TER is shorter still
        return "|".join(f"{keys[key] if short else key}:{value}" for key, value in self.info.items())

    def __str__(self) -> str:
        return self.format()

    __repr__ = __str__


class ArgumentError(InputError, TypeError):
    """What is wrong with the texts; sacreBLEU raises a TypeError."""


class _Scorer(ABC, Generic[S]):
    """What the three have in common: texts in sacreBLEU's shapes, and the settings of the last score."""

    metric: Metric

    def __init__(self, references: References | None) -> None:
        self._references = references
        self._nrefs: str | None = None
        self._resamples = 0
        self._count_references(references)

    def corpus_score(self, hypotheses: Sequence[str], references: References | None, n_bootstrap: int = 1) -> S:
        """The score of a corpus; ``references`` has one list of strings for each reference, None where there is none.

        With ``n_bootstrap`` above 1 the score also says how far it may be trusted.
        """
        given = self._references if references is None else references
        if given is None:
            raise ArgumentError("no references are given, neither here nor when the metric was made.")
        try:
            corpus = corpus_of(hypotheses, streams(given), policy=_POLICY)
            return self._of_corpus(corpus, given, n_bootstrap if n_bootstrap > 1 else 0)
        except InputError as problem:
            raise ArgumentError(str(problem)) from None

    def sentence_score(self, hypothesis: str, references: Sequence[str]) -> S:
        """The score of one sentence against its references."""
        if not isinstance(hypothesis, str) or isinstance(references, str) or not isinstance(references, Sequence):
            raise ArgumentError("a sentence is a string, and its references are a list of strings.")
        if not references or not all(isinstance(one, str) and one.strip() for one in references):
            return self.corpus_score([hypothesis], [[reference] for reference in references])
        self._nrefs, self._resamples = str(len(references)), 0
        return self._made(self.metric.sentence_score(hypothesis, references))

    def _of_corpus(self, corpus: StreamCorpus, references: References, resamples: int) -> S:
        self._count_references(references)
        self._resamples = resamples
        if not resamples:
            return self._made(score_corpus(self.metric, corpus))
        kept = KeptRows()
        report = local.score(corpus, [self.metric], version=__version__, keep=kept)
        rows = score_rows_of(corpus.names, [self.metric], kept)
        drawn = resample(rows, Bootstrap(resamples), local.usable_cores())[:, 0, 0]
        low, high = np.percentile(drawn, [2.5, 97.5])
        made = self._made(report.systems[0].scores[0])
        made._mean, made._ci = float(drawn.mean()), float(high - low) / 2
        return made

    def get_signature(self) -> Signature:
        """The settings; the number of references is known once something was scored."""
        if self._nrefs is None:
            raise InputError("score something first: the signature names the number of references.")
        bootstrap = {"bs": str(self._resamples), "seed": str(Bootstrap.seed)} if self._resamples else {}
        return Signature({"nrefs": self._nrefs, **bootstrap, **self._settings(), "tertium": __version__})

    def _count_references(self, references: References | None) -> None:
        if references is None or isinstance(references, str) or not len(references):
            return
        counts = {sum(one is not None for one in refs) for refs in zip(*references, strict=False)}
        self._nrefs = str(counts.pop()) if len(counts) == 1 else "var"

    @abstractmethod
    def _made(self, found: MetricScore) -> S: ...

    @abstractmethod
    def _settings(self) -> dict[str, str]: ...


class BLEU(_Scorer[BLEUScore]):
    """BLEU with sacreBLEU's keywords. ``force`` is accepted: nothing is said about texts that look tokenised."""

    def __init__(
        self,
        lowercase: bool = False,
        force: bool = False,
        tokenize: str | None = None,
        smooth_method: str = "exp",
        smooth_value: float | None = None,
        max_ngram_order: int = 4,
        effective_order: bool = False,
        trg_lang: str = "",
        references: References | None = None,
    ) -> None:
        super().__init__(references)
        if smooth_method not in _SMOOTHINGS:
            known = ", ".join(map(repr, _SMOOTHINGS))
            raise SpecError(f"smooth_method is {smooth_method!r}, expected one of {known}.")
        self.lowercase, self.smooth_method, self.smooth_value = lowercase, smooth_method, smooth_value
        self.max_ngram_order, self.effective_order = max_ngram_order, effective_order
        self.tokenize = tokenize or _BY_LANGUAGE.get(trg_lang, "13a")
        self.metric = self._bleu = Bleu(
            tok=self.tokenize,
            case="lower" if lowercase else "keep",
            order=max_ngram_order,
            smooth=_SMOOTHINGS[smooth_method],
            smooth_value=smooth_value if smooth_method in ("floor", "add-k") else None,
            effective_order=effective_order,
        )

    @staticmethod
    def compute_bleu(
        correct: Sequence[int],
        total: Sequence[int],
        sys_len: int,
        ref_len: int,
        smooth_method: str = "none",
        smooth_value: float | None = None,
        effective_order: bool = False,
        max_ngram_order: int = 4,
    ) -> BLEUScore:
        """BLEU of statistics that are counted already: matches and n-grams of every order, and both lengths."""
        made = BLEU(
            smooth_method=smooth_method,
            smooth_value=smooth_value,
            effective_order=effective_order,
            max_ngram_order=max_ngram_order,
        )
        sums = np.array([*correct, *total, sys_len, ref_len], dtype=np.float64)
        return made._of_sums(100 * float(made._bleu.score(sums)), sums)

    def _made(self, found: MetricScore) -> BLEUScore:
        return self._of_sums(found.score, np.array(list(found.rows.values())))

    def _of_sums(self, score: float, sums: Floats) -> BLEUScore:
        order = self.max_ngram_order
        precisions = 100 * self._bleu.precisions(sums)
        hyp, ref = sums[2 * order :]
        return BLEUScore(
            "BLEU",
            score,
            counts=[int(number) for number in sums[:order]],
            totals=[int(number) for number in sums[order : 2 * order]],
            precisions=[float(number) for number in precisions],
            bp=float(brevity_penalty(hyp, ref)),
            sys_len=int(hyp),
            ref_len=int(ref),
        )

    def _settings(self) -> dict[str, str]:
        default = SMOOTHINGS[self._bleu.smooth]
        value = self._bleu.smooth_value if self._bleu.smooth_value is not None else default
        return {
            "case": "lc" if self.lowercase else "mixed",
            "eff": "yes" if self.effective_order else "no",
            "tok": self.tokenize,
            "smooth": self.smooth_method if default is None else f"{self.smooth_method}[{value:.2f}]",
        }


class CHRF(_Scorer[CHRFScore]):
    """chrF with sacreBLEU's keywords; ``word_order=2`` makes it chrF++."""

    def __init__(
        self,
        char_order: int = 6,
        word_order: int = 0,
        beta: int = 2,
        lowercase: bool = False,
        whitespace: bool = False,
        eps_smoothing: bool = False,
        references: References | None = None,
    ) -> None:
        super().__init__(references)
        self.char_order, self.word_order, self.beta = char_order, word_order, beta
        self.lowercase, self.whitespace, self.eps_smoothing = lowercase, whitespace, eps_smoothing
        self.metric = ChrF(
            char_order=char_order,
            word_order=word_order,
            beta=beta,
            case="lower" if lowercase else "keep",
            whitespace=whitespace,
            eps_smoothing=eps_smoothing,
        )

    def _made(self, found: MetricScore) -> CHRFScore:
        name = f"chrF{self.beta}{'+' * self.word_order}"
        return CHRFScore(name, found.score, self.char_order, self.word_order, self.beta)

    def _settings(self) -> dict[str, str]:
        return {
            "case": "lc" if self.lowercase else "mixed",
            "eff": "no" if self.eps_smoothing else "yes",
            "nc": str(self.char_order),
            "nw": str(self.word_order),
            "space": "yes" if self.whitespace else "no",
        }


class TER(_Scorer[TERScore]):
    """TER with sacreBLEU's keywords."""

    def __init__(
        self,
        normalized: bool = False,
        no_punct: bool = False,
        asian_support: bool = False,
        case_sensitive: bool = False,
        references: References | None = None,
    ) -> None:
        super().__init__(references)
        self.normalized, self.no_punct = normalized, no_punct
        self.asian_support, self.case_sensitive = asian_support, case_sensitive
        self.metric = Ter(
            normalized=normalized,
            search="sacrebleu",
            punct="remove" if no_punct else "keep",
            asian=asian_support,
            case="keep" if case_sensitive else "lower",
        )

    def _made(self, found: MetricScore) -> TERScore:
        return TERScore("TER", found.score, num_edits=found.rows["edits"], ref_length=found.rows["ref_len"])

    def _settings(self) -> dict[str, str]:
        return {
            "case": "mixed" if self.case_sensitive else "lc",
            "tok": "tercom",
            "norm": "yes" if self.normalized else "no",
            "punct": "no" if self.no_punct else "yes",
            "asian": "yes" if self.asian_support else "no",
        }
