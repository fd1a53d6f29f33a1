"""A record's fields say what JSON holds of it, and its schema says the same."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import pytest
from jsonschema import Draft202012Validator

from tertium.results.record import Record, Result, in_json
from tertium.results.schema import schema_of


def doubled(number: int) -> str:
    return str(2 * number)


@dataclass(frozen=True)
class Inner(Record):
    """Something small."""

    size: float
    kind: Literal["a", "b"] = "a"
    inner: tuple[Inner, ...] = field(default=(), metadata=in_json(optional=True))


@dataclass(frozen=True)
class Outer(Result):
    """Something

    with details.
    """

    version: str = field(metadata=in_json("tertium"))
    late: str = field(default="", kw_only=True, metadata=in_json(optional=True))
    number: int = field(metadata=in_json(through=doubled))
    part: Inner = field(metadata=in_json(inline=True))
    pair: tuple[str, int]
    by_name: Mapping[str, float | None]
    secret: object = field(default=None, metadata=in_json(hidden=True))
    maybe: float | None = field(default=None, metadata=in_json(optional=True))


def test_keys_follow_the_fields_and_numbers_that_do_not_exist_are_null() -> None:
    outer = Outer("1", 4, Inner(math.nan, "b", (Inner(2.0),)), ("x", 1), {"m": math.inf, "n": None, "o": 0.5}, secret=3)
    assert json.dumps(outer.to_dict(), allow_nan=False) == (
        '{"schema": 1, "tertium": "1", "number": "8", "size": null, "kind": "b", '
        '"inner": [{"size": 2.0, "kind": "a"}], "pair": ["x", 1], "by_name": {"m": null, "n": null, "o": 0.5}}'
    )


def test_optional_fields_are_left_out_at_their_default_only() -> None:
    outer = Outer("1", 4, Inner(1.0), ("x", 1), {}, maybe=0.0, late="yes")
    assert list(outer.to_dict()) == ["schema", "tertium", "late", "number", "size", "kind", "pair", "by_name", "maybe"]


def test_the_schema_is_made_of_the_same_fields() -> None:
    schema = schema_of(Outer, "outer")
    Draft202012Validator.check_schema(schema)
    made = schema["$defs"]["Outer"]
    assert made["description"] == "Something"
    assert made["required"] == ["schema", "tertium", "number", "size", "kind", "pair", "by_name"]
    assert set(made["properties"]) - set(made["required"]) == {"late", "inner", "maybe"}
    validator = Draft202012Validator(schema)
    good = Outer("1", 4, Inner(math.nan, "b", (Inner(2.0),)), ("x", 1), {"m": math.inf}).to_dict()
    validator.validate(good)
    wrongs = ({"kind": "c"}, {"pair": ["x"]}, {"pair": ["x", 1, 2]}, {"by_name": {"m": "1"}}, {"inner": [{"size": 1}]})
    assert not any(validator.is_valid(good | wrong) for wrong in wrongs)


def test_a_type_that_json_has_no_word_for_is_refused() -> None:
    @dataclass(frozen=True)
    class Odd(Record):
        when: complex

    Odd.__annotations__["when"] = complex
    with pytest.raises(TypeError, match="no JSON Schema is known for"):
        schema_of(Odd, "odd")
