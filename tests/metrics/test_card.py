"""Metric cards: a file is a metric, its hash is in the signature, and a broken file says what is wrong."""

from __future__ import annotations

import pickle
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tertium import score
from tertium.errors import TertiumError
from tertium.metrics.card import digest, write_card
from tertium.metrics.spec import parse

HYPS = ["the cat sat on the mat", "a dog runs"]
REFS = ["the cat is on the mat", "a dog ran away"]
SUM = "0.75*chrf + 0.25*ribes - 0.1*ter"


@pytest.fixture
def card(tmp_path: Path) -> Path:
    path = tmp_path / "my.toml"
    path.write_text(write_card({"card": 1, "metric": SUM}, "made for a test"), encoding="utf-8")
    return path


def test_a_card_scores_as_the_metric_inside(card: Path) -> None:
    found = score(HYPS, REFS, [SUM, f"card:{card}"], segment_scores=True)
    assert found.scores[0].score == found.scores[1].score
    assert found.scores[0].segment_scores == found.scores[1].segment_scores


@pytest.mark.parametrize(("spec", "higher"), [("ter", False), ("ribes:alpha=0.3", True), ("0.5*bleu + 0.5*chrf", True)])
def test_direction_and_best_are_those_of_the_metric_inside(tmp_path: Path, spec: str, higher: bool) -> None:
    path = tmp_path / "one.toml"
    path.write_text(f'card = 1\nmetric = "{spec}"\n', encoding="utf-8")
    inner, metric = parse(spec), parse(f"card:{path}")
    assert metric.best == inner.best
    assert score(HYPS, REFS, metric).scores[0].higher_is_better is higher
    assert metric.sentence_score(HYPS[0], [REFS[0]]).score == inner.sentence_score(HYPS[0], [REFS[0]]).score


def test_names_and_signatures_read_back(card: Path) -> None:
    metric = parse(f"card:{card}")
    assert digest(card.read_bytes())[:16] in metric.signature
    assert parse(str(metric)) == parse(metric.signature) == pickle.loads(pickle.dumps(metric)) == metric
    assert parse(f'0.5*card:"{card}" + 0.5*bleu').leaves()[-1] == (0.5, parse("bleu"))


def test_a_signature_refuses_a_card_that_changed(card: Path) -> None:
    signature = parse(f"card:{card}").signature
    card.write_text('card = 1\nmetric = "chrf"\n', encoding="utf-8")
    with pytest.raises(TertiumError, match="the signature asks for"):
        parse(signature)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected 'card = 1'"),
        ("card = true", "expected 'card = 1'"),
        ("card = 2\nmetric = 'bleu'", "format 2, this version of tertium reads format 1"),
        ("card = 1", "names no metric"),
        ("card = 1\nmetric = 3", "names no metric"),
        ("card = 1\nmetric = 'blue'", "did you mean 'bleu'"),
        ("card = 1\nmetric = 'bleu:order=0'", "bleu:order"),
        ("card = 1\nmetric = 'bleu#77'", "definition"),
        ("card 1", "not a metric card"),
        ("\udce9", "not UTF-8"),
    ],
)
def test_a_broken_card_says_what_is_wrong(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "broken.toml"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(TertiumError, match=message) as caught:
        parse(f"card:{path}")
    assert "broken.toml" in str(caught.value)


def test_a_card_that_is_not_there_or_not_named_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(TertiumError, match="does not exist"):
        parse(f"card:{tmp_path / 'none.toml'}")
    with pytest.raises(TertiumError, match="named with its file"):
        parse("card")


def test_a_card_of_a_card_is_refused(card: Path, tmp_path: Path) -> None:
    outer = tmp_path / "outer.toml"
    outer.write_text(write_card({"card": 1, "metric": f"card:{card}"}), encoding="utf-8")
    with pytest.raises(TertiumError, match="another card"):
        parse(f"card:{outer}")


def test_what_is_written_reads_back() -> None:
    table: dict[str, Any] = {
        "card": 1,
        "metric": 'bleu:tok="a b"',
        "text": 'tab\t, quote " and \\, é, \x00\u2028',
        "yes": True,
        "numbers": [1.5, 1e-30, 2],
        "validation": {"gain": 0.25, "interval": [-1.0, 2.0]},
        "weight": [{"term": "a", "value": -0.1}, {"term": "b", "value": 1e20}],
    }
    assert tomllib.loads(write_card(table, "one\ntwo")) == table


def test_a_card_that_names_itself_or_another_is_refused(card: Path, tmp_path: Path) -> None:
    for name, inside in (("loop", f"card:{tmp_path}/loop.toml"), ("outer", f"0.5*card:{card} + 0.5*bleu")):
        path = tmp_path / f"{name}.toml"
        path.write_text(f'card = 1\nmetric = "{inside}"\n', encoding="utf-8")
        with pytest.raises(TertiumError, match="names another card"):
            parse(f"card:{path}")
    assert parse(f"card:{card}").leaves()  # one after a refusal is read as ever


@pytest.mark.parametrize("spec", ["ter", "nist", "kendall:align=source", "bleu*ribes", "deep"])
def test_what_a_class_says_once_a_card_says_for_the_metric_inside(tmp_path: Path, spec: str) -> None:
    path = tmp_path / "one.toml"
    path.write_text(f'card = 1\nmetric = "{spec}"\n', encoding="utf-8")
    inner, metric = parse(spec), parse(f"card:{path}")
    for what in ("better", "scale", "low", "high", "best", "requires", "imperfect", "ceiling", "experimental"):
        assert getattr(metric, what) == getattr(inner, what), what


def test_a_file_of_another_kind_is_not_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "large.toml"
    path.write_bytes(b'card = 1\nmetric = "bleu"\n#' + b"x" * (1 << 20))
    with pytest.raises(TertiumError) as error:
        parse(f"card:{path}")
    assert str(error.value) == f"{path} is longer than 1 MB, so it is not a metric card."
