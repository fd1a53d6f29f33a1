"""No score moves without a new version of its metric: every variant against ``scores.json``, bit for bit."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from golden import scores
from golden.texts import digest_of_inputs
from golden.variants import names


@pytest.fixture(scope="module")
def kept() -> dict[str, Any]:
    return scores.read()


def test_the_texts_are_those_the_scores_are_of(kept: dict[str, Any]) -> None:
    assert digest_of_inputs() == kept["inputs"], "texts, links or parses changed: run `make golden`"


def test_the_file_has_the_registered_metrics_and_no_others(kept: dict[str, Any]) -> None:
    missing, gone = set(names()) - set(kept["scores"]), set(kept["scores"]) - set(names())
    assert not missing, f"no golden scores of {', '.join(sorted(missing))}: run `make golden`"
    assert not gone, f"golden scores of {', '.join(sorted(gone))}, which is not registered: run `make golden`"


def test_every_variant_scores_as_it_did(kept: dict[str, Any]) -> None:
    found: list[str] = []
    for name, now in scores.all_computed().items():
        found += scores.differences(name, kept["scores"].get(name, {}), now)
    if found:
        pytest.fail("\n".join(found), pytrace=False)


@pytest.fixture(scope="module")
def wer(kept: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = kept["scores"]["wer"]
    return found


def test_one_bit_without_a_new_version_is_found(wer: dict[str, Any]) -> None:
    now = copy.deepcopy(wer)
    value = now["wer"]["nasty"][0][1]
    now["wer"]["nasty"][0][1] = value + value * 2.0**-52
    (said,) = scores.differences("wer", wer, now)
    assert said.startswith("the scores of wer moved but its version is still #1: raise `version` in tertium.metrics.")
    assert "or find out why" in said
    assert "nasty: " in said
    assert "example: " not in said


@pytest.mark.parametrize("place", [1, 2])
def test_unscored_segments_and_their_digest_count_too(place: int, wer: dict[str, Any]) -> None:
    now = copy.deepcopy(wer)
    now["wer:case=lower"]["example"][place] = "other"
    (said,) = scores.differences("wer", wer, now)
    assert said.startswith("the scores of wer:case=lower moved but its version is still #1")


def test_a_new_version_asks_for_make_golden(wer: dict[str, Any]) -> None:
    now = copy.deepcopy(wer)
    now["wer"]["signature"] = now["wer"]["signature"].replace("#1", "#2")
    (said,) = scores.differences("wer", wer, now)
    assert said.startswith("the signature of wer changed, its scores did not")
    now["wer"]["example"][2] = "other"
    (said,) = scores.differences("wer", wer, now)
    assert said.startswith("the scores of wer moved, and its version did too")
    assert said.endswith("run `make golden`.")


def test_variants_that_come_or_go_are_found(wer: dict[str, Any]) -> None:
    fewer = {key: entry for key, entry in wer.items() if key != "wer:case=lower"}
    assert scores.differences("wer", fewer, wer) == ["wer:case=lower has no golden scores yet: run `make golden`."]
    (said,) = scores.differences("wer", wer, fewer)
    assert said == "wer:case=lower is in scores.json but does not exist any more: run `make golden`."
