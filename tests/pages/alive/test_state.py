"""Filters of the page, and the scores of every segment."""

from __future__ import annotations

import base64
import gzip
import json
from typing import Any

import numpy as np
import pytest

from laws.samples import random_corpus
from pages.alive.made_data import PACK, made_data
from tertium.metrics.registry import BUILTIN, find
from tertium.render.page.data import Arrays, packed_texts
from tertium.render.page.pack import pack
from tertium.results.report import PageTexts


def test_filters_are_joined_and_taken_away(modules: Any) -> None:
    found = modules.evaluate(
        """async () => {
            const { createState } = await import("/state.js");
            const state = createState({ segments: { kept: 5 }, systems: ["a"], measures: [], leaves: [] }, () => null);
            const told = [];
            state.onChange((now) => told.push([...now.selected]));
            state.setFilter("length", "long", Uint8Array.of(1, 1, 0, 1, 0));
            state.setFilter("search", "cat", Uint8Array.of(0, 1, 1, 1, 1));
            const both = state.filters;
            state.setFilter("length", "long", null);
            state.setFilter("length", "long", null); // nothing changes, nobody is told
            state.setFilter("search", "dog", Uint8Array.of(0, 0, 0, 0, 0));
            state.clearFilters();
            let refused = "";
            try { state.setFilter("search", "x", new Uint8Array(4)); } catch (error) { refused = error.message; }
            return { told, both, left: state.filters, refused };
        }"""
    )
    assert found["told"] == [[0, 1, 3], [1, 3], [1, 2, 3, 4], [], [0, 1, 2, 3, 4]]
    assert [(one["name"], one["label"]) for one in found["both"]] == [("length", "long"), ("search", "cat")]
    assert found["left"] == []
    assert found["refused"] == "a filter has 4 places for 5 segments"


def test_unpack_reads_the_container(modules: Any) -> None:
    arrays = {"small": np.array([[1, 2, 255]], dtype="<u1"), "floats": np.array([0.1, -1e300, np.nan], dtype="<f8")}
    header: dict[str, Any] = {"format": 1, "texts": ["straße \ud83d 你好"], "arrays": {}}
    body = b""
    for name, array in arrays.items():
        header["arrays"][name] = {"type": array.dtype.str[1:], "shape": list(array.shape), "at": len(body)}
        body += array.tobytes() + b"\0" * (-array.nbytes % 8)
    head = json.dumps(header).encode()  # the lone surrogate as an escape
    container = len(head).to_bytes(4, "little") + head
    container += b"\0" * (-len(container) % 8) + body
    found = modules.evaluate(
        """async (text) => {
            const { facts, array } = await (await import("/unpack.js")).unpack(text);
            const [small, floats] = [array("small"), array("floats")];
            return {
                facts, shape: small.shape, small: [...small.values], floats: [...floats.values], other: array("other"),
                unit: facts.texts[0].charCodeAt(7),
            };
        }""",
        base64.b64encode(gzip.compress(container)).decode(),
    )
    assert found["facts"]["format"] == 1
    assert "arrays" not in found["facts"]
    assert (found["shape"], found["small"], found["other"]) == ([1, 3], [1, 2, 255], None)
    np.testing.assert_array_equal(found["floats"], arrays["floats"])
    assert found["unit"] == 0xD83D


def test_what_python_packs_is_what_the_page_unpacks(modules: Any) -> None:
    rng = np.random.default_rng(5)
    rows = {step: rng.integers(-9, 400, (30, 3, 7)).cumsum(axis=2).astype(float) for step in (1, 2, 3)}
    for step, array in rows.items():
        array[:, :, step:] += array[:, :, :-step].cumsum(axis=2)
    arrays = {f"rows{step}": array for step, array in rows.items()} | {"scores": rng.uniform(size=(30, 3))}
    facts = {"texts": {"source": True, "references": 2, "outputs": 1, "together": list("sabSsAbt")}}
    facts["texts"]["together"][1] = None
    found = modules.evaluate(
        """async ([text, names]) => {
            const { facts, array } = await (await import("/unpack.js")).unpack(text);
            return [facts.texts, names.map((name) => [...array(name).values])];
        }""",
        [pack(facts, arrays), list(arrays)],
    )
    assert found[0] == {"source": ["s", "s"], "references": [[None, "A"], ["b", "b"]], "outputs": [["S", "t"]]}
    for array, values in zip(arrays.values(), found[1], strict=True):
        np.testing.assert_array_equal(np.array(values).reshape(array.shape), array)


@pytest.mark.parametrize(
    "texts",
    [("\ufeffa", "", "ß 你好 \U0001f600"), ("a\nb", "", "c"), ("\ud83d", "b", "c"), ("a", None, "\x00\r\u2028")],
)
def test_texts_arrive_as_they_were(modules: Any, texts: tuple[str, str | None, str]) -> None:
    arrays: Arrays = {}
    facts = {"texts": packed_texts(PageTexts(None, ((texts[1],),), ((texts[0],), (texts[2],))), arrays)}
    found = modules.evaluate(
        """async (text) => {
            const { source, references, outputs } = (await (await import("/unpack.js")).unpack(text)).facts.texts;
            const codes = (text) => (text === null ? null : text.split("").map((unit) => unit.charCodeAt(0)));
            return [source, ...[...references, ...outputs].flat().map(codes)];
        }""",
        pack(facts, arrays),
    )

    def codes(text: str | None) -> list[int] | None:
        return None if text is None else list(np.frombuffer(text.encode("utf-16-le", "surrogatepass"), "<u2"))

    assert found == [None, *map(codes, (texts[1], texts[0], texts[2]))]


def test_segment_scores_are_those_of_python(modules: Any) -> None:
    needs = {name for name in BUILTIN if find(name)().requires}
    names = [name for name in BUILTIN if name not in {*needs, "deep", "shallow"}]
    hypotheses, references = random_corpus(seed=3, segments=25, systems=3)
    systems: dict[str, list[str | None]] = {name: list(texts) for name, texts in zip("abc", hypotheses, strict=True)}
    systems["b"][4] = None  # masked
    systems["c"][5] = ""
    made = made_data(systems, references, [*names, "0.3*bleu + 0.7*wer"])
    found = modules.evaluate(
        f"""async (given) => {{
            {PACK}
            const state = (await import("/state.js")).createState(pack.facts, pack.array);
            return pack.facts.measures.map((_, place) => [...state.segmentScores(place)]);
        }}""",
        made.given,
    )
    assert len(found) == len(names) + 1
    for measure, scores in zip(made.score_rows.measures, found, strict=True):
        mine = np.array(scores).reshape(3, 25)
        assert np.isnan(mine[1, 4])
        np.testing.assert_allclose(mine, measure.segment_scores, rtol=1e-12, atol=1e-15, err_msg=measure.label)


def test_scores_of_other_tools_stand_in_the_pack(modules: Any) -> None:
    made = made_data({"a": ["x", "y"], "b": ["x", "z"]}, ["x", "y"], ["ribes"])
    made.facts["measures"][0]["segment"] = "array"
    made.arrays["segment0"] = [[0.5, float("nan")], [0.25, 1.0]]
    found = modules.evaluate(
        f"""async (given) => {{
            {PACK}
            return [...(await import("/state.js")).createState(pack.facts, pack.array).segmentScores(0)];
        }}""",
        made.given,
    )
    np.testing.assert_array_equal(found, [0.5, 0.25, float("nan"), 1.0])


def test_scores_that_differ_in_their_last_bits_are_ties(modules: Any) -> None:
    """As compare counts them: seen in 2 of 3,000 segments of five systems by BLEU."""
    found = modules.evaluate(
        """async () => {
            const { beatsMask, disagreeMask } = await import("/orders.js");
            const scores = [[0.3, 0.5, 0.2, 0.1 + 0.2, 0.4, 0.2], [0.3, 0.4, 0.2, 0.2, 0.5, 0.3]];
            const state = {
                segments: 3, systems: 2, facts: { measures: [{ higher: true }, { higher: true }] },
                segmentScores: (place) => Float64Array.from(scores[place]),
            };
            const of = (first, second) => ({ measure: 0, other: 1, first, second });
            const [one, two] = [beatsMask(state, of(0, 1)), beatsMask(state, of(1, 0))];
            return { one: [...one], two: [...two], apart: [...disagreeMask(state, of(0, 1))] };
        }"""
    )
    assert found == {"one": [0, 1, 0], "two": [0, 0, 0], "apart": [0, 1, 0]}
