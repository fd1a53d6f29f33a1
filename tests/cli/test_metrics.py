"""``tertium metrics`` tells from the modules themselves what there is."""

from __future__ import annotations

import json

import pytest

from cli.shell import run
from tertium.metrics import catalogue, registry
from tertium.metrics.parameters import parameters
from tertium.metrics.spec import parse


def test_every_metric_is_listed_with_direction_and_one_line() -> None:
    lines = run("metrics").out.split("\n")
    listed = {line.split()[0]: line.split()[1:] for line in lines[: lines.index("")] if line[:1].strip()}
    assert list(listed) == list(registry.BUILTIN)
    for name, (arrow, *words) in listed.items():
        assert arrow == ("↑" if catalogue.entry(name).higher_is_better else "↓")
        assert len(words) > 1, name


def test_the_listing_says_what_can_be_tuned() -> None:
    assert "tunable: alpha, beta" in run("metrics").out


def test_the_listing_as_json_holds_parameters_and_signatures() -> None:
    entries = {entry["name"]: entry for entry in json.loads(run("metrics", "-f", "json").out)}
    assert list(entries) == list(registry.BUILTIN)
    order = next(p for p in entries["bleu"]["parameters"] if p["name"] == "order")
    assert order == {
        "name": "order",
        "default": "4",
        "help": "longest n-gram",
        "tunable": False,
        "choices": [],
        "low": 1,
        "high": 100,
    }
    for name, entry in entries.items():
        assert entry["summary"], name
        if entry["signature"] is not None:
            assert parse(entry["signature"]) == parse(name)


@pytest.mark.parametrize("name", list(registry.BUILTIN))
def test_a_page_explains_definition_and_every_parameter(name: str) -> None:
    page = catalogue.entry(name)
    shown = run("metrics", name).out
    assert shown.startswith(page.text.split("\n")[0])
    for field, declared in parameters(registry.find(name)):
        assert any(line.startswith(field.name) and declared.help in line for line in shown.split("\n")), field.name


def test_a_page_of_a_spec_shows_its_signature() -> None:
    assert "order=2" in run("metrics", "bleu:order=2").out
    assert json.loads(run("metrics", "bleu:order=2", "-f", "json").out)["signature"] == parse("bleu:order=2").signature
    pages = run("metrics", "bleu", "nist").out
    assert pages.index("BLEU: ") < pages.index("NIST: ")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("blue", "unknown metric 'blue'; did you mean 'bleu'? 'tertium metrics' lists all."),
        ("bleu:order=0", "bleu:order is 0, expected a value between 1 and 100."),
        ("0.5*bleu + 0.5*nist", "'0.5*bleu + 0.5*nist' is made of several metrics; ask for one of bleu, nist."),
        ("\x1b[2J", r"unknown metric '\x1b[2J'; 'tertium metrics' lists all."),
    ],
)
def test_wrong_names_are_refused(name: str, message: str) -> None:
    assert run("metrics", name).refusal == message
