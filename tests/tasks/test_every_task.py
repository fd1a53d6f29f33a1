"""Every task has both doors: a frozen request, a command, and a Python function of the same name."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from dataclasses import is_dataclass
from typing import get_type_hints

import pytest

import tertium
from tertium import tasks
from tertium.cli.command_table import COMMANDS

ONLY_PYTHON = {"pairwise"}  # a matrix of numbers, nothing to print
NO_TASK = {"metrics", "completion", "serve"}  # they say what there is; a page runs the others'
PART_OF = {"differ": "explain"}  # a way of asking another command and function


def requests() -> dict[str, list[type]]:
    """The classes of requests by the name of their task."""
    found: dict[str, list[type]] = {}
    for module in pkgutil.iter_modules(tasks.__path__):
        made = vars(importlib.import_module(f"tertium.tasks.{module.name}"))
        own = [made[name] for name in made if name.endswith("Request") and made[name].__module__ == made["__name__"]]
        if own:
            found[module.name] = own
    return found


def test_every_command_is_a_task_and_every_task_is_a_command() -> None:
    commands = {name.replace("-", "_") for name in COMMANDS}
    assert commands - NO_TASK == set(requests()) - ONLY_PYTHON - set(PART_OF)


@pytest.mark.parametrize("name", requests())
def test_a_task_takes_a_frozen_request_and_is_a_function_of_python(name: str) -> None:
    door = PART_OF.get(name, name)
    assert door in tertium.__all__
    assert inspect.isfunction(getattr(tertium, door))
    for kind in requests()[name]:
        assert is_dataclass(kind)
        assert kind.__dataclass_params__.frozen, kind  # type: ignore[attr-defined]
    run = importlib.import_module(f"tertium.tasks.{name}").run
    request, listener = list(inspect.signature(run).parameters)
    assert (request, listener) == ("request", "listener")
    assert get_type_hints(run)["request"] in requests()[name]
