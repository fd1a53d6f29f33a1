"""The record behind a report: the same numbers as compare, and rows and texts of the segments it keeps."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import tertium
from render.page.report_samples import REFS, outputs, sample
from tertium.analysis.comparing.comparison import CompareSettings
from tertium.analysis.comparing.resampling import Bootstrap
from tertium.errors import InputError
from tertium.tasks.report import fewer_draws


@pytest.mark.filterwarnings("ignore")
def test_the_numbers_are_those_of_compare() -> None:
    made = sample()
    same = tertium.compare(outputs(["good", "fair", "poor"]), REFS, resamples=100)
    assert made.comparison.metrics == same.metrics
    assert made.comparison.procedure == same.procedure


@pytest.mark.filterwarnings("ignore")
def test_slices_leave_the_draws_of_the_leaderboard_alone() -> None:
    made = sample(resamples=None)
    same = tertium.compare(outputs(["good", "fair", "poor"]), REFS)
    assert made.comparison.procedure.resamples == same.procedure.resamples


def test_rows_add_up_to_the_scores() -> None:
    made = sample()
    total = made.leaves[2].rows.sum(axis=0)  # ter: edits, and words of the references
    by_name = {system.name: system.score for system in made.comparison["ter"].systems}
    for place, (name, _) in enumerate(made.groups):
        assert 100 * total[place, 0] / total[place, 1] == pytest.approx(by_name[name])


def test_texts_are_as_they_were_given() -> None:
    odd = ["  two  spaces ", "tab\there", "e\u0301 and \u00e9", "\u202eright to left", ""]
    made = sample(["only"], metrics="chrf", sources=[odd[i % 5] for i in range(40)])
    assert made.texts.source is not None
    assert list(made.texts.source[:5]) == odd
    assert list(made.texts.references[0]) == REFS


def test_of_several_references_a_missing_one_is_none() -> None:
    references = [[ref, "another one"] if i % 2 else [ref] for i, ref in enumerate(REFS)]
    with pytest.warns(tertium.InputWarning):
        made = tertium.report(outputs(["a"]), references, "chrf", resamples=20)
    assert made.texts.references[1][:4] == (None, "another one", None, "another one")


def test_kept_segments_are_the_same_everywhere() -> None:
    documents = [f"d{i // 10}" for i in range(40)]
    whole, some = sample(documents=documents), sample(documents=documents, max_segments=12)
    assert some.numbers is not None
    assert (some.places, some.segments, len(some.numbers)) == (12, 40, 12)
    assert some.comparison.metrics == whole.comparison.metrics  # numbers are those of all
    for mine, all_of_them in zip(some.leaves, whole.leaves, strict=True):
        np.testing.assert_array_equal(mine.rows, all_of_them.rows[some.numbers])
    for one, other in zip(some.measures, whole.measures, strict=True):
        np.testing.assert_array_equal(one.segment_scores, other.segment_scores[:, some.numbers])
    for parts, all_parts in zip(some.slices, whole.slices, strict=True):
        np.testing.assert_array_equal(parts.part, all_parts.part[some.numbers])
    assert some.texts.references[0] == tuple(REFS[place] for place in some.numbers)
    assert some.documents is not None
    assert whole.documents is not None
    np.testing.assert_array_equal(some.documents[1], whole.documents[1][some.numbers])
    assert "this page has the texts of 12 of them" in some.to_html()


def test_flags_name_the_segments_of_the_doctors_findings() -> None:
    texts = outputs(["a", "b"])
    texts["b"][7] = "<b>bold</b> &amp; more"
    texts["a"][20] = ""
    with pytest.warns(tertium.InputWarning):
        made = tertium.report(texts, REFS, "chrf", resamples=20)
    by_code = {flag.code: flag.places.tolist() for flag in made.flags}
    assert by_code["T003"] == [20]
    assert all(0 <= place < 40 for places in by_code.values() for place in places)


def test_flags_name_the_segments_of_notes_too() -> None:
    """What the header says of single segments can be looked at, were it only a note."""
    texts = outputs(["a", "b"])
    sources = [f"quelle {place} von vierzig texten" for place in range(40)]
    texts["b"][7] = sources[7]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made = tertium.report(texts, REFS, "chrf", sources=sources, resamples=20)
    assert ("T108", "note") in {(finding.code, finding.severity) for finding in made.findings}
    assert {flag.code: flag.places.tolist() for flag in made.flags}["T108"] == [7]


def test_nothing_to_keep_is_refused() -> None:
    with pytest.raises(InputError, match="max_segments is 0"):
        sample(max_segments=0)


def test_a_page_can_be_saved(tmp_path: object) -> None:
    file = f"{tmp_path}/page.html"
    made = sample(["only"], slices=())
    made.save(file)
    with open(file, encoding="utf-8") as page:  # noqa: PTH123
        assert page.read() == made.to_html()


@pytest.mark.parametrize(("comparisons", "expected"), [(3, 1000), (120, 3000), (100_000, 50_000)])
def test_slices_get_as_many_draws_as_their_correction_takes(comparisons: int, expected: int) -> None:
    """1,000, or comparisons / 0.05 rounded up to thousands; never more than the whole set has."""
    swaps = CompareSettings(test="ar", trials=50_000)
    assert fewer_draws(swaps, comparisons).trials == expected
    assert fewer_draws(swaps, comparisons).bootstrap == swaps.bootstrap
    drawn = CompareSettings(Bootstrap(50_000))
    assert fewer_draws(drawn, comparisons).bootstrap.resamples == expected
    assert fewer_draws(drawn, comparisons).trials == drawn.trials


def test_many_documents_are_drawn_whole_and_are_no_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    documents = [f"d{place // 4}" for place in range(40)]
    few = sample(documents=documents, slices=())
    assert [part.by for part in few.slices] == ["document"]
    monkeypatch.setattr("tertium.tasks.report.MOST_LABELS", 9)
    many = sample(documents=documents, slices=())
    assert many.slices == ()
    assert many.comparison.procedure.units == few.comparison.procedure.units == 10
    assert many.documents is not None
