"""Streams become chunks: what is blank, missing or wrong is left out, masked, counted or refused as documented."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tertium.corpus.chunk import Chunk, Notice
from tertium.corpus.formats.opening import Place, open_corpus
from tertium.corpus.notices import merged
from tertium.corpus.texts.lists import corpus_of
from tertium.corpus.texts.stream_corpus import Policy, StreamCorpus
from tertium.errors import FileError, InputError

SKIP = Policy(missing="skip")
KEEP = Policy(empty_ref="keep")


def read(corpus: StreamCorpus, segments: int = 2) -> tuple[list[Any], tuple[Notice, ...]]:
    """Every segment as (hypotheses, references, source), and what was noticed."""
    made: list[Any] = []
    notices: list[Notice] = []
    for build in corpus.chunks(segments):
        chunk, noticed = build()
        assert chunk.first == len(made)
        made += [segment_of(chunk, at) for at in range(chunk.segments)]
        notices += noticed
    return made, merged(notices)


def segment_of(chunk: Chunk, at: int) -> Any:
    text = chunk.pool.sentence
    hyps = [text(chunk.hyp[system * chunk.segments + at]) for system in range(chunk.systems)]
    assert all(chunk.seg[system * chunk.segments + at] == at for system in range(chunk.systems))
    refs = [text(ref) for ref in chunk.refs[chunk.ref_offsets[at] : chunk.ref_offsets[at + 1]]]
    return hyps, refs, None if chunk.sources is None else text(chunk.sources[at])


def codes(notices: tuple[Notice, ...]) -> dict[str, tuple[int, int]]:
    return {notice.code: (notice.line, notice.count) for notice in notices}


def files(folder: Path, hyps: list[bytes], refs: list[bytes], **options: Any) -> StreamCorpus:
    def place(name: str, data: bytes) -> Place:
        (folder / name).write_bytes(data)
        return Place(str(folder / name))

    systems = [place(f"hyp{number}", data) for number, data in enumerate(hyps, 1)]
    references = [place(f"ref{number}", data) for number, data in enumerate(refs, 1)]
    return open_corpus(systems, references, names=[f"s{number}" for number in range(len(hyps))], **options)


def test_systems_references_and_sources_pair_up_by_line(tmp_path: Path) -> None:
    corpus = files(tmp_path, [b"a\nb\nc\n", b"A\nB\nC"], [b"1\n2\n3\n", b"i\nii\niii\n"])
    (tmp_path / "src").write_bytes(b"x\ny\nz\n")
    segments, notices = read(corpus)
    assert segments == [
        (["a", "A"], ["1", "i"], None),
        (["b", "B"], ["2", "ii"], None),
        (["c", "C"], ["3", "iii"], None),
    ]
    assert notices == ()
    again, _ = read(corpus, 100)
    assert again == segments


def test_sources_are_read_beside(tmp_path: Path) -> None:
    for name, data in {"h": b"a\nb\n", "r": b"1\n2\n", "s": b"x\ny\n"}.items():
        (tmp_path / name).write_bytes(data)
    corpus = open_corpus(
        [Place(str(tmp_path / "h"))], [Place(str(tmp_path / "r"))], Place(str(tmp_path / "s")), names=["sys"]
    )
    assert read(corpus)[0] == [(["a"], ["1"], "x"), (["b"], ["2"], "y")]


def test_tab_nul_and_unicode_breaks_are_text_and_one_cr_is_stripped(tmp_path: Path) -> None:
    lines = ["a\tb", "nul\0nul", "x\u2028y\u2029z", "v\x85\x0b\x0c\x1cw", "lone\rcr", "two\r"]
    hyp = "".join(line + "\n" for line in lines).encode()
    ref = "".join(line + "\r\n" for line in lines).encode()
    segments, notices = read(files(tmp_path, [hyp], [ref]))
    assert [refs[0] for _, refs, _ in segments] == lines
    assert [hyps[0] for hyps, _, _ in segments] == [*lines[:-1], "two"]
    assert [(Path(n.file).name, n.code, n.line, n.count) for n in notices] == [
        ("hyp1", "cr", 6, 1),
        ("ref1", "cr", 1, 6),
    ]


@pytest.mark.parametrize("segments", [1, 3, 100])
def test_invalid_utf_8_is_refused_by_file_line_and_byte(tmp_path: Path, segments: int) -> None:
    corpus = files(tmp_path, [b"a\nb\nc\nd\xc3\n"], [b"1\n2\n3\n4\n"])
    with pytest.raises(FileError, match=r"hyp1:4:2 is not UTF-8: byte 2 \(0xc3\) of line 4"):
        read(corpus, segments)


def test_a_blank_among_several_references_is_absent_and_counted(tmp_path: Path) -> None:
    refs = [b"1\n \n3\n4\n", b"i\nii\n\n\xc2\xa0\n"]
    segments, notices = read(files(tmp_path, [b"a\nb\nc\nd\n"], refs))
    assert [refs for _, refs, _ in segments] == [["1", "i"], ["ii"], ["3"], ["4"]]
    assert [(Path(n.file).name, n.code, n.line, n.count) for n in notices] == [
        ("ref1", "absent-ref", 2, 1),
        ("ref2", "absent-ref", 3, 2),
    ]
    segments, notices = read(files(tmp_path, [b"a\nb\nc\nd\n"], refs, policy=KEEP))
    assert [refs for _, refs, _ in segments] == [["1", "i"], [" ", "ii"], ["3", ""], ["4", "\xa0"]]
    assert notices == ()


def test_a_blank_only_reference_is_text_with_a_notice(tmp_path: Path) -> None:
    segments, notices = read(files(tmp_path, [b"a\n\nc\n"], [b"1\n2\n \n"]))
    assert [refs for _, refs, _ in segments] == [["1"], ["2"], [" "]]
    assert codes(notices) == {"blank-hyp": (2, 1), "blank-ref": (3, 1)}


def test_references_that_are_all_blank_are_an_error_or_skipped_or_kept(tmp_path: Path) -> None:
    given = [b"a\nb\nc\nd\n"], [b"1\n2\n\n4\n", b"i\n\n \niv\n"]
    with pytest.raises(InputError, match=r"ref1, .*ref2 line 3: all 2 references are blank"):
        read(files(tmp_path, *given))
    segments, notices = read(files(tmp_path, *given, policy=SKIP))
    assert [refs for _, refs, _ in segments] == [["1", "i"], ["2"], [], ["4", "iv"]]
    assert codes(notices) == {"absent-ref": (2, 1), "skipped": (3, 1)}
    assert [refs for _, refs, _ in read(files(tmp_path, *given, policy=KEEP))[0]][2] == ["", " "]


def test_missing_hypotheses_mask_the_segment_for_every_system() -> None:
    given = {"one": ["a", None, "c"], "two": ["A", "B", "C"]}
    with pytest.raises(InputError, match="hypotheses of 'one' segment 2 is None"):
        read(corpus_of(given, ["1", "2", "3"]))
    segments, notices = read(corpus_of(given, ["1", "2", "3"], policy=SKIP))
    assert [refs for _, refs, _ in segments] == [["1"], [], ["3"]]
    assert codes(notices) == {"skipped": (2, 1)}


def test_none_among_several_references_is_absent_and_alone_an_error() -> None:
    segments, notices = read(corpus_of(["a", "b"], [["1", None], [None, "2", ""]]))
    assert [refs for _, refs, _ in segments] == [["1"], ["2"]]
    assert codes(notices) == {"absent-ref": (1, 3)}
    for references in ([["1"], [None, None]], [["1"], []], ["1", None], [["1"], None]):
        with pytest.raises(InputError, match="references segment 2: the segment has no reference; add one"):
            read(corpus_of(["a", "b"], references))
        assert [refs for _, refs, _ in read(corpus_of(["a", "b"], references, policy=SKIP))[0]] == [["1"], []]


def test_a_blank_beside_missing_ones_is_the_only_reference() -> None:
    segments, notices = read(corpus_of(["a"], [["", None]]))
    assert [refs for _, refs, _ in segments] == [[""]]
    assert codes(notices) == {"blank-ref": (1, 1), "absent-ref": (1, 1)}


def test_as_many_references_as_segments_need_not_be_one_each() -> None:
    corpus = corpus_of(["a", "b", "c"], [["1", "2"], [], ["3"]], policy=SKIP)
    assert [refs for _, refs, _ in read(corpus, 3)[0]] == [["1", "2"], [], ["3"]]


def test_a_lone_surrogate_is_refused_by_its_place(tmp_path: Path) -> None:
    with pytest.raises(
        InputError, match=r"hypotheses segment 2 holds half a character \(the lone surrogate U\+D800 at place 3"
    ):
        read(corpus_of(["a", "xy\ud800z"], ["1", "2"]))
    with pytest.raises(InputError, match="references segment 2 holds half a character"):
        read(corpus_of(["a", "b"], [["1", "2", "3"], ["4", "\udfff"]]))
    (tmp_path / "a.jsonl").write_text('{"h": "a"}\n{"h": "\\ud800"}\n')
    place = Place(str(tmp_path / "a.jsonl"), "h")
    with pytest.raises(InputError, match=r"a.jsonl\[h\] line 2 holds half a character"):
        read(open_corpus([place], [place], names=["x"]))


def test_lists_of_hypotheses_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"h": ["a", "b"]}\n')
    place = Place(str(tmp_path / "a.jsonl"), "h")
    with pytest.raises(InputError, match=r"a.jsonl\[h\] holds lists; only references may have several"):
        read(open_corpus([place], [place], names=["x"]))


def test_columns_and_files_mix(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"h": "a", "r": ["1", "2"]}\n{"h": "b", "r": ["3"]}\n')
    (tmp_path / "b.txt").write_text("x\ny\n")
    table = str(tmp_path / "a.jsonl")
    corpus = open_corpus(
        [Place(table, "h"), Place(str(tmp_path / "b.txt"))],
        [Place(table, "r"), Place(str(tmp_path / "b.txt"))],
        names=["h", "b"],
    )
    assert read(corpus)[0] == [(["a", "x"], ["1", "2", "x"], None), (["b", "y"], ["3", "y"], None)]


def test_counts_are_compared_with_the_first_reference(tmp_path: Path) -> None:
    corpus = files(tmp_path, [b"a\nb\n"], [b"1\n2\n", b"1\n"])
    with pytest.raises(InputError, match=r"ref2 has 1 line but .*ref1 has 2; .* First unpaired: .*ref1 line 2\."):
        read(corpus)


def test_empty_files_are_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no segments to score: .*hyp1 and .*ref1 are empty\."):
        read(files(tmp_path, [b""], [b""]))
    with pytest.raises(InputError, match=r"hyp1 has 0 lines but .*ref1 has 1;"):
        read(files(tmp_path, [b""], [b"1\n"]))


def test_policies_and_shapes_are_checked() -> None:
    with pytest.raises(InputError, match="empty_ref must be 'absent' or 'keep', got 'yes'"):
        Policy(empty_ref="yes")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="missing must be 'error' or 'skip', got None"):
        Policy(missing=None)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="no system to score"):
        open_corpus([], [Place(__file__)], names=[])


texts = st.sampled_from(["", " ", "a", "b c", None])


@given(
    st.lists(st.lists(texts, max_size=4), min_size=1, max_size=9),
    st.integers(1, 4),
    st.sampled_from(["absent", "keep"]),
)
def test_references_are_chosen_as_the_table_says(references: list[list[str | None]], segments: int, empty: Any) -> None:
    def chosen(given: list[str | None]) -> list[str]:
        there = [text for text in given if text is not None]
        if empty == "keep" or len(there) == 1:
            return there
        return [text for text in there if text.strip()]

    policy = Policy(empty_ref=empty, missing="skip")
    read_back, notices = read(corpus_of(["h"] * len(references), references, policy=policy), segments)
    assert [refs for _, refs, _ in read_back] == [chosen(given) for given in references]
    counts = {notice.code: notice.count for notice in notices}
    assert counts.get("skipped", 0) == sum(not chosen(given) for given in references)
    left_out = sum(len(given) - len(chosen(given)) for given in references if chosen(given))
    assert counts.get("absent-ref", 0) == left_out
