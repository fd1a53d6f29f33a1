"""What children say: every line that is refused, by the whole sentence."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tertium.errors import TertiumError
from tertium.other_tools.protocol import VERSION, Description, answer, described, item

HELLO = {"tertium": VERSION}


def refusal(call: Any, *given: Any) -> str:
    with pytest.raises(TertiumError) as error:
        call(*given)
    return str(error.value)


def test_a_version_alone_is_a_description() -> None:
    assert described(json.dumps(HELLO), "t") == Description()
    full = {"name": "n\x1b[1m", "uses": ["ref", "mt"], "range": [0, 25], "better": "lower", "settings": {"beam": 4}}
    made = described(json.dumps(HELLO | full | {"model": None}), "t")
    assert (made.name, made.uses, made.range, made.model) == ("n\\x1b[1m", ("mt", "ref"), (0.0, 25.0), "")
    assert (made.higher_is_better, made.settings) == (False, {"beam": "4"})


def test_scores_are_mixed_where_all_that_they_depend_on_is_the_same() -> None:
    one = Description(name="n", model="m", revision="1")
    assert one.identity() == Description("n", "", "m", "1", licence="mit", better="lower", range=(0, 1)).identity()
    for other in (Description("n", "", "m", "2"), Description("n", "", "m", "1", uses=("mt",))):
        assert one.identity() != other.identity()


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ({"name": 7}, "t says name is int, expected text."),
        ({"better": "more"}, "t says better is 'more', expected 'higher' or 'lower'."),
        ({"better": ["higher"]}, "t says better is ['higher'], expected 'higher' or 'lower'."),
        ({"settings": [1]}, "t says settings are list, expected an object."),
        ({"uses": "mt"}, "t says it uses 'mt', expected a list of src, mt, ref, mt among them."),
        ({"uses": ["src", "ref"]}, "t says it uses ['src', 'ref'], expected a list of src, mt, ref, mt among them."),
        ({"range": [1, 0]}, "t says its range is [1, 0], expected two numbers such as [0, 1]."),
        ({"range": [0, 1, 2]}, "t says its range is [0, 1, 2], expected two numbers such as [0, 1]."),
        ({"range": "0-1"}, "t says its range is '0-1', expected two numbers such as [0, 1]."),
        ({"range": [0, None]}, "t says its range is [0, None], expected two numbers such as [0, 1]."),
        ({"level": "system"}, "t scores by system; tertium needs a score for each segment, from which it makes those "
                              "of systems."),
        ({"tertium": 9}, "the first line of t has 'tertium': 9, expected \"tertium\": 1, the version of the protocol; "
                         "a command without such a line is run with hello=no."),
        ({"error": "no model\nhere"}, "t: no model\\nhere"),
    ],
)  # fmt: skip
def test_descriptions_that_are_refused(said: dict[str, Any], wrong: str) -> None:
    assert refusal(described, json.dumps(HELLO | said), "t") == wrong


def test_what_is_no_description_is_refused() -> None:
    assert refusal(described, "{}", "t") == (
        "the first line of t has no 'tertium', expected \"tertium\": 1, the version of the protocol; a command without "
        "such a line is run with hello=no."
    )
    for line in ("Loading …\n", "[1]", "[" * 100_000):
        assert refusal(described, line, "t") == (
            f"the first line of t is no JSON object: '{line.strip()[:60]}'; whatever else it has to say belongs to its "
            "standard error."
        )


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ({"score": 1}, 'line 4 of t has no id that is a whole number, expected {"id": 0, "score": 0.5}.'),
        ({"id": True, "score": 1}, 'line 4 of t has no id that is a whole number, expected {"id": 0, "score": 0.5}.'),
        ({"id": 3}, "line 4 of t has no score for id 3, expected a finite number."),
        ({"id": 3, "score": "1"}, 'line 4 of t has the score "1" for id 3, expected a finite number.'),
        ({"id": 3, "score": False}, "line 4 of t has the score false for id 3, expected a finite number."),
        ({"id": 3, "score": float("inf")}, "line 4 of t has the score Infinity for id 3, expected a finite number."),
        ({"error": "out of memory"}, "t: out of memory"),
    ],
)
def test_answers_that_are_refused(said: dict[str, Any], wrong: str) -> None:
    assert refusal(answer, json.dumps(said), 4, "t") == wrong


def test_answers_and_items() -> None:
    assert answer('{"id": 3, "score": 1, "more": 0}', 1, "t") == (3, 1.0)
    sent = item(7, {"mt": "ü\u2028\n"})
    assert sent == b'{"id": 7, "mt": "\\u00fc\\u2028\\n"}\n'
    assert json.loads(sent) == {"id": 7, "mt": "ü\u2028\n"}
