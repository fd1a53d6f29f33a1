"""The page's formulas give the scores of the metrics: of every one, of sums of rows and of single segments."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pages.alive.made_data import leaf_formulas
from tertium.arrays import Floats
from tertium.corpus.chunk import Chunk
from tertium.metrics.base import Metric, Pooling
from tertium.metrics.chrf import ChrF
from tertium.metrics.measuring import FirstPass, selected, unique_leaves
from tertium.metrics.registry import BUILTIN, find
from tertium.metrics.spec import parse
from tertium.render.page.formulas import FORMULAS, page_formula

SETTINGS = [
    "bleu",
    *(f"bleu:smooth={name}" for name in ("none", "add1_all", "add1_all_bp", "add1_n2plus", "mteval13a", "floor")),
    "bleu:smooth=none,seg_smooth=add1_all",
    "bleu:smooth=floor,smooth_value=0.5",
    "bleu:smooth=add1_n2plus,smooth_value=0.25,order=2",
    "bleu:effective_order=yes",
    "bleu:effective_order=yes,smooth=mteval13a",
    "bleu:effective_order=yes,smooth=add1_all",
    "bleu:effective_order=no,smooth=exp",
    "bleu:order=2,weights=0.25/0.75",
    "bleu:order=4,weights=0.4/0/0.4/0.2,smooth=none",
    "bleu:order=9,smooth=exp",
    "nist",
    "nist:order=3",
    "chrf",
    "chrf++",
    "chrf:beta=3,eps_smoothing=yes",
    "chrf:beta=0",
    "chrf:char_order=0,word_order=2",
    "wer",
    "wer:ref_norm=chosen",
    "cer",
    "per",
    "per:variant=segment_sum",
    "per:variant=recall",
    "ter",
    "gtm",
    "gtm:e=2",
    "meteor",
    "meteor:variant=2007",
    "meteor:alpha=0.3,beta=0,gamma=0.9,delta=0.1,weights=1/0.5/0.25/0.125",
]
WORDS = ["the", "a", "cat", "sat", "mat", "on", "my", "old", "x", ",", "."]


def random_rows(metric: Metric, generator: np.random.Generator) -> Floats:
    """Rows as texts give them, sums of them, and rows of any numbers, with many zeros among them."""

    def text(most: int) -> str:
        return " ".join(generator.choice(WORDS, int(generator.integers(0, most))))

    count = 60
    hypotheses = [[text(12) for _ in range(count)]]
    references = [[text(12) for _ in range(1 + place % 2)] for place in range(count)]
    chunk = Chunk.of(hypotheses, references)
    first = FirstPass([metric], None)
    if first.needed:
        first.read(chunk)
        chunk = Chunk.of(hypotheses, references, tables=first.tables)
    real = selected(metric, chunk).values
    sums = np.array([real[generator.integers(0, count, size)].sum(axis=0) for size in (1, 2, 5, 40, 400)])
    any_numbers = generator.integers(0, 5, (60, real.shape[1])) * generator.choice([0.0, 0.5, 1.0, 1000.0], (60, 1))
    return np.concatenate([real, sums, any_numbers, np.zeros((1, real.shape[1]))])


@pytest.mark.parametrize("spec", SETTINGS)
def test_a_formula_of_the_page_is_that_of_the_metric(modules: Any, spec: str) -> None:
    metric = parse(spec)
    rows = random_rows(metric, np.random.default_rng(len(spec)))
    [leaf] = leaf_formulas([metric])
    found = modules.evaluate(
        """async ([leaf, rows]) => {
            const { score, segment, used } = (await import("/formulas.js")).formulaOf(leaf);
            const values = Float64Array.from(rows.flat());
            const read = new Float64Array(values.length).fill(NaN); // what is not `used` is never looked at
            const places = rows.map((_, place) => place * leaf.columns);
            for (const at of places) for (const column of used) read[at + column] = values[at + column];
            return [places.map((at) => score(read, at)), places.map((at) => segment(read, at))];
        }""",
        [leaf, rows.tolist()],
    )
    np.testing.assert_allclose(found[0], metric.score(rows), rtol=1e-12, atol=0)
    np.testing.assert_allclose(found[1], metric.segment_score(rows), rtol=1e-12, atol=0)


def test_every_registered_metric_can_be_computed_again() -> None:
    tested = {parse(spec).name for spec in SETTINGS}
    for name in BUILTIN:
        for leaf in unique_leaves([find(name)()]):
            formula, _ = page_formula(leaf)
            assert formula is not None, name
            assert (formula == "quotient") == (leaf.pooling is Pooling.MEAN), name
            assert formula == "quotient" or leaf.name in tested, f"{name} is not in SETTINGS"
    assert set(FORMULAS) == tested


def test_means_are_quotients(modules: Any) -> None:
    [leaf] = leaf_formulas([parse("ribes")])
    assert leaf == {"formula": "quotient", "parameters": {}, "columns": 2}
    found = modules.evaluate(
        """async (leaf) => {
            const { score } = (await import("/formulas.js")).formulaOf(leaf);
            return [score([3, 4], 0), score([9, 9, 0, 0], 2)];
        }""",
        leaf,
    )
    assert found[0] == 0.75
    assert np.isnan(found[1])


def test_a_metric_derived_from_ours_has_no_formula(modules: Any) -> None:
    class Mine(ChrF):
        def score(self, values: Floats) -> Floats:
            return 1 - super().score(values)

    [leaf] = leaf_formulas([Mine()])
    assert leaf["formula"] is None
    made = modules.evaluate("async (leaf) => (await import('/formulas.js')).formulaOf(leaf)", leaf)
    assert made is None
