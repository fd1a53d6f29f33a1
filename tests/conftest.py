"""Fixtures of every test: the real data beside the checkout, where there is some, and the vectors copied from it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

ROOT = Path(__file__).resolve().parent.parent

# Native code is fast but its textbook versions are not: no deadline, and the same examples in every run of CI.
settings.register_profile(
    "tertium", deadline=None, derandomize=bool(os.environ.get("CI")), suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("tertium")
# For `make coverage`: branches are counted, not values, and every line costs more.
settings.register_profile(
    "coverage",
    settings.get_profile("tertium"),
    max_examples=20,
    derandomize=True,
    phases=(Phase.explicit, Phase.generate),
)


def shared_folder() -> Path | None:
    """The folder of real data (TERTIUM_SHARED, else ../shared beside the checkout), None where there is none."""
    folder = Path(os.environ.get("TERTIUM_SHARED", ROOT.parent / "shared"))
    return folder if (folder / "data").is_dir() else None


@pytest.fixture(scope="session", autouse=True)
def _own_caches(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tests neither read nor fill the caches of whoever runs them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TERTIUM_PARSE_CACHE", str(tmp_path_factory.mktemp("parses")))
        patch.setenv("TERTIUM_ALIGNER_CACHE", str(tmp_path_factory.mktemp("aligners")))
        patch.setenv("TERTIUM_SCORE_CACHE", str(tmp_path_factory.mktemp("scores")))
        yield


@pytest.fixture(scope="session")
def shared() -> Path:
    folder = shared_folder()
    if folder is None:
        pytest.skip("no shared data beside this checkout (set TERTIUM_SHARED to its folder)")
    return folder


@pytest.fixture(scope="session")
def shared_data(shared: Path) -> Path:
    return shared / "data"
