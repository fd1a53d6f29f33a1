"""``tertium.compat.nltk`` against NLTK itself, and where the two differ by definition."""

from __future__ import annotations

import random
import warnings
from typing import Any

import pytest

from tertium.compat import nltk as ours

bleu_score = pytest.importorskip("nltk.translate.bleu_score", reason="NLTK is in the extra 'oracle'")
meteor_score = pytest.importorskip("nltk.translate.meteor_score", reason="NLTK is in the extra 'oracle'")
ribes_score = pytest.importorskip("nltk.translate.ribes_score", reason="NLTK is in the extra 'oracle'")

# NLTK's own example of its documentation.
HYP1 = "It is a guide to action which ensures that the military always obeys the commands of the party".split()
REF1A = "It is a guide to action that ensures that the military will forever heed Party commands".split()
REF1B = "It is the guiding principle which guarantees the military forces always being under the command of the Party"
REF1C = "It is the practical guide for the army always to heed the directions of the party".split()
REFS1 = [REF1A, REF1B.split(), REF1C]
HYP2 = "he read the book because he was interested in world history".split()
REF2A = "he was interested in world history because he read the book".split()


def texts(seed: int) -> tuple[list[list[list[Any]]], list[list[Any]]]:
    """Tokens of any kind, some with spaces inside: only equality counts."""
    rng = random.Random(seed)
    tokens = ["a", "b", "New York", "c d", 7, ("x", 1), "é"]
    segments = rng.choice((1, 5))
    refs = [[rng.choices(tokens, k=rng.randint(4, 25)) for _ in range(rng.randint(1, 3))] for _ in range(segments)]
    return refs, [rng.choices(tokens, k=rng.randint(4, 25)) for _ in range(segments)]


def test_their_documented_example() -> None:
    assert ours.sentence_bleu(REFS1, HYP1) == pytest.approx(0.5045, abs=1e-4)
    assert ours.sentence_bleu([REF2A], HYP2) == pytest.approx(0.7400828044922853)
    assert ours.corpus_bleu([REFS1, [REF2A]], [HYP1, HYP2]) == pytest.approx(0.5920, abs=1e-4)
    several = ours.corpus_bleu([REFS1, [REF2A]], [HYP1, HYP2], weights=[(0.5, 0.5), (0.333, 0.333, 0.334)])
    assert several == pytest.approx([0.8242, 0.7067], abs=1e-4)
    assert (ours.bleu, ours.meteor, ours.ribes) == (ours.sentence_bleu, ours.meteor_score, ours.sentence_ribes)


@pytest.mark.parametrize("method", [None, "method0", "method1", "method2", "method3"])
@pytest.mark.parametrize("weights", [(0.25,) * 4, (0.5, 0.5), (1.0,), (0.4, 0.3, 0.2, 0.1), (0.2,) * 5])
def test_bleu_of_four_words_and_more_is_theirs(method: str | None, weights: tuple[float, ...]) -> None:
    for seed in range(20):
        refs, hyps = texts(seed)
        if len(weights) > 4 and any(len(hyp) < len(weights) for hyp in hyps):
            continue
        chosen = None if method is None else getattr(ours.SmoothingFunction(epsilon=0.05), method)
        their_own = None if method is None else getattr(bleu_score.SmoothingFunction(epsilon=0.05), method)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of every zero precision
            corpus = bleu_score.corpus_bleu(refs, hyps, weights, their_own)
            sentence = bleu_score.sentence_bleu(refs[0], hyps[0], weights, their_own)
        for smoothing in (chosen, their_own):  # NLTK's own functions are taken, too
            assert ours.corpus_bleu(refs, hyps, weights, smoothing) == pytest.approx(corpus, abs=1e-9)
            assert ours.sentence_bleu(refs[0], hyps[0], weights, smoothing) == pytest.approx(sentence, abs=1e-9)


def test_short_hypotheses_are_reweighed_as_there() -> None:
    for hyp in ("a", "a b", "a c b", "x"):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            expected = bleu_score.sentence_bleu(["a b c d".split()], hyp.split(), auto_reweigh=True)
        assert ours.sentence_bleu(["a b c d".split()], hyp.split(), auto_reweigh=True) == pytest.approx(
            expected, abs=1e-9
        )


def test_where_bleu_differs_we_give_zero() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert 0 < bleu_score.sentence_bleu(["a b c".split()], "a b c".split()) < 1e-70
    assert ours.sentence_bleu(["a b c".split()], "a b c".split()) == 0.0
    assert ours.sentence_bleu(["a b c d".split()], []) == bleu_score.sentence_bleu(["a b c d".split()], []) == 0


def test_ribes_without_repeated_words_is_theirs() -> None:
    rng = random.Random(5)
    words = [f"w {i}" for i in range(12)]
    made = []
    while len(made) < 100:
        refs = [rng.sample(words, rng.randint(4, 12)) for _ in range(rng.randint(1, 2))]
        hyp = rng.sample(words, rng.randint(4, 12))
        if all(len(set(hyp) & set(ref)) > 1 for ref in refs):  # NLTK gives one corresponding word another score
            made.append((refs, hyp))
    for refs, hyp in made:
        assert ours.sentence_ribes(refs, hyp) == pytest.approx(ribes_score.sentence_ribes(refs, hyp), abs=1e-9)
        changed = {"alpha": 0.4, "beta": 0.2}
        assert ours.sentence_ribes(refs, hyp, **changed) == pytest.approx(
            ribes_score.sentence_ribes(refs, hyp, **changed), abs=1e-9
        )
    refs_of_all, hyps = zip(*made, strict=True)
    assert ours.corpus_ribes(refs_of_all, hyps) == pytest.approx(ribes_score.corpus_ribes(refs_of_all, hyps), abs=1e-9)


def test_repeated_words_are_placed_as_the_authors_program_does() -> None:
    assert ours.ribes([REF2A], HYP2) == pytest.approx(0.309091, abs=1e-6)
    assert ribes_score.sentence_ribes([REF2A], HYP2) == pytest.approx(0.381818, abs=1e-6)


class NoWordNet:
    """NLTK's WordNet has to be downloaded: here no word has synonyms."""

    def synsets(self, word: str) -> list[Any]:
        return []


@pytest.mark.parametrize(
    ("hyp", "ref"),
    [
        ("the cat sat on the mat", "the cat sat on the mat"),
        ("the red fox jumped", "a red fox jumped over"),
        ("dogs barked loudly tonight", "dog barks loudly tonight"),
        ("loudly barked dogs", "dogs barked loudly"),
        ("nothing here matches", "completely different words"),
    ],
)
@pytest.mark.parametrize("options", [{}, {"alpha": 0.8, "beta": 1.0, "gamma": 0.3}])
def test_meteor_is_theirs_where_words_are_not_ambiguous(hyp: str, ref: str, options: dict[str, float]) -> None:
    expected = meteor_score.meteor_score([ref.split()], hyp.split(), wordnet=NoWordNet(), **options)
    assert ours.meteor_score([ref.split()], hyp.split(), **options) == pytest.approx(expected, abs=1e-9)
    assert ours.single_meteor_score(ref.split(), hyp.split(), **options) == pytest.approx(expected, abs=1e-9)
    best = ours.meteor_score(["quite unlike".split(), ref.split()], hyp.split(), **options)
    assert best == pytest.approx(expected, abs=1e-9)


def test_meteor_knows_synonyms_without_a_download() -> None:
    assert ours.meteor(["the car is fast".split()], "the automobile is fast".split()) > 0.9
    assert ours.meteor(["CATS sleep".split()], "cats sleep".split()) > 0.9
    assert ours.meteor(["CATS sleep".split()], "cats sleep".split(), preprocess=str) < 0.9


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ours.sentence_bleu([["a"]], "a b c"), r"'a b c' is a string, expected a list of tokens"),
        (lambda: ours.corpus_bleu([[["a"]]], [["a"], ["b"]]), "1 lists of references for 2 hypotheses"),
        (lambda: ours.SmoothingFunction().method4, "NLTK's smoothing method4 is not here"),
        (lambda: ours.sentence_bleu([["a"]], ["a"], smoothing_function=len), "of your own is not known here"),
        (
            lambda: ours.sentence_bleu([["a"]], ["a"], smoothing_function=bleu_score.SmoothingFunction().method7),
            "method7 is not here",
        ),
        (lambda: ours.meteor([["a"]], ["a"], wordnet=NoWordNet()), "leave out stemmer and wordnet"),
        (lambda: ours.meteor([["a b"]], ["a"]), "'a b' is no token"),
        (lambda: ours.meteor([[1]], ["a"]), "a token is int, expected a string"),
    ],
)
def test_what_is_not_here_is_refused(call: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


def test_smoothing_that_is_not_here_is_told() -> None:
    from tertium.errors import SpecError

    for name in ("method4", "method7"):
        with pytest.raises(SpecError) as error:
            getattr(ours.SmoothingFunction(), name)
        assert str(error.value) == f"NLTK's smoothing {name} is not here; take method1, method2 or method3."
    with pytest.raises(AttributeError, match=r"^method8$"):
        ours.SmoothingFunction().method8  # noqa: B018 - asking is the test
    assert not hasattr(ours.SmoothingFunction(), "anything")
