"""Real servers on loopback, each ended with the test or the module that wanted it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the extra 'serve' is not installed")
pytest.importorskip("uvicorn", reason="the extra 'serve' is not installed")

from serve.started import Started, start


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Started]:
    """One for all tests of a module that leave it as it was."""
    made = start(tmp_path_factory.mktemp("serve") / "tmp")
    yield made
    made.end()


@pytest.fixture
def starting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Started]]:
    """Servers of one test, with limits of its own."""
    folder = tmp_path_factory.mktemp("serve") / "tmp"
    made: list[Started] = []

    def begin(*files: Any, **settings: Any) -> Started:
        made.append(start(folder, *files, **settings))
        return made[-1]

    yield begin
    for each in made:
        each.end()
