"""METEOR as a metric: the specification's vectors, an exhaustive search, bounds, options and explanations."""

from __future__ import annotations

import dataclasses
import random
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.corpus.chunk import Chunk
from tertium.errors import SpecError
from tertium.metrics.base import Segment
from tertium.metrics.meteor import Meteor
from tertium.metrics.spec import parse
from textbook.meteor import best_alignment, score
from vectors import vectors

EXACT = {
    "meteor2005": "variant=2005,modules=exact",
    "meteor2007_en": "variant=2007,modules=exact",
    "jar15_en_rank_exact": "modules=exact,compat=yes",
    "meteor2005_params_jar15": "modules=exact,compat=yes,alpha=0.9,beta=3,gamma=0.5,delta=0.5",
}
FULL = {"default_rank": "", "li": "task=li,", "adq": "task=adq,"}
# What METEOR's English table of paraphrases, which is not ours to ship, says about words of the vectors' sentences.
PARAPHRASES = """action which|action that;always|forever;always|will forever;are|is;are here|is;are here|is here;c|g;d|e
e|d
ensures|guarantees;ensures that the|guarantees the;f|h;g|c;guide|guiding;has|have;house|houses;house has|house have
houses|house;houses are|is;is|being;is|being under;is a|is the;read the|read a;that the military|which;the book|a book
the military|military forces;this house|the house;to buy the|to buy a;which|that the military;which ensures|that ensures
which ensures|which guarantees;which ensures that|that ensures that;which ensures that the|which guarantees
window|windows""".replace("\n", ";")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Those paraphrases in METEOR's format."""
    path = tmp_path_factory.mktemp("meteor") / "paraphrases"
    path.write_text("".join("0.5\n{}\n{}\n".format(*pair.split("|")) for pair in PARAPHRASES.split(";")))
    return path


def meteor(spec: str) -> Meteor:
    metric = parse(f"meteor:tok=none{',' if spec else ''}{spec}")
    assert isinstance(metric, Meteor)
    return metric


def rows_of(metric: Meteor, hyps: list[str], refs: list[list[str]]) -> Any:
    return metric.select(metric.measure(Chunk.of([hyps], refs)))


def value(spec: str, hyp: str, *refs: str) -> float:
    metric = meteor(spec)
    return float(metric.score(rows_of(metric, [hyp], [list(refs)]).values)[0])


@pytest.mark.parametrize("vector", vectors("meteor", "exact-module"))
def test_vectors_of_exact_matches(vector: dict[str, Any]) -> None:
    expected = vector["expected"]
    for key, spec in EXACT.items():
        assert value(spec, vector["hyp"], *vector["refs"]) == pytest.approx(expected[key], abs=vector["tolerance"])
    metric = meteor("variant=2005,modules=exact")
    row = dict(zip(metric.columns, rows_of(metric, [vector["hyp"]], [vector["refs"]]).values[0], strict=True))
    assert (row["hyp_matched"], row["chunks"]) == (expected["matches"], expected["chunks"])


@pytest.mark.parametrize("vector", vectors("meteor", "1.5-en", "1.5-en-multiref"))
def test_vectors_of_version_1_5(vector: dict[str, Any], table: Path) -> None:
    expected = vector["expected"]
    if "exact_stem" in expected:
        got = value("compat=yes,modules=exact/stem", vector["hyp"], *vector["refs"])
        assert got == pytest.approx(expected["exact_stem"], abs=vector["tolerance"])
    for key, spec in FULL.items():
        if key in expected:
            got = value(f"{spec}compat=yes,paraphrases={table}", vector["hyp"], *vector["refs"])
            assert got == pytest.approx(expected[key], abs=vector["tolerance"])


@pytest.mark.parametrize("vector", vectors("meteor", "1.5-en-corpus"))
def test_vectors_of_corpora(vector: dict[str, Any], table: Path) -> None:
    metric = meteor(f"compat=yes,paraphrases={table}")
    rows = rows_of(metric, vector["hyp"], vector["refs"]).values
    assert metric.score(rows).tolist() == pytest.approx(vector["expected"]["segments"], abs=1e-6)
    assert float(metric.score(rows.sum(axis=0))) == pytest.approx(vector["expected"]["system"], abs=1e-6)


@pytest.mark.parametrize("vector", vectors("meteor", "1.5-en-truncation-quirk"))
def test_vectors_of_the_lost_halves(vector: dict[str, Any], table: Path) -> None:
    hyp, refs, expected = vector["hyp"], vector["refs"], vector["expected"]
    assert value(f"compat=yes,paraphrases={table}", hyp, *refs) == pytest.approx(expected["jar15"], abs=1e-6)
    fractional = value(f"compat=no,paraphrases={table}", hyp, *refs)
    assert fractional == pytest.approx(expected["fractional_accumulators"], abs=1e-6)


words = st.lists(st.sampled_from("abcd"), max_size=6)


@given(words, words)
def test_few_words_are_aligned_as_exhaustive_search_does(hyp: list[str], ref: list[str]) -> None:
    matches, chunks, _ = best_alignment(hyp, ref, lambda a, b: float(a == b))
    for variant, alpha, beta, gamma in (("2005", 0.9, 3.0, 0.5), ("2007", 0.81, 0.83, 0.28)):
        expected = score(int(matches), chunks, len(hyp), len(ref), alpha, beta, gamma)
        got = value(f"variant={variant},modules=exact", " ".join(hyp), " ".join(ref))
        assert got == pytest.approx(expected, abs=1e-12)


@given(words, words)
def test_fewest_crossings_are_found_too(hyp: list[str], ref: list[str]) -> None:
    """The rule of the text of 2005: as many matches as can be, then the fewest pairs that cross."""
    segment = Segment(" ".join(hyp), (" ".join(ref),))
    spec = "meteor:tok=none,variant=2005,modules=exact,fewest=crossings,beam=2000"
    found = parse(spec).explain(segment).tables[0].rows
    links = [(row[2], row[0]) for row in found]
    crossed = sum(a[1] > b[1] for k, b in enumerate(links) for a in links[:k])
    matches = sum(min(hyp.count(word), ref.count(word)) for word in set(hyp))
    assert (len(links), crossed) == (matches, fewest_crossings(hyp, ref, matches))


def fewest_crossings(hyp: list[str], ref: list[str], matches: int) -> int:
    """By trying every alignment with that many matches."""
    best = [len(hyp) * len(ref)]

    def go(at: int, used: tuple[int, ...], crossed: int) -> None:
        if len(used) + len(ref) - at < matches or crossed >= best[0]:
            return
        if at == len(ref):
            best[0] = crossed
            return
        for i, word in enumerate(hyp):
            if word == ref[at] and i not in used:
                go(at + 1, (*used, i), crossed + sum(other > i for other in used))
        go(at + 1, used, crossed)

    go(0, (), 0)
    return best[0]


def test_crossings_and_chunks_can_disagree() -> None:
    hyp, ref = "a x b a b", "a b y a"
    assert value("variant=2005,modules=exact", hyp, ref) != value(
        "variant=2005,modules=exact,fewest=crossings", hyp, ref
    )
    with pytest.raises(SpecError, match="counts chunks"):
        parse("meteor:compat=yes,fewest=crossings")


inflected = st.lists(st.sampled_from(["house", "houses", "walk", "walked", "the"]), max_size=5)


@given(inflected, inflected)
def test_halves_count_in_the_recommended_alignment(hyp: list[str], ref: list[str]) -> None:
    """Words 1, stems one half: the search of compat=no reaches the optimum on both counts."""
    stem = {"houses": "house", "walked": "walk"}

    def worth(a: str, b: str) -> float:
        return 1.0 if a == b else 0.5 * (stem.get(a, a) == stem.get(b, b))

    total, chunks, links = best_alignment(hyp, ref, worth)
    metric = meteor("modules=exact/stem,variant=1.5")
    row = dict(zip(metric.columns, rows_of(metric, [" ".join(hyp)], [[" ".join(ref)]]).values[0], strict=True))
    exact = row["exact_hyp_content"] + row["exact_hyp_function"]
    stems = row["stem_hyp_content"] + row["stem_hyp_function"]
    whole = len(links) == len(hyp) == len(ref) and chunks == 1
    assert exact + stems / 2 == total
    assert row["chunks"] == (0 if whole else chunks)


def test_a_wider_beam_never_aligns_worse() -> None:
    rng = random.Random(5)
    pairs = [[" ".join(rng.choice("abcdefgh") for _ in range(25)) for _ in range(2)] for _ in range(60)]
    chunks = []
    for beam in (1, 40, 2000):
        metric = meteor(f"variant=2005,modules=exact,beam={beam}")
        rows = rows_of(metric, [hyp for hyp, _ in pairs], [[ref] for _, ref in pairs]).values
        chunks.append(rows[:, metric.columns.index("chunks")].sum())
    assert chunks[2] <= chunks[1] < chunks[0]


@pytest.mark.parametrize("compat", ["yes", "no"])
def test_pathological_sentences_end_in_bounded_time(compat: str) -> None:
    metric = meteor(f"compat={compat}")
    start = time.process_time()
    same = rows_of(metric, ["a " * 1000], [["a " * 1000]])
    assert metric.score(same.values).tolist() == [1.0]
    rng = random.Random(3)
    lists = [" ".join(rng.choice("abc") for _ in range(3000)) for _ in range(2)]
    capped = rows_of(metric, lists[:1], [lists[1:]])
    assert capped.flags["capped"].tolist() == [True]
    assert time.process_time() - start < 20


def test_counting_crossings_is_bounded_too() -> None:
    metric = meteor("variant=2005,fewest=crossings")
    start = time.process_time()
    rows = rows_of(metric, ["a " * 20_000], [["a " * 20_000]])
    assert rows.values[0, -1] == 1  # in one chunk
    assert time.process_time() - start < 5  # 9 s before the count had a price, 1.5 s since


def test_normal_sentences_are_not_capped() -> None:
    rows = rows_of(meteor(""), ["the cat sat on the mat"] * 3, [["the cat is on the mat"]] * 3)
    assert not rows.flags["capped"].any()


def test_empty_sides_score_zero() -> None:
    for variant in ("2005", "2007", "1.5"):
        assert value(f"variant={variant}", "", "a b") == 0
        assert value(f"variant={variant}", "a b", "") == 0
        assert value(f"variant={variant}", "", "") == 0


def test_one_word_and_whole_matches() -> None:
    assert value("", "cat", "cat") == 1
    assert value("variant=2005", "cat", "cat") == 0.5
    assert value("variant=2005", "a b c d e f", "a b c d e f") == pytest.approx(0.997685, abs=1e-6)


def test_the_best_reference_counts_and_a_whole_match_adds_no_chunk() -> None:
    metric = meteor("")
    rows = rows_of(metric, ["the cat sat", "a dog ran"], [["no match here", "the cat sat"], ["a dog walks"]]).values
    chunks = metric.columns.index("chunks")
    assert rows[:, chunks].tolist() == [0, 1]


def test_synonyms_match_and_explain_names_the_module() -> None:
    explained = parse("meteor").explain(Segment("the car is big", ("unrelated text", "the automobile is large")))
    (table,) = explained.tables
    assert [(row[1], row[3], row[4], row[5]) for row in table.rows] == [
        ("the", "the", "exact", 1),
        ("car", "automobile", "synonym", 1),
        ("is", "is", "exact", 1),
        ("big", "large", "synonym", 1),
    ]
    assert explained.facts["reference"] == 2
    metric = meteor("")
    assert explained.score == pytest.approx(100 * value("", "the car is big", "the automobile is large"))
    assert metric.attribute(rows_of(metric, ["a"], [["a"]]).values[0]) is None


def test_paraphrases_match_phrases_of_different_length(tmp_path: Path) -> None:
    path = tmp_path / "table"
    path.write_text("0.5\nas well as\nand\n0.5\nkick the bucket\ndie\n")
    metric = meteor(f"paraphrases={path}")
    assert metric.modules == "exact/stem/synonym/paraphrase"
    row = rows_of(metric, ["cats as well as dogs"], [["cats and dogs"]]).values[0]
    found = dict(zip(metric.columns, row, strict=True))
    assert (found["hyp_matched"], found["ref_matched"], found["chunks"]) == (5, 3, 0)
    assert found["paraphrase_hyp_content"] + found["paraphrase_hyp_function"] == 3
    explained = metric.explain(Segment("cats as well as dogs", ("cats and dogs",)))
    assert ("as well as", "and", "paraphrase", 1) in [(r[1], r[3], r[4], r[5]) for r in explained.tables[0].rows]


def test_characters_weigh_words_in_task_util() -> None:
    metric = meteor("task=util")
    row = dict(zip(metric.columns, rows_of(metric, ["the cathedral"], [["the cathedral"]]).values[0], strict=True))
    assert (row["hyp_content"], row["hyp_function"], row["hyp_matched"]) == (9, 3, 2)


def test_compat_follows_the_program_where_it_leaves_its_manual() -> None:
    """Seen with the program itself: English function words in German, and words rather than characters for util."""
    assert meteor("lang=de,compat=yes").function_words == "en"
    assert meteor("lang=de").function_words == "de"
    assert meteor("task=util,compat=yes").lengths == "words"
    assert meteor("task=util").modules == "exact/stem/synonym"


def test_signatures_say_every_parameter_and_names_only_what_was_given() -> None:
    metric = parse("meteor:task=adq,gamma=0.3")
    assert str(metric) == "meteor:task=adq,gamma=0.3"
    assert "alpha=0.75" in metric.signature
    assert "weights=1/1/0.6/0.8" in metric.signature
    assert "compat=no" in metric.signature
    assert "synonyms=wordnet" in metric.signature
    assert parse(metric.signature) == metric
    assert parse(str(metric)) == metric
    assert "synonyms=meteor" in parse("meteor:compat=yes").signature


@pytest.mark.parametrize(
    ("lang", "modules", "alpha", "weights"),
    [
        ("cz", "exact", 0.95, (1.0, 0.5, 0.5, 0.4)),
        ("de", "exact/stem", 0.95, (1.0, 0.8, 0.5, 0.2)),
        ("fi", "exact/stem", 0.75, (1.0, 0.5, 0.5, 0.5)),
        ("ja", "exact", 0.75, (1.0, 0.5, 0.5, 0.5)),
        ("none", "exact", 0.75, (1.0, 0.5, 0.5, 0.5)),
    ],
)
def test_languages_have_their_modules_and_parameters(
    lang: str, modules: str, alpha: float, weights: tuple[float, ...]
) -> None:
    metric = meteor(f"lang={lang}")
    assert (metric.modules, metric.alpha, metric.weights) == (modules, alpha, weights)
    assert parse(metric.signature) == metric


def test_a_thesaurus_that_is_given_is_used(tmp_path: Path) -> None:
    file = tmp_path / "de.tsv"
    file.write_text("Wagen\tAuto\n", encoding="utf-8")
    metric = parse(f"meteor:lang=de,synonyms={file}")
    assert "modules=exact/stem/synonym" in metric.signature
    assert parse(metric.signature) == parse(str(metric)) == metric
    pair = Segment("der Wagen hielt", ("das Auto hielt",))
    assert metric.explain(pair).score > parse("meteor:lang=de").explain(pair).score
    with pytest.raises(SpecError, match="would not be used"):
        parse(f"meteor:lang=de,modules=exact,synonyms={file}")


def test_what_is_asked_for_by_name_is_used_or_refused() -> None:
    assert "modules=exact/synonym" in parse("meteor:lang=none,synonyms=wordnet").signature
    for source in ("wordnet", "meteor"):
        metric = parse(f"meteor:task=universal,synonyms={source}")
        assert parse(metric.signature) == parse(str(metric)) == metric != parse("meteor:task=universal")
    for modules in ("stem", "exact/stem"):
        with pytest.raises(SpecError, match="no stems without a language"):
            parse(f"meteor:lang=none,modules={modules}")
    for rules in ("dutch_porter", "porter"):  # the first was taken for Dutch, with other stems
        with pytest.raises(SpecError, match="a set of stems and not a language"):
            parse(f"meteor:lang={rules}")


def test_none_is_an_answer_and_not_the_default() -> None:
    """A spec that does without synonyms or function words is not given English ones."""
    for spec, said in (
        ("synonyms=none", ["modules=exact/stem,", "synonyms=none"]),
        ("function_words=none", ["function_words=none", "synonyms=wordnet"]),
        ("lang=de,function_words=none", ["function_words=none"]),
        ("task=universal,modules=exact/synonym", ["synonyms=wordnet"]),
        ("compat=yes,function_words=none", ["function_words=none", "synonyms=meteor"]),
    ):
        metric = parse(f"meteor:{spec}")
        assert all(part in metric.signature for part in said)
        assert parse(metric.signature) == parse(str(metric)) == metric
    assert str(parse("meteor:task=universal")) == "meteor:task=universal"
    pair = Segment("car", ("automobile",))
    assert parse("meteor").explain(pair).score > 0 == parse("meteor:synonyms=none").explain(pair).score
    assert parse(Meteor(function_words="none").signature) == Meteor(function_words="none")


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("modules=exact/stems", "expected some of exact/stem/synonym/paraphrase"),
        ("modules=exact/exact", "expected some of"),
        ("modules=exact/paraphrase", "needs a table"),
        ("lang=de,modules=exact/synonym", r"no synonyms \(lang=de, synonyms=none\)"),
        ("modules=exact/synonym,synonyms=none", r"no synonyms \(lang=en, synonyms=none\)"),
        ("lang=de,synonyms=wordnet", "^meteor: there are no synonyms for language 'de'"),
        ("lang=de,modules=exact/synonym,synonyms=wordnet", "no synonyms for language 'de'"),
        ("lang=ja,modules=exact/stem", "^meteor: there is no stemmer for language 'ja'"),
        ("lang=de,task=adq", "tuned for English only"),
        ("lang=klingon", "expected a language's code"),
        ("lang=se", "Northern Sami in ISO 639; write sv or sme"),
        ("variant=2005,compat=yes", "has no tasks and no compat=yes"),
        ("variant=2007,task=adq", "has no tasks"),
        ("weights=1/0.5", "expected four numbers"),
        ("lengths=bytes", "expected one of words, characters"),
        ("beam=0", "beam is 0"),
    ],
)
def test_what_cannot_be_is_an_error(spec: str, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        meteor(spec)


def test_tunables_move_scores_without_aligning_again() -> None:
    metric = meteor("")
    chunk = Chunk.of([["the cat sat on a mat"]], [["a cat sat on the mats"]])
    rows = metric.measure(chunk)
    other = dataclasses.replace(metric, weights=(1.0, 0.0, 0.0, 0.0), delta=0.5)
    assert np.array_equal(other.measure(chunk).values, rows.values)
    assert other.score(other.select(rows).values)[0] < metric.score(metric.select(rows).values)[0]


def test_a_gap_in_either_text_begins_an_explained_chunk() -> None:
    for hyp, ref in (("cat dog", "cat and dog"), ("cat and dog", "cat dog")):
        (table,) = parse("meteor").explain(Segment(hyp, (ref,))).tables
        assert [(row[1], row[5]) for row in table.rows] == [("cat", 1), ("dog", 2)]


def test_a_function_word_is_not_the_word_that_java_takes_for_it() -> None:
    """To the program words of one Java hash are alike. Of "will" and "win." only one is a function word: not these."""
    metric = parse("meteor:modules=exact,compat=yes,lang=en,tok=none,case=keep")
    apart = metric.sentence_score("x win. y", ["x will y"]).score
    assert apart == metric.sentence_score("x zzzz. y", ["x will y"]).score
    assert metric.sentence_score("x le y", ["x n' y"]).score > apart
