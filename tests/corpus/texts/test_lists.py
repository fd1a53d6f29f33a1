"""Python's lists: the nesting is right or refused, and every sequence is read by position."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from tertium.corpus.notices import merged
from tertium.corpus.texts.lists import corpus_of, one_segment, streams
from tertium.corpus.texts.stream_corpus import Policy
from tertium.errors import InputError

HYPS = ["the cat", "a dog", "no"]


def references(corpus: Any, segments: int = 2) -> list[list[str]]:
    made: list[list[str]] = []
    for build in corpus.chunks(segments):
        chunk, _ = build()
        bounds = chunk.ref_offsets
        made += [
            [chunk.pool.sentence(ref) for ref in chunk.refs[bounds[at] : bounds[at + 1]]]
            for at in range(chunk.segments)
        ]
    return made


def hypotheses(corpus: Any) -> list[str]:
    made: list[str] = []
    for build in corpus.chunks(2):
        chunk, _ = build()
        made += [chunk.pool.sentence(hyp) for hyp in chunk.hyp]
    return made


def refusal(hyps: Any, refs: Any, sources: Any = None) -> str:
    with pytest.raises(InputError) as caught:
        references(corpus_of(hyps, refs, sources))
    message = str(caught.value)
    assert "\n" not in message
    assert message.endswith(".")
    return message


def test_one_list_for_each_hypothesis_or_one_reference_each() -> None:
    assert references(corpus_of(HYPS, ["1", "2", "3"])) == [["1"], ["2"], ["3"]]
    assert references(corpus_of(HYPS, [["1", "i"], ["2"], ["3", "iii", "III"]])) == [
        ["1", "i"],
        ["2"],
        ["3", "iii", "III"],
    ]


def test_streams_are_one_list_for_each_reference() -> None:
    assert references(corpus_of(HYPS, streams([["1", "2", "3"], ["i", None, "iii"]]))) == [
        ["1", "i"],
        ["2"],
        ["3", "iii"],
    ]
    assert references(corpus_of(HYPS, streams([["1", "2", "3"]]))) == [["1"], ["2"], ["3"]]
    assert isinstance(streams(streams([["1"]])).lists, tuple)


def test_streams_without_the_mark_are_refused_as_transposed() -> None:
    assert refusal(HYPS, [["1", "2", "3"]]) == (
        "references looks transposed: 1 list of 3 for 3 hypotheses, expected one list for each hypothesis; "
        "wrap it in tertium.streams(references)."
    )
    assert "2 lists of 3 for 3 hypotheses" in refusal(HYPS, [["1", "2", "3"], ["i", "ii", "iii"]])
    assert "references looks transposed: tertium.streams got 3 lists for 3" in refusal(
        HYPS, streams([["1"], ["2"], ["3"]])
    )


def test_a_square_of_references_is_noticed() -> None:
    corpus = corpus_of(["a", "b"], [["1", "2"], ["3", "4"]])
    (build,) = corpus.chunks(10)
    assert [(notice.code, notice.count) for notice in merged(build()[1])] == [("square", 2)]
    assert corpus_of(["a"], [["1"]]).noticed == ()


@pytest.mark.parametrize(
    ("hyps", "refs", "message"),
    [
        (
            "the cat",
            ["the cat"],
            "hypotheses is a str, expected a list of strings, one for each segment; for one sentence",
        ),
        (["the cat"], "the cat", "references is a str, expected one list of strings for each hypothesis"),
        (b"x", ["y"], "hypotheses is a bytes, expected a list of strings, one for each segment; decode it first"),
        ([], [], "no segments to score: hypotheses is empty"),
        (["a"], [], "no references to score against: references is empty"),
        ({}, ["a"], "hypotheses is an empty mapping"),
        (["a"] * 1002, ["1", "2"], "references has 2 segments but hypotheses has 1002; segments must pair up"),
        (["a", "b"], [["1"]], "references has 1 segments but hypotheses has 2 (one list of references for each"),
        (["a"], ["1", "2"], "references (several references of one hypothesis are a list of their own: [[...]]) has 2"),
        (["a", "b"], streams([["1", "2"], ["3"], ["4"]]), "stream 2 of references has 1 segments but hypotheses has 2"),
        ({"x": ["a", "b"], "y": ["a"]}, ["1", "2"], "system 'y' has 1 hypotheses but 'x' has 2"),
        (["a", float("nan")], ["1", "2"], "hypotheses segment 2 is NaN (missing), expected a string; fill it"),
        (["a", None], ["1", "2"], "hypotheses segment 2 is None (missing)"),
        (["a", "b"], ["1", float("nan")], "references segment 2 is NaN (missing)"),
        (["a", "b"], [["1"], ["2", float("nan")]], "references segment 2 item 2 is NaN (missing)"),
        (["a", 3.5], ["1", "2"], "hypotheses segment 2 is a float 3.5, expected a string."),
        (["a", 3], ["1", "2"], "hypotheses segment 2 is an int 3, expected a string."),
        (["a", b"b"], ["1", "2"], "hypotheses segment 2 is a bytes, expected a string."),
        ([["the", "cat"]], [["the cat"]], "hypotheses segment 1 is a list, expected a string; join tokens into one"),
        (["a"], [[["1"]]], "references segment 1 item 1 is a list, expected a string; join tokens into one string."),
        (["a", "b"], [["1"], "2"], "references segment 2 is a string where other segments have lists"),
        (["a", "b"], ["1", ["2"]], "references segment 2 is a list, expected a string"),
        (
            (c for c in "ab"),
            ["1", "2"],
            "hypotheses is a generator, expected a list of strings, one for each segment; wrap it",
        ),
        ({"a", "b"}, ["1", "2"], "hypotheses is a set, expected"),
        (["a"], {"a": "b"}, "references is a dict, expected"),
        (17, ["1"], "hypotheses is an int 17, expected"),
        (None, ["1"], "hypotheses is a NoneType, expected"),
        (np.array("a"), ["1"], "hypotheses is an array without dimensions"),
    ],
)
def test_what_is_no_corpus_is_refused_and_never_scored(hyps: Any, refs: Any, message: str) -> None:
    assert refusal(hyps, refs).startswith(message)


def test_the_place_counts_over_chunks() -> None:
    assert refusal(["x"] * 16 + [float("nan")], ["y"] * 17).startswith("hypotheses segment 17 is NaN (missing)")


def test_sources_must_pair_up_too() -> None:
    assert refusal(HYPS, ["1", "2", "3"], ["x"]).startswith("sources has 1 segments but hypotheses has 3")
    assert refusal(HYPS, ["1", "2", "3"], "xyz").startswith("sources is a str")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("x", "references is a str, expected a list of streams"),
        (["1", "2"], "tertium.streams got a list of strings, expected a list of lists"),
        ([], "tertium.streams got no stream"),
        ([["1"], 5], "stream 2 of references is an int 5"),
    ],
)
def test_streams_check_their_shape(given: Any, message: str) -> None:
    with pytest.raises(InputError) as caught:
        streams(given)
    assert str(caught.value).startswith(message)


def test_numpy_arrays_are_sequences() -> None:
    refs = np.array([["1", "i"], ["2", "ii"], ["3", "iii"]])
    assert references(corpus_of(np.array(HYPS), refs)) == refs.tolist()
    assert hypotheses(corpus_of(np.array(HYPS, dtype=object), np.array(["1", "2", "3"]))) == HYPS
    assert "looks transposed" in refusal(np.array(HYPS), refs.T)


def test_pandas_columns_are_read_by_position_and_missing_cells_refused() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"h": HYPS, "r": ["1", "2", "3"]}, index=[7, 0, 2])
    assert hypotheses(corpus_of(frame["h"], frame["r"])) == HYPS
    assert references(corpus_of(frame["h"], frame["r"])) == [["1"], ["2"], ["3"]]
    nested = pandas.Series([["1"], ["2"], ["3", "4"]], index=[7, 0, 2])
    assert references(corpus_of(frame["h"], nested)) == [["1"], ["2"], ["3", "4"]]
    assert "looks transposed" in refusal(frame["h"], pandas.Series([["1", "2", "3"]], index=[5]))
    missing = pandas.Series(["a", None, "c"], dtype="str")
    assert refusal(missing, frame["r"]).startswith("hypotheses segment 2 is NaN (missing)")
    assert refusal(pandas.Series(["a", pandas.NA, "c"]), frame["r"]).startswith("hypotheses segment 2 is NaN (missing)")
    assert refusal(frame, frame["r"]).startswith("hypotheses is a DataFrame, expected")


def test_arrow_arrays_are_sequences() -> None:
    arrow = pytest.importorskip("pyarrow")
    column = arrow.chunked_array([["the cat"], ["a dog", "no"]])
    assert hypotheses(corpus_of(column, arrow.array([["1"], ["2"], ["3"]]))) == HYPS


def test_a_sequence_of_ones_own_is_enough() -> None:
    class Lazy(Sequence[str]):
        def __len__(self) -> int:
            return 3

        def __getitem__(self, at: Any) -> Any:
            return HYPS[at]

    assert hypotheses(corpus_of(Lazy(), ("1", "2", "3"))) == HYPS


def test_one_segment_takes_a_string_and_a_list() -> None:
    assert references(one_segment("a", ["1", "2"])) == [["1", "2"]]
    for hyp, refs, message in [
        (["a"], ["1"], "hypothesis is a list, expected one string; score lists with corpus_score."),
        ("a", "1", "references is a string, expected a list of strings; write [reference]."),
        ("a", [["1"]], "reference 1 is a list, expected a string."),
    ]:
        with pytest.raises(InputError) as caught:
            one_segment(hyp, refs)
        assert str(caught.value) == message
    with pytest.raises(InputError, match="has no reference"):
        references(one_segment("a", []))


def test_reading_lists_costs_few_bytes_beyond_the_text() -> None:
    count = 20_000
    hyps = [f"hypothesis number {i}" for i in range(count)]
    refs = [[f"reference number {i}"] for i in range(count)]
    gc.collect()
    tracemalloc.start()
    corpus = corpus_of(hyps, refs, policy=Policy())
    for build in corpus.chunks(2048):
        build()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 300 * count / 4  # a block's lists and id arrays, not the corpus
