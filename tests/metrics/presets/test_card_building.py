"""tools/build_tertium.py: whatever people preferred, no term can reward what is worse; the cards kept to it."""

from __future__ import annotations

import importlib
import tomllib
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from tertium.corpus.files.packaged import packaged
from tertium.metrics.presets import tertium, tertium_deep

ROOT = Path(__file__).resolve().parents[3]
MOST_BYTES = 3_000_000  # of both tables, which every user of the package carries


@pytest.fixture
def building(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    return importlib.import_module("build_tertium")


@pytest.mark.parametrize("against", ["words_alike", "unknown_words", "unknown_names"])
def test_signs_hold_even_where_people_preferred_the_opposite(building: ModuleType, against: str) -> None:
    """Judges who like a term the wrong way round make it count nothing, and never the wrong way round."""
    recipe = building.LIGHT
    drawn = np.random.default_rng(5).normal(size=(4000, len(recipe.terms)))
    sign = np.array([1.0 if name in recipe.added else -1.0 for name in recipe.terms])
    place = recipe.terms.index(against)
    wanted = sign.copy()
    wanted[place] *= -3
    better = np.where((drawn @ wanted > 0)[:, None], drawn, -drawn)
    found = building.ranking(recipe, better, np.ones(len(better)))
    assert found[place] == 0
    assert (found * sign >= 0).all()
    others = np.arange(len(sign)) != place
    assert (found * sign)[others].min() > 0  # the others are found, so it is not that nothing was
    assert found[: len(recipe.added)].sum() == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("card", "added"), [("tertium.toml", tertium.ADDED), ("tertium_deep.toml", tertium_deep.ADDED)]
)
def test_the_weights_of_every_fold_have_the_signs_of_their_terms(card: str, added: tuple[str, ...]) -> None:
    read = tomllib.loads(packaged(card).decode("utf-8"))
    assert tuple(read["terms"][: len(added)]) == added
    for fold in read["fold"]:
        assert sum(fold["weights"][: len(added)]) == pytest.approx(1.0)
        assert min(fold["weights"][: len(added)]) >= 0
        assert max(fold["weights"][len(added) :]) <= 0


def test_the_tables_take_three_megabytes_at_most() -> None:
    assert len(packaged("known_words.npz")) + len(packaged("word_vectors.npz")) <= MOST_BYTES
