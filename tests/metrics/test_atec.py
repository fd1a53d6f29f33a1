"""ATEC: a textbook version, stages, readings of what the paper leaves open, empty sides, packs, bounds."""

from __future__ import annotations

import dataclasses
import math
import random
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tertium.corpus.chunk import Chunk
from tertium.errors import SpecError
from tertium.kernels.atec import NO_LISTS, Vocabulary, Weights, atec_rows
from tertium.metrics.atec import Atec
from tertium.metrics.base import Segment
from tertium.metrics.spec import parse
from tertium.views.words.frequencies import collect_references
from tertium.views.words.lsa import Space
from tertium.views.words.packs import WordSettings
from textbook import atec as textbook


def with_tables(metric: Atec, hyps: list[str], refs: list[list[str]]) -> Chunk:
    chunk = Chunk.of([hyps], refs)
    return dataclasses.replace(chunk, tables={metric.table_key: metric.collect(chunk)})


def texts(seed: int, count: int) -> tuple[list[str], list[list[str]]]:
    rng = random.Random(seed)
    hyps, refs = [], []
    for _ in range(count):
        words = ["runs", "run", "running", "dog", "dogs", "cat", "big", "house"][: rng.randint(1, 8)]
        refs.append([" ".join(rng.choices(words, k=rng.randint(0, 9))) for _ in range(rng.randint(1, 3))])
        hyps.append(" ".join(rng.choices(words, k=rng.randint(0, 9))))
    return hyps, refs


def stem_stage(one: str, other: str) -> float:
    stems = {"runs": "run", "running": "run", "dogs": "dog"}
    return 1.0 if one == other else 0.95 * (stems.get(one, one) == stems.get(other, other))


@pytest.mark.parametrize("variant", ["literal", "repaired"])
@pytest.mark.parametrize(
    "reading",
    [{}, {"unmatch": "single-mean"}, {"unmatch": "joint-sum"}, {"pos": "sum"}, {"ranks": "pooled"}],
    ids=str,
)
def test_random_texts_agree_with_the_judge(variant: str, reading: dict[str, str]) -> None:
    hyps, refs = texts(3, 300)
    metric = Atec(variant=variant, tok="none", synonyms="none", **reading)
    chunk = with_tables(metric, hyps, refs)
    table = metric.collect(chunk)
    words = {word for segment in refs for ref in segment for word in ref.split()}
    idf = {word: math.log(table.sentences / table.count(word)) for word in words}
    rows = metric.measure(chunk).values
    scores = metric.score(rows)
    for row, score, hyp, segment in zip(rows, scores, hyps, refs, strict=True):
        split = [ref.split() for ref in segment]
        repaired = variant == "repaired"
        worth, left = textbook.parts(hyp.split(), split, idf=idf, repaired=repaired, w_type=stem_stage, **reading)
        assert row[:2] == pytest.approx([worth, left], abs=1e-9)
        mean = sum(map(len, split)) / len(split)
        assert score == pytest.approx(textbook.score(worth, left, len(hyp.split()), mean, repaired), abs=1e-9)


def matches(hyp: str, ref: str, **options: Any) -> list[tuple[str, str, float]]:
    explained = Atec(idf="none", **options).explain(Segment(hyp, (ref,)))
    return [(row[0], row[1], round(row[8] + 0.34 * row[5], 9)) for row in explained.tables[0].rows]


def test_stages_come_in_order_and_can_be_switched() -> None:
    assert matches("chases", "chased") == [("chases", "chased", 0.95)]
    assert matches("chases", "chased", stem=False, synonyms="none") == []
    assert matches("car", "automobile") == [("car", "automobile", 0.95)]
    assert matches("car", "automobile", synonyms="none") == []
    assert matches("dog", "cat", wup=0.85) == [("dog", "cat", 0.95)]
    assert matches("dog", "cat", wup=0.86) == []
    assert matches("computer", "software", lsa="wordnet", lsa_min=0.9, w_close=0.5) == [("computer", "software", 0.5)]
    assert matches("church", "piano", lsa="wordnet", lsa_min=0.9) == []
    assert matches("car", "automobile", w_synonym=0.7) == [("car", "automobile", 0.7)]
    assert matches("chases", "chased", w_stem=0.8, w_synonym=0.7) == [("chases", "chased", 0.8)]


def test_semantic_stages_are_off_unless_a_threshold_is_given() -> None:
    assert matches("dog", "cat") == []
    with pytest.raises(SpecError, match="lsa and lsa_min together"):
        parse("atec:lsa=wordnet")
    with pytest.raises(SpecError, match="lsa and lsa_min together"):
        parse("atec:lsa_min=0.5")


def test_another_language_needs_synonyms_of_its_own_or_none() -> None:
    with pytest.raises(SpecError, match=r"^atec: there are no synonyms for language 'de'"):
        parse("atec:lang=de,synonyms=wordnet")
    for lang in ("de", "none"):
        assert "synonyms=none" in parse(f"atec:lang={lang}").signature
        assert str(parse(f"atec:lang={lang}")) == f"atec:lang={lang}"
    assert "synonyms=none" in parse("atec:synonyms=none").signature
    with pytest.raises(SpecError, match="English WordNet"):
        parse("atec:lang=de,synonyms=none,wup=0.9")
    with pytest.raises(SpecError, match="space of English words"):
        parse("atec:lang=de,synonyms=none,lsa=wordnet,lsa_min=0.8")
    assert matches("Häuser", "Häusern", lang="de", synonyms="none") == [("häuser", "häusern", 0.95)]


def test_a_space_of_words_cut_in_another_way_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "own.lsa"
    vectors = np.array([[1.0, 0.0], [1.0, 0.0]], dtype=np.float32)
    file.write_bytes(Space(WordSettings(case="lower"), {"cat": 0, "dog": 1}, vectors).to_bytes())
    assert parse(f"atec:lsa={file},lsa_min=0.9").explain(Segment("cat", ("dog",))).score > 0
    with pytest.raises(
        SpecError, match="split by tok=13a,case=lower,norm=none, the metric splits by tok=13a,case=keep"
    ):
        parse(f"atec:lsa={file},lsa_min=0.9,case=keep")


def test_porters_older_rules_are_english_too() -> None:
    metric = parse("atec:lang=porter,wup=0.8,lsa=wordnet,lsa_min=0.9")
    assert parse(metric.signature) == metric
    assert matches("car", "automobile", lang="porter") == [("car", "automobile", 0.95)]
    assert matches("generously", "generic", lang="porter") != matches("generously", "generic", lang="en")


def test_empty_sides_and_one_word() -> None:
    for variant in ("literal", "repaired"):
        metric = Atec(variant=variant)
        rows = metric.measure(with_tables(metric, ["", "a b", "", "dog"], [["a b c"], [""], [""], ["dog"]])).values
        assert metric.segment_score(rows)[:3].tolist() == [0.0, 0.0, 0.0]
        assert metric.segment_score(rows)[3] == pytest.approx(1 - 0.34 / math.log(4))


def test_the_printed_formula_is_the_default_and_the_signature_names_it() -> None:
    assert parse("atec") == parse("atec:variant=literal")
    assert "variant=literal" in parse("atec").signature
    assert parse("atec").signature.endswith("#2")
    assert str(parse("atec:variant=literal")) == "atec"
    assert str(parse("atec:variant=repaired")) == "atec:variant=repaired"


def test_odd_corners_of_the_printed_formula_are_as_declared() -> None:
    """Words that nothing matched add less than 0.22, nothing is below 0, a copy has what the repaired form gives."""
    printed, repaired = parse("atec:idf=none"), parse("atec:idf=none,variant=repaired")
    long = " ".join(f"w{n}" for n in range(2000))
    for hyp, ref, score in (("a", "b", 11.0), ("x", long, 2 * 100 * 0.11 * 2000 / 2001), ("", "b", 0.0)):
        assert printed.sentence_score(hyp, [ref]).score == pytest.approx(score)
        assert repaired.sentence_score(hyp, [ref]).score == 0
    assert printed.sentence_score("x", [long]).score < 22
    hyps, refs = texts(11, 300)
    for hyp, given in zip(hyps, refs, strict=True):
        segment = [ref for ref in given if ref] or ["dog"]
        assert printed.sentence_score(hyp, segment).score >= 0
        copy, alone = segment[0], segment[:1]
        assert printed.sentence_score(copy, alone).score == repaired.sentence_score(copy, alone).score
    moved = printed.sentence_score("a b c", ["x y z u v w a b c"]).score  # a phrase as long as the text gains by moving
    assert moved > printed.sentence_score("a b c", ["a b c x y z u v w"]).score
    assert parse("atec:idf=none,info_match=2").sentence_score("a", ["a"]).score < 0


def test_a_pack_gives_one_segment_the_score_it_has_in_its_set(tmp_path: Path) -> None:
    hyps = ["a thief chases a police", "the dog slept"]
    refs = [["a police chases a thief"], ["a dog sleeps"], ["he saw a film"], ["it rained"]]
    whole = Atec()
    among = whole.score(whole.measure(with_tables(whole, [*hyps, "", ""], refs)).values)
    pack = tmp_path / "set.idf"
    pack.write_bytes(collect_references(Chunk.of([["", "", "", ""]], refs), "13a", "lower", "none").to_bytes())
    metric = Atec(idf=str(pack))
    alone = metric.score(metric.measure(Chunk.of([hyps[:1]], refs[:1])).values)
    assert alone[0] == among[0]
    assert alone[0] != Atec(idf="none").explain(Segment(hyps[0], tuple(refs[0]))).score / 100
    assert f"idf={pack}@" in metric.signature
    with pytest.raises(SpecError, match="split by"):
        Atec(idf=str(pack), tok="none")


def test_the_base_of_the_logarithm_matters() -> None:
    refs = [["a thief"], ["a dog"], ["a cat"], ["a film"]]
    values = []
    for metric in (Atec(), Atec(log_base=2.0)):
        values.append(metric.measure(with_tables(metric, ["thief", "", "", ""], refs)).values[0, 0])
    assert values == pytest.approx([1 - 0.34 / math.log(4) - 0.0, 1 - 0.34 / 2])


def test_weights_whose_sums_would_be_infinite_are_refused() -> None:
    for name in ("w_exact", "w_unmatch", "info_match", "w_order"):
        with pytest.raises(SpecError, match=f"{name} is 1e308, expected a value between 0 and 1000000"):
            parse(f"atec:{name}=1e308")


def test_tunables_are_alpha_and_the_limit_of_unmatched_words() -> None:
    row = np.array([2.0, 1.5, 4.0, 6.0, 1, 1])
    assert Atec().score(row) == pytest.approx(2 * 1.0 / 10)
    assert Atec(limit_info=0.25).score(row) == pytest.approx(2 * 0.5 / 10)
    assert Atec(limit_info=0.25, variant="repaired").score(row) == pytest.approx(2 * 1.5 / 10)
    assert Atec(alpha=1.0).score(row) == pytest.approx(1.0 / 6)
    assert Atec(alpha=0.0).score(row) == pytest.approx(1.0 / 4)


def kernel(hyp: str, ref: str, limit: int) -> tuple[Any, Any]:
    chunk = Chunk.of([[hyp]], [[ref]])
    made = Atec(tok="none").tokens(chunk)
    rows, capped, _ = atec_rows(
        made.values,
        made.offsets,
        chunk.compared,
        Vocabulary(np.zeros(made.view.vocabulary_size), NO_LISTS),
        Weights(),
        limit=limit,
    )
    return rows[0], capped[0]


def test_beyond_the_limit_only_near_words_match_and_the_pair_is_flagged() -> None:
    hyp, ref = "a b c d e f g h", "h a b c d e f g"
    rows, capped = kernel(hyp, ref, 8)
    assert (rows[5], capped) == (8, False)
    rows, capped = kernel("a " * 8, "a " * 8, 63)
    assert (rows[5], capped) == (8, True)
    rows, capped = kernel("x " * 7 + "a", "a " + "x " * 7, 50)  # 49 pairs of x and one of a
    assert (rows[5], capped) == (8, False)
    rows, capped = kernel("x " * 7 + "a", "a " + "x " * 7, 49)
    assert (rows[5], capped) == (7, True)  # the two a's are seven words apart, too far


def test_long_sentences_end_in_bounded_time() -> None:
    start = time.process_time()
    assert kernel("a " * 1000, "a " * 1000, 1 << 21)[0][4] == 1
    rng = random.Random(5)
    hyp, ref = (" ".join(rng.choices("abcd", k=3000)) for _ in range(2))
    assert kernel(hyp, ref, 1 << 21)[1]
    assert time.process_time() - start < 10
