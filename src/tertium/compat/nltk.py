"""NLTK's functions of ``nltk.translate``: lists of tokens in, scores from 0 to 1 out.

``from tertium.compat.nltk import sentence_bleu, SmoothingFunction, meteor_score, sentence_ribes``. Tokens are compared
as they are. What differs from NLTK's numbers, by definition and not by mistake (docs/adapters.md):

- BLEU is 0 where NLTK gives 1e-78 or so, and where the hypothesis is shorter than the longest n-gram. NLTK takes a
  missing order for one n-gram that does not match.
- METEOR finds the alignment with the fewest chunks; NLTK's matches greedily. Stems are Snowball's, synonyms those that
  ship with tertium.
- RIBES places repeated words as its authors' program does (``official``); NLTK looks to the right first.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, overload

from tertium.corpus.texts.lists import corpus_of
from tertium.corpus.texts.stream_corpus import Policy
from tertium.errors import InputError, SpecError
from tertium.metrics.base import Metric
from tertium.metrics.bleu import Bleu
from tertium.metrics.measuring import score_corpus
from tertium.metrics.meteor import Meteor
from tertium.metrics.ribes import Ribes

__all__ = [
    "SmoothingFunction",
    "bleu",
    "corpus_bleu",
    "corpus_ribes",
    "meteor",
    "meteor_score",
    "ribes",
    "sentence_bleu",
    "sentence_ribes",
    "single_meteor_score",
]

Tokens = Sequence[Hashable]
Weights = Sequence[float]

_UNIFORM = (0.25, 0.25, 0.25, 0.25)
_KEEP = Policy(empty_ref="keep")  # a list without tokens is a reference


@dataclass(frozen=True)
class Smoothing:
    """One of NLTK's methods, as ours."""

    smooth: str
    value: float | None = None


class SmoothingFunction:
    """NLTK's smoothing methods by their numbers (Chen and Cherry 2014), as far as we have them: 0, 1, 2 and 3."""

    def __init__(self, epsilon: float = 0.1, alpha: float = 5, k: float = 5) -> None:
        self.epsilon, self.alpha, self.k = epsilon, alpha, k

    @property
    def method0(self) -> Smoothing:
        """None."""
        return Smoothing("none")

    @property
    def method1(self) -> Smoothing:
        """ε matches where there are none."""
        return Smoothing("floor", self.epsilon)

    @property
    def method2(self) -> Smoothing:
        """One more match and n-gram from bigrams on."""
        return Smoothing("add1_n2plus", 1.0)

    @property
    def method3(self) -> Smoothing:
        """Half, a quarter … of a match where there are none."""
        return Smoothing("exp")

    def __getattr__(self, name: str) -> Smoothing:
        if name in ("method4", "method5", "method6", "method7"):
            raise SpecError(f"NLTK's smoothing {name} is not here; take method1, method2 or method3.")
        raise AttributeError(name)


@overload
def sentence_bleu(
    references: Sequence[Tokens],
    hypothesis: Tokens,
    weights: tuple[float, ...] = ...,
    smoothing_function: Any = ...,
    auto_reweigh: bool = ...,
) -> float: ...


@overload
def sentence_bleu(
    references: Sequence[Tokens],
    hypothesis: Tokens,
    weights: Sequence[Sequence[float]],
    smoothing_function: Any = ...,
    auto_reweigh: bool = ...,
) -> list[float]: ...


def sentence_bleu(
    references: Sequence[Tokens],
    hypothesis: Tokens,
    weights: Any = _UNIFORM,
    smoothing_function: Any = None,
    auto_reweigh: bool = False,
) -> float | list[float]:
    """BLEU of one sentence, by the formula for corpora, as in NLTK.

    >>> round(sentence_bleu(["the cat sat on a mat".split()], "the cat sat on the mat".split()), 4)
    0.5373
    """
    found: float | list[float] = corpus_bleu([references], [hypothesis], weights, smoothing_function, auto_reweigh)
    return found


@overload
def corpus_bleu(
    list_of_references: Sequence[Sequence[Tokens]],
    hypotheses: Sequence[Tokens],
    weights: tuple[float, ...] = ...,
    smoothing_function: Any = ...,
    auto_reweigh: bool = ...,
) -> float: ...


@overload
def corpus_bleu(
    list_of_references: Sequence[Sequence[Tokens]],
    hypotheses: Sequence[Tokens],
    weights: Sequence[Sequence[float]],
    smoothing_function: Any = ...,
    auto_reweigh: bool = ...,
) -> list[float]: ...


def corpus_bleu(
    list_of_references: Sequence[Sequence[Tokens]],
    hypotheses: Sequence[Tokens],
    weights: Any = _UNIFORM,
    smoothing_function: Any = None,
    auto_reweigh: bool = False,
) -> float | list[float]:
    """BLEU of a corpus: a list of references for each hypothesis. Several tuples of weights give a list of scores."""
    several = not isinstance(weights[0], int | float)
    smoothing = _smoothing(smoothing_function)
    texts = _as_words(list_of_references, hypotheses)
    length = sum(map(len, hypotheses))
    made = []
    for given in weights if several else [weights]:
        if auto_reweigh and tuple(given) == _UNIFORM and 0 < length < 4:
            given = (1 / length,) * length
        metric = Bleu(
            tok="none",
            order=len(given),
            weights=tuple(map(float, given)),
            smooth=smoothing.smooth,
            smooth_value=smoothing.value,
            effective_order=False,
        )
        made.append(_value(metric, *texts))
    return made if several else made[0]


def single_meteor_score(reference: Tokens, hypothesis: Tokens, *args: Any, **options: Any) -> float:
    """METEOR against one reference; see `meteor_score`."""
    return meteor_score([reference], hypothesis, *args, **options)


def meteor_score(
    references: Sequence[Tokens],
    hypothesis: Tokens,
    preprocess: Callable[[str], str] = str.lower,
    stemmer: Any = None,
    wordnet: Any = None,
    alpha: float = 0.9,
    beta: float = 3.0,
    gamma: float = 0.5,
) -> float:
    """METEOR of 2005 with exact words, English stems and synonyms; of several references the best score.

    Stems and synonyms are ours: ``stemmer`` and ``wordnet`` of your own are refused.
    """
    if stemmer is not None or wordnet is not None:
        raise InputError("stems and synonyms are tertium's own here; leave out stemmer and wordnet.")
    metric = Meteor(
        variant="2005",
        lang="en",
        modules="exact/stem/synonym",
        tok="none",
        case="keep",
        alpha=alpha,
        beta=beta,
        gamma=gamma,
    )
    words = [[_word(preprocess(_string(token))) for token in tokens] for tokens in (hypothesis, *references)]
    hyp, *refs = (" ".join(tokens) for tokens in words)
    return _value(metric, [hyp], [refs])


def sentence_ribes(references: Sequence[Tokens], hypothesis: Tokens, alpha: float = 0.25, beta: float = 0.10) -> float:
    """RIBES of one sentence; of several references the best score."""
    return corpus_ribes([references], [hypothesis], alpha, beta)


def corpus_ribes(
    list_of_references: Sequence[Sequence[Tokens]],
    hypotheses: Sequence[Tokens],
    alpha: float = 0.25,
    beta: float = 0.10,
) -> float:
    """RIBES of a corpus: the mean over its sentences."""
    metric = Ribes(tok="none", case="keep", alpha=alpha, beta=beta)
    return _value(metric, *_as_words(list_of_references, hypotheses))


# The short names that ``nltk.translate`` has for them.
bleu, meteor, ribes = sentence_bleu, meteor_score, sentence_ribes


def _value(metric: Metric, hyps: Sequence[str], refs: Sequence[Sequence[str]]) -> float:
    return score_corpus(metric, corpus_of(hyps, refs, policy=_KEEP)).value


def _as_words(
    list_of_references: Sequence[Sequence[Tokens]], hypotheses: Sequence[Tokens]
) -> tuple[list[str], list[list[str]]]:
    """Texts of numbered words: tokens may hold spaces, or be no strings at all, and only equality counts."""
    numbers: dict[Hashable, str] = {}

    def text(tokens: Iterable[Hashable]) -> str:
        if isinstance(tokens, str):
            raise InputError(f"{tokens[:40]!r} is a string, expected a list of tokens; write {tokens[:20]!r}.split().")
        return " ".join(numbers.setdefault(token, f"w{len(numbers)}") for token in tokens)

    if len(list_of_references) != len(hypotheses):
        raise InputError(
            f"there are {len(list_of_references)} lists of references for {len(hypotheses)} hypotheses; give one each."
        )
    return [text(tokens) for tokens in hypotheses], [[text(tokens) for tokens in refs] for refs in list_of_references]


def _string(token: Hashable) -> str:
    if not isinstance(token, str):
        raise InputError(f"a token is {type(token).__name__}, expected a string: METEOR looks into words.")
    return token


def _word(text: str) -> str:
    if not text or any(char.isspace() for char in text):
        raise InputError(f"{text!r} is no token: METEOR looks up single words, without spaces.")
    return text


def _smoothing(given: Any) -> Smoothing:
    """Ours, or NLTK's own, which is known by its name."""
    if given is None:
        return Smoothing("none")
    if isinstance(given, Smoothing):
        return given
    name = getattr(given, "__name__", "")
    epsilon = getattr(getattr(given, "__self__", None), "epsilon", 0.1)
    if not name.startswith("method"):
        raise SpecError("a smoothing function of your own is not known here; take one of SmoothingFunction().")
    found: Smoothing = getattr(SmoothingFunction(epsilon), name)
    return found
