"""``tertium.compat.sacrebleu`` against sacreBLEU itself: the cases of its own tests, and generated texts.

The numbers below are those that sacreBLEU's public tests expect (test_bleu, test_sentence_bleu, test_chrf, test_ter of
github.com/mjpost/sacrebleu); they hold with and without the library. Where it is installed, it is asked, too.
"""

from __future__ import annotations

import importlib
import json
import logging
import random
from collections.abc import Iterator
from typing import Any

import pytest

from tertium import __version__
from tertium.compat import sacrebleu as ours

REFS = [
    ["The dog bit the man.", "It was not unexpected.", "The man bit him first."],
    ["The dog had bit the man.", "No one was surprised.", "The man had bitten the dog."],
]
HYPS = ["The dog bit the man.", "It wasn't surprising.", "The man had just bitten him."]
ROMANIAN = "Producția de zahăr primă va fi exprimată în ceea ce privește zahărul alb;"
ROMANIAN_REF = "producţia de zahăr brut se exprimă în zahăr alb;"
RISK = (
    "risk assessment must be made of those who are qualified and expertise in the sector - these are the scientists ."
)
RISK_REF = (
    "risk assessment has to be undertaken by those who are qualified and expert in that area - that is the scientists ."
)
OBAMA = "Die Beziehung zwischen Obama und Netanjahu ist nicht gerade freundlich."
OBAMA_REF = "Das Verhältnis zwischen Obama und Netanyahu ist nicht gerade freundschaftlich."
WALL = "Niemand hat die Absicht, eine Mauer zu errichten"


@pytest.fixture(scope="module")
def theirs() -> Iterator[Any]:
    try:
        module = importlib.import_module("sacrebleu")
    except ImportError:
        pytest.skip("sacreBLEU is in the extra 'oracle', which is not installed")
    logging.disable(logging.CRITICAL)  # it warns of short texts
    yield module
    logging.disable(logging.NOTSET)


@pytest.mark.parametrize(
    ("hyps", "options", "expected"),
    [
        (HYPS, {}, 48.530827),
        (["", "", ""], {}, 0.0),
        (HYPS, {"tokenize": "none"}, 49.1919566),
        (HYPS, {"tokenize": "13a"}, 48.530827),
        (HYPS, {"tokenize": "intl"}, 43.91623493),
        (HYPS, {"smooth_method": "none"}, 48.530827),
    ],
)
def test_their_cases_of_corpus_bleu(hyps: list[str], options: dict[str, Any], expected: float) -> None:
    assert ours.corpus_bleu(hyps, REFS, **options).score == pytest.approx(expected, abs=1e-6)
    assert ours.BLEU(**options).corpus_score(tuple(hyps), REFS).score == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize(
    ("hyps", "refs", "expected"),
    [
        (["this is a test", "another test"], ["ref1", "ref2"], 0.0),  # 0.0038 before 2.0, which has no floor for that
        (["this is a test"], ["this is a test"], 1.0),
        (["this is a fest"], ["this is a test"], 0.223606797749979),
        (["test"], ["a test"], 0.3678794411714425),
        (["a test"], ["a test"], 1.0),
        (["a little test"], ["a test"], 0.03218297948685433),
    ],
)
def test_their_cases_of_raw_bleu(hyps: list[str], refs: list[str], expected: float) -> None:
    assert ours.raw_corpus_bleu(hyps, [refs], 0.01).score / 100 == pytest.approx(expected, abs=1e-8)


def test_their_cases_of_statistics_and_offsets() -> None:
    hyp, ref = ["am I am a character sequence"], [["I am a symbol string sequence a a"]]
    found = ours.raw_corpus_bleu(hyp, ref, 0.01)
    assert (found.counts, found.totals) == ([4, 2, 1, 0], [6, 5, 4, 3])
    assert ours.raw_corpus_bleu(hyp, ref, 0.0).score == 0
    for default in (ours.raw_corpus_bleu(hyp, ref, None), ours.raw_corpus_bleu(hyp, ref)):
        assert default.score / 100 == pytest.approx(0.1555722182, abs=1e-8)


@pytest.mark.parametrize(
    ("correct", "total", "sys_len", "ref_len", "offset", "expected"),
    [
        ([9, 7, 5, 3], [10, 8, 6, 4], 11, 11, None, 0.8375922397),
        ([0, 0, 0, 0], [4, 4, 2, 1], 0, 1, 0.0, 0.0),
        ([0, 0, 0, 0], [10, 11, 12, 0], 14, 10, 0.0, 0.0),
        ([0, 0, 0, 0], [0, 0, 0, 0], 0, 0, 0.0, 0.0),
        ([6, 5, 4, 0], [6, 5, 4, 3], 6, 6, 0.0, 0.0),
        ([0, 0, 0, 0], [0, 0, 0, 0], 0, 0, 0.1, 0.0),
        ([0, 0, 0, 0], [0, 0, 0, 0], 1, 5, 0.01, 0.0),
    ],
)
def test_their_cases_of_counted_statistics(
    correct: list[int], total: list[int], sys_len: int, ref_len: int, offset: float | None, expected: float
) -> None:
    smooth = {} if offset is None else {"smooth_method": "floor", "smooth_value": offset}
    found = ours.BLEU.compute_bleu(correct, total, sys_len, ref_len, **smooth)  # type: ignore[arg-type]
    assert found.score / 100 == pytest.approx(expected, abs=1e-8)


@pytest.mark.parametrize(
    ("method", "value", "lowercase", "tok", "expected"),
    [
        ("exp", None, False, "13a", 8.493),
        ("none", None, False, "13a", 0.0),
        ("floor", None, False, "13a", 4.51688),
        ("floor", 0.1, False, "13a", 4.51688),
        ("floor", 0.5, False, "13a", 10.10),
        ("add-k", None, False, "13a", 14.882),
        ("add-k", 1, False, "13a", 14.882),
        ("add-k", 2, False, "13a", 21.389),
        ("exp", None, False, "none", 7.347),
        ("exp", None, False, "intl", 8.493),
        ("exp", None, False, "char", 40.8759),
        ("exp", None, True, "char", 42.0267),
    ],
)
def test_their_cases_of_sentence_bleu(
    method: str, value: float | None, lowercase: bool, tok: str, expected: float
) -> None:
    found = ours.sentence_bleu(ROMANIAN, [ROMANIAN_REF], method, value, lowercase, tok)
    assert found.score == pytest.approx(expected, abs=1e-3)
    metric = ours.BLEU(lowercase, False, tok, method, value, effective_order=True)
    assert metric.sentence_score(ROMANIAN, [ROMANIAN_REF]).score == found.score
    if tok == "13a":
        assert metric.sentence_score("this is a cat", ["okay thanks"]).score == 0


@pytest.mark.parametrize(
    ("hyps", "refs", "eps", "remove", "expected"),
    [
        (["abcdefg"], ["hijklmnop"], True, True, 0.0),
        (["a"], ["b"], True, True, 0.0),
        ([""], ["b"], True, True, 0.0),
        (["aa"], ["ab"], True, True, 8.3333),
        (["a", "b"], ["a", "c"], True, True, 8.3333),
        (["a"], ["a"], True, True, 16.6667),
        (["a b c"], ["a b c"], True, True, 50.0),
        (["a b c"], ["abc"], True, True, 50.0),
        ([f" {RISK}"], [RISK_REF], True, True, 63.361730),
        ([OBAMA], [OBAMA_REF], True, True, 64.1302698),
        ([WALL], [WALL], True, True, 100.0),
        (["a"], ["a"], False, True, 100.0),
        (["a b c"], ["abc"], False, True, 100.0),
        (["a", "b"], ["a", "c"], False, True, 50.0),
        (["aa"], ["ab"], False, True, 25.0),
        ([OBAMA], [OBAMA_REF], False, False, 67.3481606),
        ([RISK], [RISK_REF], False, False, 65.2414427),
    ],
)
def test_their_cases_of_chrf(hyps: list[str], refs: list[str], eps: bool, remove: bool, expected: float) -> None:
    found = ours.corpus_chrf(hyps, [refs], beta=3, eps_smoothing=eps, remove_whitespace=remove)
    assert found.score == pytest.approx(expected, abs=1e-4)
    assert (found.name, found.char_order, found.word_order, found.beta) == ("chrF3", 6, 0, 3)


@pytest.mark.parametrize(
    ("hyp", "ref", "expected"),
    [
        ("aaaa bbbb cccc dddd", "aaaa bbbb cccc dddd", 0.0),
        ("dddd eeee ffff", "aaaa bbbb cccc", 100.0),
        ("", "a", 100.0),
        ("d e f g h a b c", "a b c d e f g h", 12.5),
    ],
)
def test_their_cases_of_ter(hyp: str, ref: str, expected: float) -> None:
    assert ours.TER().corpus_score([hyp], [[ref]]).score == pytest.approx(expected, abs=1e-3)
    assert ours.sentence_ter(hyp, [ref]).score == pytest.approx(expected, abs=1e-3)


ATTRIBUTES = {
    "BLEU": ("name", "score", "precisions", "bp", "sys_len", "ref_len", "counts", "totals", "ratio", "prec_str"),
    "CHRF": ("name", "score", "char_order", "word_order", "beta"),
    "TER": ("name", "score", "num_edits", "ref_length"),
}
OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("BLEU", {}),
    ("BLEU", {"smooth_method": "none"}),
    ("BLEU", {"smooth_method": "floor", "smooth_value": 0.5}),
    ("BLEU", {"lowercase": True, "max_ngram_order": 2}),
    ("BLEU", {"tokenize": "char", "effective_order": True}),
    ("BLEU", {"trg_lang": "zh"}),
    ("CHRF", {}),
    ("CHRF", {"word_order": 2, "beta": 1, "lowercase": True}),
    ("CHRF", {"whitespace": True, "eps_smoothing": True}),
    ("TER", {}),
    ("TER", {"normalized": True, "asian_support": True}),
    ("TER", {"no_punct": True, "case_sensitive": True}),
]


def texts(seed: int) -> tuple[list[str], list[list[str | None]]]:
    """Short texts with up to three references, some of which do not exist or are blank."""
    rng = random.Random(seed)
    words = "the cat sat on a mat . , Dogs dogs run 3.5 % über 貓 坐".split()

    def sentence(least: int) -> str:
        return " ".join(rng.choices(words, k=rng.randint(least, 12)))

    segments = rng.randint(1, 6)
    streams: list[list[str | None]] = [[sentence(1) for _ in range(segments)]]
    for _ in range(rng.randint(0, 2)):
        streams.append([rng.choice([sentence(0), sentence(1), None]) for _ in range(segments)])
    return [sentence(0) for _ in range(segments)], streams


@pytest.mark.parametrize(("name", "options"), OPTIONS)
def test_every_attribute_and_the_printed_line_are_theirs(theirs: Any, name: str, options: dict[str, Any]) -> None:
    mine, other = getattr(ours, name)(**options), getattr(theirs.metrics, name)(**options)
    for seed in range(25):
        hyps, refs = texts(seed)
        pairs = [(mine.corpus_score(hyps, refs), other.corpus_score(hyps, refs))]
        there = [stream[0] for stream in refs if stream[0] is not None]
        pairs.append((mine.sentence_score(hyps[0], there), other.sentence_score(hyps[0], there)))
        for found, expected in pairs:
            for attribute in ATTRIBUTES[name]:
                value = getattr(expected, attribute)
                approximate = value if isinstance(value, str) else pytest.approx(value, abs=1e-9)
                assert getattr(found, attribute) == approximate, (attribute, hyps, refs)
            assert str(found) == str(expected)
            for form in ({"score_only": True}, {"width": 4}, {"signature": "a:b"}):
                assert found.format(**form) == expected.format(**form)
            assert json.loads(found.format(is_json=True, signature="nrefs:1")) == json.loads(
                expected.format(is_json=True, signature="nrefs:1")
            )


@pytest.mark.parametrize(("name", "options"), OPTIONS)
def test_signatures_are_theirs_but_for_who_computed_it(theirs: Any, name: str, options: dict[str, Any]) -> None:
    for refs in (REFS, REFS[:1], [REFS[0], [None, *REFS[1][1:]]]):
        for resamples in (1, 50):
            mine, other = getattr(ours, name)(**options), getattr(theirs.metrics, name)(**options)
            mine.corpus_score(HYPS, refs, n_bootstrap=resamples)
            other.corpus_score(HYPS, refs, n_bootstrap=resamples)
            *settings, version = str(other.get_signature()).split("|")
            assert str(mine.get_signature()).split("|") == [*settings, f"tertium:{__version__}"]
            assert version.startswith("version:")
            short = str(other.get_signature().format(short=True)).split("|")[:-1]
            assert mine.get_signature().format(short=True).split("|") == [*short, f"tertium:{__version__}"]


def test_references_may_be_given_when_the_metric_is_made(theirs: Any) -> None:
    for name in ATTRIBUTES:
        found = getattr(ours, name)(references=REFS).corpus_score(HYPS, None)
        assert found.score == pytest.approx(getattr(theirs, name)(references=REFS).corpus_score(HYPS, None).score)


def test_resamples_give_a_mean_and_an_interval_as_theirs_do(theirs: Any) -> None:
    rng = random.Random(1)
    refs = [" ".join(rng.choices("abcdefgh", k=20)) for _ in range(300)]
    hyps = [" ".join(word if rng.random() < 0.8 else "x" for word in ref.split()) for ref in refs]
    found = ours.BLEU().corpus_score(hyps, [refs], n_bootstrap=1000)
    expected = theirs.BLEU().corpus_score(hyps, [refs], n_bootstrap=1000)
    assert found._mean == pytest.approx(expected._mean, abs=0.2)
    assert found._ci == pytest.approx(expected._ci, rel=0.15)
    assert f"(μ = {found._mean:.2f} ± {found._ci:.2f})" in str(found)


def test_counts_of_add_k_are_those_of_the_texts(theirs: Any) -> None:
    """The one attribute that differs: sacreBLEU adds k to what it says it counted."""
    found, expected = (module.sentence_bleu("a b c", ["a b d"], "add-k") for module in (ours, theirs))
    assert (found.counts, found.totals) == ([2, 1, 0, 0], [3, 2, 1, 0])
    assert (expected.counts, expected.totals) == ([2, 2, 1, 1], [3, 3, 2, 1])
    assert found.score == pytest.approx(expected.score)
    assert found.precisions == pytest.approx(expected.precisions)


def test_what_is_wrong_is_a_type_error_as_there() -> None:
    for hyps, refs in (
        ("h1", [["r1"]]),
        (["h1"], "r1"),
        (["h1"], ["r1"]),
        (["h1", None], [["r1", "r2"]]),
        (["h1", "h2"], [["r1"]]),
        (["h1"], []),
        ([], [[]]),
        ([123], [["r1"]]),
    ):
        with pytest.raises(TypeError) as refused:
            ours.corpus_bleu(hyps, refs)  # type: ignore[arg-type]
        assert isinstance(refused.value, ValueError)  # and one of ours
    for hyp, references in ((123, ["r1"]), ("h1", "r1"), ("h1", 5), ("h1", []), ("h1", [5])):
        with pytest.raises(TypeError):
            ours.sentence_bleu(hyp, references)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="smooth_method is 'best', expected one of 'none'"):
        ours.BLEU(smooth_method="best")
    with pytest.raises(ValueError, match="score something first"):
        ours.TER().get_signature()


def test_functions_of_chrf_and_ter_are_theirs(theirs: Any) -> None:
    for options in ({}, {"word_order": 2, "beta": 3}, {"remove_whitespace": False}, {"eps_smoothing": True}):
        mine = ours.sentence_chrf(HYPS[0], [REFS[1][0]], **options)
        assert mine.score == pytest.approx(theirs.sentence_chrf(HYPS[0], [REFS[1][0]], **options).score)
    for options in ({}, {"no_punct": True}, {"case_sensitive": True}, {"normalized": True, "asian_support": True}):
        mine, other = (made.corpus_ter(HYPS, REFS, **options) for made in (ours, theirs))
        assert (mine.score, mine.num_edits) == (pytest.approx(other.score), other.num_edits)


def test_json_with_an_interval_has_their_fields(theirs: Any) -> None:
    hyps, refs = HYPS * 10, [stream * 10 for stream in REFS]
    mine, other = (made.metrics.BLEU().corpus_score(hyps, refs, n_bootstrap=50) for made in (ours, theirs))
    said, wanted = (json.loads(score.format(is_json=True, signature="nrefs:1|case:mixed")) for score in (mine, other))
    assert said.keys() == wanted.keys()
    assert said["confidence"] == f"μ = {said['confidence_mean']:.2f} ± {said['confidence_var']:.2f}"
    assert (said["score"], said["nrefs"], said["case"]) == (wanted["score"], "1", "mixed")
    assert said["confidence_mean"] == pytest.approx(wanted["confidence_mean"], abs=2)


def test_without_references_there_is_no_score() -> None:
    with pytest.raises(TypeError) as error:
        ours.metrics.BLEU().corpus_score(HYPS, None)
    assert str(error.value) == "no references are given, neither here nor when the metric was made."
